import { z } from 'zod';

/** The specified filters of the dashboard. Their conditions overlap: they select cards, they do not part them. // spec §4 */
export const STATUSES = ['alarm', 'warning', 'string', 'success', 'snoozed'] as const;
export type Status = (typeof STATUSES)[number];

/** What the dashboard can be narrowed to: the specified conditions, and plants without data. */
export const FILTERS = [...STATUSES, 'nodata'] as const;
export type Filter = (typeof FILTERS)[number];

// spec §9: code, nominal power, production, irradiance; C ascending, D descending
const SPECIFIED_SORTS = ['CI-C', 'CI-D', 'PN-C', 'PN-D', 'P-C', 'P-D', 'I-C', 'I-D'] as const;
export type SpecifiedSort = (typeof SPECIFIED_SORTS)[number];
export const SORTS = ['problems', ...SPECIFIED_SORTS] as const;
export const Sort = z.enum(SORTS);
export type Sort = z.infer<typeof Sort>;
/** The order for whoever has chosen none: problems first, what is well by code, descending. // spec §9 */
export const DEFAULT_SORT: Sort = 'problems';

/** What the rows of the plant list can be grouped by. */
export const GROUPINGS = ['state', 'type', 'region', 'comune', 'tag'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** The columns of the plant list, in their order. */
export const PLANT_COLUMNS = [
  'name',
  'code',
  'state',
  'link',
  'comune',
  'type',
  'power',
  'load',
  'today',
  'yield',
  'irradiance',
  'nominal',
  'last_reading',
  'snoozed',
] as const;
export type PlantColumn = (typeof PLANT_COLUMNS)[number];
/** Those that are hidden until somebody shows them. */
export const PLANT_EXTRAS: PlantColumn[] = ['type', 'load', 'nominal', 'snoozed'];
