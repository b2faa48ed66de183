import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Day, Id, Instant, ProjCode } from '../../shared/contract/fields.ts';
import { REVENUE_PERIODS } from './revenue.model.ts';
import { TARIFF_KINDS } from './tariffs.model.ts';

export const RevenueAmount = z.object({
  tariff_id: z.int(),
  kind: z.enum(TARIFF_KINDS),
  name: z.string(),
  version: z.int().describe('of the tariff'),
  kwh: z.number().describe('that it pays'),
  eur: z
    .number()
    .describe(
      'of the hours that are known; each day is rounded to the cent, and longer periods are sums of days',
    ),
  missing_energy: z.int().describe('hours whose energy is not known'),
  missing_price: z.int().describe('hours with energy whose price is not known'),
  top_up_eur: z
    .number()
    .nullable()
    .describe(
      'what the end of the year adds to a guaranteed minimum price, once it is over and all of its days are made: in the period with its last day',
    ),
});

export const RevenueRow = z.object({
  period: z.string().describe('YYYY-MM-DD, YYYY-MM or YYYY, by the calendar of the plant'),
  days: z.int().describe('that are over'),
  produced_kwh: z.number().nullable(),
  exported_kwh: z.number().nullable(),
  used_kwh: z.number().nullable(),
  amounts: z.array(RevenueAmount),
  total_eur: z
    .number()
    .nullable()
    .describe(
      'the sum of the amounts that are known; null: no tariff holds, or nothing is known of the energy that all of them pay',
    ),
  expected_kwh: z.number().nullable(),
  expected_eur: z
    .number()
    .nullable()
    .describe(
      'what the expected energy of each day would have brought at what each kWh brought on it, without yearly top-ups; of a day that made nothing, by its tariffs at the mean price of the market',
    ),
  expected_days: z.int().describe('of which expected_eur is known'),
});
export type RevenueRow = z.infer<typeof RevenueRow>;

export const Revenues = z.object({
  proj_code: z.string(),
  plant_name: z.string(),
  time_zone: z.string(),
  by: z.enum(REVENUE_PERIODS),
  zone: z.string().describe('of the market'),
  exported_by: z
    .enum(['meter', 'production', 'partly'])
    .nullable()
    .describe(
      'production: no exchange meter is read, and all that is produced counts as fed in; partly: so it is on days before it was read',
    ),
  rows: z.array(RevenueRow),
  total_eur: z.number().nullable(),
  awaited_days: z
    .int()
    .describe(
      'of the same year, before those asked for, that are not made yet: until they are, the year has no top-up; the program makes them within minutes',
    ),
});
export type Revenues = z.infer<typeof Revenues>;

export const REVENUE_LACKS = [
  'no_tariff',
  'no_energy',
  'missing_energy',
  'missing_price',
  'not_over',
  'top_up',
] as const;
export const SuggestedRevenue = z.object({
  proj_code: z.string(),
  month: z.string(),
  lines: z.array(RevenueAmount.extend({ eur_kwh: z.number().nullable().describe('what each kWh brought') })),
  total_eur: z.number().nullable(),
  lacks: z
    .array(
      z.object({ code: z.enum(REVENUE_LACKS), tariff_id: z.int().nullable(), hours: z.int().nullable() }),
    )
    .describe('what is missing before the figure is whole'),
});
export type SuggestedRevenue = z.infer<typeof SuggestedRevenue>;

/** Plants times periods that one question may ask for: two thousand plants by the months of a year. */
export const MAX_REVENUE_ROWS = 25_000;

export const PlantRevenue = z.object({
  proj_code: z.string(),
  plant_name: z.string(),
  rows: z.array(
    RevenueRow.pick({
      period: true,
      produced_kwh: true,
      exported_kwh: true,
      used_kwh: true,
      total_eur: true,
    }),
  ),
  total_eur: z.number().nullable(),
  pending_days: z
    .int()
    .describe(
      'that are over and not made yet: sums are those of the others; the program makes them within minutes, those of more than 800 days ago not',
    ),
  remade_days: z
    .int()
    .describe(
      'of them those that were made before the plant, its devices or its tariffs changed, and are being made anew',
    ),
});
export type PlantRevenue = z.infer<typeof PlantRevenue>;

export const RevenueHour = z.object({
  ts: Instant,
  kwh: z.number().nullable(),
  part: z.boolean().describe('something that tells the energy said nothing in the hour: it is more'),
  price_eur_kwh: z.number().nullable(),
  eur: z.number().nullable(),
});

const reads = { topics: ['revenues', 'tariffs', 'readings'], access: 'asset.read' } as const;
/** A thread works it out, in a transaction of its own. */
export const inThread = { tx: 'none', timeout_s: 60 } as const;
const Month = z
  .string()
  .regex(/^(20\d{2})-(0[1-9]|1[0-2])$/, 'must be YYYY-MM')
  .describe('YYYY-MM, of the calendar of the plant')
  .meta({ examples: ['2026-06'] });

// spec §7: Revenues
export const revenuesCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/revenues/',
    summary: 'What a plant earned by days, months or years, by tariff, beside what was expected',
    ...reads,
    ...inThread,
    query: z.object({
      proj_code: ProjCode,
      from: Day,
      to: Day.describe('included'),
      by: z.enum(REVENUE_PERIODS).default('day'),
    }),
    ok: Revenues,
  }),
  ofPlants: call({
    method: 'GET',
    path: '/api/v1/revenues-of-plants/',
    summary: 'What all plants earned by days, months or years, as sums of days that are over and kept',
    ...reads,
    ...inThread,
    query: z.object({
      from: Day,
      to: Day.describe('included'),
      by: z.enum(REVENUE_PERIODS).default('month'),
    }),
    ok: z.array(PlantRevenue),
  }),
  suggest: call({
    method: 'GET',
    path: '/api/v1/suggest-revenue/',
    summary: 'What a month of a plant should bring by its energy and tariffs, and what is missing for it',
    ...reads,
    ...inThread,
    query: z.object({ proj_code: ProjCode, month: Month }),
    ok: SuggestedRevenue,
  }),
  hours: call({
    method: 'GET',
    path: '/api/v1/revenue-hours/',
    summary: 'The hours of a day of which an amount is made: energy, price and EUR of each',
    ...reads,
    query: z.object({
      proj_code: ProjCode,
      day: Day.describe('of the calendar of the plant'),
      tariff_id: Id.describe('number of a tariff of the plant'),
    }),
    ok: z.array(RevenueHour),
  }),
});
