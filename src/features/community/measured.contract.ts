import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, Instant, ProjCode } from '../../shared/contract/fields.ts';
import { TableFileQuery, tableFile } from '../../shared/contract/table-file.ts';
import { MEMBER_BODIES, MEMBER_ROLES, SWITCHES } from './community.model.ts';
import { Month } from './month.contract.ts';
import { StatementContent } from './statements.contract.ts';

/** Why a plant is paid no tariff in a month. */
export const NO_TARIFF = [
  'power_unknown',
  'over_1mw',
  'operation_date_unknown',
  'existing',
  'left_out',
  'ended',
] as const;

const RuleOf = z.object({
  version: z.string(),
  from: z.string().describe('first day on which it holds'),
  source: z.string(),
  assumption: z.boolean(),
});

/** What decides a plant's tariff, EUR/MWh. */
const TariffOf = z.object({
  up_to_kw: z.number(),
  base: z.number(),
  cap: z.number(),
  reference_price: z.number().describe('the variable part is what the zonal price lacks to this'),
  correction: z.number().describe('of the area, after the cap; photovoltaic plants only'),
  reduction: z.number().describe('by the grant, 0…0.5'),
  until: z.string().nullable().describe('the first day without it'),
});

const Known = z.number().nullable();
const money = {
  incentivised_kwh: Known.describe('of the shared energy, what the tariff pays'),
  incentive_eur: Known.describe('after the grant'),
  grant_cut_eur: Known.describe('what the grant took'),
  valorisation_eur: Known.describe('what the network gives back'),
};

/** Plants whose shared quota is judged together. */
export const SURPLUS_GROUPS = ['tariff_only', 'with_grant'] as const;

/** A plant's month; null is not known, which is not zero. */
export const MeasuredPlantMonth = z.object({
  proj_code: z.string(),
  name: z.string(),
  substation: z.string(),
  power_kw: Known,
  in_operation: z.string().nullable(),
  grant_share: z.number(),
  no_tariff: z.enum(NO_TARIFF).nullable().describe('why it is paid none; null: it is paid'),
  tariff: TariffOf.nullable(),
  injected_kwh: Known,
  shared_kwh: Known,
  ...money,
  surplus_group: z.enum(SURPLUS_GROUPS).nullable().describe('null: it earns no tariff'),
  surplus_eur: Known.describe('part of its incentive that is surplus premium'),
  missing_hours: z.int().describe('of its POD, of which nothing is known'),
  read_hours: z.int().describe("that come from the portal's own readings, and from no file"),
});
export type MeasuredPlantMonth = z.infer<typeof MeasuredPlantMonth>;

/** How the surplus premium is judged: by the quota of each group of plants, over the year's closed months with this one. */
const SurplusJudged = z.object({
  period: z.enum(SWITCHES.surplus_period),
  months: z.int().describe('that are judged together: this one, and the closed ones of its year'),
  told_eur: z.number().describe('what the others told already'),
  month_eur: Known.describe('what is left for this month; null: readings or prices are missing'),
  groups: z.array(
    z.object({
      group: z.enum(SURPLUS_GROUPS),
      threshold: z.number(),
      quota: Known.describe(
        'incentivised over injected energy; null: nothing was injected, or it is not known',
      ),
      incentive_eur: Known,
      share: Known.describe(
        'part of the incentive that is surplus: (quota − threshold) / quota, never below 0',
      ),
      surplus_eur: Known,
    }),
  ),
});

const month = {
  community: z.int(),
  month: z.string().describe('YYYY-MM'),
  partial: z
    .boolean()
    .describe('whether a plant belonged to it that the reader does not see: what was shared is not known'),
  network_eur_per_kwh: z.number().describe('what the network gives back for shared energy'),
  switches: StatementContent.shape.switches,
  surplus: SurplusJudged.nullable().describe('null: not known, because plants are not shown'),
  rules: z.array(RuleOf),
};

export const MeasuredPlants = z.object({ ...month, plants: z.array(MeasuredPlantMonth) });
export type MeasuredPlants = z.infer<typeof MeasuredPlants>;

/** An hour of a plant or a member, with what of its primary substation it was worked out from. */
export const MeasuredHour = z.object({
  at: Instant,
  own_kwh: Known.describe('injected by the plant, or withdrawn by the member; null: no reading'),
  own_source: z
    .enum(['file', 'readings', 'both'])
    .nullable()
    .describe(
      'where its own energy is from: a file, readings of the portal, or some PODs each; null: no reading',
    ),
  own_unknown_pods: z
    .int()
    .describe('PODs of its own without a reading in this hour: the sum is of the others'),
  substation_injected_kwh: Known,
  substation_withdrawn_kwh: Known,
  substation_shared_kwh: Known.describe('the lesser of the two'),
  unknown_pods: z.int().describe('of the substation, without a reading in this hour: they count as nothing'),
  own_shared_kwh: Known.describe('what of it was shared'),
  served: Known.describe("of a member: the part of its level's withdrawal that was shared, 0…1"),
  price_eur_mwh: Known.describe('zonal'),
  base: Known.describe('EUR/MWh, as all of the tariff'),
  variable: Known.describe('after the cap'),
  capped: z.boolean().nullable(),
  correction: Known,
  grant_cut: Known.describe('of what nobody exempt shared'),
  touched: Known.describe('part of the shared energy that the grant reduces, 0…1'),
  tip: Known.describe('EUR/MWh that this hour was paid by, after the grant'),
  ...money,
  surplus_eur: Known.describe('part of the incentive that is surplus premium'),
});
export type MeasuredHour = z.infer<typeof MeasuredHour>;

const MemberOf = z.object({
  id: z.int(),
  name: z.string(),
  role: z.enum(MEMBER_ROLES),
  kind: z.enum(MEMBER_BODIES),
  level: z.int(),
  substation: z.string(),
  pods: z.array(z.string()),
  shared_kwh: Known,
  withdrawn_kwh: Known,
  missing_hours: z.int(),
  read_hours: z.int(),
});

/** The hours behind a plant's euros, or a member's share. */
export const MeasuredHours = z.object({
  ...month,
  plant: MeasuredPlantMonth.nullable(),
  member: MemberOf.nullable(),
  hours: z.array(MeasuredHour).describe('those in which it belonged to the community'),
});
export type MeasuredHours = z.infer<typeof MeasuredHours>;

// A thread works it out, in a transaction of its own. Members' curves are seen by those who may change communities.
const asked = {
  topics: ['communities', 'plants', 'prices'],
  access: 'community.write',
  tx: 'none',
  timeout_s: 120,
} as const;
const MonthQuery = z.object({
  community: Id.describe('number of the community'),
  month: Month.describe('YYYY-MM'),
});
const HoursQuery = MonthQuery.extend({
  plant: ProjCode.optional().describe('code of a plant of the community'),
  member: Id.optional().describe('number of a member; a plant or a member, not both'),
});
export type HoursAsked = z.output<typeof HoursQuery>;

/** What became of a POD whose readings were looked for. */
export const READING_STATES = ['taken', 'no_meter', 'no_pod', 'several'] as const;

/** What the portal's own meters tell of a community's PODs in a month. */
export const ReadingsTaken = z.object({
  stored: z.boolean(),
  month: z.string().describe('YYYY-MM'),
  so_far: z.boolean().describe('whether the month is not over yet'),
  pods: z.array(
    z.object({
      pod: z.string(),
      direction: z.enum(['withdrawn', 'injected']),
      name: z.string().describe('of the member, or of the plant of the community'),
      plant: z.string().describe('the plant or home whose exchange meter tells it; empty: none'),
      state: z.enum(READING_STATES),
      known_hours: z.int().describe('hours that its meter tells'),
      expected_hours: z.int().describe('those in which it belonged to the community, until now'),
      file_hours: z.int().describe('hours that a file tells: they overrule the readings'),
    }),
  ),
  unlinked_pods: z.int().describe('PODs at which no plant or home stands that the asker sees'),
  removed_pods: z
    .int()
    .describe('PODs whose hours were taken before and that no meter tells any more: those hours are removed'),
});
export type ReadingsTaken = z.infer<typeof ReadingsTaken>;
export type PodReadings = ReadingsTaken['pods'][number];

const ReadingsBody = z.strictObject({
  community: z.int().positive().describe('number of the community'),
  month: Month.describe('YYYY-MM'),
});
export type ReadingsAsked = z.output<typeof ReadingsBody>;

/** What stands behind a measured month: plant by plant, and hour by hour. */
export const measuredCalls = area(
  {
    plants: call({
      method: 'GET',
      path: '/cer/v1/results-data/plants/',
      summary: 'What each plant of a community injected, shared and earned in a month, and by which rules',
      ...asked,
      query: MonthQuery,
      ok: MeasuredPlants,
    }),
    hours: call({
      method: 'GET',
      path: '/cer/v1/results-data/hours/',
      list: 'community-hours',
      summary:
        'The hours behind the euros of a plant, or the share of a member, in a month: energy, price, and each part of the tariff',
      ...asked,
      query: HoursQuery,
      ok: MeasuredHours,
    }),
    hoursFile: call({
      method: 'GET',
      path: '/cer/v1/results-data/hours/file/',
      summary: 'The same as a file',
      ...asked,
      query: HoursQuery.extend(TableFileQuery.shape),
      ...tableFile,
    }),
    readings: call({
      method: 'GET',
      path: '/cer/v1/community-readings/',
      summary:
        "What the portal's own exchange meters at a community's PODs tell of a month, before it is taken over",
      ...asked,
      topics: ['communities', 'plants'],
      query: MonthQuery,
      ok: ReadingsTaken,
    }),
    takeReadings: call({
      method: 'POST',
      path: '/cer/v1/community-readings/',
      summary:
        "Takes the hours of a month from the portal's own exchange meters at the community's PODs; a file's hours overrule them",
      topics: ['communities'],
      access: 'community.write',
      confirmed: 'always',
      // A thread counts the readings and stores the hours, in a transaction of its own.
      tx: 'none',
      timeout_s: 120,
      body: ReadingsBody,
      ok: ReadingsTaken,
    }),
  },
  { host: 'community' },
);
