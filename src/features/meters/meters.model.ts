/** What a meter measures: what the plant makes, feeds in, takes from the grid, or uses for itself. */
export const METER_ROLES = ['production', 'export', 'import', 'auxiliary'] as const;
export type MeterRole = (typeof METER_ROLES)[number];

/** Where a reading comes from. */
export const READING_SOURCES = ['hand', 'device', 'distributor', 'gse'] as const;
export type ReadingSource = (typeof READING_SOURCES)[number];

export interface MeterModel {
  readonly model: string;
  /** Digits before the comma, where the model has only one register. */
  readonly digits: number | null;
}

/** Models offered before a company has meters of its own; whatever else is printed on a meter is typed. */
export const KNOWN_MODELS: readonly MeterModel[] = [
  { model: 'Elster A1500', digits: null },
  { model: 'Iskraemeco MT880', digits: null },
  { model: 'Itron SL7000', digits: null },
  { model: 'Landis+Gyr E650', digits: null },
  { model: 'Landis+Gyr ZMD410', digits: null },
];

/**
 * What is used of what a plant makes, and taxed: production less what is fed in. // docs/domain.md §2.6
 * @param by null: a meter of that role is there, and its energy is not known
 */
export function consumedKwh(by: Readonly<Partial<Record<MeterRole, number | null>>>): number | null {
  const { production = null, export: exported = 0 } = by;
  return production === null || exported === null ? null : production - exported;
}
