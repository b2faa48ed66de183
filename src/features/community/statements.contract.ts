import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, IdNumber, Instant, PageQuery, paged } from '../../shared/contract/fields.ts';
import { MEMBER_BODIES, MEMBER_ROLES, SWITCHES } from './community.model.ts';
import { Month } from './month.contract.ts';

export const MAX_ADVANCE_CENTS = 100_000_000_000;

export const STATEMENT_PARTS = ['management', 'producer', 'consumer', 'surplus', 'social_fund'] as const;

const Amounts = z.object({
  cents: z.int(),
  advance_cents: z.int().nullable().describe('of what GSE paid in advance; null: nobody said what that was'),
  balance_cents: z.int().nullable().describe('what the measured hours come to beyond the advance'),
});
export type Amounts = z.infer<typeof Amounts>;

const Line = z.object({
  part: z.enum(STATEMENT_PARTS),
  member_id: z.int().nullable(),
  proj_code: z.string().nullable().describe("of a plant at whose POD no member stands: its owner's part"),
  name: z.string().describe('of the member or plant; empty for the community itself'),
  due: Amounts.describe('what the month comes to'),
  change: Amounts.describe('what this statement adds to the one that it corrects; all of it in a first one'),
});
export type StatementLine = z.infer<typeof Line>;

const MemberOf = z.object({
  id: z.int(),
  name: z.string(),
  role: z.enum(MEMBER_ROLES),
  kind: z.enum(MEMBER_BODIES),
  level: z.int(),
  pods: z.array(z.string()),
  presence: z.number().describe('part of the month in which one of its PODs belonged to it, 0…1'),
  withdrawn_kwh: z.number(),
  shared_kwh: z.number().describe('of its withdrawal, what was shared'),
  injected_kwh: z.number().describe('by plants at its PODs'),
  given_kwh: z.number().describe('of that, what was shared'),
  missing_hours: z.int().describe('of its PODs, of which nothing is known'),
  due_cents: z.int(),
  change_cents: z.int(),
});
export type StatementMember = z.infer<typeof MemberOf>;

const Rule = z.object({
  management_percent: z.number(),
  producers_percent: z.number(),
  consumers_percent: z.number(),
  equidistribution: z.boolean(),
  surplus_to: z.enum(['consumers', 'social_fund']),
});

export const STATEMENT_NOTES = [
  'surplus_by_month',
  'surplus_so_far',
  'surplus_months_missing',
  'existing_left_out',
  'missing_hours',
  'unpriced_hours',
  'plant_without_member',
  // Of statements from before a plant was cut by the day on which its POD passed on.
  'plant_changed_member',
  'plant_parted',
  'plant_partly_without_member',
  'plant_without_power',
  'plant_without_operation_date',
] as const;

/** What the plants of a group did in a month, as the surplus of the year needs it. */
const SurplusBasis = z.object({
  group: z.enum(['tariff_only', 'with_grant', 'not_earning']),
  injected_kwh: z.number(),
  incentivised_kwh: z.number(),
  incentive_eur: z.number(),
});
export type SurplusBasis = z.infer<typeof SurplusBasis>;

/** What a month comes to and why, member by member. */
export const StatementContent = z.object({
  month: z.string().describe('YYYY-MM'),
  community: z.object({
    id: z.int(),
    name: z.string(),
    legal_form: z.string(),
    substation: z.string(),
    version: z.int().describe('of its settings'),
  }),
  rule: Rule.describe("by the community's own agreement"),
  switches: z.object({
    attribution: z.enum(SWITCHES.attribution),
    network: z.enum(SWITCHES.network),
    grant_reduces: z.enum(SWITCHES.grant_reduces),
    exempt_bodies: z.enum(SWITCHES.exempt_bodies),
    quota_of: z.enum(SWITCHES.quota_of),
    surplus_period: z
      .enum(SWITCHES.surplus_period)
      .optional()
      .describe('of statements from before it was a choice nothing'),
    existing_beyond: z.enum(SWITCHES.existing_beyond).optional(),
  }),
  rules: z.array(z.object({ version: z.string(), source: z.string(), assumption: z.boolean() })),
  notes: z
    .array(z.object({ code: z.enum(STATEMENT_NOTES), name: z.string() }))
    .describe('what was assumed, and what is not known'),
  energy: z.object({
    injected_kwh: z.number(),
    withdrawn_kwh: z.number(),
    shared_kwh: z.number(),
    incentivised_kwh: z.number(),
  }),
  money: z
    .object({ incentive_cents: z.int(), valorisation_cents: z.int(), surplus_cents: z.int() })
    .describe('incentive without its surplus; the three come to the total'),
  surplus_basis: z
    .array(SurplusBasis)
    .optional()
    .describe('by which the surplus is judged with the other months of the year'),
  total: z.object({ due: Amounts, change: Amounts }),
  missing: z.array(
    z.object({
      name: z.string(),
      pod: z.string(),
      direction: z.enum(['withdrawn', 'injected']),
      hours: z.int(),
    }),
  ),
  missing_hours: z.int().describe('of all PODs, and hours without the market price that the tariff needs'),
  unpriced_hours: z.int(),
  members: z.array(MemberOf),
  lines: z.array(Line),
});
export type StatementContent = z.infer<typeof StatementContent>;

const row = {
  id: z.int(),
  community: z.int(),
  year: z.int(),
  number: z.int().describe("within the company's year"),
  month: z.string(),
  revision: z.int().describe('0: the first of its month; then its corrections'),
  corrects: z.int().nullable().describe('number of the row of the statement that it corrects'),
  closed_by: z.string(),
  closed_at: Instant,
  hash: z.string().describe('SHA-256 of `sealed` as canonical JSON: names in order, no blanks'),
};
export const StatementRow = z.object({ ...row, due_cents: z.int(), change_cents: z.int() });
export type StatementRow = z.infer<typeof StatementRow>;

/** A closed statement: nothing of it changes any more; names that stand behind its seals become pseudonyms on request. */
export const Statement = z.object({
  ...row,
  is_last: z.boolean().describe('of its month: none corrects it'),
  names: z
    .array(
      z.object({
        kind: z.enum(['member', 'pod', 'plant']),
        seal: z
          .string()
          .describe('as it stands in `sealed`: ~ and the first 32 signs of SHA-256 of `salt` and `text`'),
        text: z.string().describe('what is read in its place'),
        salt: z.string().nullable().describe('null: a pseudonym; what was sealed is deleted'),
      }),
    )
    .describe('names and PODs, which stand in `sealed` by their seals; empty: they stand there themselves'),
  resealed: z
    .object({ at: Instant })
    .nullable()
    .describe(
      'since when `hash` is a second one: of what was closed with names in it, of which one was deleted, and of what was closed after it; the first hash and `previous_hash` are told no more',
    ),
  sealed: z.object({
    company: z.int(),
    year: z.int(),
    number: z.int(),
    revision: z.int(),
    corrects: z.int().nullable(),
    closed_by: z.int(),
    closed_at: Instant,
    previous_hash: z
      .string()
      .nullable()
      .describe("of the company's statement before; null for its first one, and of one that was sealed anew"),
    content: StatementContent,
  }),
});
export type Statement = z.infer<typeof Statement>;

const Agreement = z
  .enum(['as_closed', 'today'])
  .default('as_closed')
  .describe(
    'of a month that is closed already: divided by the percentages, choices, roles, kinds and levels with which it was closed, or by those of today',
  );

export const NewStatement = z.object({
  community: IdNumber,
  month: Month,
  replaces: IdNumber.nullable().describe(
    'the last statement of the month that was seen; null: there was none',
  ),
  missing_hours: z
    .int()
    .min(0)
    .default(0)
    .describe('how many hours are not known, as it was shown: it is closed with these, and no others'),
  advance_cents: z.int().min(0).max(MAX_ADVANCE_CENTS).nullable().default(null),
  agreement: Agreement,
  seen: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be the digest of a trial')
    .meta({ examples: ['0'.repeat(64)] })
    .optional()
    .describe(
      '`digest` of the trial that was looked at: a month that comes to something else by now is not closed',
    ),
});
export type NewStatement = z.infer<typeof NewStatement>;

const Percent = z.number().min(0).max(100);
export const TriedRules = z.object({
  management_percent: Percent,
  producers_percent: Percent,
  consumers_percent: Percent,
  equidistribution: z.boolean(),
  surplus_to: z.enum(['consumers', 'social_fund']),
  levels: z
    .array(z.object({ member_id: IdNumber, level: z.int().min(1).max(20) }))
    .max(10_000)
    .default([])
    .describe('other priority levels than those that members have'),
});
export type TriedRules = z.infer<typeof TriedRules>;

export const StatementTrial = z.object({
  is_over: z.boolean().describe('whether the month is over, so that it can be closed'),
  agreed_anew: z
    .boolean()
    .describe(
      "whether today's agreement would divide the month otherwise than that with which it was closed",
    ),
  last: StatementRow.nullable().describe('the last statement of the month'),
  now: StatementContent.describe('what the month comes to as everything stands'),
  tried: StatementContent.nullable(),
  digest: z.string().describe('SHA-256 of what `now` comes to, without an advance'),
  advance_cents: z
    .int()
    .nullable()
    .describe('what GSE paid in advance, as the last statement of the month tells it'),
});
export type StatementTrial = z.infer<typeof StatementTrial>;

// Statements hold everybody's money and energy: they are for those who close them.
const asked = { topics: ['communities'], access: 'community.close' } as const;

export const statementsCalls = area(
  {
    list: call({
      method: 'GET',
      path: '/cer/v1/community-statements/',
      list: 'community-statements',
      summary: 'Closed statements of a community in pages, the newest month first',
      ...asked,
      query: PageQuery.extend({
        community: Id.describe('number of the community'),
        month: Month.optional().describe('of one month alone'),
      }),
      ok: paged(StatementRow),
    }),
    get: call({
      method: 'GET',
      path: '/cer/v1/community-statements/{id}/',
      summary: 'A closed statement: what each member shared and is due, and by which rules',
      ...asked,
      params: z.object({ id: Id }),
      ok: Statement,
    }),
    trial: call({
      method: 'POST',
      path: '/cer/v1/community-statements/trial/',
      summary:
        'What a month comes to before it is closed, and by other rules than those that hold; nothing is kept',
      ...asked,
      // A thread calculates, and keeps nothing of it.
      tx: 'none',
      reads: true,
      timeout_s: 120,
      body: z.object({
        community: IdNumber,
        month: Month,
        advance_cents: z.int().min(0).max(MAX_ADVANCE_CENTS).nullable().default(null),
        agreement: Agreement,
        rules: TriedRules.nullable().default(null),
      }),
      ok: StatementTrial,
    }),
    close: call({
      method: 'POST',
      path: '/cer/v1/community-statements/',
      summary:
        'Closes a month into a statement that nothing changes any more; one that was closed before is corrected by a new one',
      ...asked,
      // A thread closes it, in a transaction of its own.
      tx: 'none',
      timeout_s: 120,
      body: NewStatement,
      ok: Statement,
      status: 201,
      conflict: Statement,
    }),
  },
  { host: 'community' },
);
