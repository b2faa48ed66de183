import { z } from 'zod';

/** PostgreSQL's channel for what browsers are told. */
export const LIVE_CHANNEL = 'live';

const Notice = z.discriminatedUnion('kind', [
  z.object({ company_id: z.int().positive(), kind: z.literal('plants'), codes: z.array(z.string()) }),
  z.object({ company_id: z.int().positive(), kind: z.literal('alarms'), codes: z.array(z.string()) }),
  z.object({ company_id: z.int().positive(), kind: z.literal('devices'), codes: z.array(z.string()) }),
  z.object({
    company_id: z.int().positive(),
    kind: z.enum(['progress', 'configuration']),
    codes: z.array(z.string()).optional(),
  }),
]);
/** What happened in a company: ids (proj_codes) only. Work that concerns no single plant moves on without codes. */
export type LiveNotice = z.infer<typeof Notice>;

/** PostgreSQL takes fewer than 8000 bytes in a notice; codes are at most 32 ASCII characters. */
const CODES_AT_ONCE = 200;

/** A pool, or a scope's transaction: then the notice is given when it commits. */
export interface NoticeSender {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/** Tells every instance of the program, and through it the browsers that may see it. */
export async function notifyLive(sender: NoticeSender, notice: LiveNotice): Promise<void> {
  const { codes, ...rest } = notice;
  if (codes === undefined) return tell(sender, rest);
  for (let i = 0; i < codes.length; i += CODES_AT_ONCE) {
    await tell(sender, { ...rest, codes: codes.slice(i, i + CODES_AT_ONCE) });
  }
}

async function tell(sender: NoticeSender, payload: object): Promise<void> {
  await sender.query('select pg_notify($1, $2)', [LIVE_CHANNEL, JSON.stringify(payload)]);
}

/** Reads a notice; undefined when it is none of ours. */
export function readNotice(payload: string): LiveNotice | undefined {
  try {
    return Notice.safeParse(JSON.parse(payload)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
