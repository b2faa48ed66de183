import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { commaList, Instant, lineOf, nameOf, ProjCode } from '../../shared/contract/fields.ts';
import { TableFileQuery, tableFile } from '../../shared/contract/table-file.ts';
import { StandingAlarms } from '../alarms/alarms.contract.ts';
import { SNOOZE_KINDS } from '../alarms/snoozes.contract.ts';
import { QUALITIES } from '../measurements/measurements.model.ts';
import { Plant } from '../plants/plants.contract.ts';
import { DEVICE_CATEGORIES, PRODUCTION_TYPES, QUANTITIES, VARIABLE_KINDS } from '../plants/plants.model.ts';
import { GroupWords } from '../plants/variable-names.contract.ts';
import { PLANT_COLUMNS } from './dashboard.model.ts';

// spec §3: Plant card (code is the proj_code, descr the plant's name; production in kWh today, irradianza in W/m²)
export const Card = z.object({
  code: z.string(),
  descr: z.string(),
  error: z.union([z.literal(0), z.literal(1)]),
  warning: z.union([z.literal(0), z.literal(1)]),
  string_w: z.boolean(),
  snooze_date: Instant.nullable(),
  /** Of that snooze: planned work covers alarms of every gravity. */
  snooze_kind: z.enum(SNOOZE_KINDS),
  potenza_nominale: z.number().nullable(),
  production: z.number().nullable(),
  irradianza: z.number().nullable(),
  /** kW now; null when no source is fresh; `partial` when some sources are missing. */
  power_kw: z.number().nullable(),
  partial: z.boolean(),
  /** Its own connection is lost: what is said of now is of `last_reading_at`. */
  lost: z.boolean(),
  last_reading_at: Instant.nullable(),
  /** No reading for an hour (held back for photovoltaic plants while the sun is down). */
  no_data: z.boolean(),
  /** A photovoltaic plant while the sun is down there. */
  asleep: z.boolean(),
  productionType: z.enum(PRODUCTION_TYPES),
  comune: z.string(),
  /** Of the plant: the portal writes its times in it. */
  time_zone: z.string(),
});
export type Card = z.infer<typeof Card>;

// spec §7: plants with what their cards say of now
export const PlantData = Plant.extend(
  Card.pick({ production: true, irradianza: true, power_kw: true, last_reading_at: true, no_data: true })
    .shape,
);

export const Spark = z.object({
  code: z.string(),
  /** Local midnight of the plant, and one mean power in kW for each quarter of an hour since; null is a gap. */
  start_at: Instant,
  step_s: z.int(),
  power_kw: z.array(z.number().nullable()),
});

export const LastValue = z.object({
  variable_id: z.int(),
  name: z.string(),
  label_en: z.string(),
  label_it: z.string(),
  unit: z.string(),
  decimals: z.int(),
  colour: z.string(),
  group_name: z.string(),
  kind: z.enum(VARIABLE_KINDS),
  quantity: z.enum(QUANTITIES),
  /** The list that says what its numbers mean; null: SunSpec's for states, none else. */
  value_table: z.string().nullable(),
  value: z.number().nullable(),
  ts: Instant.nullable(),
  quality: z.enum(QUALITIES),
});

export const PlantOverview = z.object({
  card: Card,
  plant: z.object({
    proj_code: z.string(),
    name: z.string(),
    comune: z.string(),
    productionType: z.enum(PRODUCTION_TYPES),
    potenza_nominale: z.number().nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    time_zone: z.string(),
    version: z.int(),
  }),
  /** kWh; null when nothing is known. `days` with readings of `of` days so far; `recovered_kwh` was booked when a counter came back. */
  energy: z.object({
    today_kwh: z.number().nullable(),
    month_kwh: z.number().nullable(),
    year_kwh: z.number().nullable(),
    month_days: z.int(),
    month_of: z.int(),
    year_days: z.int(),
    year_of: z.int(),
    recovered_kwh: z.number(),
  }),
  /** What is wrong there just now, with the rest of what is seen first: a page asks once. */
  alarms: StandingAlarms,
  /** Groups of variables in words, in their order. */
  groups: z.array(GroupWords),
  devices: z.array(
    z.object({
      device_id: z.int(),
      short_name: z.string(),
      description: z.string(),
      category: z.enum(DEVICE_CATEGORIES),
      nominal_power: z.number().nullable(),
      manufacturer: z.string(),
      model: z.string(),
      serial_number: z.string().nullable(),
      interval_s: z.int(),
      last_reading_at: Instant.nullable(),
      alarm: z.enum(['E', 'W']).nullable(),
      values: z.array(LastValue),
    }),
  ),
});
export type PlantOverview = z.infer<typeof PlantOverview>;

/** The most that a search answers. */
export const MAX_FOUND = { plants: 8, devices: 12 };

export const Found = z.object({
  /** How many there are in all. */
  plants_count: z.int(),
  devices_count: z.int(),
  plants: z.array(z.object({ proj_code: z.string(), name: z.string(), comune: z.string() })),
  devices: z.array(
    z.object({
      device_id: z.int(),
      short_name: z.string(),
      description: z.string(),
      proj_code: z.string(),
      plant_name: z.string(),
    }),
  ),
});

export const overviewCalls = area({
  cards: call({
    method: 'GET',
    path: '/api/v1/plants-card-list/',
    list: 'dashboard',
    summary: 'The card of every plant that the caller may see, or of those named by codes',
    topics: ['figures'],
    access: 'asset.read',
    query: z.object({ codes: commaList(ProjCode, 1000).optional() }),
    ok: z.array(Card),
  }),
  exportCards: call({
    method: 'POST',
    path: '/api/v1/plants-card-list/export/',
    max_body_bytes: 4_000_000,
    // Writes nothing: thousands of codes do not fit into an address.
    tx: 'read',
    summary: 'These plants as CSV or XLSX, with these columns, in the order in which they are named',
    topics: ['figures'],
    access: 'asset.read',
    body: TableFileQuery.extend({
      columns: z.array(z.enum(PLANT_COLUMNS)).min(1).max(PLANT_COLUMNS.length),
      groups: z
        .array(
          z.object({
            title: lineOf(200).describe('stands in a column of its own, where there are groups; else empty'),
            codes: z.array(ProjCode).max(20_000),
          }),
        )
        .max(5_000),
    }),
    ...tableFile,
  }),
  plantsData: call({
    method: 'GET',
    path: '/legacy/v1/plants-data/',
    summary: 'The plants that the caller may see, with their figures of now and today',
    topics: ['figures'],
    access: 'asset.read',
    ok: z.array(PlantData),
  }),
  dashboardData: call({
    method: 'GET',
    path: '/api/v1/dashboard-data/',
    summary: "Today's power of up to 200 plants, a value for each quarter of an hour",
    topics: ['figures'],
    access: 'asset.read',
    query: z.object({ codes: commaList(ProjCode, 200).optional() }),
    ok: z.array(Spark),
  }),
  search: call({
    method: 'GET',
    path: '/api/v1/search/',
    summary: 'The plants and devices that a text names, the first few of each',
    topics: ['plants', 'devices'],
    access: 'asset.read',
    query: z.object({ search: nameOf(100) }),
    ok: Found,
  }),
  plantOverview: call({
    method: 'GET',
    path: '/api/v1/plant-overview/{proj_code}/',
    summary:
      'One plant: its card, energy of today, month and year, the gravest alarms that stand, devices with their last values and quality',
    topics: ['figures', 'alarms'],
    access: 'asset.read',
    params: z.object({ proj_code: ProjCode }),
    ok: PlantOverview,
  }),
});
