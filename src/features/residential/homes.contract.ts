import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import {
  Day,
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
import { CLOUD_FAULTS, PROVIDERS, SENDING_STATES } from './home-states.model.ts';
import { ORIENTATIONS } from './ranking.model.ts';
import {
  AT,
  byCode,
  CURVES,
  Known,
  ProjectId,
  READ,
  StateCounts,
  WRITE,
} from './residential-fields.contract.ts';

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
  nominal_kwp: Known,
  storage_kwh: Known,
  inverter_model: z.string(),
  provider: z.enum(PROVIDERS),
  orientation: z.enum(ORIENTATIONS),
  state: State,
  last_reading_at: Instant.nullable().describe('since when it is late or silent; null: it never sent'),
});
export type Home = z.infer<typeof Home>;

const Price = z.number().min(0).max(10).nullable();
/** So often the prices of a home may have changed. */
export const MAX_FORMER_PRICES = 40;
const FormerPrices = z.object({
  until: Day.describe('the first day on which others held'),
  import_eur_kwh: Price,
  export_eur_kwh: Price,
});

export const HomeDetail = Home.extend({
  tilt_deg: z.number().nullable(),
  azimuth_deg: z.number().nullable(),
  pod: z.string(),
  owner_name: z.string(),
  owner_phone: z.string(),
  owner_email: z.string(),
  import_eur_kwh: z.number().nullable(),
  export_eur_kwh: z.number().nullable(),
  former_prices: z
    .array(FormerPrices)
    .describe('prices that held before these, oldest first: what was saved then is counted by them'),
  cloud_site_id: z
    .string()
    .describe("the home's site in the cloud of its provider; empty: it is not read from there"),
  cloud_fault: z.enum(CLOUD_FAULTS).nullable().describe('why it was not read from there last'),
  cloud_read_until: Instant.nullable().describe('until when it was read from there'),
  family_link_until: Instant.nullable().describe(
    "until when the link of the family's page opens it; null: none does",
  ),
  version: z.int(),
});
export type HomeDetail = z.infer<typeof HomeDetail>;

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
  former_prices: z
    .array(FormerPrices)
    .max(MAX_FORMER_PRICES)
    .refine((former) => new Set(former.map(({ until }) => until)).size === former.length, {
      message: 'must end on different days',
    }),
  cloud_site_id: z.string().regex(/^[A-Za-z0-9_-]{0,64}$/, 'must be letters, digits, - and _'),
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

/** What may be asked of homes in lists. */
export const HomeFilter = z.object({
  q: lineOf(120).optional().describe('only homes whose name, code or place holds these words'),
  project_id: ProjectId,
  state: State.optional(),
  district: lineOf(120).optional().describe('only homes of this district'),
  provider: z.enum(PROVIDERS).optional().describe('only homes whose readings come in this way'),
});

/** Homes and their devices, and how they send. // spec §7: Residential */
export const homesCalls = area(
  {
    plants: call({
      method: 'GET',
      list: 'residential-homes',
      path: `${AT}/plants/`,
      summary:
        'Homes with how they send, by name; the counts of states are of all that the other filters leave',
      topics: ['residential', 'figures'],
      ...READ,
      query: PageQuery.extend(HomeFilter.shape),
      ok: paged(Home).extend({ states: StateCounts }),
    }),
    exportHomes: call({
      method: 'GET',
      path: `${AT}/homes-export/`,
      summary: 'The same homes as CSV or XLSX, whole',
      topics: ['residential', 'figures'],
      ...tableFile,
      ...READ,
      query: TableFileQuery.extend(HomeFilter.shape),
    }),
    getHome: call({
      method: 'GET',
      path: `${AT}/plants/{proj_code}/`,
      summary: "A home with its family's contact and contract",
      topics: ['residential', 'figures'],
      ...CURVES,
      params: byCode,
      ok: HomeDetail,
    }),
    createHome: call({
      method: 'POST',
      path: `${AT}/plants/`,
      summary: 'Adds a home: a plant of kind residential, which the asset application leaves out',
      topics: ['residential', 'plants'],
      ...WRITE,
      body: NewHome,
      ok: HomeDetail,
      status: 201,
    }),
    changeHome: call({
      method: 'PUT',
      path: `${AT}/plants/{proj_code}/`,
      summary: 'Changes a home; omitted fields stay, a stale version is a conflict',
      topics: ['residential', 'plants'],
      ...WRITE,
      params: byCode,
      body: HomeChange,
      ok: HomeDetail,
      conflict: HomeDetail,
    }),
  },
  { host: 'residential' },
);
