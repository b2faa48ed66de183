import type { Quantity } from '../../../plants/plants.model.ts';
import type { Reason } from '../../configured.contract.ts';
import type { FieldTask, FoundDevice } from '../../field-tools.contract.ts';

/** Tells the devices of a search apart: a unit may hold several, each with a part of the chain of its own. */
export const keyOf = ({ unit_id, base, models }: FoundDevice): string =>
  `${unit_id}/${models[0]?.address ?? base}`;

/** Units of which the same was said: nobody there, or what it is. */
export interface Silence {
  reason: Reason;
  units: number[];
}

/** A unit that answered without saying what it is stands beside those that did not answer. */
const NO_DEVICE: Reason = { code: 'not_sunspec' };

/** The answers so far: what was found, what was not and why, and how many units are still to come. */
export function resultsOf(tasks: readonly FieldTask[]) {
  const ended = tasks.filter(({ state }) => state === 'ended');
  const silences = new Map<string, Silence>();
  for (const { unit_id, reason, found } of ended) {
    if (found.length > 0) continue;
    const said = reason ?? NO_DEVICE;
    const key = JSON.stringify(said);
    const known = silences.get(key);
    if (known) known.units.push(unit_id);
    else silences.set(key, { reason: said, units: [unit_id] });
  }
  return {
    found: ended.flatMap(({ found }) => found),
    silences: [...silences.values()],
    ended: ended.length,
    /** Being asked now. */
    asking: tasks.flatMap(({ state, unit_id }) => (state === 'running' ? unit_id : [])),
    all: tasks.length,
  };
}
export type Results = ReturnType<typeof resultsOf>;

/**
 * The machines that were found: devices of one gateway that one unit holds, or that give the same serial number. A gateway
 * may answer at many units with one of them.
 */
export function machinesOf(found: readonly FoundDevice[]): FoundDevice[][] {
  const byMark = new Map<string, FoundDevice[]>();
  const machines: FoundDevice[][] = [];
  for (const one of found) {
    const serial = one.serial_number.trim();
    const marks = [`unit ${one.unit_id}`, ...(serial === '' ? [] : [`serial ${one.manufacturer} ${serial}`])];
    let machine = marks.map((mark) => byMark.get(mark)).find((known) => known !== undefined);
    if (!machine) {
      machine = [];
      machines.push(machine);
    }
    machine.push(one);
    for (const mark of marks) byMark.set(mark, machine);
  }
  return machines;
}

/** Has another unit brought it already? */
export const isTwin = ({ warnings }: FoundDevice): boolean =>
  warnings.some(({ code }) => code === 'same_device');

/** Each warning once, with how many more of the same kind there are: a broken chain may have hundreds. */
export function groupedWarnings(warnings: readonly Reason[]): { warning: Reason; more: number }[] {
  return [...Map.groupBy(warnings, ({ code }) => code).values()].flatMap((same) => {
    const [warning] = same;
    return warning ? { warning, more: same.length - 1 } : [];
  });
}

/** What people look for first in a device that they have just found. */
const FIRST: readonly Quantity[] = [
  'ac_power_kw',
  'energy_export_kwh',
  'energy_import_kwh',
  'dc_power_kw',
  'ac_voltage_v',
  'frequency_hz',
  'device_state',
  'device_temperature_c',
  'irradiance_poa_wm2',
  'string_current_a',
];

type Seen = FoundDevice['variables'][number];

function rankOf({ of_name, value }: Seen): number {
  const place = of_name?.quantity ? FIRST.indexOf(of_name.quantity) : -1;
  return (place < 0 ? FIRST.length : place) + (value === null ? 100 : 0);
}

/** The variables that are shown before somebody asks for all: measured ones, the telling ones first. */
export function firstOf(variables: readonly Seen[], max: number): Seen[] {
  return variables.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, max);
}

export const unmeasured = (variables: readonly Seen[]): number =>
  variables.filter(({ value }) => value === null).length;
