import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, IdNumber, Instant, linesOf, nameOf, ProjCode } from '../../shared/contract/fields.ts';
import { ATTACHMENT_BYTES, ClientKey, TakenAt } from '../../shared/contract/record-notes.ts';
import { PDF, PrintFormat, TableFileQuery, tableFile } from '../../shared/contract/table-file.ts';
import { EnergyMeter, PRINTED, SerialNumber } from './meters.contract.ts';
import { METER_ROLES, READING_SOURCES } from './meters.model.ts';
import { LINE_KINDS, METER_EVENTS } from './register.model.ts';

export const MonthText = z.string().regex(/^(20\d{2})-(0[1-9]|1[0-2])$/, 'must be YYYY-MM');

export const RegisterLine = z.object({
  line: z.int().describe('counted from 1 for each meter, without a gap'),
  kind: z.enum(LINE_KINDS),
  event: z.enum(METER_EVENTS).nullable(),
  at: Instant,
  booked_on: z.string().describe('the local day whose energy it ends'),
  reading: z
    .number()
    .nullable()
    .describe('as the meter shows it; null: the line that it corrects is struck out'),
  constant_k: z.number(),
  kwh: z
    .number()
    .nullable()
    .describe(
      '(reading − reading before) × K, with all corrections; null where it ends nothing, or does not count',
    ),
  counts: z
    .boolean()
    .describe('false: it was corrected or struck out since, or is a correction that another replaced'),
  corrects: z.int().nullable(),
  corrected_by: z.int().nullable(),
  source: z.enum(READING_SOURCES),
  note: z.string(),
  overridden: z.boolean().describe('it was written although a rule was against it; the note says why'),
  recorded_by: z.string().describe('empty: the program itself'),
  recorded_at: Instant,
  photo_id: z.int().nullable().describe('of a photo that was taken of the meter with it'),
  photo_sha256: z.string().nullable().describe('of that photo: part of what is hashed'),
  hash: z.string().describe('SHA-256 of the line and the hash before it'),
});
export type RegisterLine = z.infer<typeof RegisterLine>;

const Reading = z.number().min(0).max(1e12);
const override = z.boolean().describe('written although a rule is against it: the note says why');
const note = linesOf(500);
export const NewReading = z.object({
  at: Instant,
  reading: Reading,
  source: z.enum(['hand', 'distributor', 'gse']).default('hand'),
  note: note.default(''),
  override: override.default(false),
  photo_id: IdNumber.nullable().default(null).describe('of a photo of this meter that was sent before'),
});
export const NewCorrection = z.object({
  line: z.int().min(1).describe('of the register: the reading that is corrected'),
  reading: Reading.nullable().describe('null: the line is struck out'),
  note,
  override: override.default(false),
});
export const NewMeterEvent = z.object({
  event: z.enum(['reset', 'rollover']),
  at: Instant,
  final: Reading.nullable()
    .default(null)
    .describe('the last reading before; of a roll-over it follows from the digits'),
  first: Reading.default(0).describe('the first reading after it'),
  note: note.default(''),
  override: override.default(false),
});
export const MeterSwap = z.object({
  at: Instant,
  final: Reading.describe('the last reading of the meter that goes'),
  serial_number: SerialNumber.describe('of the meter that comes'),
  model: nameOf(80),
  constant_k: z.number().gt(0).max(1e6),
  digits: z.int().min(3).max(12),
  first: Reading.describe('the first reading of the meter that comes'),
  note: note.default(''),
  override: override.default(false),
});

/** A photo of a meter that a reading may carry. */
export const MeterPhoto = z.object({
  id: z.int(),
  file_name: z.string(),
  media_type: z.string(),
  size_bytes: z.int(),
  taken_at: Instant.nullable().describe('as the device says; null: not known'),
});
export type MeterPhoto = z.infer<typeof MeterPhoto>;

export const MeterYear = z.object({
  proj_code: z.string(),
  plant_name: z.string(),
  year: z.int(),
  meters: z.array(
    z.object({
      serial_number: z.string(),
      role: z.enum(METER_ROLES),
      constant_k: z.number(),
      months: z
        .array(z.number().nullable())
        .describe('kWh of the twelve; null: no reading ends in the month'),
      kwh: z.number().nullable(),
      first_reading: z.number().nullable(),
      last_reading: z.number().nullable(),
    }),
  ),
  by_role: z.object({
    production: z.number().nullable(),
    export: z.number().nullable(),
    import: z.number().nullable(),
    auxiliary: z.number().nullable(),
  }),
  consumed_kwh: z
    .number()
    .nullable()
    .describe(
      'produced less fed in, which is subject to excise: for the yearly declaration of 31 March; null: the energy of a meter of these is not known',
    ),
});
export type MeterYear = z.infer<typeof MeterYear>;

export const RegisterCheck = z.object({
  lines: z.int(),
  whole: z.boolean(),
  broken_line: z.int().nullable().describe('the first line that is not as it was written, or is missing'),
});

const TOPIC = 'energy_meters';
const reads = { topics: [TOPIC], access: 'asset.read' } as const;
const writes = { topics: [TOPIC], access: 'records.write', params: z.object({ id: Id }) } as const;
const Lines = z.array(RegisterLine);

/** The register of readings: lines are added, and never changed. // docs/domain.md §2.6 */
export const meterRegisterCalls = area({
  lines: call({
    method: 'GET',
    path: '/api/v1/energy-meter/{id}/readings/',
    summary: 'The register of a meter, newest line first; of a month, or its newest 500 lines',
    ...reads,
    params: z.object({ id: Id }),
    query: z.object({ month: MonthText.optional().describe('YYYY-MM in which the energy is booked') }),
    ok: Lines,
  }),
  read: call({
    method: 'POST',
    path: '/api/v1/energy-meter/{id}/readings/',
    summary: 'Writes a reading; one that cannot be is refused with the reason',
    ...writes,
    body: NewReading,
    ok: Lines,
    status: 201,
  }),
  addPhoto: call({
    method: 'POST',
    path: '/api/v1/energy-meter/{id}/photos/',
    confirmed: 'always',
    summary: 'Takes a photo of a meter, by its bytes, for a reading that is about to be written',
    ...writes,
    // The file is stored portion by portion as it comes, each in a transaction of its own.
    tx: 'none',
    streams: true,
    max_body_bytes: ATTACHMENT_BYTES,
    query: z.object({
      file_name: nameOf(200).describe('what the file is called'),
      size: z.coerce.number().int().min(1).max(ATTACHMENT_BYTES).describe('bytes of the whole file'),
      client_key: ClientKey.optional(),
      taken_at: TakenAt,
    }),
    consumes: 'application/octet-stream',
    body: z.custom<Blob | Uint8Array>((value) => value instanceof Uint8Array),
    ok: MeterPhoto,
    status: 201,
    timeout_s: null,
  }),
  photo: call({
    method: 'GET',
    path: '/api/v1/energy-meter/{id}/photos/{photo_id}/',
    summary: 'A photo of a meter',
    ...reads,
    // The file is read portion by portion as fast as the reader takes it.
    tx: 'none',
    params: z.object({ id: Id, photo_id: Id.describe('the number of the photo') }),
    produces: 'application/octet-stream',
    ok: z.instanceof(Blob),
    timeout_s: null,
  }),
  correct: call({
    method: 'POST',
    path: '/api/v1/energy-meter/{id}/corrections/',
    summary: 'Corrects a reading, or strikes it out, by a line of its own',
    ...writes,
    body: NewCorrection,
    ok: Lines,
    status: 201,
  }),
  event: call({
    method: 'POST',
    path: '/api/v1/energy-meter/{id}/events/',
    summary:
      'Writes that the counter was reset or has rolled over, as the last reading before and the first after it',
    ...writes,
    body: NewMeterEvent,
    ok: Lines,
    status: 201,
  }),
  swap: call({
    method: 'POST',
    path: '/api/v1/energy-meter/{id}/swap/',
    summary:
      'Puts another meter in the place of one, with the last reading of the one and the first of the other',
    ...writes,
    body: MeterSwap,
    ok: EnergyMeter,
    status: 201,
  }),
  check: call({
    method: 'GET',
    path: '/api/v1/energy-meter/{id}/check/',
    summary: 'Whether the register of a meter is as it was written, line by line',
    ...reads,
    params: z.object({ id: Id }),
    ok: RegisterCheck,
  }),
  importReadings: call({
    method: 'POST',
    path: '/api/v1/energy-meter-readings-import/',
    summary: 'Writes the readings of a statement (serial number; date; reading), all of them or none',
    topics: [TOPIC],
    access: 'records.write',
    body: z.object({
      text: z.string().min(1).max(200_000),
      proj_code: ProjCode.describe('whose statement it is: a meter of another plant is refused'),
      source: z.enum(['distributor', 'gse', 'hand']).default('distributor'),
    }),
    ok: z.object({ stored: z.int(), meters: z.int() }),
    status: 201,
  }),
  year: call({
    method: 'GET',
    path: '/api/v1/energy-meter-year/',
    summary: 'What the meters of a plant come to in a year, month by month, for the yearly declaration',
    ...reads,
    query: z.object({
      proj_code: ProjCode,
      year: z
        .string()
        .regex(/^20\d{2}$/)
        .describe('of the calendar of the plant')
        .meta({ examples: ['2026'] }),
    }),
    ok: MeterYear,
  }),
  exportRegister: call({
    method: 'GET',
    path: '/api/v1/energy-meter-register/',
    summary: 'The register of a meter, of a month or a year, as a file: page by page for whoever inspects it',
    ...reads,
    query: TableFileQuery.extend({
      format: PrintFormat,
      serial_number: SerialNumber.describe(PRINTED),
      period: z
        .string()
        .regex(/^20\d{2}(-(0[1-9]|1[0-2]))?$/, 'must be YYYY or YYYY-MM')
        .describe('a month, or a whole year')
        .meta({ examples: ['2026-06'] }),
    }),
    ...tableFile,
    produces_also: [...tableFile.produces_also, PDF],
  }),
});
