import type { DeviceCategory } from './plants.model.ts';

/** Words of one thing in both languages. */
export interface Labels {
  label_en: string;
  label_it: string;
}

type Word<N extends string> = readonly [name: N, label_en: string, label_it: string];

const CATEGORY_ROWS: readonly Word<DeviceCategory>[] = [
  ['inverter', 'Inverter', 'Inverter'],
  ['production_meter', 'Production meter', 'Contatore di produzione'],
  ['exchange_meter', 'Exchange meter', 'Contatore di scambio'],
  ['weather_station', 'Weather station', 'Stazione meteo'],
  ['string_box', 'String box', 'Quadro stringhe'],
  ['generator', 'Generator', 'Generatore'],
  ['other', 'Other', 'Altro'],
];

/** The device categories that a company starts with: one for each kind of device that the portal knows. */
export const CATEGORIES: readonly (Labels & { name: string; kind: DeviceCategory })[] = CATEGORY_ROWS.map(
  ([name, label_en, label_it]) => ({ name, label_en, label_it, kind: name }),
);

const GROUP_ROWS: readonly Word<string>[] = [
  ['power', 'Power', 'Potenza'],
  ['energy', 'Energy', 'Energia'],
  ['grid', 'Grid', 'Rete'],
  ['dc', 'DC side', 'Lato DC'],
  ['strings', 'Strings', 'Stringhe'],
  ['weather', 'Weather', 'Meteo'],
  ['temperature', 'Temperature', 'Temperatura'],
  ['process', 'Process', 'Processo'],
  ['state', 'State', 'Stato'],
];

/** The groups of variables that a company starts with, in their order. */
export const GROUPS: readonly (Labels & { name: string; position: number })[] = GROUP_ROWS.map(
  ([name, label_en, label_it], i) => ({ name, label_en, label_it, position: i + 1 }),
);

/** What one company keeps of each at most; lists are answered whole. */
export const MAX_NAMES = 5000;
export const MAX_CATEGORIES = 200;
export const MAX_GROUPS = 200;
export const MAX_TAGS = 500;
export const TAGS_OF_DEVICE = 50;
export const SECTIONS_OF_PLANT = 200;

/** What calls about a company's own words refuse: the portal has a sentence for each. */
export const CATALOGUE_FAULTS = [
  'name_taken',
  'too_many',
  'unknown_group',
  // Changes that would turn what is stored into something else.
  'name_in_use',
  'unit_in_use',
  'kind_in_use',
  'quantity_in_use',
  'category_in_use',
  // Deletions.
  'used_by_variables',
  'used_by_devices',
  'used_by_group',
] as const;
export type CatalogueFault = (typeof CATALOGUE_FAULTS)[number];

/** How much hangs on a variable name; `binned` of the variables were deleted, and can be brought back. */
export interface NameUse {
  variables: number;
  devices: number;
  binned: number;
}

const FIXED = ['name', 'unit', 'kind', 'quantity'] as const;
type Fixed = (typeof FIXED)[number];

/**
 * The fields whose change would give stored readings another meaning, as codes of faults: programs send under the name,
 * stored numbers are in the unit, energy is counted by kind and quantity. None where no variable uses the name.
 */
export function changesOfMeaning(
  before: Readonly<Record<Fixed, string>>,
  after: Readonly<Record<Fixed, string>>,
  use: Pick<NameUse, 'variables' | 'binned'>,
): Fixed[] {
  if (use.variables + use.binned === 0) return [];
  return FIXED.filter((field) => before[field] !== after[field]);
}
