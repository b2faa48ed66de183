import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { commaList, Id, Instant, lineOf, nameOf, ProjCode, Version } from '../../shared/contract/fields.ts';
import { Device, DeviceDetails, NewDevice, NewVariable } from './device-fields.contract.ts';
import { MAX_VARIABLES, PRODUCTION_TYPES } from './plants.model.ts';

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
  /** Name of the weather icon (Sun, Cloud2, …); null where no weather of now is known, and in a conflict's stored plant. */
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

// spec §7: the same plants for those that choose one
export const SimplifiedPlant = Plant.pick({
  master_id: true,
  proj_code: true,
  code: true,
  name: true,
  label: true,
  productionType: true,
});

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
export const PlantChange = z.object(plantFields).partial().extend({ version: Version.optional() });

/** A plant of the archive: neither shown nor polled, with its history kept. */
export const ArchivedPlant = z.object({
  proj_code: z.string(),
  name: z.string(),
  devices: z.int(),
  archived_at: Instant,
  last_reading_at: Instant.nullable(),
});
export type ArchivedPlant = z.infer<typeof ArchivedPlant>;

const byCode = z.object({ proj_code: ProjCode });
const byId = z.object({ id: Id });

export const plantsCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/plants/',
    summary: 'The plants that the caller may see, all or those that are named',
    topics: ['plants'],
    access: 'asset.read',
    query: z.object({ codes: commaList(ProjCode, 1000).optional() }),
    ok: z.array(Plant),
  }),
  legacyList: call({
    method: 'GET',
    path: '/legacy/v1/plants/',
    summary: 'The plants that the caller may see, as /api/v1/plants/ answers them',
    topics: ['plants'],
    access: 'asset.read',
    ok: z.array(Plant),
  }),
  listSimplified: call({
    method: 'GET',
    path: '/legacy/v1/plants-simplified/',
    summary: 'Number, code and name of the plants that the caller may see',
    topics: ['plants'],
    access: 'asset.read',
    ok: z.array(SimplifiedPlant),
  }),
  create: call({
    method: 'POST',
    path: '/api/v1/plants/',
    summary: 'Adds a plant',
    topics: ['plants'],
    access: 'plants.write',
    body: NewPlant,
    ok: Plant,
    status: 201,
  }),
  update: call({
    method: 'PUT',
    path: '/api/v1/plants/{proj_code}/',
    summary: 'Changes a plant; omitted fields stay, a stale version is a conflict',
    topics: ['plants'],
    access: 'plants.write',
    params: byCode,
    body: PlantChange,
    ok: Plant,
    conflict: Plant,
  }),
  plantTags: call({
    method: 'GET',
    path: '/api/v1/plant-tags/',
    summary: 'The plants whose devices have tags, with the names of these',
    topics: ['plants', 'devices'],
    access: 'asset.read',
    ok: z.array(z.object({ proj_code: z.string(), tags: z.array(z.string()) })),
  }),
  listArchived: call({
    method: 'GET',
    path: '/api/v1/plants-archive/',
    summary: 'The archived plants that the caller may see',
    topics: ['plants'],
    access: 'plants.write',
    ok: z.array(ArchivedPlant),
  }),
  archive: call({
    method: 'POST',
    path: '/api/v1/plants/{proj_code}/archive/',
    summary:
      'Archives a plant: it is neither shown nor polled any more and its devices take no readings; nothing stored is lost',
    topics: ['plants'],
    access: 'plants.write',
    params: byCode,
    body: z.object({ version: Version.optional() }),
    ok: z.object({}),
    conflict: Plant,
  }),
  restore: call({
    method: 'POST',
    path: '/api/v1/plants/{proj_code}/restore/',
    summary: 'Restores an archived plant with its devices and history; it is polled again within seconds',
    topics: ['plants'],
    access: 'plants.write',
    params: byCode,
    body: z.object({}),
    ok: Plant,
  }),
  listDevices: call({
    method: 'GET',
    path: '/api/v1/device/',
    summary: 'Devices, of one plant when proj_code is given',
    topics: ['devices'],
    access: 'asset.read',
    query: byCode.partial(),
    ok: z.array(Device),
  }),
  getDevice: call({
    method: 'GET',
    path: '/api/v1/device/{id}/',
    summary: 'A device with its variables and attributes',
    topics: ['devices'],
    access: 'asset.read',
    params: byId,
    ok: DeviceDetails,
  }),
  createDevice: call({
    method: 'POST',
    path: '/api/v1/device/',
    confirmed: 'always',
    reaches: 'field',
    summary: 'Adds a device with its variables; with a port it is polled within seconds',
    topics: ['devices'],
    access: 'cloudcontrol',
    body: NewDevice,
    ok: DeviceDetails,
    status: 201,
  }),
  addVariables: call({
    method: 'POST',
    path: '/api/v1/device-variables/',
    summary: 'Adds variables to a device; each takes the next free slot',
    topics: ['devices'],
    access: 'cloudcontrol',
    body: z.object({
      device_id: z.int().positive(),
      variables: z.array(NewVariable).min(1).max(MAX_VARIABLES),
    }),
    ok: DeviceDetails,
    status: 201,
  }),
  devicesName: call({
    method: 'GET',
    path: '/api/v1/devices-name/',
    summary: "Short names of a plant's devices",
    topics: ['devices'],
    access: 'asset.read',
    query: byCode,
    ok: z.array(z.object({ id: z.int(), device_id: z.int(), proj_code: z.string(), short_name: z.string() })),
  }),
});
