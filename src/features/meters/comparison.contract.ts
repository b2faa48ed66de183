import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { commaList, Id, Instant, ProjCode } from '../../shared/contract/fields.ts';
import { PDF, PrintFormat, TableFileQuery, tableFile } from '../../shared/contract/table-file.ts';
import { SIDE_GAPS, SIDES } from './comparison.model.ts';
import { METER_ROLES, READING_SOURCES } from './meters.model.ts';
import { MonthText } from './register.contract.ts';

const Share = z.number().nullable().describe('how much of the compared time is known, 0…1; null: nothing');
const Kwh = z.number().nullable();

export const ComparedSide = z.object({
  kwh: Kwh.describe('null: the side is missing, and `gap` says why'),
  completeness: Share,
  difference_kwh: Kwh.describe('own reading less this; null: nothing can be said'),
  difference_pct: z.number().nullable().describe('of this side'),
  over: z.boolean().nullable().describe('more than the threshold of the meter; null: nothing can be said'),
  gap: z.enum(SIDE_GAPS).nullable().describe('why it is missing, or why no difference is told'),
});
export type ComparedSide = z.infer<typeof ComparedSide>;

const Sides = z.object({
  device: ComparedSide,
  inverters: ComparedSide,
  distributor: ComparedSide,
  gse: ComparedSide,
});

export const MeterComparison = z.object({
  id: z.int(),
  serial_number: z.string(),
  proj_code: z.string(),
  plant_name: z.string(),
  time_zone: z.string(),
  role: z.enum(METER_ROLES),
  month: z.string(),
  from: Instant.describe('of the time that is compared: the reading nearest to the begin of the month'),
  to: Instant.describe('the reading nearest to its end'),
  own_kwh: Kwh.describe('(reading − reading before) × K between these; null: there are no two readings'),
  own_completeness: Share.describe('how much of the month its own readings cover, 0…1'),
  threshold_pct: z.number(),
  sides: Sides,
});
export type MeterComparison = z.infer<typeof MeterComparison>;

export const ComparedMonth = z.object({
  month: z.string(),
  closed: z.boolean().describe('false: some of the plants still have days of it to come'),
  rows: z.array(MeterComparison),
});
export type ComparedMonth = z.infer<typeof ComparedMonth>;

export const ComparisonDetail = z.object({
  month: MeterComparison,
  days: z.array(z.object({ day: z.string(), own_kwh: Kwh, own_completeness: Share, sides: Sides })),
  own: z
    .array(
      z.object({
        line: z.int().describe('of the register'),
        at: Instant,
        reading: z.number(),
        constant_k: z.number(),
        kwh: Kwh.describe('since the reading before; null: it ends nothing'),
        source: z.enum(READING_SOURCES),
        corrected_by: z.int().nullable(),
      }),
    )
    .describe('the readings of which the own energy is made'),
  devices: z
    .array(
      z.object({
        side: z.enum(['device', 'inverters']),
        device_id: z.int(),
        short_name: z.string(),
        variable: z.string().describe('the variable that was counted'),
        kwh: Kwh,
        completeness: Share,
      }),
    )
    .describe('the devices of which the sides are made'),
  statements: z.array(
    z.object({
      source: z.enum(['distributor', 'gse']),
      span: z.enum(['day', 'month']),
      starts_on: z.string(),
      kwh: z.number(),
      imported_by: z.string(),
      imported_at: Instant,
    }),
  ),
});
export type ComparisonDetail = z.infer<typeof ComparisonDetail>;

export const MeterDifference = z.object({
  meter_id: z.int(),
  serial_number: z.string(),
  proj_code: z.string(),
  plant_name: z.string(),
  month: z.string(),
  side: z.enum(SIDES),
  day: z.string().nullable().describe('the first day that differs, of a month that is not over'),
  own_kwh: z.number(),
  other_kwh: z.number(),
  threshold_pct: z.number(),
  found_at: Instant,
});
export type MeterDifference = z.infer<typeof MeterDifference>;

const TOPIC = 'energy_meters';
const reads = { topics: [TOPIC, 'readings', 'devices'], access: 'asset.read' } as const;
/** A thread works it out, in a transaction of its own. */
const inThread = { tx: 'none', timeout_s: 60 } as const;
/** Meters of one answer. */
export const MAX_COMPARED = 2000;
const Month = MonthText.describe('YYYY-MM, by the calendar of each plant').meta({ examples: ['2026-01'] });
const chosen = {
  month: Month,
  codes: commaList(ProjCode, 1000)
    .optional()
    .describe(`all that the caller may see without; more than ${MAX_COMPARED} meters are refused`),
};

/** What meters counted beside what others say of the same time. // docs/domain.md §2.6: the reading check */
export const meterComparisonsCalls = area({
  compare: call({
    method: 'GET',
    path: '/api/v1/energy-meter-comparisons/',
    summary:
      'What the meters of plants counted in a month beside their devices, the inverters and imported statements',
    ...reads,
    ...inThread,
    query: z.object(chosen),
    ok: ComparedMonth,
  }),
  detail: call({
    method: 'GET',
    path: '/api/v1/energy-meter/{id}/comparison/',
    summary: 'The comparison of a meter in a month, day by day, with all that each figure is made of',
    ...reads,
    params: z.object({ id: Id }),
    query: z.object({ month: Month }),
    ok: ComparisonDetail,
  }),
  differences: call({
    method: 'GET',
    path: '/api/v1/energy-meter-differences/',
    summary: 'Months of meters that differ more than their threshold, as long as they do, newest first',
    topics: [TOPIC],
    access: 'asset.read',
    ok: z.array(MeterDifference),
  }),
  exportComparisons: call({
    method: 'GET',
    path: '/api/v1/energy-meter-comparisons-file/',
    summary: 'The comparisons of a month as a file, or printed',
    ...reads,
    ...inThread,
    query: TableFileQuery.extend({ ...chosen, format: PrintFormat }),
    ...tableFile,
    produces_also: [...tableFile.produces_also, PDF],
  }),
  importEnergies: call({
    method: 'POST',
    path: '/api/v1/energy-meter-statements-import/',
    summary:
      'Keeps what the distributor or GSE states (serial number; month or day; kWh) for comparisons, all lines or none',
    topics: [TOPIC],
    access: 'records.write',
    body: z.object({
      text: z.string().min(1).max(200_000),
      proj_code: ProjCode.describe('whose statement it is: a meter of another plant is refused'),
      source: z.enum(['distributor', 'gse']).default('gse'),
    }),
    ok: z.object({ stored: z.int(), meters: z.int() }),
    status: 201,
  }),
});
