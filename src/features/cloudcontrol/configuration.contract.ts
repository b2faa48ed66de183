import { z } from 'zod';
import { DATA_TYPES } from '../../devices/register.ts';
import { area, call } from '../../shared/contract/call.ts';
import { Id, Instant, lineOf, PageQuery, ProjCode, paged } from '../../shared/contract/fields.ts';
import { BYTE_ORDERS, FRAMERS, PARITIES, POLLS, PORT_TYPES, PROTOCOLS } from '../plants/field.model.ts';
import { DEVICE_CATEGORIES, QUANTITIES, VARIABLE_KINDS } from '../plants/plants.model.ts';
import { VariableName } from '../plants/variable-names.contract.ts';
import { DEVICE_STATES, MAX_SLEEP_S, TIMEOUT_S } from './configuration.model.ts';
import {
  Category,
  ConfiguredPort,
  Contact,
  DeviceDetails,
  DeviceState,
  PlantId,
  PortState,
} from './configured.contract.ts';

const byId = z.object({ id: Id });
const Range = z.object({ least: z.number(), most: z.number() });

/** A device as lists show it. */
export const DeviceLine = z.object({
  id: z.int(),
  device_id: z.int(),
  ...PlantId,
  short_name: z.string(),
  description: z.string(),
  category: z.enum(DEVICE_CATEGORIES),
  category_id: z.int().nullable(),
  section_id: z.int().nullable(),
  manufacturer: z.string(),
  model: z.string(),
  serial_number: z.string().nullable(),
  port_id: z.int().nullable(),
  port_name: z.string().nullable(),
  ip: z.string().nullable(),
  unit_id: z.int().nullable(),
  interval_s: z.int(),
  variables: z.int(),
  virtual: z.boolean(),
  template: z.boolean(),
  enabled: z.boolean(),
  ...Contact.shape,
});
export type DeviceLine = z.infer<typeof DeviceLine>;

const TreeDevice = z.object({
  id: z.int(),
  device_id: z.int(),
  short_name: z.string(),
  category: z.enum(DEVICE_CATEGORIES),
  unit_id: z.int().nullable(),
  virtual: z.boolean(),
  template: z.boolean(),
  enabled: z.boolean(),
  category_id: z.int().nullable(),
  tag_ids: z.array(z.int()),
  ...Contact.pick({
    state: true,
    asleep: true,
    last_contact_at: true,
    last_reading_at: true,
    success_rate: true,
    latency_ms: true,
  }).shape,
});
export const DeviceTree = z.array(
  z.object({
    proj_code: z.string(),
    name: z.string(),
    ports: z.array(
      ConfiguredPort.omit({ devices: true }).extend({
        state: PortState.nullable(),
        devices: z.array(TreeDevice),
      }),
    ),
    /** Virtual ones, templates, and those that send by themselves. */
    devices: z.array(TreeDevice),
  }),
);
export type DeviceTree = z.infer<typeof DeviceTree>;

export const Dashboard = z.object({
  /** `asleep`: how many of the silent ones the night switches off. */
  devices: z.object({ total: z.int(), virtual: z.int(), asleep: z.int(), ...countsOf(DEVICE_STATES) }),
  /** `ports` names at most 200 of them, those that are not connected first. */
  ports_total: z.int(),
  ports: z.array(ConfiguredPort.extend({ state: PortState.nullable() })),
  /** The newest entries of the devices' logs: kind and parameters, worded in the reader's language. */
  events: z.array(
    z.object({
      id: z.int(),
      at: Instant,
      device_id: z.int(),
      proj_code: z.string(),
      short_name: z.string(),
      kind: z.string(),
      detail: z.record(z.string(), z.unknown()),
    }),
  ),
  /** The newest changes of the devices' configuration. */
  changes: z.array(
    z.object({
      id: z.int(),
      at: Instant,
      device_id: z.int(),
      proj_code: z.string(),
      short_name: z.string(),
      number: z.int(),
      action: z.string(),
      person: z.string().nullable(),
    }),
  ),
});
export type Dashboard = z.infer<typeof Dashboard>;

function countsOf<const N extends readonly string[]>(names: N): Record<N[number], z.ZodInt> {
  return Object.fromEntries(names.map((name) => [name, z.int()])) as Record<N[number], z.ZodInt>;
}

/** Every word and limit that forms need. */
export const DefinedParameters = z.object({
  port_types: z.array(z.enum(PORT_TYPES)),
  protocols: z.array(z.enum(PROTOCOLS)),
  framers: z.array(z.enum(FRAMERS)),
  parities: z.array(z.enum(PARITIES)),
  baudrates: z.array(z.int()),
  bytesizes: z.array(z.int()),
  stopbits: z.array(z.int()),
  byte_orders: z.array(z.enum(BYTE_ORDERS)),
  function_codes: z.array(z.int()),
  /** With the registers that a value of the type takes. */
  data_types: z.array(z.object({ name: z.enum(DATA_TYPES), registers: z.int() })),
  polls: z.array(z.enum(POLLS)),
  kinds: z.array(z.enum(VARIABLE_KINDS)),
  quantities: z.array(z.enum(QUANTITIES)),
  device_kinds: z.array(z.enum(DEVICE_CATEGORIES)),
  states: z.array(DeviceState),
  categories: z.array(Category),
  groups: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      label_en: z.string(),
      label_it: z.string(),
      colour: z.string(),
      position: z.int(),
    }),
  ),
  tags: z.array(z.object({ id: z.int(), name: z.string(), colour: z.string() })),
  sections: z.array(z.object({ id: z.int(), proj_code: z.string(), name: z.string() })),
  /** The catalogue that variables are added from. */
  names: z.array(VariableName),
  limits: z.record(z.string(), z.union([z.int(), Range])),
  // spec §9: Port hint 502; IP hint {ip}; 30 s for cloud control
  hints: z.object({ port: z.int(), ip: z.string() }),
  timeout_s: z.int(),
});
export type DefinedParameters = z.infer<typeof DefinedParameters>;

export const configurationCalls = area(
  {
    dashboard: call({
      method: 'GET',
      path: '/cloudcontrol/v1/dashboard-data/',
      list: 'field-home',
      summary: 'Devices by state, ports with their connection, newest events and changes',
      topics: ['devices', 'device_health'],
      access: 'cloudcontrol',
      ok: Dashboard,
      timeout_s: TIMEOUT_S,
    }),
    deviceData: call({
      method: 'GET',
      path: '/cloudcontrol/v1/device-data/',
      summary: 'Devices with their health, searched and filtered',
      topics: ['devices', 'device_values'],
      access: 'cloudcontrol',
      query: PageQuery.extend({
        /** A part of a name, description, maker, model, serial number, host or plant. */
        search: lineOf(100).optional(),
        proj_code: ProjCode.optional(),
        port_id: Id.optional(),
        state: DeviceState.optional(),
        category: z.enum(DEVICE_CATEGORIES).optional(),
        /** `only` or `without`; both where it is left out. */
        templates: z.enum(['only', 'without']).optional(),
      }),
      ok: paged(DeviceLine),
      timeout_s: TIMEOUT_S,
    }),
    definedParameters: call({
      method: 'GET',
      path: '/cloudcontrol/v1/defined-parameters/',
      summary: 'Every word and limit that the forms need, with the categories and groups of the company',
      topics: ['configuration', 'devices'],
      access: 'cloudcontrol',
      ok: DefinedParameters,
      timeout_s: TIMEOUT_S,
    }),
    loadDevices: call({
      method: 'GET',
      path: '/cloudcontrol/v1/loadDevices/',
      summary: 'Plants with their ports and devices, as a tree',
      topics: ['devices', 'device_health'],
      access: 'cloudcontrol',
      query: z.object({ proj_code: ProjCode.optional() }),
      ok: DeviceTree,
      timeout_s: TIMEOUT_S,
    }),
    deviceDetails: call({
      method: 'GET',
      path: '/cloudcontrol/v1/deviceDetails/{id}/',
      summary: 'Everything of a device: its port, variables, attributes, health and versions',
      topics: ['devices', 'device_health'],
      access: 'cloudcontrol',
      params: byId,
      ok: DeviceDetails,
      timeout_s: TIMEOUT_S,
    }),
    sleepTest: call({
      method: 'GET',
      path: '/api/v1/sleep-test/',
      summary: "Answers after a delay, to try a proxy's time-outs",
      topics: ['diagnostics'],
      access: 'signed_in',
      query: z.object({
        seconds: z
          .string()
          .regex(/^\d(\.\d{1,3})?$/, 'must be a number of seconds')
          .transform(Number)
          .refine((n) => n <= MAX_SLEEP_S, `at most ${MAX_SLEEP_S}`)
          .default(1),
      }),
      ok: z.object({ slept_s: z.number() }),
      timeout_s: TIMEOUT_S,
    }),
  },
  { host: 'cloud_control' },
);
