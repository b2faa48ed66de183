import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, Instant, ProjCode } from '../../shared/contract/fields.ts';
import { WORKBOOK } from '../../shared/contract/table-file.ts';
import { seriesCalls, variableName } from './series.contract.ts';

export const Progress = z.object({
  id: z.int(),
  kind: z.enum(['history', 'import']),
  proj_code: z.string().nullable(),
  state: z.enum(['running', 'done', 'failed']),
  done: z.int(),
  total: z.int(),
  /** Why it failed, in English; the portal says it from `fault`. */
  message: z.string(),
  fault: z
    .object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })
    .nullable(),
  detail: z.record(z.string(), z.unknown()),
  created_at: Instant,
  updated_at: Instant,
});
export type Progress = z.infer<typeof Progress>;

/** The file as it is: the browser sends a Blob, the server gets its bytes. */
export const CsvFile = z
  .custom<string | Blob | Uint8Array>(
    (body) => typeof body === 'string' || body instanceof Uint8Array || body instanceof Blob,
    'must be a text file',
  )
  .meta({ type: 'string', format: 'binary' });

/** How a file is understood: each column is the time, a variable in a unit, or left out. */
export const CsvMapping = z.object({
  /** Of a workbook: the sheet that is read. */
  sheet: z.string().max(255).optional(),
  separator: z.enum([',', ';', '\t', '|']),
  decimal: z.enum(['.', ',']),
  header_rows: z.int().min(0).max(50),
  time_column: z.int().min(0),
  /** Where the clock stands apart from its date: its column, null for none; found out by the rows where nothing is said. */
  clock_column: z.int().min(0).nullable().optional(),
  time_format: z.enum(['iso', 'dd/mm/yyyy', 'mm/dd/yyyy', 'yyyy-mm-dd', 'unix_s', 'unix_ms']),
  /** IANA zone of stamps that carry no offset. */
  time_zone: z.string(),
  /** What a stamp marks of the interval that its row stands for; readings are stored where it begins. */
  stamps: z.enum(['start', 'end']).optional(),
  /** Seconds of the interval that an energy is of (kWh and the like into a power); the rows tell where nothing is said. */
  interval_s: z.int().min(60).max(86_400).optional(),
  columns: z.array(z.object({ column: z.int().min(0), variable: variableName, unit: z.string() })),
});
export type CsvMapping = z.infer<typeof CsvMapping>;

export const BadRow = z.object({ row: z.int(), column: z.string().nullable(), reason: z.string() });

export const ImportPreview = z.object({
  id: z.int(),
  file_name: z.string(),
  bytes: z.int(),
  /** Of a workbook: the sheets that can be read. */
  sheets: z.array(z.string()).optional(),
  mapping: CsvMapping,
  header: z.array(z.string()),
  /** First rows as read with this mapping: instant in UTC and values in the variables' own units. */
  sample: z.array(z.object({ row: z.int(), ts: Instant.nullable(), values: z.array(z.number().nullable()) })),
  rows: z.int(),
  readings: z.int(),
  empty: z.int(),
  first_at: Instant.nullable(),
  last_at: Instant.nullable(),
  step_s: z.int().nullable(),
  bad_rows: z.int(),
  bad: z.array(BadRow),
  notes: z.array(
    z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }),
  ),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

export const measurementsCalls = area({
  ...seriesCalls,
  progress: call({
    method: 'GET',
    path: '/api/v1/progress/',
    summary: 'Long work that is running or ended within the hour: imports, history being filled in',
    topics: ['progress'],
    access: 'asset.read',
    ok: z.array(Progress),
  }),
  listImports: call({
    method: 'GET',
    path: '/api/v1/imports/',
    summary: 'Imports of the last 30 days, the newest first, with what was stored and what was refused',
    topics: ['progress'],
    access: 'plants.write',
    query: z.object({ proj_code: ProjCode.optional() }),
    ok: z.array(Progress),
  }),
  createImport: call({
    method: 'POST',
    path: '/api/v1/imports/',
    confirmed: 'always',
    summary:
      'Takes a CSV file or a workbook (.xlsx) for a device and answers how it was understood; nothing is stored yet',
    topics: ['progress'],
    access: 'plants.write',
    // The file is read by a worker thread.
    tx: 'none',
    query: z.object({ device_id: Id, file_name: z.string().max(200).default('') }),
    body: CsvFile,
    ok: ImportPreview,
    status: 201,
    consumes: 'text/csv',
    consumes_also: [WORKBOOK],
    max_body_bytes: 26_214_400,
    timeout_s: 120,
  }),
  previewImport: call({
    method: 'PUT',
    path: '/api/v1/imports/{id}/',
    confirmed: 'always',
    summary:
      'Reads the file again with a mapping chosen by a person, or anew with its sheet alone; a dry run',
    topics: [],
    access: 'plants.write',
    // The file is read by a worker thread.
    tx: 'none',
    params: z.object({ id: Id }),
    query: z.object({ anew: z.enum(['true', 'false']).optional() }),
    body: CsvMapping,
    ok: ImportPreview,
    timeout_s: 120,
  }),
  runImport: call({
    method: 'POST',
    path: '/api/v1/imports/{id}/run/',
    summary:
      'Stores the readings; repeating it doubles nothing. Bad rows are left out and reported by number',
    topics: ['progress'],
    access: 'plants.write',
    // The file is read through by a worker thread before anything is written.
    tx: 'none',
    params: z.object({ id: Id }),
    body: CsvMapping,
    ok: Progress,
    status: 202,
  }),
});
