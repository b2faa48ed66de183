import type { LightPoint } from './lighting-fields.contract.ts';

/** What can be wrong with a row of the census. */
export const CENSUS_FAULTS = [
  'no_code',
  'code_twice',
  'no_box',
  'unknown_box',
  'no_line',
  'unknown_line',
  'not_a_number',
  'not_allowed',
  'yes_or_no',
  'half_place',
  'not_a_point',
  'not_single',
  'too_many_cells',
] as const;
export type CensusFault = (typeof CENSUS_FAULTS)[number];

const PELL_COLUMNS = [
  'support',
  'optic',
  'road_class',
  'installed_in',
  'lumens',
  'colour_k',
  'dimmable',
] as const;

/** Columns of the census, by the names that they have in a file. */
export const CENSUS_COLUMNS = [
  'code',
  'box',
  'line',
  'lamp_kind',
  'power_w',
  'pole',
  'street',
  'latitude',
  'longitude',
  ...PELL_COLUMNS,
] as const;
export type CensusColumn = (typeof CENSUS_COLUMNS)[number];

export const isCensusColumn = (name: string): name is CensusColumn =>
  CENSUS_COLUMNS.some((column) => column === name);

/** Texts of a row as they stand in the file; a column that the file does not have is missing. */
export type CensusCells = Readonly<Partial<Record<CensusColumn, string>>>;

export type CensusValue = string | number | boolean | null;

const NUMBERS: ReadonlySet<CensusColumn> = new Set([
  'line',
  'power_w',
  'latitude',
  'longitude',
  'installed_in',
  'lumens',
  'colour_k',
]);
/** An empty cell says nothing of these: nobody wants a lamp on no line. */
const KEPT: ReadonlySet<CensusColumn> = new Set(['box', 'line', 'lamp_kind']);
const YES: Readonly<Record<string, boolean>> = {
  yes: true,
  si: true,
  sì: true,
  true: true,
  1: true,
  no: false,
  false: false,
  0: false,
};

/** A number as people and spreadsheets write it, with a point or one comma; NaN for what is none. */
const numberOf = (text: string): number =>
  /^[+-]?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;

/** What a cell means; undefined: it says nothing. */
function meaningOf(
  column: CensusColumn,
  text: string,
): CensusValue | undefined | { readonly code: CensusFault } {
  if (text === '' && KEPT.has(column)) return undefined;
  if (NUMBERS.has(column)) {
    if (text === '') return null;
    const number = numberOf(text);
    return Number.isNaN(number) ? { code: 'not_a_number' } : number;
  }
  if (column === 'dimmable') {
    if (text === '') return null;
    const word = text.toLowerCase();
    return (Object.hasOwn(YES, word) ? YES[word] : undefined) ?? { code: 'yes_or_no' };
  }
  return text;
}

export type CensusValues = Readonly<Partial<Record<CensusColumn, CensusValue>>>;

/** What the cells of a row mean, and in which columns they mean nothing. */
export function valuesOf(cells: CensusCells): {
  readonly values: CensusValues;
  readonly faults: readonly { readonly column: CensusColumn; readonly code: CensusFault }[];
} {
  const values: Partial<Record<CensusColumn, CensusValue>> = {};
  const faults: { column: CensusColumn; code: CensusFault }[] = [];
  for (const column of CENSUS_COLUMNS) {
    const text = cells[column]?.trim();
    if (text === undefined) continue;
    const value = meaningOf(column, text);
    if (value === undefined) continue;
    if (typeof value === 'object' && value !== null) faults.push({ column, code: value.code });
    else values[column] = value;
  }
  return { values, faults };
}

/** Further fields as they are once these are stored; one that is set to nothing goes. */
export function pellWith(before: LightPoint['pell'], values: CensusValues): LightPoint['pell'] {
  const merged: Record<string, unknown> = { ...before };
  for (const column of PELL_COLUMNS) {
    const value = values[column];
    if (value === null || value === '') delete merged[column];
    else if (value !== undefined) merged[column] = value;
  }
  return merged;
}

/** A light point as a row of the census. */
export function cellsOf(light: LightPoint): Record<CensusColumn, CensusValue> {
  const { code, serial, line, lamp_kind, power_w, pole, street, latitude, longitude, pell } = light;
  const further = Object.fromEntries(PELL_COLUMNS.map((column) => [column, pell[column] ?? null]));
  return {
    code,
    box: serial,
    line,
    lamp_kind,
    power_w,
    pole,
    street,
    latitude,
    longitude,
    ...(further as Record<(typeof PELL_COLUMNS)[number], CensusValue>),
  };
}

/** A light point as a feature of GeoJSON; without a place its geometry is null. // RFC 7946 §3.2 */
export function featureOf(light: LightPoint): object {
  const { latitude, longitude, ...properties } = cellsOf(light);
  const geometry =
    latitude === null || longitude === null ? null : { type: 'Point', coordinates: [longitude, latitude] };
  return { type: 'Feature', geometry, properties };
}
