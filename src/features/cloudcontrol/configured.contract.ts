import { z } from 'zod';
import { DATA_TYPES } from '../../devices/register.ts';
import { Instant } from '../../shared/contract/fields.ts';
import { deviceAnswer } from '../plants/device-fields.contract.ts';
import { BYTE_ORDERS, FRAMERS, PARITIES, POLLS, PORT_TYPES, PROTOCOLS } from '../plants/field.model.ts';
import { DEVICE_CATEGORIES, QUANTITIES, VARIABLE_KINDS } from '../plants/plants.model.ts';
import { DEVICE_STATES } from './configuration.model.ts';

export const DeviceState = z.enum(DEVICE_STATES);
export const PlantId = { proj_code: z.string(), plant_name: z.string() };

// spec §3: Port
export const ConfiguredPort = z.object({
  id: z.int(),
  proj_code: z.string(),
  /** The device through which it is looked at, otherwise its first one; null while it has none. */
  master_id: z.int().nullable(),
  name: z.string(),
  protocol: z.enum(PROTOCOLS),
  type: z.enum(PORT_TYPES),
  framer: z.enum(FRAMERS),
  /** Name or address; empty for a serial line. */
  host: z.string(),
  port: z.int(),
  /** The serial line of the machine that polls; null for type tcp. */
  tty: z.string().nullable(),
  timeout_ms: z.int(),
  baudrate: z.int(),
  bytesize: z.int(),
  parity: z.enum(PARITIES),
  stopbits: z.int(),
  /** Rest between an answer and the next request. */
  gap_ms: z.int(),
  /** Requests in flight at once. */
  window: z.int(),
  enabled: z.boolean(),
  version: z.int(),
  /** Devices behind it, those in the bin not counted. */
  devices: z.int(),
});
export type ConfiguredPort = z.infer<typeof ConfiguredPort>;

/** Why a device or port is silent: a code with its parameters, worded in the reader's language (`device-log.model.ts`). */
export const Reason = z.record(z.string(), z.union([z.string(), z.number()]));
export type Reason = z.infer<typeof Reason>;

/** Whether a port is connected, as whoever polls it last said; null before anybody did. */
export const PortState = z.object({
  connected: z.boolean(),
  reason: Reason.nullable(),
  since: Instant,
  seen_at: Instant,
});

// spec §3: Cloud-control device
export const ConfiguredDevice = z.object({
  ...deviceAnswer,
  ...PlantId,
  port_id: z.int().nullable(),
  /** The port's host; null without a port, or behind a serial line. */
  ip: z.string().nullable(),
  port: z.int().nullable(),
  protocol: z.enum(PROTOCOLS).nullable(),
  /** Until then its log is kept in detail. */
  trace_until: Instant.nullable(),
});
export type ConfiguredDevice = z.infer<typeof ConfiguredDevice>;

// spec §3: Variable
export const ConfiguredVariable = z.object({
  id: z.int(),
  device_id: z.int(),
  name: z.string(),
  label_en: z.string(),
  label_it: z.string(),
  kind: z.enum(VARIABLE_KINDS),
  quantity: z.enum(QUANTITIES),
  slot: z.int(),
  /** With address and data_type null where the device delivers the value itself, or it is calculated. */
  function_code: z.int().nullable(),
  address: z.int().nullable(),
  data_type: z.enum(DATA_TYPES).nullable(),
  word_order: z.enum(BYTE_ORDERS),
  bit: z.int().nullable(),
  bit_count: z.int(),
  factor: z.number(),
  value_offset: z.number(),
  scale_address: z.int().nullable(),
  sentinel: z.boolean(),
  /** In place of its name's, like decimals, colour and group_name; null: as the name says. */
  unit: z.string().nullable(),
  decimals: z.int().nullable(),
  colour: z.string().nullable(),
  group_name: z.string().nullable(),
  /** The list that says what its numbers mean; null: SunSpec's for states, none else. */
  value_table: z.string().nullable(),
  /** What its name says. */
  of_name: z.object({
    unit: z.string(),
    decimals: z.int(),
    colour: z.string(),
    group_name: z.string(),
  }),
  poll: z.enum(POLLS),
  enabled: z.boolean(),
  version: z.int(),
});
export type ConfiguredVariable = z.infer<typeof ConfiguredVariable>;

/** A string that is read from a device, with what was read last. */
export const ConfiguredAttribute = z.object({
  id: z.int(),
  device_id: z.int(),
  name: z.string(),
  function_code: z.int(),
  address: z.int(),
  /** Registers, two characters each. */
  length: z.int(),
  swapped: z.boolean(),
  value: z.string().nullable(),
  read_at: Instant.nullable(),
  /** Rises with each change of where it lies, not with what is read. */
  version: z.int(),
});
export type ConfiguredAttribute = z.infer<typeof ConfiguredAttribute>;

/** How often a device was asked, or heard, and what came of it; null where nothing is known. */
export const Contact = z.object({
  state: DeviceState,
  /** Whether it is silent because the night switches it off: nothing is wrong with it. */
  asleep: z.boolean(),
  /** When it last answered a request; null for devices that send by themselves. */
  last_contact_at: Instant.nullable(),
  /** The instant of its newest value. */
  last_reading_at: Instant.nullable(),
  /** Seconds since the later of the two. */
  age_s: z.int().nullable(),
  /** Share of the polls of the last 24 hours that were answered, 0 to 1; null without a poll. */
  success_rate: z.number().nullable(),
  polls: z.int(),
  /** Smoothed over the last answers. */
  latency_ms: z.number().nullable(),
});

export const DeviceHealth = Contact.extend({
  /** Why it is silent. */
  reason: Reason.nullable(),
  since: Instant.nullable(),
  last_try_at: Instant.nullable(),
  next_try_at: Instant.nullable(),
  seen_at: Instant.nullable(),
  /** Of the last 24 hours. */
  requests: z.int(),
  failed: z.int(),
  bytes_in: z.int(),
  bytes_out: z.int(),
  /** Registers that the device refuses, as whoever polls has written them down. */
  bad_registers: z.array(z.record(z.string(), z.unknown())),
});

export const Category = z.object({
  id: z.int(),
  name: z.string(),
  label_en: z.string(),
  label_it: z.string(),
  kind: z.enum(DEVICE_CATEGORIES),
});

/** Everything of a device: what each change answers as well. */
export const DeviceDetails = z.object({
  device: ConfiguredDevice,
  port: ConfiguredPort.extend({ state: PortState.nullable() }).nullable(),
  variables: z.array(ConfiguredVariable),
  attributes: z.array(ConfiguredAttribute),
  health: DeviceHealth,
  tags: z.array(z.object({ id: z.int(), name: z.string(), colour: z.string() })),
  section: z.object({ id: z.int(), name: z.string() }).nullable(),
  category: Category.nullable(),
  /** What it was brought to last; null for a device that was made by hand. */
  template: z
    .object({
      /** Of the template's page; `sunspec` for a device that said itself what it is. */
      key: z.string(),
      version: z.int(),
      /** Null where there is no such template any more, or none that could be looked at. */
      name: z.string().nullable(),
      /** The version that the template has now; an update waits where it is higher. */
      newest: z.int().nullable(),
    })
    .nullable(),
  /** Slots that new variables may still take. */
  free_slots: z.int(),
  version_count: z.int(),
  /** The number of the newest version of its configuration, which rises with every change of any part; null without one. */
  newest_version: z.int().nullable(),
  /** Calculations that read one of its variables. */
  feeds: z.array(z.object({ id: z.int(), name: z.string(), device_id: z.int(), short_name: z.string() })),
});
export type DeviceDetails = z.infer<typeof DeviceDetails>;
