import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Day, Id, Instant, nameOf, ProjCode, Version } from '../../shared/contract/fields.ts';
import { DEVICE_CATEGORIES, QUANTITIES } from '../plants/plants.model.ts';
import { GroupWords, VariableName } from '../plants/variable-names.contract.ts';
import { AGGREGATES, RESOLUTIONS } from './measurements.model.ts';
import { MAX_SERIES } from './saved-charts.model.ts';

const VariableWord = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, 'must be a variable name');

/** A variable of a device, or, where the device is null, a quantity of the plant itself. Codes and numbers: no label. */
export const ChartedSeries = z
  .strictObject({
    proj_code: ProjCode,
    device_id: z.int().positive().nullable(),
    name: VariableWord,
    hidden: z.boolean().default(false),
  })
  .refine(({ device_id, name }) => device_id !== null || (QUANTITIES as readonly string[]).includes(name), {
    path: ['name'],
    message: 'must be a quantity, where no device is named',
  });
export type ChartedSeries = z.infer<typeof ChartedSeries>;

/** What is compared with: the same stretch a day, week, month or year before, or another plant's own quantities. */
export const ChartComparison = z
  .strictObject({ with: z.enum(['before', 'year', 'plant']), proj_code: ProjCode.optional() })
  .refine((compare) => (compare.with === 'plant') === (compare.proj_code !== undefined), {
    path: ['proj_code'],
    message: 'must name the plant that is compared with, and nothing else',
  });

/** What a chart shows. A day is one of the calendar of its first plant; no day at all is the current one. */
export const ChartDefinition = z.strictObject({
  series: z.array(ChartedSeries).min(1).max(MAX_SERIES),
  span: z.enum(['day', 'week', 'month', 'year', 'free', 'last']),
  date: Day.optional(),
  to: Day.optional(),
  // spec §9: duration choices
  last: z.enum(['30m', '1h', '2h', '3h', '4h', '5h', '1d', '2d', '4d']).optional(),
  resolution: z.enum(RESOLUTIONS).default('auto'),
  /** How the readings of a step are summed up; each variable's own way where it is not said. */
  aggregate: z.enum(AGGREGATES).optional(),
  compare: ChartComparison.optional(),
});
export type ChartDefinition = z.infer<typeof ChartDefinition>;

export const SavedChart = z.object({
  id: z.int(),
  name: z.string(),
  /** Whether everybody in the company may open it; each sees what they may see. */
  shared: z.boolean(),
  /** Null where the owner has left the company. */
  owner: z.object({ id: z.int(), name: z.string() }).nullable(),
  version: z.int(),
  updated_at: Instant,
});
export type SavedChart = z.infer<typeof SavedChart>;

export const OpenedChart = SavedChart.extend({
  definition: ChartDefinition.extend({ series: z.array(ChartedSeries) }),
  /** Series that were left out: of plants that the reader may not see, or of devices that are gone. */
  left_out: z.int(),
});
export type OpenedChart = z.infer<typeof OpenedChart>;

/** Everything that can be drawn: a variable of a device is named by its place in `names`. */
export const SeriesTree = z.object({
  names: z.array(VariableName.omit({ id: true, version: true })),
  /** In their order, for headings over the names. */
  groups: z.array(GroupWords),
  plants: z.array(
    z.object({
      proj_code: z.string(),
      name: z.string(),
      time_zone: z.string(),
      devices: z.array(
        z.object({
          device_id: z.int(),
          short_name: z.string(),
          category: z.enum(DEVICE_CATEGORIES),
          names: z.array(z.int()),
        }),
      ),
    }),
  ),
  /** Devices beyond the bound of one answer. */
  left_out: z.int(),
});
export type SeriesTree = z.infer<typeof SeriesTree>;

const byId = z.object({ id: Id });

export const savedChartsCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/charts/',
    summary: "One's own saved charts, and those that are shared in the company",
    topics: ['charts'],
    access: 'asset.read',
    ok: z.array(SavedChart),
  }),
  get: call({
    method: 'GET',
    path: '/api/v1/charts/{id}/',
    summary: 'A saved chart with those of its series that the reader may see',
    topics: ['charts'],
    access: 'asset.read',
    params: byId,
    ok: OpenedChart,
  }),
  create: call({
    method: 'POST',
    path: '/api/v1/charts/',
    summary: 'Saves a chart as its owner',
    topics: ['charts'],
    access: 'charts.write',
    body: z.object({ name: nameOf(120), shared: z.boolean().default(false), definition: ChartDefinition }),
    ok: OpenedChart,
    status: 201,
  }),
  update: call({
    method: 'PUT',
    path: '/api/v1/charts/{id}/',
    summary: "Changes one of one's own charts; omitted fields stay, a stale version is a conflict",
    topics: ['charts'],
    access: 'charts.write',
    params: byId,
    body: z
      .object({ name: nameOf(120), shared: z.boolean(), definition: ChartDefinition, version: Version })
      .partial(),
    ok: OpenedChart,
    conflict: OpenedChart,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v1/charts/{id}/',
    summary: "Deletes one of one's own charts; who manages the company also a shared one whose owner left",
    topics: ['charts'],
    access: 'charts.write',
    params: byId,
    ok: z.undefined(),
    status: 204,
  }),
  seriesTree: call({
    method: 'GET',
    path: '/api/v1/series-tree/',
    summary: 'Plants, devices and variables that can be drawn, in one answer',
    topics: ['devices'],
    access: 'asset.read',
    ok: SeriesTree,
  }),
});
