import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { commaList, Day, ProjCode } from '../../shared/contract/fields.ts';
import { PDF, PrintFormat, TableFileQuery, tableFile } from '../../shared/contract/table-file.ts';
import { HORIZONTAL } from '../forecast/inputs.model.ts';

const Figure = z.number().nullable();
/** Plants of a report that is worked out with what came today; more at once are told by days that are over. */
export const MAX_COUNTED_PLANTS = 30;
/** Plants of one report, and of a schedule. */
export const MAX_REPORT_PLANTS = 2000;
/** Plants of a report that is issued, whose figures are all kept with it. */
export const MAX_ISSUED_PLANTS = 200;

export const K451Row = z.object({
  proj_code: z.string(),
  plant_name: z.string(),
  period: z.string().describe('YYYY-MM-DD, YYYY-MM or YYYY, by the calendar of the plant'),
  produced_kwh: Figure,
  exported_kwh: Figure,
  used_kwh: Figure,
  imported_kwh: Figure.optional().describe(
    'taken from the grid, by the exchange meters; of more than 30 plants of days that are over. Issues from before it was told have none',
  ),
  irradiation_kwh_m2: Figure.describe(
    'on the planes, of all hours whose sun is known, whatever is known of their energy',
  ),
  irradiation_horizontal_kwh_m2: Figure.optional().describe(
    'on the horizontal, of all hours of the days that are kept, whatever is known of their energy; null where nothing is. Issues from before it was told have none',
  ),
  irradiation_horizontal_from: z
    .array(z.enum(HORIZONTAL))
    .optional()
    .describe(
      "what says so, the best first: the plant's sensor, a weather provider, a typical year, the clear sky of the month",
    ),
  expected_kwh: Figure,
  pr: Figure.describe('null where the sun was not measured, or too much is missing'),
  pr_25: Figure.describe('the same as if the modules had stood at 25 °C'),
  pr_weather: Figure.describe(
    'weather-corrected: at the mean cell temperature of the twelve months; null before they are known',
  ),
  performance_index: Figure.describe('energy made over energy expected, of the same hours'),
  missing_share: Figure.describe('of the hours with sun, 0…1'),
  availability_raw: Figure,
  availability: Figure.describe('contractual'),
  completeness: Figure.describe('how much of the rated time is known'),
  downtimes: z.array(
    z.object({
      cause_id: z.int(),
      cause: z.string(),
      counts: z.boolean().describe('against availability, by the K451 settings'),
      energy_kwh: Figure,
      earning_eur: Figure,
    }),
  ),
  lost_kwh: Figure,
  lost_eur: Figure,
  revenue_eur: Figure,
});
export type K451Row = z.infer<typeof K451Row>;

/** What a row of all plants says beside their sums. */
const together = {
  plants: z.int().describe('of the report'),
  partial: z
    .array(z.object({ field: z.string(), plants: z.int() }))
    .describe('sums that are of fewer plants, because of the others the figure is not known: of how many'),
};
export const K451Sum = K451Row.extend(together);
export type K451Sum = z.infer<typeof K451Sum>;

export const K451Report = z.object({
  from: z.string(),
  to: z.string(),
  by: z.enum(['day', 'month', 'year']),
  rows: z.array(K451Row),
  totals: z.array(K451Row).describe('of each plant over all its periods'),
  all_plants: z
    .array(K451Sum)
    .optional()
    .describe(
      'of several plants: energy, euros and downtimes of all together by period, and at last over all (period empty); without ratios and availabilities, which are no sums. Issues from before it was told have none',
    ),
  with_availability: z
    .boolean()
    .describe(
      'false: days that are over are not counted yet, and availability is that of the others; the program counts them within minutes',
    ),
  with_revenue: z
    .boolean()
    .optional()
    .describe(
      'false: days that are over are not made yet, and energy and revenue are those of the others; of more than 30 plants or 1,200 days of plants they are sums of days that are over, without today. Issues from before it was told have none',
    ),
});
export type K451Report = z.infer<typeof K451Report>;

export const K410Row = z.object({
  proj_code: z.string(),
  plant_name: z.string(),
  month: z.string(),
  produced_kwh: Figure.describe('of more than 30 plants of days that are over, without today'),
  irradiation_kwh_m2: Figure,
  specific_yield: Figure.describe('kWh/kWp of the plant’s nominal power'),
  expected_kwh: Figure,
  pr: Figure,
  pr_25: Figure.describe('as if the modules had stood at 25 °C'),
  pr_weather: Figure.describe(
    'weather-corrected: at the mean cell temperature of the year; null before it is known',
  ),
  year_ago_kwh: Figure.describe('the same month of the year before'),
  change: Figure.describe('of the energy since then, as a share; of months that are over'),
  budget_kwh: Figure.optional().describe(
    'what was planned for the month. Issues from before it was told have none',
  ),
  budget_change: Figure.optional().describe(
    'of the energy from what was planned, as a share; of months that are over',
  ),
});
export type K410Row = z.infer<typeof K410Row>;
export const K410Sum = K410Row.extend(together);
export type K410Sum = z.infer<typeof K410Sum>;
export const K410Report = z.object({
  year: z.int(),
  until: Day.nullable()
    .optional()
    .describe(
      'the last day whose energy is in it, of more than 30 plants in a year that is not over: yesterday. Null: today’s is, too, or the year is over. Issues from before it was told have none',
    ),
  rows: z.array(K410Row),
  totals: z.array(K410Row),
  all_plants: z
    .array(K410Sum)
    .optional()
    .describe(
      'of several plants: the energy of all together by month, and at last over all (month empty); changes are of plants and months that are over, of which both figures are known. Issues from before it was told have none',
    ),
});
export type K410Report = z.infer<typeof K410Report>;

const codes = commaList(ProjCode, MAX_REPORT_PLANTS)
  .optional()
  .describe('all that the caller may see without');
const Year = z
  .string()
  .regex(/^20\d{2}$/, 'must be YYYY')
  .describe('of the calendar of each plant')
  .meta({ examples: ['2026'] });
const reads = {
  topics: ['revenues', 'tariffs', 'readings', 'downtimes', 'availability', 'expected_energy'],
  access: 'asset.read',
} as const;
/** A thread works it out, in a transaction of its own. */
const inThread = { tx: 'none', timeout_s: 120 } as const;
const file = { ...tableFile, produces_also: [...tableFile.produces_also, PDF] } as const;

// spec §7: k410-data, k451-data
export const reportsCalls = area({
  k451: call({
    method: 'POST',
    path: '/api/v1/k451-data/',
    list: 'report-k451',
    summary:
      'The K451 report of plants by days, months or years: energy, ratios, availability, downtimes, revenue',
    ...reads,
    ...inThread,
    reads: true,
    body: z.object({
      idcalc: z
        .unknown()
        .optional()
        .meta({ examples: [1] })
        .describe('1 daily, 2 monthly, 3 yearly, otherwise daily: whatever else is sent'),
      codes: z
        .array(ProjCode)
        .min(1)
        .max(MAX_REPORT_PLANTS)
        .optional()
        .describe('all that the caller may see without'),
      from: Day,
      to: Day.describe('included'),
    }),
    ok: K451Report,
  }),
  k451File: call({
    method: 'GET',
    path: '/api/v1/k451-file/',
    summary: 'The same as a file',
    ...reads,
    ...inThread,
    query: TableFileQuery.extend({
      format: PrintFormat,
      from: Day,
      to: Day,
      codes: commaList(ProjCode, MAX_REPORT_PLANTS)
        .optional()
        .describe('all that the caller may see without'),
      idcalc: z.enum(['1', '2', '3']).default('1').describe('1 daily, 2 monthly, 3 yearly'),
    }),
    ...file,
  }),
  k410: call({
    method: 'GET',
    path: '/api/v1/k410-data/',
    list: 'report-k410',
    summary: 'The K410 report of plants: each month of a year beside the year before and the budget',
    ...reads,
    ...inThread,
    query: z.object({ codes, year: Year }),
    ok: K410Report,
  }),
  k410File: call({
    method: 'GET',
    path: '/api/v1/k410-file/',
    summary: 'The same as a file',
    ...reads,
    ...inThread,
    query: TableFileQuery.extend({ format: PrintFormat, codes, year: Year }),
    ...file,
  }),
});
