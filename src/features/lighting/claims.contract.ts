import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, IdNumber, Instant, nameOf } from '../../shared/contract/fields.ts';
import { IoProfile } from './io-profile.model.ts';

const TOPICS = ['lighting'] as const;

/** A claim of a box: its code is compared with the one that its controller shows, over the company's own port. */
export const BoxClaim = z.object({
  id: z.int(),
  device_id: z.int(),
  serial: z.string(),
  reg_number: z.string(),
  state: z.enum(['waiting', 'matched', 'wrong', 'silent', 'sunspec']),
  created_at: Instant,
  ended_at: Instant.nullable(),
  box_id: z.int().nullable().describe('the box that came of it'),
});
export type BoxClaim = z.infer<typeof BoxClaim>;

/** Where registers stand on controllers that the company has already, as far as a manager said it or sees it. */
export const RegisterMap = z.object({
  profile: IoProfile,
  boxes: z.int().describe('so many boxes have it'),
  serial: z.string().describe('one of them'),
});
export type RegisterMap = z.infer<typeof RegisterMap>;

export const claimsCalls = area({
  registerMaps: call({
    method: 'GET',
    path: '/api/v1/ill-pub/register-maps/',
    summary: "Where registers stand on the company's controllers, the most frequent first",
    topics: TOPICS,
    access: 'lighting.switch',
    ok: z.array(RegisterMap),
  }),
  claim: call({
    method: 'POST',
    path: '/api/v1/ill-pub/box-claims/',
    summary: 'Claims a box by the pairing code that its controller shows; wrong codes are counted',
    topics: TOPICS,
    access: 'lighting.switch',
    body: z.object({
      device_id: IdNumber.describe('its controller, behind a port of the company, of the category other'),
      serial: nameOf(60),
      reg_number: nameOf(60),
      code: z
        .string()
        .regex(/^[0-9]{4,10}$/, 'must be 4 to 10 digits')
        // A register that nobody wrote reads as zero.
        .refine((code) => !/^0+$/.test(code), 'must not be all zeros'),
      profile: IoProfile.refine(({ pairing }) => pairing !== null, {
        path: ['pairing'],
        message: 'needs the register of the pairing code',
      })
        .optional()
        .describe(
          'where its registers stand; as on a controller of six lines with everything wired by default. A map of its own is taken from managers',
        ),
    }),
    ok: BoxClaim,
    status: 202,
  }),
  get: call({
    method: 'GET',
    path: '/api/v1/ill-pub/box-claims/{id}/',
    summary: 'What became of a claim',
    topics: TOPICS,
    access: 'lighting.switch',
    params: z.object({ id: Id }),
    ok: BoxClaim,
  }),
});
