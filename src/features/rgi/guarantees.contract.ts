import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Day, Id, Instant, linesOf, nameOf, ProjCode, Version } from '../../shared/contract/fields.ts';
import { OLDER_DAYS } from './availability.contract.ts';
import { GUARANTEE_PERIODS, GUARANTEE_STATES } from './guarantee.model.ts';

const Euros = z.number().min(0).max(1_000_000_000);
const fields = {
  name: nameOf(80).describe('of the contract'),
  period: z.enum(GUARANTEE_PERIODS).describe('over what it is judged: a month or a calendar year'),
  from_on: Day,
  to_on: Day.nullable().describe('its last day, included; null: until further notice'),
  guaranteed_pct: z.number().positive().max(100),
  leaves_out_closed: z
    .boolean()
    .describe('periods in which the RGI calendar has the plant closed do not count'),
  leaves_out_causes: z.boolean().describe('downtimes whose cause nobody answers for count as worked'),
  penalty_eur_per_point: Euros.nullable().describe('EUR for each percentage point below; null: none'),
  penalty_most_eur: Euros.nullable().describe('EUR of a period at most; null: without limit'),
  note: linesOf(1000),
};

export const Guarantee = z.object({
  id: z.int(),
  proj_code: z.string(),
  plant_name: z.string(),
  ...fields,
  version: z.int(),
});
export type Guarantee = z.infer<typeof Guarantee>;

export const NewGuarantee = z.object({
  proj_code: ProjCode,
  ...fields,
  to_on: fields.to_on.default(null),
  leaves_out_closed: fields.leaves_out_closed.default(true),
  leaves_out_causes: fields.leaves_out_causes.default(true),
  penalty_eur_per_point: fields.penalty_eur_per_point.default(null),
  penalty_most_eur: fields.penalty_most_eur.default(null),
  note: fields.note.default(''),
});
export type NewGuarantee = z.infer<typeof NewGuarantee>;
export const GuaranteeChange = z.object(fields).partial().extend({ version: Version.optional() });
export type GuaranteeChange = z.infer<typeof GuaranteeChange>;

export const GuaranteeStanding = z.object({
  id: z.int(),
  proj_code: z.string(),
  plant_name: z.string(),
  name: z.string(),
  period: z.enum(GUARANTEE_PERIODS),
  from: Day.describe('of the period that the month belongs to, as far as the guarantee holds'),
  to: Day.describe('its last day, included'),
  guaranteed_pct: z.number(),
  state: z
    .enum(GUARANTEE_STATES)
    .describe('kept so far; behind: less, but it can still be reached; missed: it cannot'),
  availability_pct: z.number().nullable().describe('so far; null: nothing is known'),
  pending_days: z
    .int()
    .describe(
      'days that are over and in no figure yet: of long periods those count that are kept; they are made within minutes, unless they hold more readings than are counted at once. Days whose readings were let go are none of them',
    ),
  older_days: z.int().describe(OLDER_DAYS),
  recounting_since: Instant.nullable().describe(
    'since when days of the period are to be counted anew, which takes a few seconds; null: the figures stand',
  ),
  completeness: z.number().nullable().describe('how much of the rated time so far is known, 0…1'),
  reachable_pct: z.number().nullable().describe('if nothing stands any more'),
  counted_h: z.number().describe('hours that count so far, in which it worked or stood'),
  ahead_h: z.number().nullable().describe('hours with enough sun still to come under a cloudless sky'),
  may_stand_h: z
    .number()
    .nullable()
    .describe('hours that the whole plant may still stand; below zero: so many too many it stood'),
  penalty_eur: z.number().nullable().describe('if the period ended as it stands'),
  least_penalty_eur: z.number().nullable().describe('due even if nothing stands any more'),
});
export type GuaranteeStanding = z.infer<typeof GuaranteeStanding>;

const TOPIC = 'guarantees';
const writes = { topics: [TOPIC, 'availability'], access: 'records.write' } as const;
const byId = { params: z.object({ id: Id }) };

/** Availability that was promised of plants, and how a period stands against it. */
export const guaranteesCalls = area({
  list: call({
    method: 'GET',
    path: '/availability/v1/guarantees/',
    summary: 'Availability that was promised of plants',
    topics: [TOPIC],
    access: 'asset.read',
    query: z.object({ proj_code: ProjCode.optional() }),
    ok: z.array(Guarantee),
  }),
  create: call({
    method: 'POST',
    path: '/availability/v1/guarantees/',
    summary: 'Adds a guaranteed availability of a plant',
    ...writes,
    body: NewGuarantee,
    ok: Guarantee,
    status: 201,
  }),
  update: call({
    method: 'PATCH',
    path: '/availability/v1/guarantees/{id}/',
    summary: 'Changes a guaranteed availability; a stale version is a conflict',
    ...writes,
    ...byId,
    body: GuaranteeChange,
    ok: Guarantee,
    conflict: Guarantee,
  }),
  remove: call({
    method: 'DELETE',
    path: '/availability/v1/guarantees/{id}/',
    summary: 'Deletes a guaranteed availability',
    ...writes,
    ...byId,
    ok: z.undefined(),
    status: 204,
  }),
  standings: call({
    method: 'GET',
    path: '/availability/v1/guarantee-standings/',
    summary:
      'How the period of a month stands against what was promised of a plant, while it can still be helped',
    topics: [TOPIC, 'availability', 'readings', 'downtimes'],
    access: 'asset.read',
    query: z.object({
      proj_code: ProjCode,
      month: z
        .string()
        .regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
        .describe('YYYY-MM; of a yearly guarantee the year that it belongs to'),
    }),
    ok: z.array(GuaranteeStanding),
  }),
});
