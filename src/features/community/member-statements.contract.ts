import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, IdNumber, Instant } from '../../shared/contract/fields.ts';
import { PDF } from '../../shared/contract/table-file.ts';
import { ASSUMPTION_CODES } from './assumptions.model.ts';
import { MAX_COMMUNITY_MEMBERS } from './community.contract.ts';
import { STATEMENT_NOTES, STATEMENT_PARTS, StatementContent } from './statements.contract.ts';

/** Days for which a member's link opens unless somebody says otherwise. */
export const STATEMENT_LINK_DAYS = 90;

export const MAILING_STATES = [
  'no_address',
  'not_sent',
  'queued',
  'put_off',
  'waiting',
  'sent',
  'kept',
  'failed',
] as const;

/** How a statement went to a member. */
const MemberMailing = z.object({
  member_id: z.int(),
  name: z.string(),
  email: z.string().describe('of the last mail; before one was asked for, as it stands in the settings'),
  state: z
    .enum(MAILING_STATES)
    .describe(
      'queued: a worker makes the mail; put_off: it does so after midnight, because as many mails were sent today as may be; waiting: it is on its way; kept: no mail server is set up',
    ),
  asked_at: Instant.nullable(),
  link_until: Instant.nullable().describe('until when the link opens the page; null: it does not'),
});
export type MemberMailing = z.infer<typeof MemberMailing>;

export const Mailed = z.object({
  queued: z.int().describe('mails that a worker makes now'),
  without_address: z.int().describe('members of whom no address is known'),
});
export type Mailed = z.infer<typeof Mailed>;

/** What a closed month says of one member, to the member. */
export const MemberStatement = z.object({
  company: z.string(),
  community: z.string(),
  name: z.string(),
  pods: z.array(z.string()),
  month: z.string().describe('YYYY-MM'),
  year: z.int(),
  number: z.int(),
  revision: z.int(),
  is_last: z.boolean().describe('of its month: none corrects it'),
  closed_at: Instant,
  hash: z.string(),
  expires_at: Instant.describe('of the link'),
  energy: z.object({
    withdrawn_kwh: z.number(),
    shared_kwh: z.number(),
    injected_kwh: z.number(),
    given_kwh: z.number(),
    missing_hours: z.int(),
  }),
  lines: z.array(z.object({ part: z.enum(STATEMENT_PARTS), cents: z.int() })),
  due_cents: z.int(),
  change_cents: z.int(),
  why: z.object({
    shared_kwh: z.number().describe('by all members together'),
    total_cents: z.int().describe('incentive and what the network gives back, of all'),
    surplus_cents: z.int(),
    rule: StatementContent.shape.rule,
    rules: z.array(z.object({ version: z.string(), assumption: z.boolean() })),
    notes: z.array(z.object({ code: z.enum(STATEMENT_NOTES), name: z.string() })),
    assumptions: z
      .array(
        z.object({
          code: z.enum(ASSUMPTION_CODES),
          choice: z.string().nullable(),
          source: z.string().nullable(),
        }),
      )
      .describe('what no official text settles, and what was taken for it'),
  }),
});
export type MemberStatement = z.infer<typeof MemberStatement>;

const asked = { topics: ['community_mailings'], access: 'community.close' } as const;
const signed = {
  topics: ['communities'],
  access: 'signed_link',
  params: z.object({ token: z.string().min(1).max(200) }),
} as const;

/** A statement on its way to members, and what its links open. */
export const memberStatementsCalls = area(
  {
    mailings: call({
      method: 'GET',
      path: '/cer/v1/community-statements/{id}/mailings/',
      summary: 'Which members a closed statement was mailed to, and whose link opens it',
      ...asked,
      params: z.object({ id: Id }),
      ok: z.array(MemberMailing),
    }),
    mail: call({
      method: 'POST',
      path: '/cer/v1/community-statements/{id}/mailings/',
      summary:
        'Mails members what a closed statement says of them, with a link that opens it without an account; once each, unless they are named',
      ...asked,
      confirmed: 'always',
      params: z.object({ id: Id }),
      body: z.object({
        members: z
          .array(IdNumber)
          .min(1)
          .max(MAX_COMMUNITY_MEMBERS)
          .nullable()
          .default(null)
          .describe(
            'to whom, again where it was mailed before; null: everybody whom it was not mailed to yet',
          ),
        language: z.enum(['it', 'en']),
        days: z.int().min(1).max(366).default(STATEMENT_LINK_DAYS).describe('for which the link opens'),
      }),
      ok: Mailed,
    }),
    withdrawLink: call({
      method: 'DELETE',
      path: '/cer/v1/community-statements/{id}/members/{member_id}/link/',
      summary: "Takes the link of a member's statement back",
      ...asked,
      params: z.object({ id: Id, member_id: Id.describe('number of the member in the statement') }),
      ok: z.undefined(),
      status: 204,
    }),
    get: call({
      method: 'GET',
      path: '/cer/v1/member-statements/{token}/',
      summary: 'What a closed month says of the member whose signed link this is: energy, share, and why',
      ...signed,
      ok: MemberStatement,
    }),
    document: call({
      method: 'GET',
      path: '/cer/v1/member-statements/{token}/document/',
      summary: 'The same as a PDF',
      ...signed,
      // A page is printed in a thread of its own, without a transaction meanwhile.
      tx: 'none',
      query: z.object({ language: z.enum(['it', 'en']).optional() }),
      ok: z.instanceof(Blob),
      produces: PDF,
      timeout_s: 120,
    }),
  },
  { host: 'community' },
);
