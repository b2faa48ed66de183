import { at as valueAt } from '../../energy/community/case.ts';
import { traceHours } from '../../energy/community/plant-trace.ts';
import type { SubstationHours } from '../../energy/community/settle.ts';
import { HOUR_MS } from '../../shared/units/zones.ts';
import { presence, type SettledMonth } from './measured.model.ts';
import { type HeldPlant, type MonthInputs, sumOf } from './statement-energies.model.ts';

/** A month of a community, settled, with the hours of each primary substation. */
export interface MonthHours {
  readonly inputs: MonthInputs;
  readonly settled: SettledMonth;
  readonly substations: readonly SubstationHours[];
  /** How many plants belonged to it in each hour that the reader does not see. */
  readonly hidden: Uint32Array;
}

/** PODs of a primary substation that should have been measured in each hour, and those that were. */
function readingsAt({ inputs, settled }: MonthHours, substation: string) {
  const { axis } = settled;
  const counts = () => ({ expected: new Uint32Array(axis.count), known: new Uint32Array(axis.count) });
  const [withdrawn, injected] = [counts(), counts()];
  const note = (
    rows: readonly (MonthInputs['measured']['pods'][number] | HeldPlant)[],
    to: typeof injected,
  ) => {
    for (const row of rows.filter((one) => one.substation === substation)) {
      const { from_hour, to_hour } = presence(axis, row);
      for (let hour = from_hour; hour < to_hour; hour++) {
        to.expected[hour] = valueAt(to.expected, hour) + 1;
        if (!Number.isNaN(row.hours?.[hour] ?? Number.NaN)) to.known[hour] = valueAt(to.known, hour) + 1;
      }
    }
  };
  note(inputs.measured.pods, withdrawn);
  note(inputs.measured.plants, injected);
  return (hour: number) => {
    const gap = ({ expected, known }: typeof injected) => valueAt(expected, hour) - valueAt(known, hour);
    const blank = ({ expected, known }: typeof injected) =>
      valueAt(expected, hour) > 0 && valueAt(known, hour) === 0;
    return {
      unknown_pods: gap(withdrawn) + gap(injected),
      no_withdrawal: blank(withdrawn),
      no_injection: blank(injected),
    };
  };
}

/** An hour of the substation, and whether what it shared is known. */
export function substationHour(opened: MonthHours, of: SubstationHours) {
  const readings = readingsAt(opened, of.substation);
  return (hour: number) => {
    const { unknown_pods, no_withdrawal, no_injection } = readings(hour);
    const unseen = valueAt(opened.hidden, hour) > 0;
    const knows = !no_withdrawal && !no_injection && !unseen;
    const base = {
      at: new Date(opened.settled.axis.start + hour * HOUR_MS).toISOString(),
      substation_injected_kwh: no_injection || unseen ? null : valueAt(of.injected, hour),
      substation_withdrawn_kwh: no_withdrawal ? null : valueAt(of.sharing.withdrawn_kwh, hour),
      substation_shared_kwh: knows ? valueAt(of.sharing.shared_kwh, hour) : null,
      unknown_pods,
    };
    return { base, knows };
  };
}

/** The hours of a plant, and the substation below which it stands; undefined where it did not belong to the month. */
export const rowOf = (substations: readonly SubstationHours[], id: string) => {
  for (const substation of substations) {
    const hours = substation.plants.find(({ plant }) => plant.id === id);
    if (hours) return { substation, hours };
  }
  return undefined;
};

/** The energy of an hour, kWh; null where nothing was read. */
export const readingOf = (hours: readonly number[] | undefined, hour: number): number | null => {
  const value = hours?.[hour] ?? Number.NaN;
  return Number.isNaN(value) ? null : value;
};

/** Whether it is known of some hour of a plant what was shared: it and the other side have readings. */
export function knowsShared(opened: MonthHours, plant: HeldPlant): boolean {
  const found = rowOf(opened.substations, plant.id);
  if (!found) return false;
  const hourAt = substationHour(opened, found.substation);
  const { from_hour, to_hour } = presence(opened.settled.axis, plant);
  for (let hour = from_hour; hour < to_hour; hour++)
    if (readingOf(plant.hours, hour) !== null && hourAt(hour).knows) return true;
  return false;
}

/** Energy of a plant that the tariff pays by a price that is not known, kWh. */
export function unpaidKwh({ settled, substations }: MonthHours, id: string): number {
  const found = rowOf(substations, id);
  if (!found) return 0;
  return sumOf(traceHours(settled.community, found.hours), ({ incentive_eur, paid_kwh }) =>
    incentive_eur === null ? paid_kwh : 0,
  );
}
