import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, Instant, lineOf, linesOf, nameOf, ProjCode } from '../../shared/contract/fields.ts';
import {
  DEVICE_CATEGORIES,
  PRODUCTION_TYPES,
  QUANTITIES,
  VARIABLE_KINDS,
  VARIABLES_AT_MOST,
} from './plants.model.ts';
import { DATA_TYPES, findRegisterFault } from './register.model.ts';

const Latitude = z.number().min(-90).max(90);
const Longitude = z.number().min(-180).max(180);
const TimeZone = z
  .string()
  .refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC', 'unknown time zone');

// spec §3: Plant build (master_id is the plant's own id, code its proj_code)
export const Plant = z.object({
  master_id: z.int(),
  proj_code: z.string(),
  code: z.string(),
  name: z.string(),
  label: z.string(),
  /** Where the plant's data come from, when it is another system. */
  origin: z.string(),
  show: z.boolean(),
  productionType: z.enum(PRODUCTION_TYPES),
  potenza_nominale: z.number().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Name of the weather icon; null where no weather is known. */
  weather: z.string().nullable(),
  /** Series for charts; the measurement calls give them, so a list of plants comes without. */
  datasets: z.array(z.object({ label: z.string(), data: z.array(z.number().nullable()) })),
  comune: z.string(),
  time_zone: z.string(),
  tilt_deg: z.number().nullable(),
  azimuth_deg: z.number().nullable(),
  snooze_date: Instant.nullable(),
  snooze_message: z.string(),
  version: z.int(),
});
export type Plant = z.infer<typeof Plant>;

const plantFields = {
  name: nameOf(120),
  productionType: z.enum(PRODUCTION_TYPES),
  potenza_nominale: z.number().min(0).nullable(),
  latitude: Latitude.nullable(),
  longitude: Longitude.nullable(),
  comune: lineOf(120),
  time_zone: TimeZone,
  tilt_deg: z.number().min(0).max(90).nullable(),
  azimuth_deg: z.number().min(0).max(360).nullable(),
};
export const NewPlant = z.object({
  ...z.object(plantFields).partial().shape,
  proj_code: ProjCode,
  name: plantFields.name,
});
export const PlantChange = z.object(plantFields).partial().extend({ version: z.int().optional() });

/** How a variable is read over Modbus; absent for devices that deliver their readings themselves. */
export const Register = z.object({
  function_code: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  address: z.int().min(0).max(65535),
  data_type: z.enum(DATA_TYPES),
  word_order: z.enum(['ABCD', 'CDAB', 'BADC', 'DCBA']).default('ABCD'),
  bit: z.int().min(0).max(15).nullish(),
  factor: z.number().default(1),
  value_offset: z.number().default(0),
  scale_address: z.int().min(0).max(65535).nullish(),
  sentinel: z.boolean().default(false),
});
const NewRegister = Register.superRefine((register, context) => {
  const { bit = null, scale_address = null } = register;
  const fault = findRegisterFault({ ...register, bit, scale_address });
  if (fault) context.addIssue({ code: 'custom', path: [fault.field], message: fault.message });
});
export const NewVariable = z.object({ name: z.string(), register: NewRegister.nullish() });

export const Variable = z.object({
  id: z.int(),
  device_id: z.int(),
  name: z.string(),
  slot: z.int(),
  unit: z.string(),
  quantity: z.enum(QUANTITIES),
  register: Register.nullable(),
});

export const Device = z.object({
  id: z.int(),
  device_id: z.int(),
  master_id: z.int(),
  proj_code: z.string(),
  short_name: z.string(),
  description: z.string(),
  category: z.enum(DEVICE_CATEGORIES),
  nominal_power: z.number().nullable(),
  serial_number: z.string().nullable(),
  manufacturer: z.string(),
  model: z.string(),
  interval_s: z.int(),
  port: z
    .object({
      id: z.int(),
      host: z.string(),
      port: z.int(),
      framer: z.enum(['tcp', 'rtu', 'ascii']),
      timeout_ms: z.int(),
    })
    .nullable(),
  unit_id: z.int().nullable(),
  enabled: z.boolean(),
  version: z.int(),
});
export type Device = z.infer<typeof Device>;
export const DeviceDetails = Device.extend({
  attributes: z.record(z.string(), z.object({ value: z.string(), read_at: Instant })),
  variables: z.array(Variable),
});
export type DeviceDetails = z.infer<typeof DeviceDetails>;

export const NewDevice = z.object({
  proj_code: ProjCode,
  short_name: z.string().regex(/^[A-Za-z0-9_.-]{1,40}$/, 'must be 1 to 40 letters, digits, _ . or -'),
  description: linesOf(500).default(''),
  category: z.enum(DEVICE_CATEGORIES).default('other'),
  nominal_power: z.number().min(0).nullish(),
  serial_number: nameOf(80).nullish(),
  manufacturer: lineOf(80).default(''),
  model: lineOf(80).default(''),
  interval_s: z.int().min(1).max(86400).default(60),
  port: z
    .object({
      host: z.string().min(1).max(253),
      port: z.int().min(1).max(65535).default(502),
      framer: z.enum(['tcp', 'rtu', 'ascii']).default('tcp'),
      timeout_ms: z.int().min(50).max(60000).default(2000),
    })
    .nullish(),
  unit_id: z.int().min(0).max(255).nullish(),
  variables: z.array(NewVariable).max(VARIABLES_AT_MOST).default([]),
});

export const VariableName = z.object({
  id: z.int(),
  name: z.string(),
  label_en: z.string(),
  label_it: z.string(),
  unit: z.string(),
  decimals: z.int(),
  colour: z.string(),
  group_name: z.string(),
  kind: z.enum(VARIABLE_KINDS),
  quantity: z.enum(QUANTITIES),
});
export type VariableName = z.infer<typeof VariableName>;

const byCode = z.object({ proj_code: ProjCode });
const byId = z.object({ id: Id });

export const plantsCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/plants/',
    summary: 'The plants that the caller may see',
    access: 'asset.read',
    ok: z.array(Plant),
  }),
  create: call({
    method: 'POST',
    path: '/api/v1/plants/',
    summary: 'Adds a plant',
    access: 'plants.write',
    body: NewPlant,
    ok: Plant,
    status: 201,
  }),
  update: call({
    method: 'PUT',
    path: '/api/v1/plants/{proj_code}/',
    summary: 'Changes a plant; omitted fields stay, a stale version is a conflict',
    access: 'plants.write',
    params: byCode,
    body: PlantChange,
    ok: Plant,
  }),
  listDevices: call({
    method: 'GET',
    path: '/api/v1/device/',
    summary: 'Devices, of one plant when proj_code is given',
    access: 'asset.read',
    query: byCode.partial(),
    ok: z.array(Device),
  }),
  getDevice: call({
    method: 'GET',
    path: '/api/v1/device/{id}/',
    summary: 'A device with its variables and attributes',
    access: 'asset.read',
    params: byId,
    ok: DeviceDetails,
  }),
  createDevice: call({
    method: 'POST',
    path: '/api/v1/device/',
    summary: 'Adds a device with its variables; with a port it is polled within seconds',
    access: 'plants.write',
    body: NewDevice,
    ok: DeviceDetails,
    status: 201,
  }),
  addVariables: call({
    method: 'POST',
    path: '/api/v1/device-variables/',
    summary: 'Adds variables to a device; each takes the next free slot',
    access: 'plants.write',
    body: z.object({
      device_id: z.int().positive(),
      variables: z.array(NewVariable).min(1).max(VARIABLES_AT_MOST),
    }),
    ok: DeviceDetails,
    status: 201,
  }),
  devicesName: call({
    method: 'GET',
    path: '/api/v1/devices-name/',
    summary: "Short names of a plant's devices",
    access: 'asset.read',
    query: byCode,
    ok: z.array(z.object({ id: z.int(), device_id: z.int(), proj_code: z.string(), short_name: z.string() })),
  }),
  variablesName: call({
    method: 'GET',
    path: '/api/v1/variables-name/',
    summary: 'The catalogue of variable names with units, decimals, colours and quantities',
    access: 'asset.read',
    ok: z.array(VariableName),
  }),
  createVariableName: call({
    method: 'POST',
    path: '/api/v1/variables-name/',
    summary: "Adds a name to the company's catalogue",
    access: 'plants.write',
    body: VariableName.omit({ id: true }).extend({
      name: z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, 'must be lower-case letters, digits and _'),
      colour: z
        .string()
        .regex(/^(#[0-9A-Fa-f]{6})?$/)
        .default(''),
      decimals: z.int().min(0).max(6).default(2),
      label_en: lineOf(120),
      label_it: lineOf(120),
      group_name: lineOf(80).default(''),
      unit: lineOf(20).default(''),
    }),
    ok: VariableName,
    status: 201,
  }),
});
