/** Failures of a group, with the hours that its devices worked. */
export interface Failed {
  readonly failures: number;
  /** Mean hours of those that have ended. */
  readonly repair_h: number | null;
  readonly worked_h: number;
}

/** Mean time between failures, hours: what the devices worked, by failure; null where no working hours are known. */
export const betweenOf = ({ failures, worked_h }: Pick<Failed, 'failures' | 'worked_h'>): number | null =>
  failures > 0 && worked_h > 0 ? worked_h / failures : null;

interface OfModel extends Failed {
  readonly manufacturer: string;
  readonly devices: number;
}

/**
 * Failures of a maker's models together. The mean time to repair weighs each model by its failures, as if all had ended:
 * of a model of which none has ended nothing is taken.
 */
export function byMaker(models: readonly OfModel[]): OfModel[] {
  const makers = Map.groupBy(models, ({ manufacturer }) => manufacturer);
  return [...makers]
    .map(([manufacturer, own]) => {
      const sum = (of: (one: OfModel) => number) => own.reduce((total, one) => total + of(one), 0);
      const ended = own.filter(({ repair_h }) => repair_h !== null);
      const weight = ended.reduce((total, { failures }) => total + failures, 0);
      const hours = ended.reduce((total, { failures, repair_h }) => total + failures * (repair_h ?? 0), 0);
      return {
        ...{
          manufacturer,
          devices: sum(({ devices }) => devices),
          failures: sum(({ failures }) => failures),
        },
        ...{ repair_h: weight > 0 ? hours / weight : null, worked_h: sum(({ worked_h }) => worked_h) },
      };
    })
    .sort((a, b) => b.failures - a.failures || a.manufacturer.localeCompare(b.manufacturer));
}
