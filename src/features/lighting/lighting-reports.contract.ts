import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id } from '../../shared/contract/fields.ts';
import { PDF, PrintFormat, TableFileQuery, tableFile } from '../../shared/contract/table-file.ts';
import { ANOMALIES } from './anomalies.model.ts';

const TOPICS = ['lighting'] as const;
/** Months of one report at most. */
export const MAX_MONTHS = 24;

const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-06');
const ReportQuery = z.object({
  from_month: Month.describe('the first month of the report, such as 2026-06'),
  to_month: Month.describe('the last one, included; at most 24'),
  comune_id: Id.optional(),
});

/** A line of a municipality's boxes in a month; line null: all of its boxes. */
export const LightingEnergyRow = z.object({
  comune_id: z.int(),
  comune: z.string(),
  month: z.string(),
  line: z.int().nullable().describe('null: the boxes of the municipality as a whole'),
  lines: z
    .int()
    .describe('how many lines of this number there are; of the whole, boxes whose energy was measured'),
  hours: z
    .number()
    .nullable()
    .describe('hours that one line was lit, as a mean of those whose state was read'),
  expected_hours: z
    .number()
    .nullable()
    .describe("by today's times; null where some are switched by hand alone"),
  kwh: z
    .number()
    .nullable()
    .describe(
      "measured; of a line its part of its box's energy, by hours lit and load; null where that is not known",
    ),
  expected_kwh: z
    .number()
    .nullable()
    .describe(
      'of the expected hours and the loads of the boxes whose energy was measured, of all where none was; null where one is not known',
    ),
  co2_kg: z.number().nullable().describe('null where the installation has no factor'),
});
export type LightingEnergyRow = z.infer<typeof LightingEnergyRow>;

/** Faults of a kind, or citizens' reports, that began in a municipality in a month. */
export const LightingFaultRow = z.object({
  comune_id: z.int(),
  comune: z.string(),
  month: z.string(),
  kind: z.enum([...ANOMALIES, 'light_report']),
  count: z.int(),
  open: z.int().describe('of these, those that stand'),
  mean_hours: z.number().nullable().describe('until they were over; null where none is'),
  longest_hours: z.number().nullable(),
});
export type LightingFaultRow = z.infer<typeof LightingFaultRow>;

const file = {
  topics: TOPICS,
  access: 'lighting.read',
  ...tableFile,
  produces_also: [...tableFile.produces_also, PDF],
} as const;
const FileQuery = ReportQuery.extend({ ...TableFileQuery.shape, format: PrintFormat });

export const lightingReportsCalls = area({
  energy: call({
    method: 'GET',
    path: '/api/v1/ill-pub/report-energy/',
    list: 'lighting-reports',
    summary: 'Energy and hours lit by municipality, line and month, beside what was to be expected, and CO2',
    topics: TOPICS,
    access: 'lighting.read',
    query: ReportQuery,
    ok: z.array(LightingEnergyRow),
  }),
  energyFile: call({
    method: 'GET',
    path: '/api/v1/ill-pub/report-energy-export/',
    summary: 'The same as a file',
    ...file,
    query: FileQuery,
  }),
  faults: call({
    method: 'GET',
    path: '/api/v1/ill-pub/report-faults/',
    summary: "Faults and citizens' reports by municipality, month and kind, and how long each took",
    topics: TOPICS,
    access: 'lighting.read',
    query: ReportQuery,
    ok: z.array(LightingFaultRow),
  }),
  faultsFile: call({
    method: 'GET',
    path: '/api/v1/ill-pub/report-faults-export/',
    summary: 'The same as a file',
    ...file,
    query: FileQuery,
  }),
  pell: call({
    method: 'GET',
    path: '/api/v1/ill-pub/pell-export/',
    summary:
      'The census of a municipality or of all with the fields that PELL asks for, one row for each light point',
    topics: TOPICS,
    access: 'lighting.read',
    ...tableFile,
    query: TableFileQuery.extend({ comune_id: Id.optional() }),
  }),
});
