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
/** The order of the dashboard for whoever has chosen none: by code, descending. // spec §9 */
export const DASHBOARD_SORT: Sort = 'CI-D';
/** That of the list, the map and the wall, which the specification gives none. */
export const USUAL_SORT: Sort = 'problems';

/** The columns of the list that cards can be sorted by as well. */
const SORTED_COLUMNS = { code: 'CI', nominal: 'PN', today: 'P', irradiance: 'I' } as const;
type SortedColumn = keyof typeof SORTED_COLUMNS;
const isSorted = (column: string): column is SortedColumn => column in SORTED_COLUMNS;

/** The sort of cards that is the same as an order of the list, `-today` as P-D; undefined where there is none. */
export function sortOfOrder(order: string): SpecifiedSort | undefined {
  const column = order.replace(/^-/, '');
  if (!isSorted(column)) return undefined;
  return `${SORTED_COLUMNS[column]}-${order.startsWith('-') ? 'D' : 'C'}`;
}

/** The same the other way round: which column of the list stands in order; '' where none does. */
export function orderOfSort(sort: Sort): string {
  const [what, way] = sort.split('-');
  const column = Object.entries(SORTED_COLUMNS).find(([, one]) => one === what)?.[0];
  return column === undefined ? '' : `${way === 'D' ? '-' : ''}${column}`;
}

/** How an address says that plants are ordered: by a sort of the cards, or by another column of the list, which has the word. */
export function orderIn(
  { sort, order = '' }: { readonly sort?: Sort | undefined; readonly order?: string | undefined },
  usual: Sort,
): { sort: Sort; order: string } {
  const same = sortOfOrder(order);
  return same ? { sort: same, order: '' } : { sort: sort ?? usual, order };
}

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
  'expected',
  'irradiance',
  'nominal',
  'last_reading',
  'snoozed',
] as const;
export type PlantColumn = (typeof PLANT_COLUMNS)[number];
/** Those that are hidden until somebody shows them. */
export const PLANT_EXTRAS: PlantColumn[] = ['type', 'load', 'expected', 'nominal', 'snoozed'];
