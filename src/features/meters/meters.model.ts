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

/** What is used by the plant and taxed: what it makes and takes in, less what it feeds in. // reference/domain.md §2.6 */
export function consumedKwh(by: Readonly<Partial<Record<MeterRole, number>>>): number | null {
  const { production, export: exported, import: imported } = by;
  if (production === undefined && imported === undefined) return null;
  return (production ?? 0) + (imported ?? 0) - (exported ?? 0);
}
