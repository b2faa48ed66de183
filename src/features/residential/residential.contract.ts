import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import {
  CodeName,
  commaList,
  Day,
  Id,
  IdNumber,
  Instant,
  lineOf,
  nameOf,
  PageQuery,
  ProjCode,
  paged,
  Version,
} from '../../shared/contract/fields.ts';
import { TableFileQuery, tableFile } from '../../shared/contract/table-file.ts';
import { DEVICE_CATEGORIES, QUANTITIES, VARIABLE_KINDS } from '../plants/plants.model.ts';
import { BALANCE_FAULTS, METERS } from './home-balance.model.ts';
import { SENDING_STATES } from './home-states.model.ts';
import { placesCalls } from './places.contract.ts';
import { projectCalls } from './projects.contract.ts';
import { ORIENTATIONS, WEAK_REASONS } from './ranking.model.ts';
import { storageCalls } from './storage.contract.ts';

/** Seconds that the browser waits. // spec §7, §9 */
const TIMEOUT_S = 30;
/** Days that one answer tells of. */
export const MOST_DAYS = 400;

export const PROVIDERS = ['gateway', 'mqtt', 'http', 'csv', 'modbus', 'solaredge'] as const;
const Kwh = z.number().nullable();
const State = z.enum(SENDING_STATES);

/** A home as lists show it: nothing of the family, and no reading of its own. */
export const Home = z.object({
  plant_id: z.int(),
  proj_code: z.string(),
  name: z.string(),
  comune: z.string(),
  district: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  time_zone: z.string(),
  project_id: z.int().nullable(),
  project: z.string().nullable(),
  nominal_kwp: Kwh,
  storage_kwh: Kwh,
  inverter_model: z.string(),
  provider: z.enum(PROVIDERS),
  orientation: z.enum(ORIENTATIONS),
  state: State,
  last_reading_at: Instant.nullable().describe('since when it is late or silent; null: it never sent'),
});
export type Home = z.infer<typeof Home>;

export const HomeDetail = Home.extend({
  tilt_deg: z.number().nullable(),
  azimuth_deg: z.number().nullable(),
  pod: z.string(),
  owner_name: z.string(),
  owner_phone: z.string(),
  owner_email: z.string(),
  import_eur_kwh: z.number().nullable(),
  export_eur_kwh: z.number().nullable(),
  family_link_until: Instant.nullable().describe(
    "until when the link of the family's page opens it; null: none does",
  ),
  version: z.int(),
});
export type HomeDetail = z.infer<typeof HomeDetail>;

const Price = z.number().min(0).max(10).nullable();
const homeFields = {
  name: nameOf(120),
  comune: lineOf(120),
  nominal_kwp: z.number().min(0).nullable(),
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
  tilt_deg: z.number().min(0).max(90).nullable(),
  azimuth_deg: z.number().min(0).max(360).nullable(),
  project_id: IdNumber.nullable(),
  district: lineOf(120),
  pod: z.string().regex(/^([A-Z0-9]{14,15})?$/, 'must be 14 or 15 capital letters and digits'),
  storage_kwh: z.number().min(0).max(1000).nullable(),
  inverter_model: lineOf(120),
  provider: z.enum(PROVIDERS),
  owner_name: lineOf(120),
  owner_phone: lineOf(40),
  owner_email: z.union([z.literal(''), z.email().max(254)]),
  import_eur_kwh: Price,
  export_eur_kwh: Price,
};
export const NewHome = z
  .object(homeFields)
  .partial()
  .extend({
    proj_code: ProjCode,
    name: homeFields.name,
    gateway: z
      .boolean()
      .default(false)
      .describe('with the devices of a home gateway: inverter, meter, battery'),
  });
export const HomeChange = z.object(homeFields).partial().extend({ version: Version.optional() });

export const ConnectedDevice = z.object({
  device_id: z.int(),
  proj_code: z.string(),
  home: z.string(),
  short_name: z.string(),
  category: z.enum(DEVICE_CATEGORIES),
  provider: z.enum(PROVIDERS),
  state: State,
  last_reading_at: Instant.nullable(),
});
export type ConnectedDevice = z.infer<typeof ConnectedDevice>;

const Counts = z.object({ sends: z.int(), late: z.int(), silent: z.int(), never: z.int() });

/** Energies of a day; null is not known. */
const energies = {
  produced_kwh: Kwh,
  imported_kwh: Kwh,
  exported_kwh: Kwh,
  charged_kwh: Kwh,
  discharged_kwh: Kwh,
  used_kwh: Kwh.describe('what the house took; null where the balance cannot be'),
  self_used_kwh: Kwh.describe('produced and not fed in'),
  self_consumption: z.number().nullable().describe('share of the production that stayed, 0…1'),
  self_sufficiency: z.number().nullable().describe('share of the use that did not come from the grid, 0…1'),
};
export const HomeDay = z.object({
  day: z.iso.date(),
  ...energies,
  capacity_kwh: Kwh.describe('what its batteries said they can hold, the mean of the day'),
  fault: z.enum(BALANCE_FAULTS).nullable(),
  wrong_meter: z.enum(METERS).nullable().describe('the one that is likely wrong'),
  saved_eur: z.number().nullable().describe('by its contract: not drawn, and fed in'),
});
export type HomeDay = z.infer<typeof HomeDay>;

export const GroupDay = z.object({
  day: z.iso.date(),
  ...energies,
  homes: z.int().describe('whose balance of the day is known'),
});
export type GroupDay = z.infer<typeof GroupDay>;

/** What every answer about a group says first: fewer than five homes are shown nothing of. */
const group = {
  homes: z.int(),
  enough: z.boolean().describe('false: fewer than five homes, nothing is told'),
};

const Series = z.object({ ts: z.array(Instant), values: z.array(z.number().nullable()) });
export const POWERS = ['produced', 'grid', 'battery', 'charge'] as const;
/** Powers of a home by interval, kW: made, fed into the grid (negative: drawn), out of the battery (negative: into it); its charge in %. */
export const HomePowers = z.object({
  proj_code: z.string(),
  time_zone: z.string(),
  start: Instant,
  end: Instant,
  series: z.array(Series.extend({ name: z.enum(POWERS), unit: z.string() })),
});
export type HomePowers = z.infer<typeof HomePowers>;

export const LastPowers = z.object({
  proj_code: z.string(),
  at: Instant.nullable().describe('the oldest of its figures'),
  produced_kw: z.number().nullable(),
  grid_kw: z.number().nullable().describe('fed in; negative: drawn'),
  battery_kw: z.number().nullable().describe('out of the battery; negative: into it'),
  charge_pct: z.number().nullable(),
  used_kw: z.number().nullable().describe('what the house takes'),
});
export type LastPowers = z.infer<typeof LastPowers>;

export const RankedHome = z.object({
  proj_code: z.string(),
  name: z.string(),
  district: z.string(),
  orientation: z.enum(ORIENTATIONS),
  nominal_kwp: Kwh,
  yield_kwh_kwp: z.number().nullable().describe('for each day of which it is known'),
  share: z
    .number()
    .nullable()
    .describe('of the median of alike homes of the district; null: fewer than five'),
  group_homes: z.int(),
  reason: z.enum(WEAK_REASONS).nullable(),
  wrong_meter: z.enum(METERS).nullable(),
});
export type RankedHome = z.infer<typeof RankedHome>;

const byCode = z.object({ proj_code: ProjCode });
const ProjectId = Id.optional().describe('only homes of this project');
const OneDay = Day.optional().describe('the day; today where none is named');
const ofProject = z.object({ project_id: ProjectId });
const days = {
  from: Day.optional().describe('the first day; thirty days before the last where none is named'),
  to: Day.optional().describe('the last day, included'),
};
const read = { access: 'community.read', timeout_s: TIMEOUT_S } as const;
const curves = { access: 'residential.curves', timeout_s: TIMEOUT_S } as const;
const write = { access: 'plants.write', timeout_s: TIMEOUT_S } as const;
const AT = '/api/v1/residenziale' as const;

/** What may be asked of homes in lists. */
export const HomeFilter = z.object({
  q: lineOf(120).optional().describe('only homes whose name, code or place holds these words'),
  project_id: ProjectId,
  state: State.optional(),
  district: lineOf(120).optional().describe('only homes of this district'),
  provider: z.enum(PROVIDERS).optional().describe('only homes whose readings come in this way'),
});

// spec §7: Residential
export const residentialCalls = area({
  ...projectCalls,
  ...storageCalls,
  ...placesCalls,
  plants: call({
    method: 'GET',
    list: 'residential-homes',
    path: `${AT}/plants/`,
    summary:
      'Homes with how they send, by name; the counts of states are of all that the other filters leave',
    topics: ['residential', 'figures'],
    ...read,
    query: PageQuery.extend(HomeFilter.shape),
    ok: paged(Home).extend({ states: Counts }),
  }),
  exportHomes: call({
    method: 'GET',
    path: `${AT}/homes-export/`,
    summary: 'The same homes as CSV or XLSX, whole',
    topics: ['residential', 'figures'],
    ...tableFile,
    ...read,
    query: TableFileQuery.extend(HomeFilter.shape),
  }),
  getHome: call({
    method: 'GET',
    path: `${AT}/plants/{proj_code}/`,
    summary: "A home with its family's contact and contract",
    topics: ['residential', 'figures'],
    ...curves,
    params: byCode,
    ok: HomeDetail,
  }),
  createHome: call({
    method: 'POST',
    path: `${AT}/plants/`,
    summary: 'Adds a home: a plant of kind residential, which the asset application leaves out',
    topics: ['residential', 'plants'],
    ...write,
    body: NewHome,
    ok: HomeDetail,
    status: 201,
  }),
  changeHome: call({
    method: 'PUT',
    path: `${AT}/plants/{proj_code}/`,
    summary: 'Changes a home; omitted fields stay, a stale version is a conflict',
    topics: ['residential', 'plants'],
    ...write,
    params: byCode,
    body: HomeChange,
    ok: HomeDetail,
    conflict: HomeDetail,
  }),
  connectedDevices: call({
    method: 'GET',
    path: `${AT}/connected-devices/`,
    summary: 'Devices of homes with how they send',
    topics: ['residential', 'device_values'],
    ...read,
    query: PageQuery.extend({ project_id: ProjectId, state: State.optional() }),
    ok: paged(ConnectedDevice),
  }),
  devicesDataSendingStatuses: call({
    method: 'GET',
    path: `${AT}/devices-data-sending-statuses/`,
    summary:
      'How many homes and devices send, are late, silent or never sent, in all and by the way their readings come',
    topics: ['residential', 'figures'],
    ...read,
    query: ofProject,
    ok: z.object({
      homes: Counts,
      devices: Counts,
      by_provider: z.array(Counts.extend({ provider: z.enum(PROVIDERS) })).describe('of homes'),
    }),
  }),
  devices: call({
    method: 'GET',
    path: `${AT}/devices/`,
    summary: 'Devices of a home with their variables',
    topics: ['devices'],
    ...read,
    query: byCode,
    ok: z.array(
      z.object({
        device_id: z.int(),
        short_name: z.string(),
        category: z.enum(DEVICE_CATEGORIES),
        manufacturer: z.string(),
        model: z.string(),
        variables: z.array(z.string()),
      }),
    ),
  }),
  variables: call({
    method: 'GET',
    path: `${AT}/variables/`,
    summary: 'What devices of homes tell, with how many homes tell it',
    topics: ['configuration', 'devices'],
    ...read,
    ok: z.array(
      z.object({
        name: z.string(),
        label_en: z.string(),
        label_it: z.string(),
        unit: z.string(),
        kind: z.enum(VARIABLE_KINDS),
        quantity: z.enum(QUANTITIES),
        homes: z.int(),
      }),
    ),
  }),
  nominalCapacity: call({
    method: 'GET',
    path: `${AT}/nominal-capacity/`,
    summary: 'Nominal power and storage of homes together, with of how many they are known',
    topics: ['residential', 'plants'],
    ...read,
    query: ofProject,
    ok: z.object({
      homes: z.int(),
      nominal_kwp: Kwh,
      with_power: z.int(),
      storage_kwh: Kwh,
      with_storage: z.int(),
    }),
  }),
  rresData: call({
    method: 'GET',
    path: `${AT}/rres-data/`,
    summary: 'Power that homes made together in a day, by quarters of an hour; of five homes or more',
    topics: ['residential', 'readings'],
    ...read,
    query: ofProject.extend({ date: OneDay }),
    ok: Series.extend({
      ...group,
      unit: z.literal('kW'),
      told_by: z.array(z.int()).describe('by how many homes, of each quarter'),
    }),
  }),
  groupDays: call({
    method: 'GET',
    path: `${AT}/group-days/`,
    summary: 'Energies of homes together, day by day; of five homes or more',
    topics: ['residential', 'readings'],
    ...read,
    query: ofProject.extend(days),
    ok: z.object({ ...group, days: z.array(GroupDay) }),
  }),
  ranking: call({
    method: 'GET',
    path: `${AT}/ranking/`,
    summary:
      'Homes by what they made of a kWp in thirty days beside alike homes of their district, the weak ones first, with the reason',
    topics: ['residential', 'readings'],
    ...read,
    query: PageQuery.extend(ofProject.shape),
    ok: paged(RankedHome),
  }),
  plantData: call({
    method: 'GET',
    path: `${AT}/plant-data/`,
    summary: "A home's powers in a day, by quarters of an hour",
    topics: ['readings'],
    ...curves,
    query: byCode.extend({ date: OneDay }),
    ok: HomePowers,
  }),
  plantDataLast: call({
    method: 'GET',
    path: `${AT}/plant-data/last/`,
    summary: "A home's powers now",
    topics: ['device_values', 'figures'],
    ...curves,
    query: byCode,
    ok: LastPowers,
  }),
  pdayData: call({
    method: 'GET',
    path: `${AT}/pday-data/`,
    summary: "A home's energies day by day, with what of them cannot be and what was saved",
    topics: ['readings'],
    ...curves,
    query: byCode.extend(days),
    ok: z.object({
      proj_code: z.string(),
      days: z.array(HomeDay),
      battery_cycles: z.number().nullable().describe('full ones in these days, by its capacity'),
      battery_fault: z
        .boolean()
        .describe('in the last seven of these days the battery gave more than it took'),
    }),
  }),
  computedPower: call({
    method: 'GET',
    path: `${AT}/computed-power/`,
    summary: 'Power that a house took in a day, hour by hour, from its meters together',
    topics: ['readings'],
    ...curves,
    query: byCode.extend({ date: OneDay }),
    ok: Series.extend({ proj_code: z.string(), unit: z.literal('kW') }),
  }),
  chartData: call({
    method: 'GET',
    path: `${AT}/chart-data/`,
    summary: "Variables of a home's devices over time, in four units at most",
    topics: ['readings'],
    ...curves,
    query: byCode.extend({
      variables: commaList(CodeName, 20).describe('names of variables, joined by commas'),
      start: Day,
      end: Day.describe('the last day, included'),
      resolution: z
        .enum(['15m', 'hour', 'day', 'month'])
        .default('hour')
        .describe('how long each point lasts'),
    }),
    ok: z.array(Series.extend({ device: z.string(), variable: z.string(), unit: z.string() })),
  }),
});
