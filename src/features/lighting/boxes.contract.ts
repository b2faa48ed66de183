import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, IdNumber, Instant, lineOf, PageQuery, paged, Version } from '../../shared/contract/fields.ts';
import { WindowEnd, WindowStart } from '../../shared/contract/windows.ts';
import { MAX_BOXES } from './lighting.model.ts';
import {
  BoxState,
  Flag,
  Inputs,
  Latitude,
  Line,
  LineState,
  Longitude,
  TimeOfDay,
  Tonight,
} from './lighting-fields.contract.ts';

const TOPICS = ['lighting'] as const;

/** What a box has of its own; null is as its municipality says. */
const ownTimes = {
  turn_on_auto: z.boolean().nullable(),
  turn_on_date: TimeOfDay.nullable(),
  turn_off_auto: z.boolean().nullable(),
  turn_off_date: TimeOfDay.nullable(),
};

// spec §3: Box
export const Box = z.object({
  id: z.int(),
  serial: z.string(),
  reg_number: z.string(),
  name: z.string(),
  pod: z.string(),
  supply_code: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  comune_id: z.int().nullable().describe('null: unpaired'),
  comune_name: z.string().nullable(),
  enabled: z.boolean(),
  auto_mode: z.boolean().describe('it follows its schedule; false: it is switched by hand alone'),
  ...ownTimes,
  state: BoxState,
  heard_at: Instant.nullable(),
  fault: z.string().describe('why its controller does not answer; empty where it does'),
  power_kw: z.number().nullable(),
  lights: z.int(),
  open_alarms: z.int().describe('that call: neither muted nor during planned work'),
  work_from: Instant.nullable().describe(
    'when planned work begins; null where it has begun, or none is planned',
  ),
  work_until: Instant.nullable().describe(
    'planned work on it: from its begin until then none of its alarms calls',
  ),
  work_message: z.string(),
  version: z.int(),
});
export type Box = z.infer<typeof Box>;

// spec §3: Power line
export const PowerLine = LineState.extend({
  id: z.int(),
  box_id: z.int(),
  name: z.string(),
  enabled: z.boolean(),
  load_nominal_kw: z.number().nullable(),
  lights: z.int(),
  lamps_kw: z.number().nullable().describe('what its light points take together'),
  version: z.int(),
});
export type PowerLine = z.infer<typeof PowerLine>;

export const BoxStatus = z.object({
  box_id: z.int(),
  state: BoxState,
  heard_at: Instant.nullable(),
  fault: z.string(),
  auto_mode: z.boolean(),
  override_until: Instant.nullable(),
  lines: z.array(LineState.extend({ should_be_on: z.boolean().nullable() })),
  tonight: Tonight.nullable(),
  digital_inputs: Inputs.nullable().describe('null where they were not asked for'),
});
export type BoxStatus = z.infer<typeof BoxStatus>;

/** A controller or meter of a box. */
export const BoxDevice = z.object({
  device_id: z.int(),
  box_id: z.int(),
  serial: z.string(),
  kind: z.enum(['controller', 'meter']),
  short_name: z.string(),
  description: z.string(),
  state: z.enum(['answers', 'silent', 'never_heard']),
  heard_at: Instant.nullable(),
  fault: z.string(),
});
export type BoxDevice = z.infer<typeof BoxDevice>;

const Series = z.object({
  name: z.string(),
  unit: z.string(),
  ts: z.array(Instant),
  values: z.array(z.number().nullable()),
});

const Placed = { latitude: z.number(), longitude: z.number() };
/** Degrees of latitude or longitude in a query. */
const Degrees = z.coerce.number().min(-180).max(180);

const OfOne = z.object({ id: Id });
const OfBox = z.object({ box_id: Id });

export const boxesCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/ill-pub/box/',
    list: 'lighting-boxes',
    summary: 'Boxes of the company, in pages',
    topics: TOPICS,
    access: 'lighting.read',
    query: PageQuery.extend({
      comune_id: Id.optional(),
      unassigned: Flag.optional().describe('only those without a municipality, or only the others'),
      state: BoxState.optional(),
      search: lineOf(100).optional(),
    }),
    ok: paged(Box),
  }),
  map: call({
    method: 'GET',
    path: '/api/v1/ill-pub/map-boxes/',
    summary: 'Where boxes stand and in which state they are: all that have a place',
    topics: TOPICS,
    access: 'lighting.read',
    query: z.object({ comune_id: Id.optional() }),
    ok: z.array(Box.pick({ id: true, serial: true, state: true }).extend(Placed)),
  }),
  mapLights: call({
    method: 'GET',
    path: '/api/v1/ill-pub/map-lights/',
    summary: 'Where light points stand within a stretch of the map, at most 5,000, and whether they are lit',
    topics: TOPICS,
    access: 'lighting.read',
    query: z.object({
      south: Degrees.describe('least latitude of what is looked at'),
      west: Degrees.describe('least longitude'),
      north: Degrees.describe('greatest latitude'),
      east: Degrees.describe('greatest longitude'),
      comune_id: Id.optional(),
    }),
    ok: z.object({
      lights: z.array(
        z.object({
          id: z.int(),
          box_id: z.int(),
          code: z.string(),
          ...Placed,
          is_lit: z
            .boolean()
            .nullable()
            .describe('as the feedback of its line says; false behind a breaker that has tripped'),
        }),
      ),
      more: z.boolean().describe('there are more than these: look nearer'),
    }),
  }),
  get: call({
    method: 'GET',
    path: '/api/v1/ill-pub/box/{id}/',
    summary: 'A box',
    topics: TOPICS,
    access: 'lighting.read',
    params: OfOne,
    ok: Box,
  }),
  change: call({
    method: 'PUT',
    path: '/api/v1/ill-pub/box/{id}/',
    summary: 'Changes a box; a stale version is a conflict',
    topics: TOPICS,
    access: 'lighting.switch',
    params: OfOne,
    body: z.object({
      name: lineOf(120).optional(),
      pod: lineOf(20).optional(),
      supply_code: lineOf(40).optional(),
      latitude: Latitude.optional(),
      longitude: Longitude.optional(),
      enabled: z.boolean().optional(),
      auto_mode: z.boolean().optional(),
      turn_on_auto: ownTimes.turn_on_auto.optional(),
      turn_on_date: ownTimes.turn_on_date.optional(),
      turn_off_auto: ownTimes.turn_off_auto.optional(),
      turn_off_date: ownTimes.turn_off_date.optional(),
      work_from: Instant.nullable()
        .optional()
        .describe('when the planned work begins that ends at work_until; null or left out: now'),
      work_until: Instant.nullable()
        .optional()
        .describe('end of planned work, within a year; null ends it, or calls it off'),
      work_message: lineOf(500).optional(),
      version: Version.optional(),
    }),
    ok: Box,
    conflict: Box,
  }),
  status: call({
    method: 'GET',
    path: '/api/v1/ill-pub/box-status/',
    summary: 'What a box is doing, and what it should be doing',
    topics: TOPICS,
    access: 'lighting.read',
    query: OfBox.extend({ digital_inputs: Flag.optional() }),
    ok: BoxStatus,
  }),
  assign: call({
    method: 'PUT',
    path: '/api/v1/ill-pub/assign-box/',
    summary: 'Assigns boxes to a municipality',
    topics: TOPICS,
    access: 'lighting.switch',
    query: z.object({ municipality: Id }),
    body: z.object({ boxes: z.array(IdNumber).min(1).max(MAX_BOXES) }),
    ok: z.object({ assigned: z.int() }),
  }),
  powerLines: call({
    method: 'GET',
    path: '/api/v1/ill-pub/power_line/',
    summary: 'Lines of boxes, in pages',
    topics: TOPICS,
    access: 'lighting.read',
    query: PageQuery.extend({ box_id: Id.optional() }),
    ok: paged(PowerLine),
  }),
  powerLine: call({
    method: 'GET',
    path: '/api/v1/ill-pub/power_line/{id}/',
    summary: 'A line of a box',
    topics: TOPICS,
    access: 'lighting.read',
    params: OfOne,
    ok: PowerLine,
  }),
  changePowerLine: call({
    method: 'PUT',
    path: '/api/v1/ill-pub/power_line/{id}/',
    summary: 'Changes a line of a box; a stale version is a conflict',
    topics: TOPICS,
    access: 'lighting.switch',
    params: OfOne,
    body: z.object({
      name: lineOf(80).optional(),
      enabled: z.boolean().optional(),
      load_nominal_kw: z.number().min(0).max(1000).nullable().optional(),
      version: Version.optional(),
    }),
    ok: PowerLine,
    conflict: PowerLine,
  }),
  addPowerLine: call({
    method: 'POST',
    path: '/api/v1/ill-pub/power_line/',
    summary: 'Adds a line to a box that lacks it',
    topics: TOPICS,
    access: 'lighting.switch',
    body: z.object({
      box_id: IdNumber,
      line: Line,
      name: lineOf(80).default(''),
      enabled: z.boolean().default(true),
      load_nominal_kw: z.number().min(0).max(1000).nullable().default(null),
    }),
    ok: PowerLine,
    status: 201,
  }),
  removePowerLine: call({
    method: 'DELETE',
    path: '/api/v1/ill-pub/power_line/{id}/',
    summary: 'Deletes a line that is out of use and has no light points',
    topics: TOPICS,
    access: 'lighting.switch',
    params: OfOne,
    ok: z.undefined(),
    status: 204,
  }),
  devices: call({
    method: 'GET',
    path: '/api/v1/ill-pub/box-devices/',
    summary: 'The controller and the meters of a box',
    topics: TOPICS,
    access: 'lighting.read',
    query: OfBox,
    ok: z.array(BoxDevice),
  }),
  powerComputed: call({
    method: 'GET',
    path: '/api/v1/ill-pub/energy-meter-power-computed/',
    summary:
      'Power of a box: as its meter says, else measured as a whole, else the sum of its lines; beside it what its lit lamps take',
    topics: TOPICS,
    access: 'lighting.read',
    query: OfBox,
    ok: z.object({
      box_id: z.int(),
      power_kw: z.number().nullable(),
      at: Instant.nullable(),
      source: z.enum(['meter', 'box', 'lines']).nullable(),
      expected_kw: z.number().nullable(),
      lit_lines: z.array(Line),
    }),
  }),
  resultData: call({
    method: 'GET',
    path: '/api/v1/ill-pub/result_data/',
    summary: 'Energy of a box by hours or days, and when its lines were lit',
    topics: TOPICS,
    access: 'lighting.read',
    query: OfBox.extend({
      start: WindowStart,
      end: WindowEnd,
      resolution: z.enum(['hour', 'day']).default('hour'),
    }),
    ok: z.object({ box_id: z.int(), resolution: z.enum(['hour', 'day']), series: z.array(Series) }),
  }),
});
