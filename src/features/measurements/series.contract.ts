import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { commaList, Day, Id, Instant, Ordinal, PageQuery, ProjCode } from '../../shared/contract/fields.ts';
import { WindowEnd, WindowStart } from '../../shared/contract/windows.ts';
import { DEVICE_CATEGORIES, QUANTITIES } from '../plants/plants.model.ts';
import { AGGREGATES, MAX_POINTS, QUALITIES, RESOLUTIONS } from './measurements.model.ts';

export const variableName = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, 'must be a variable name');

/** The most plants, devices, variable names and quantities of one question, and devices of one page. */
const MAX = { plants: 50, devices: 200, variables: 100, quantities: 20, page: 100 } as const;

/** What every question about series has: variables, window and shape. */
const Shape = z.object({
  variables: commaList(variableName, MAX.variables)
    .optional()
    .describe('names of variables, joined by commas; all of each device when left out'),
  start: WindowStart.describe('first instant of the window'),
  end: WindowEnd.describe(
    'the instant at which the window ends; it is not part of it. At most 40 years later',
  ),
  resolution: z
    .enum(RESOLUTIONS)
    .default('auto')
    .describe(
      "periods are counted in the plant's own zone, whole ones from the one that holds start; auto suits the window. A series whose readings come more rarely is answered in coarser periods: each says its own",
    ),
  aggregate: z
    .enum(AGGREGATES)
    .optional()
    .describe(
      'how readings of a period are summed up; left out: energy of counters, mean of gauges, last of states',
    ),
  points: Ordinal.refine((n) => n <= MAX_POINTS, `at most ${MAX_POINTS}`)
    .default(2000)
    .describe(
      'points that can be drawn for a series. Where there are more, values are thinned (the least, the greatest and a gap of each pixel stay); energy and sums come in coarser periods, so that they still add up',
    ),
});

/** The window and shape of a question; `start` inclusive, `end` exclusive. Days and months are the plant's own. */
export const Question = z.object({
  proj_code: ProjCode.optional().describe('a plant: its devices, and the plant of quantities'),
  plants: commaList(ProjCode, MAX.plants)
    .optional()
    .describe('several plants, joined by commas: the same for each of them. Devices may be of others'),
  master_id: Id.optional().describe('a device'),
  devices: commaList(Id, MAX.devices).optional().describe('devices of any plants, joined by commas'),
  quantities: commaList(z.enum(QUANTITIES), MAX.quantities)
    .optional()
    .describe(
      "series of each plant itself: power and energy summed over its sources, sensors averaged. Wants proj_code or plants; with variables too, the devices' series come beside them",
    ),
  ...Shape.shape,
});

/** The same over every device that the caller may see, a page of devices at a time, by plant and short name. */
export const AllDevicesQuestion = z.object({
  proj_code: ProjCode.optional().describe('devices of this plant only'),
  category: z.enum(DEVICE_CATEGORIES).optional().describe('devices of this category only'),
  measuring: z
    .enum(['true', 'false'])
    .optional()
    .describe(
      'true: only devices that have one of the variables; else the others stand in the answer without results',
    ),
  devices: commaList(Id, MAX.devices)
    .optional()
    .describe('of these devices only, joined by commas; those that the caller does not see are left out'),
  ...Shape.shape,
  page: PageQuery.shape.page,
  page_size: Ordinal.refine((n) => n <= MAX.page, `at most ${MAX.page}`)
    .default(20)
    .describe('devices of a page'),
});

const ByUnit = z.object({
  by_unit_id: z
    .enum(['true', 'false'])
    .optional()
    .describe('true: series stand in unit_id_results, under the Modbus number of their device'),
});

const notRaw = z
  .enum(RESOLUTIONS)
  .exclude(['raw'])
  .default('auto')
  .describe('as in results-data; figures of periods, never raw readings');
export const AggregateQuestion = z.object({ ...Question.shape, resolution: notRaw });
export const AggregateAllQuestion = z.object({ ...AllDevicesQuestion.shape, resolution: notRaw });

/** One series: null is a gap; `quality` stands only where not all is good. */
export const Series = z.object({
  /** null for a series of the plant itself. */
  device_id: z.int().nullable(),
  short_name: z.string().nullable(),
  proj_code: z.string(),
  name: z.string(),
  label_en: z.string(),
  label_it: z.string(),
  quantity: z.enum(QUANTITIES),
  /** The list that says what its numbers mean; null: SunSpec's for states, none else. */
  value_table: z.string().nullable(),
  unit: z.string(),
  decimals: z.int(),
  colour: z.string(),
  resolution: z.enum(RESOLUTIONS).exclude(['auto']),
  aggregate: z.enum(AGGREGATES),
  /** Seconds that a point stands for at this resolution (for raw the variable's own rhythm, by its polling plan); a longer silence is a gap. */
  step_s: z.int(),
  ts: z.array(Instant),
  values: z.array(z.number().nullable()),
  quality: z.array(z.enum(QUALITIES)).optional(),
  /** Ranges whose readings a person declared bad: they are counted nowhere, and drawn as gaps that say why. */
  marked: z.array(z.object({ start: Instant, end: Instant, reason: z.string() })).optional(),
  /**
   * Energy alone: days of the window of which at least a fifth was booked when a counter came back after more than an
   * hour of silence. It may have been made long before, so such a day can show more than the device makes in one.
   */
  recovered: z.array(z.object({ day: Day, start: Instant, energy: z.number() })).optional(),
});
export type Series = z.infer<typeof Series>;

const figure = z.number().nullable();

/**
 * What a whole window comes to, over the periods that the series shows: n good readings and what they tell; null where
 * nothing is known. Energy (kWh) stands only for what carries it.
 */
export const Figures = z.object({
  n: z.int(),
  sum: figure,
  mean: figure,
  min: figure,
  max: figure,
  first: figure,
  last: figure,
  energy: figure,
});
export type Figures = z.infer<typeof Figures>;

export const AggregateSeries = Series.extend({ figures: Figures });
export type AggregateSeries = z.infer<typeof AggregateSeries>;

/** What is told of a device beside its results. // spec §3 */
const DeviceHead = z.object({
  device_id: z.int().nullable().describe('null for the series of a plant itself'),
  proj_code: z.string(),
  short_name: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  nominal_power: z.number().nullable().describe('kW'),
  description: z.string(),
});

// spec §3: All-devices results
export const DeviceResults = DeviceHead.extend({ results: z.array(Series) });
export const EitherResults = DeviceHead.extend({
  results: z.array(Series).optional(),
  unit_id_results: z
    .record(z.string(), z.array(Series))
    .optional()
    .describe('asked for by by_unit_id: by Modbus number. A device without one answers results'),
});
// spec §3: Aggregate device result
export const AggregateResults = DeviceHead.extend({ results: z.array(AggregateSeries) });

const listOf = <T extends z.ZodType>(device: T) => z.object({ count: z.int(), devices: z.array(device) });
/** `count` is that of all devices, `devices` this page's; the neighbouring pages' addresses keep the parameters. */
const pageOf = <T extends z.ZodType>(device: T) =>
  listOf(device).extend({ next: z.string().nullable(), previous: z.string().nullable() });

/** What answers a question about series. */
export const seriesCalls = area({
  resultsData: call({
    method: 'GET',
    path: '/api/v1/results-data/',
    summary: 'Readings of devices and quantities of plants, grouped by device',
    topics: ['readings'],
    access: 'asset.read',
    // They take turns, and what is heavy is read by a worker thread.
    tx: 'none',
    query: Question,
    ok: pageOf(DeviceResults),
  }),
  resultsDataAllDevice: call({
    method: 'GET',
    path: '/api/v1/results-data-all-device/',
    summary: 'Readings of every device that the caller may see, a page of devices at a time',
    topics: ['readings'],
    access: 'asset.read',
    // They take turns, and what is heavy is read by a worker thread.
    tx: 'none',
    query: z.object({ ...AllDevicesQuestion.shape, ...ByUnit.shape }),
    ok: pageOf(EitherResults),
  }),
  aggregateResultsData: call({
    method: 'GET',
    path: '/api/v1/aggregate-results-data/',
    summary: 'Series by period of devices or plants, and what the whole window comes to',
    topics: ['readings'],
    access: 'asset.read',
    // They take turns, and what is heavy is read by a worker thread.
    tx: 'none',
    query: AggregateQuestion,
    ok: listOf(AggregateResults),
  }),
  aggregateResultsDataAllDevice: call({
    method: 'GET',
    path: '/api/v1/aggregate-results-data-all-device/',
    summary: 'The same of every device that the caller may see, a page of devices at a time',
    topics: ['readings'],
    access: 'asset.read',
    // They take turns, and what is heavy is read by a worker thread.
    tx: 'none',
    query: AggregateAllQuestion,
    ok: pageOf(AggregateResults),
  }),
  chartResultsData: call({
    method: 'GET',
    path: '/api/v1/chart-results-data/',
    summary: 'Series for a chart: variables of devices, or quantities of plants',
    topics: ['readings'],
    access: 'asset.read',
    // They take turns, and what is heavy is read by a worker thread.
    tx: 'none',
    query: Question,
    ok: z.array(Series),
  }),
  chartResultsDataAllDevice: call({
    method: 'GET',
    path: '/api/v1/chart-results-data-all-device/',
    list: 'charts-devices',
    summary: 'Series for a chart of every device that the caller may see, a page of devices at a time',
    topics: ['readings'],
    access: 'asset.read',
    // They take turns, and what is heavy is read by a worker thread.
    tx: 'none',
    query: z.object({ ...AllDevicesQuestion.shape, ...ByUnit.shape }),
    ok: pageOf(EitherResults),
  }),
  lastResults: call({
    method: 'GET',
    path: '/api/v1/last-results/{id}/',
    summary: 'Last value, instant and quality of each variable of a device',
    topics: ['device_values'],
    access: 'asset.read',
    params: z.object({ id: Id }),
    ok: z.object({
      device_id: z.int(),
      proj_code: z.string(),
      short_name: z.string(),
      ts: Instant.nullable(),
      values: z.array(
        z.object({
          name: z.string(),
          unit: z.string(),
          value: z.number().nullable(),
          ts: Instant.nullable(),
          quality: z.enum(QUALITIES),
        }),
      ),
    }),
  }),
});
