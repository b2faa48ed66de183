import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import {
  Day,
  Id,
  IdNumber,
  Instant,
  linesOf,
  nameOf,
  ProjCode,
  Version,
} from '../../shared/contract/fields.ts';
import { WindowEnd, WindowStart } from '../../shared/contract/windows.ts';
import { USUAL_THRESHOLD_PCT } from './comparison.model.ts';
import { METER_ROLES } from './meters.model.ts';

/** What is printed on the meter; it stands in addresses. */
export const SerialNumber = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/, 'must be 1 to 40 letters, digits, dots, _ or -');

// spec §3: Energy meter
export const EnergyMeter = z.object({
  id: z.int(),
  serial_number: z.string(),
  proj_code: z.string(),
  plant_name: z.string(),
  time_zone: z.string(),
  section_id: z.int().nullable(),
  section_name: z.string().nullable(),
  model: z.string(),
  constant_k: z.number().describe('kWh that one unit of the counter stands for'),
  digits: z.int().describe('before the comma: after so many nines the counter begins again'),
  role: z.enum(METER_ROLES),
  from_on: z.string(),
  to_on: z.string().nullable().describe('its last day, included; null: it is in use'),
  device_id: z.int().nullable().describe('the device that reads it'),
  device_name: z.string().nullable(),
  replaces: z.string().nullable().describe('serial number of the meter in whose place it was put'),
  retired_at: Instant.nullable().describe(
    'since when it is retired: its register and its serial number stay',
  ),
  lines: z.int().describe('of its register'),
  last_reading: z.number().nullable(),
  last_at: Instant.nullable(),
  note: z.string(),
  threshold_pct: z
    .number()
    .describe('a month that differs more from its device, the inverters or a statement is told'),
  version: z.int(),
});
export type EnergyMeter = z.infer<typeof EnergyMeter>;

const fields = {
  section_id: IdNumber.nullable(),
  model: nameOf(80),
  constant_k: z.number().gt(0).max(1e6),
  digits: z.int().min(3).max(12),
  role: z.enum(METER_ROLES),
  from_on: Day,
  to_on: Day.nullable(),
  device_id: IdNumber.nullable(),
  note: linesOf(1000),
  threshold_pct: z.number().gt(0).max(100),
};
export const NewEnergyMeter = z.object({
  serial_number: SerialNumber,
  proj_code: ProjCode,
  ...fields,
  section_id: fields.section_id.default(null),
  constant_k: fields.constant_k.default(1),
  digits: fields.digits.default(6),
  to_on: fields.to_on.default(null),
  device_id: fields.device_id.default(null),
  note: fields.note.default(''),
  threshold_pct: fields.threshold_pct.default(USUAL_THRESHOLD_PCT),
});
export type NewEnergyMeter = z.infer<typeof NewEnergyMeter>;
export const EnergyMeterChange = z.object(fields).partial().extend({ version: Version.optional() });
export type EnergyMeterChange = z.infer<typeof EnergyMeterChange>;

export const MeterPower = z.object({
  serial_number: z.string(),
  proj_code: z.string(),
  role: z.enum(METER_ROLES),
  ts: z.array(Instant).describe('when each step ended'),
  from: z.array(Instant).describe('when each step began'),
  kwh: z.array(z.number()),
  values: z.array(z.number()).describe('mean power of each step, kW'),
});
export type MeterPower = z.infer<typeof MeterPower>;

const TOPIC = 'energy_meters';
export const PRINTED = 'what is printed on the meter';
const reads = { topics: [TOPIC], access: 'asset.read' } as const;
const writes = { topics: [TOPIC], access: 'records.write' } as const;
const byId = { params: z.object({ id: Id }) };
const Window = {
  start: WindowStart.optional().describe('steps that end after it'),
  end: WindowEnd.optional().describe('and not after this'),
};

// spec §7: Energy meters
export const energyMetersCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/energy-meter/',
    list: 'energy-meters',
    summary:
      'The energy meters of the plants, by plant and serial number; more than 5,000 are refused: narrow the question',
    ...reads,
    query: z.object({
      proj_code: ProjCode.optional(),
      role: z.enum(METER_ROLES).optional(),
      retired: z.enum(['true', 'false']).optional().describe('only retired ones, or only the others'),
    }),
    ok: z.array(EnergyMeter),
  }),
  create: call({
    method: 'POST',
    path: '/api/v1/energy-meter/',
    summary: 'Adds a meter; its serial number is taken for good once a reading was written',
    ...writes,
    body: NewEnergyMeter,
    ok: EnergyMeter,
    status: 201,
  }),
  update: call({
    method: 'PUT',
    path: '/api/v1/energy-meter/{id}/',
    summary:
      'Changes a meter by its serial number; K and digits stay once it has readings, for they say what those mean',
    ...writes,
    params: z.object({ id: SerialNumber }),
    body: EnergyMeterChange,
    ok: EnergyMeter,
    conflict: EnergyMeter,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v1/energy-meter/{id}/',
    summary:
      'Deletes a meter without readings; retires one that has some: its register stays, its serial number stays taken',
    ...writes,
    ...byId,
    ok: z.undefined(),
    status: 204,
  }),
  get: call({
    method: 'GET',
    path: '/api/v1/energy-meter-by-id/{id}/',
    summary: 'A meter by its number',
    ...reads,
    ...byId,
    ok: EnergyMeter,
  }),
  bySerial: call({
    method: 'GET',
    path: '/api/v1/energy-meter-by-sn/',
    summary: 'A meter by its serial number',
    ...reads,
    query: z.object({ serial_number: SerialNumber.describe(PRINTED) }),
    ok: EnergyMeter,
  }),
  models: call({
    method: 'GET',
    path: '/api/v1/energy-meter-models/',
    summary: 'Models of meters: those that the company has, with how many, and some that are known',
    ...reads,
    ok: z.array(z.object({ model: z.string(), digits: z.int().nullable(), meters: z.int() })),
  }),
  power: call({
    method: 'GET',
    path: '/api/v1/energy-meter-power-computed/',
    summary: 'Mean power between the readings of the meters of a plant',
    ...reads,
    query: z.object({ proj_code: ProjCode, ...Window }),
    ok: z.array(MeterPower),
  }),
  powerBySerial: call({
    method: 'GET',
    path: '/api/v1/energy-meter-power-computed-by-sn/',
    summary: 'Mean power between the readings of a meter',
    ...reads,
    query: z.object({ serial_number: SerialNumber.describe(PRINTED), ...Window }),
    ok: MeterPower,
  }),
  sections: call({
    method: 'GET',
    path: '/api/v1/sections-energy-meter/{id}/',
    summary: 'The sections of the plant of a meter, each with the serial numbers that stand in it',
    ...reads,
    ...byId,
    ok: z.array(
      z.object({ id: z.int(), name: z.string(), serial_numbers: z.array(z.string()), own: z.boolean() }),
    ),
  }),
});
