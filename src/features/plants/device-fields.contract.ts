import { z } from 'zod';
import { DATA_TYPES, findRegisterFault } from '../../devices/register.ts';
import { findValueTable } from '../../devices/values/value-tables.ts';
import { CodeName, Instant, lineOf, linesOf, nameOf, ProjCode } from '../../shared/contract/fields.ts';
import {
  BAUD_RATES,
  BYTE_ORDERS,
  BYTE_SIZES,
  FRAMERS,
  FUNCTION_CODES,
  findHostFault,
  PARITIES,
  POLLS,
  PORT_TYPES,
  STOP_BITS,
} from './field.model.ts';
import { DEVICE_CATEGORIES, MAX_VARIABLES, QUANTITIES, VARIABLE_KINDS } from './plants.model.ts';

const oneOf = <const T extends readonly [number, ...number[]]>(values: T) => z.literal([...values]);
const Host = z
  .string()
  .trim()
  .max(253)
  .superRefine((host, context) => {
    const message = findHostFault(host);
    if (message) context.addIssue({ code: 'custom', message });
  });
const Tty = z
  .string()
  .regex(/^\/dev\/[A-Za-z0-9_./-]{1,100}$/, 'must be a serial line such as /dev/ttyUSB0')
  .refine((path) => !path.includes('..'), 'must be a serial line such as /dev/ttyUSB0');

/** What is set of a port; what fits together is judged with what is stored. // spec §3 Port, §9 port hint */
export const portFields = {
  name: nameOf(120),
  type: z.enum(PORT_TYPES),
  framer: z.enum(FRAMERS),
  host: Host,
  port: z.int().min(1).max(65_535),
  tty: Tty.nullable(),
  timeout_ms: z.int().min(50).max(60_000),
  baudrate: oneOf(BAUD_RATES),
  bytesize: oneOf(BYTE_SIZES),
  parity: z.enum(PARITIES),
  stopbits: oneOf(STOP_BITS),
  gap_ms: z.int().min(0).max(5000),
  window: z.int().min(1).max(16),
  enabled: z.boolean(),
};
/** A way to the field: the plant's port of this host, port and framer, made where there is none yet. */
export const PortWish = z.object({
  host: Host.min(1, 'required'),
  port: portFields.port.default(502),
  framer: portFields.framer.default('tcp'),
  timeout_ms: portFields.timeout_ms.default(2000),
});
export type PortWish = z.output<typeof PortWish>;

export const PortFields = z.object(portFields).partial();
export type PortFields = z.output<typeof PortFields>;

/** How a variable is read over Modbus; absent for devices that deliver their readings themselves. */
export const Register = z.object({
  function_code: oneOf(FUNCTION_CODES),
  address: z.int().min(0).max(65535),
  data_type: z.enum(DATA_TYPES),
  word_order: z.enum(BYTE_ORDERS).default('ABCD'),
  bit: z.int().min(0).max(15).nullish(),
  /** Bits of a bit field, from `bit` upwards. */
  bit_count: z.int().min(1).max(16).default(1),
  factor: z.number().default(1),
  value_offset: z.number().default(0),
  scale_address: z.int().min(0).max(65535).nullish(),
  sentinel: z.boolean().default(false),
});
const NewRegister = Register.extend({
  /** As the device's byte order says, where it is left out. */
  word_order: z.enum(BYTE_ORDERS).optional(),
}).superRefine((register, context) => {
  const { bit = null, scale_address = null } = register;
  const fault = findRegisterFault({ ...register, bit, scale_address });
  if (fault) context.addIssue({ code: 'custom', path: [fault.field], message: fault.message });
});

/** What a variable says in place of its name; null: as the name says. */
export const lookFields = {
  unit: lineOf(20).nullable(),
  decimals: z.int().min(0).max(6).nullable(),
  colour: z
    .string()
    .regex(/^(#[0-9A-Fa-f]{6})?$/, 'must be a colour such as #2456E6')
    .nullable(),
  group_name: lineOf(80).nullable(),
  /** The list that says what its numbers mean; null: SunSpec's for states, none else. */
  value_table: z
    .string()
    .refine((key) => findValueTable(key) !== undefined, 'unknown')
    .nullable(),
  poll: z.enum(POLLS),
  enabled: z.boolean(),
};
export const NewVariable = z.object({
  name: z.string(),
  register: NewRegister.nullish(),
  ...z.object(lookFields).partial().shape,
});
export type NewVariable = z.output<typeof NewVariable>;

/** A variable of a device that is described as data: where the catalogue lacks its name, the name becomes what `of_name` says. */
export const MappedVariable = NewVariable.extend({
  name: CodeName,
  of_name: z
    .object({
      label_en: nameOf(120),
      label_it: nameOf(120),
      unit: lineOf(20).default(''),
      decimals: z.int().min(0).max(6).default(2),
      /** Code of a group of variables, or nothing; one that the company lacks counts as nothing. */
      group_name: lineOf(80).default(''),
      kind: z.enum(VARIABLE_KINDS).default('gauge'),
      quantity: z.enum(QUANTITIES).default('other'),
    })
    .optional(),
});
export type MappedVariable = z.output<typeof MappedVariable>;

/** What is changed of a variable: its register field by field, and its look. // spec §3 Variable */
export const VariableFields = z
  .object({
    ...lookFields,
    function_code: Register.shape.function_code.nullable(),
    address: Register.shape.address.nullable(),
    data_type: Register.shape.data_type.nullable(),
    word_order: z.enum(BYTE_ORDERS),
    bit: z.int().min(0).max(15).nullable(),
    bit_count: z.int().min(1).max(16),
    factor: z.number(),
    value_offset: z.number(),
    scale_address: z.int().min(0).max(65535).nullable(),
    sentinel: z.boolean(),
  })
  .partial();

/** A string that is read from a device, such as its firmware; two characters in each register. */
export const attributeFields = {
  name: z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, 'must be lower-case letters, digits and _'),
  function_code: oneOf([3, 4]),
  address: z.int().min(0).max(65535),
  length: z.int().min(1).max(64),
  swapped: z.boolean(),
};
export const AttributeFields = z.object(attributeFields);

export const Variable = z.object({
  id: z.int(),
  device_id: z.int(),
  name: z.string(),
  slot: z.int(),
  unit: z.string(),
  quantity: z.enum(QUANTITIES),
  register: Register.nullable(),
});

/** What is set of a device. // spec §3 Cloud-control device */
export const deviceFields = {
  short_name: z.string().regex(/^[A-Za-z0-9_.-]{1,40}$/, 'must be 1 to 40 letters, digits, _ . or -'),
  description: linesOf(500),
  /** Kind; a category of the company brings its own. */
  category: z.enum(DEVICE_CATEGORIES),
  category_id: z.int().positive().nullable(),
  section_id: z.int().positive().nullable(),
  /** kW */
  nominal_power: z.number().min(0).nullable(),
  serial_number: nameOf(80).nullable(),
  manufacturer: lineOf(80),
  model: lineOf(80),
  /** W of one panel */
  panel_watt: z.number().min(0).nullable(),
  number_of_panels: z.int().min(0).max(10_000_000).nullable(),
  number_of_strings: z.int().min(0).max(1_000_000).nullable(),
  kw_peak: z.number().min(0).nullable(),
  network: lineOf(80),
  subnet: lineOf(80),
  byte_order: z.enum(BYTE_ORDERS),
  template: z.boolean(),
  interval_s: z.int().min(1).max(86400),
  slow_interval_s: z.int().min(1).max(86400),
  port_id: z.int().positive().nullable(),
  unit_id: z.int().min(0).max(255).nullable(),
  enabled: z.boolean(),
};
export const DeviceFields = z.object(deviceFields).partial();
export type DeviceFields = z.output<typeof DeviceFields>;

/** What is told of a device, wherever it is shown. */
export const deviceAnswer = {
  id: z.int(),
  device_id: z.int(),
  master_id: z.int(),
  proj_code: z.string(),
  short_name: z.string(),
  description: z.string(),
  /** What the portal takes it for: the kind of its category. */
  category: z.enum(DEVICE_CATEGORIES),
  category_id: z.int().nullable(),
  section_id: z.int().nullable(),
  /** kW */
  nominal_power: z.number().nullable(),
  serial_number: z.string().nullable(),
  manufacturer: z.string(),
  model: z.string(),
  /** W of one panel */
  panel_watt: z.number().nullable(),
  number_of_panels: z.int().nullable(),
  number_of_strings: z.int().nullable(),
  kw_peak: z.number().nullable(),
  network: z.string(),
  subnet: z.string(),
  /** What its new variables start with; each variable keeps its own. */
  byte_order: z.enum(BYTE_ORDERS),
  virtual: z.boolean(),
  template: z.boolean(),
  interval_s: z.int(),
  slow_interval_s: z.int(),
  unit_id: z.int().nullable(),
  enabled: z.boolean(),
  version: z.int(),
};
export const Device = z.object({
  ...deviceAnswer,
  port: z
    .object({
      id: z.int(),
      type: z.enum(PORT_TYPES),
      host: z.string(),
      port: z.int(),
      tty: z.string().nullable(),
      framer: z.enum(FRAMERS),
      timeout_ms: z.int(),
    })
    .nullable(),
});
export type Device = z.infer<typeof Device>;
export const DeviceDetails = Device.extend({
  attributes: z.record(z.string(), z.object({ value: z.string(), read_at: Instant })),
  variables: z.array(Variable),
});
export type DeviceDetails = z.infer<typeof DeviceDetails>;

export const NewDevice = z.object({
  ...DeviceFields.shape,
  proj_code: ProjCode,
  short_name: deviceFields.short_name,
  /** Its variables are calculated from those of other devices: it has no port. */
  virtual: z.boolean().optional(),
  port: PortWish.nullish(),
  variables: z.array(NewVariable).max(MAX_VARIABLES).default([]),
});
export type NewDevice = z.output<typeof NewDevice>;
