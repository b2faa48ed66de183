import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Instant } from '../../shared/contract/fields.ts';
import { PRECISIONS } from './line-protocol.model.ts';
import { QUALITIES } from './measurements.model.ts';

/**
 * Readings of one device at one instant, as they are written in the document. The rows are checked one by one where
 * they are stored, so that the good ones of a delivery can be kept and each bad one is named with its reason.
 */
export const Reading = z.unknown().meta({
  type: 'object',
  required: ['device', 'ts'],
  properties: {
    device: {
      type: 'string',
      description: 'short name of the device; with a company key proj_code/short_name',
    },
    ts: {
      description: 'ISO 8601 with an offset, or epoch milliseconds',
      oneOf: [{ type: 'string', format: 'date-time' }, { type: 'integer' }],
    },
    values: {
      type: 'object',
      description: "values by variable name, in the variable's own unit; null means missing",
      additionalProperties: { type: ['number', 'null'] },
    },
    quality: {
      type: 'object',
      description:
        'where a value is not good: its quality by variable name; missing and failed have no value',
      additionalProperties: { enum: [...QUALITIES] },
    },
  },
});

export const RefusedRow = z.object({
  row: z.int(),
  device: z.string().nullable(),
  variable: z.string().nullable(),
  /** What the reason is called, for programs. */
  code: z.string(),
  reason: z.string(),
});

export const TakenLines = z.object({
  /** Lines of the body that were dealt with; blank lines and comments count among them. */
  lines: z.int(),
  stored: z.int(),
  refused: z.int(),
  /** The first hundred readings that were refused; lines count from 1. */
  errors: z.array(RefusedRow.omit({ row: true }).extend({ line: z.int() })).optional(),
});

const Lines = z.string().meta({
  description: 'InfluxDB line protocol: tag device, fields are names of variables',
  examples: ['pv,device=INV1 ac_power_kw=412.5,energy_total_kwh=90211i 1780308000000000000'],
});
/** Given to the handler as it arrives, so that it may have any length. */
const NdjsonFile = z.custom<string | Uint8Array>().meta({
  type: 'string',
  description: 'one reading on each line, as in a JSON delivery',
});
const precision = z.enum(PRECISIONS).default('ns');

/** Readings that came and could not be stored, counted by who sent them and why. */
export const RefusedReading = z.object({
  source: z.enum(['http', 'mqtt', 'modbus']),
  /** As the device named itself; empty where it did not, or where too many names were counted. */
  device: z.string(),
  reason: z.string(),
  count: z.int(),
  first_at: Instant,
  last_at: Instant,
});

/** How readings come in, and what of them was refused. */
export const ingestionCalls = area({
  ingest: call({
    method: 'POST',
    path: '/ingest/v1/readings/',
    summary: 'Takes readings of a device or gateway; 2xx means that they are on disk',
    topics: [],
    access: 'key:ingest',
    // Readings are gathered and written portion by portion, through connections of their own.
    tx: 'none',
    max_body_bytes: 16_000_000,
    tolerant: true,
    packed: true,
    query: z.object({ partial: z.enum(['true', 'false']).optional() }),
    refuses: [422],
    body: z.object({ readings: z.array(Reading).min(1).max(20_000) }),
    ok: z.object({ stored: z.int(), refused: z.int(), errors: z.array(RefusedRow).optional() }),
  }),
  ingestLines: call({
    method: 'POST',
    path: '/ingest/v1/lines/',
    summary:
      'Takes readings in InfluxDB line protocol, the good ones of them; 2xx means that those are on disk',
    topics: [],
    access: 'key:ingest',
    // Readings are gathered and written portion by portion, through connections of their own.
    tx: 'none',
    max_body_bytes: 16_000_000,
    tolerant: true,
    packed: true,
    consumes: 'text/plain',
    query: z.object({ precision }),
    body: Lines,
    ok: TakenLines,
    timeout_s: 120,
  }),
  ingestNdjson: call({
    method: 'POST',
    path: '/ingest/v1/ndjson/',
    summary:
      'Takes any number of readings, one JSON object on each line; 2xx means that all good ones are on disk',
    topics: [],
    access: 'key:ingest',
    // Readings are gathered and written portion by portion, through connections of their own.
    tx: 'none',
    packed: true,
    streams: true,
    consumes: 'application/x-ndjson',
    body: NdjsonFile,
    ok: TakenLines,
    timeout_s: null,
  }),
  // The address and the answers of InfluxDB 2, for programs that can write there: no slash at the end.
  writeInflux: call({
    method: 'POST',
    path: '/api/v2/write',
    summary:
      "Takes line protocol as InfluxDB's own clients send it; org and bucket say nothing here, the key does",
    topics: [],
    access: 'key:ingest',
    // Readings are gathered and written portion by portion, through connections of their own.
    tx: 'none',
    max_body_bytes: 16_000_000,
    tolerant: true,
    packed: true,
    consumes: 'text/plain',
    query: z.object({ precision, org: z.string().optional(), bucket: z.string().optional() }),
    body: Lines,
    ok: z.undefined(),
    status: 204,
    timeout_s: 120,
  }),
  // Of operations, for those who look after devices: a visitor has no use for the names that strangers' devices give themselves.
  refusedReadings: call({
    method: 'GET',
    path: '/api/v1/refused-readings/',
    summary:
      'Readings of the last 30 days that could not be stored, counted by who sent them and why, newest first',
    topics: ['refused_readings'],
    access: 'plants.write',
    ok: z.array(RefusedReading),
  }),
});
