import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, PageQuery, paged } from '../../shared/contract/fields.ts';
import { BoxDevice } from './boxes.contract.ts';
import { LightReport } from './light-reports.contract.ts';
import { LAMP_KINDS } from './lighting.model.ts';
import { Flag, Inputs, LightingAlarm, LightPoint, Tonight } from './lighting-fields.contract.ts';
import { Municipality } from './municipalities.contract.ts';

const TOPICS = ['lighting'] as const;
const Counts = z.object({
  unpaired: z.int(),
  silent: z.int(),
  fault: z.int(),
  by_hand: z.int(),
  lit: z.int(),
  dark: z.int(),
});

/** A municipality's installation: its boxes by their state, its lights, its faults and what it used. */
export const LightingPlant = Municipality.extend({
  lights: z.int(),
  states: Counts,
  open_alarms: z.int(),
  open_reports: z.int(),
  at_work: z
    .int()
    .describe('boxes on which somebody works as planned: their alarms are not among open_alarms'),
  month_kwh: z.number().nullable().describe('since the first of the month; null where nothing is known'),
  last_year_kwh: z.number().nullable().describe('from the first of the month a year ago for as long'),
  month_eur: z.number().nullable().describe('null where a box that used energy has no price'),
  last_year_eur: z.number().nullable(),
  tonight: Tonight.nullable().describe('when its lines are lit, by its settings; null where it has none'),
});
export type LightingPlant = z.infer<typeof LightingPlant>;

const OfPlant = z.object({ id: Id });
const OfDevice = OfPlant.extend({ device_id: Id });
const OfLight = OfPlant.extend({ light_id: Id });
const AlarmsQuery = PageQuery.extend({ closed: Flag.optional() });

/** Installations of public lighting, each of a municipality, whose id it has. */
export const illPubCalls = area({
  plants: call({
    method: 'GET',
    path: '/api/v1/ill-pub/plants/',
    summary: "Installations of public lighting, each a municipality's",
    topics: TOPICS,
    access: 'lighting.read',
    ok: z.array(LightingPlant),
  }),
  devices: call({
    method: 'GET',
    path: '/api/v1/ill-pub/plants/{id}/devices/',
    summary: 'Controllers and meters of an installation, in pages',
    topics: TOPICS,
    access: 'lighting.read',
    params: OfPlant,
    query: PageQuery,
    ok: paged(BoxDevice),
  }),
  devicesOverview: call({
    method: 'GET',
    path: '/api/v1/ill-pub/plants/{id}/devices-overview/',
    summary: 'How many controllers and meters an installation has, and how many answer',
    topics: TOPICS,
    access: 'lighting.read',
    params: OfPlant,
    ok: z.object({
      controllers: z.int(),
      meters: z.int(),
      answers: z.int(),
      silent: z.int(),
      never_heard: z.int(),
    }),
  }),
  device: call({
    method: 'GET',
    path: '/api/v1/ill-pub/plants/{id}/devices/{device_id}/',
    summary: 'A controller or meter of an installation',
    topics: TOPICS,
    access: 'lighting.read',
    params: OfDevice,
    ok: BoxDevice.extend({
      inputs: Inputs.nullable(),
      clock_offset_s: z.number().nullable(),
      power_kw: z.number().nullable(),
    }),
  }),
  deviceAlarms: call({
    method: 'GET',
    path: '/api/v1/ill-pub/plants/{id}/devices/{device_id}/alarms/',
    summary: "Alarms of a device's box, newest first, in pages",
    topics: TOPICS,
    access: 'lighting.read',
    params: OfDevice,
    query: AlarmsQuery,
    ok: paged(LightingAlarm),
  }),
  lights: call({
    method: 'GET',
    path: '/api/v1/ill-pub/plants/{id}/lights/',
    summary: 'Light points of an installation, in pages',
    topics: TOPICS,
    access: 'lighting.read',
    params: OfPlant,
    query: PageQuery,
    ok: paged(LightPoint),
  }),
  lightsOverview: call({
    method: 'GET',
    path: '/api/v1/ill-pub/plants/{id}/lights-overview/',
    summary: 'How many light points an installation has, by kind and by what they do',
    topics: TOPICS,
    access: 'lighting.read',
    params: OfPlant,
    ok: z.object({
      count: z.int(),
      lit: z.int(),
      dark: z.int(),
      unknown: z.int(),
      reported: z.int(),
      power_kw: z.number().nullable(),
      kinds: z.array(
        z.object({ lamp_kind: z.enum(LAMP_KINDS), count: z.int(), power_kw: z.number().nullable() }),
      ),
    }),
  }),
  light: call({
    method: 'GET',
    path: '/api/v1/ill-pub/plants/{id}/lights/{light_id}/',
    summary: 'A light point of an installation, with what citizens reported of it',
    topics: TOPICS,
    access: 'lighting.read',
    params: OfLight,
    ok: LightPoint.extend({ reports: z.array(LightReport) }),
  }),
  lightAlarms: call({
    method: 'GET',
    path: '/api/v1/ill-pub/plants/{id}/lights/{light_id}/alarms/',
    summary: "Alarms of a light point's line and box, newest first, in pages",
    topics: TOPICS,
    access: 'lighting.read',
    params: OfLight,
    query: AlarmsQuery,
    ok: paged(LightingAlarm),
  }),
});
