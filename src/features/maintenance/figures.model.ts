/** Failures of a group, with the hours that its devices worked. */
export interface Failed {
  readonly failures: number;
  readonly ended: number;
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

/** Failures of a maker's models together. The mean time to repair weighs each model by those of its failures that have ended. */
export function byMaker(models: readonly OfModel[]): OfModel[] {
  const makers = Map.groupBy(models, ({ manufacturer }) => manufacturer);
  return [...makers]
    .map(([manufacturer, own]) => {
      const sum = (of: (one: OfModel) => number) => own.reduce((total, one) => total + of(one), 0);
      const ended = sum((one) => one.ended);
      const hours = sum((one) => one.ended * (one.repair_h ?? 0));
      return {
        manufacturer,
        devices: sum(({ devices }) => devices),
        failures: sum(({ failures }) => failures),
        ended,
        repair_h: ended > 0 ? hours / ended : null,
        worked_h: sum(({ worked_h }) => worked_h),
      };
    })
    .sort((a, b) => b.failures - a.failures || a.manufacturer.localeCompare(b.manufacturer));
}
