import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Day, Id, IdNumber } from '../../shared/contract/fields.ts';
import { CommunityAccount } from './accounts.contract.ts';
import { MAX_COMMUNITY_MEMBERS } from './community.contract.ts';
import { PAIN_VERSIONS } from './sepa.model.ts';
import { STATEMENT_PARTS } from './statements.contract.ts';

export const LEFT_OUT = ['no_iban', 'no_name', 'too_much', 'taken_back', 'plant_owner', 'kept'] as const;

/** Who is paid what by a closed statement, and who cannot be; both come to what it adds to those before it. */
export const Payments = z.object({
  account: CommunityAccount.describe('from which it is paid'),
  paid: z.array(
    z.object({
      member_id: z.int(),
      name: z.string(),
      holder: z.string().describe('of the account'),
      iban: z.string(),
      cents: z.int(),
    }),
  ),
  left_out: z.array(
    z.object({
      member_id: z.int().nullable(),
      name: z.string(),
      part: z.enum(STATEMENT_PARTS).nullable().describe('null: all parts of the member'),
      cents: z.int(),
      reason: z
        .enum(LEFT_OUT)
        .describe('taken_back: a correction takes it back; kept: it stays with the community'),
    }),
  ),
  paid_cents: z.int(),
  left_out_cents: z.int(),
  total_cents: z.int().describe('what the statement adds to those before it'),
});
export type Payments = z.infer<typeof Payments>;

const asked = {
  topics: ['communities'],
  access: 'community.close',
  params: z.object({ id: Id }),
} as const;

/** Payment of a closed statement, as a file for the accountant: nothing is paid here. */
export const paymentsCalls = area(
  {
    get: call({
      method: 'GET',
      path: '/cer/v1/community-statements/{id}/payments/',
      summary: 'Who is paid what by a closed statement, and who cannot be paid, with the reason',
      ...asked,
      ok: Payments,
    }),
    file: call({
      // A bank pays each file that it is given: who has taken which is written down.
      method: 'POST',
      path: '/cer/v1/community-statements/{id}/payments/file/',
      summary: 'SEPA credit transfers of a closed statement as pain.001, for the bank; nothing is paid here',
      ...asked,
      topics: [],
      // The file is sent once the transaction that writes it down has ended.
      tx: 'none',
      body: z.object({
        version: z.enum(PAIN_VERSIONS).default('03').describe('of the message'),
        on: Day.describe('on which day the bank is asked to pay'),
        members: z
          .array(IdNumber)
          .min(1)
          .max(MAX_COMMUNITY_MEMBERS)
          .nullable()
          .default(null)
          .describe('who is paid by this file; null: everybody who can be'),
      }),
      ok: z.instanceof(Blob),
      produces: 'application/xml',
    }),
  },
  { host: 'community' },
);
