import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { commaList, Id, Instant, ProjCode } from '../../shared/contract/fields.ts';
import { QUANTITIES } from '../plants/plants.model.ts';
import { AGGREGATES, MOST_POINTS, QUALITIES, RESOLUTIONS } from './measurements.model.ts';

const name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, 'must be a variable name');

/** The window and shape of a question; `start` inclusive, `end` exclusive. Days and months are the plant's own. */
export const Question = z.object({
  proj_code: ProjCode.optional(),
  master_id: Id.optional(),
  devices: commaList(Id, 200).optional(),
  variables: commaList(name, 100).optional(),
  /** Series of the plant itself: power and energy summed over its sources, sensors averaged. Wants proj_code. */
  quantities: commaList(z.enum(QUANTITIES), 20).optional(),
  start: Instant,
  end: Instant,
  resolution: z.enum(RESOLUTIONS).default('auto'),
  aggregate: z.enum(AGGREGATES).optional(),
  points: Id.refine((n) => n <= MOST_POINTS, `at most ${MOST_POINTS}`).default(2000),
});

/** One series: null is a gap; `quality` stands only where not all is good. */
export const Series = z.object({
  /** null for a series of the plant itself. */
  device_id: z.int().nullable(),
  short_name: z.string().nullable(),
  proj_code: z.string(),
  name: z.string(),
  label_en: z.string(),
  label_it: z.string(),
  quantity: z.enum(QUANTITIES),
  unit: z.string(),
  decimals: z.int(),
  colour: z.string(),
  resolution: z.enum(RESOLUTIONS).exclude(['auto']),
  aggregate: z.enum(AGGREGATES),
  /** Seconds that a point stands for at this resolution (the device's own interval for raw); a longer silence is a gap. */
  step_s: z.int(),
  ts: z.array(Instant),
  values: z.array(z.number().nullable()),
  quality: z.array(z.enum(QUALITIES)).optional(),
  /** Ranges whose readings a person declared bad: they are counted nowhere, and drawn as gaps that say why. */
  marked: z.array(z.object({ start: Instant, end: Instant, reason: z.string() })).optional(),
});
export type Series = z.infer<typeof Series>;

// spec §3: All-devices results
export const DeviceResults = z.object({
  device_id: z.int().nullable(),
  proj_code: z.string(),
  short_name: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  nominal_power: z.number().nullable(),
  description: z.string(),
  results: z.array(Series),
});

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

/** How a CSV file is understood: each column is the time, a variable in a unit, or left out. */
export const CsvMapping = z.object({
  separator: z.enum([',', ';', '\t', '|']),
  decimal: z.enum(['.', ',']),
  header_rows: z.int().min(0).max(50),
  time_column: z.int().min(0),
  time_format: z.enum(['iso', 'dd/mm/yyyy', 'mm/dd/yyyy', 'yyyy-mm-dd', 'unix_s', 'unix_ms']),
  /** IANA zone of stamps that carry no offset. */
  time_zone: z.string(),
  columns: z.array(z.object({ column: z.int().min(0), variable: name, unit: z.string() })),
});
export type CsvMapping = z.infer<typeof CsvMapping>;

export const BadRow = z.object({ row: z.int(), column: z.string().nullable(), reason: z.string() });

export const ImportPreview = z.object({
  id: z.int(),
  file_name: z.string(),
  bytes: z.int(),
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
  resultsData: call({
    method: 'GET',
    path: '/api/v1/results-data/',
    summary: 'Readings of devices of one plant, grouped by device',
    access: 'asset.read',
    query: Question,
    ok: z.object({
      count: z.int(),
      devices: z.array(DeviceResults),
      next: z.string().nullable(),
      previous: z.string().nullable(),
    }),
  }),
  chartResultsData: call({
    method: 'GET',
    path: '/api/v1/chart-results-data/',
    summary: 'Series for a chart: variables of devices, or quantities of a plant',
    access: 'asset.read',
    query: Question,
    ok: z.array(Series),
  }),
  lastResults: call({
    method: 'GET',
    path: '/api/v1/last-results/{id}/',
    summary: 'Last value, instant and quality of each variable of a device',
    access: 'asset.read',
    params: z.object({ id: Id }),
    ok: z.object({
      device_id: z.int(),
      proj_code: z.string(),
      short_name: z.string(),
      ts: Instant.nullable(),
      values: z.array(
        z.object({
          name: z.string(),
          unit: z.string(),
          value: z.number().nullable(),
          ts: Instant.nullable(),
          quality: z.enum(QUALITIES),
        }),
      ),
    }),
  }),
  progress: call({
    method: 'GET',
    path: '/api/v1/progress/',
    summary: 'Long work that is running or ended within the hour: imports, history being filled in',
    access: 'asset.read',
    ok: z.array(Progress),
  }),
  createImport: call({
    method: 'POST',
    path: '/api/v1/imports/',
    summary: 'Takes a CSV file for a device and answers how it was understood; nothing is stored yet',
    access: 'plants.write',
    query: z.object({ device_id: Id, file_name: z.string().max(200).default('') }),
    body: CsvFile,
    ok: ImportPreview,
    status: 201,
    consumes: 'text/csv',
    max_body_bytes: 26_214_400,
    timeout_s: 120,
  }),
  previewImport: call({
    method: 'PUT',
    path: '/api/v1/imports/{id}/',
    summary: 'Reads the file again with a mapping chosen by a person; a dry run',
    access: 'plants.write',
    params: z.object({ id: Id }),
    body: CsvMapping,
    ok: ImportPreview,
    timeout_s: 120,
  }),
  runImport: call({
    method: 'POST',
    path: '/api/v1/imports/{id}/run/',
    summary:
      'Stores the readings; repeating it doubles nothing. Bad rows are left out and reported by number',
    access: 'plants.write',
    params: z.object({ id: Id }),
    body: CsvMapping,
    ok: Progress,
    status: 202,
  }),
});
