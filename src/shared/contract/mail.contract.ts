import { z } from 'zod';
import { area, call } from './call.ts';
import { Instant } from './fields.ts';

export const KeptMail = z.object({
  id: z.int(),
  to_address: z.string(),
  language: z.enum(['it', 'en']),
  subject: z.string(),
  body_text: z.string(),
  state: z.enum(['waiting', 'sent', 'kept', 'failed']),
  created_at: Instant,
});
export type KeptMail = z.infer<typeof KeptMail>;

export const mailCalls = area({
  outbox: call({
    method: 'GET',
    path: '/user/v1/outbox/',
    summary: "The demonstration's mail, newest first; anywhere else there is no such call",
    topics: ['outbox'],
    access: 'public',
    ok: z.array(KeptMail),
  }),
});
