import type { IoProfile } from '../io-profile.model.ts';

/** A profile's registers as a form has them: without an address there is nothing there, whatever else is typed. */
export interface Registers {
  power: number | null;
  power_function: number;
  power_factor: number | null;
  line_power: number | null;
  line_power_function: number;
  line_power_factor: number | null;
  clock: number | null;
  timetable: number | null;
  timetable_days: number | null;
  pairing: number | null;
}

export function registersOf({ power, line_power, clock, timetable, pairing }: IoProfile): Registers {
  return {
    power: power?.address ?? null,
    power_function: power?.function ?? 4,
    power_factor: power?.factor ?? 0.001,
    line_power: line_power?.address ?? null,
    line_power_function: line_power?.function ?? 4,
    line_power_factor: line_power?.factor ?? 0.001,
    clock: clock?.address ?? null,
    timetable: timetable?.address ?? null,
    timetable_days: timetable?.days ?? 7,
    pairing: pairing?.address ?? null,
  };
}

const at = <T extends object>(address: number | null, more: T) =>
  address === null ? null : { address, ...more };

/** As the call takes them; what is missing beside an address is said at its field. */
export function profileOf(registers: Registers) {
  const { power_function, power_factor, line_power_function, line_power_factor, timetable_days } = registers;
  return {
    power: at(registers.power, { function: power_function, factor: power_factor }),
    line_power: at(registers.line_power, { function: line_power_function, factor: line_power_factor }),
    clock: at(registers.clock, {}),
    timetable: at(registers.timetable, { days: timetable_days }),
    pairing: at(registers.pairing, {}),
  };
}

/** The field that a path of the call's body belongs to: `profile.power.factor` is `registers.power_factor`. */
export function fieldOfProfile(path: string): string {
  const [, what, part] = /^profile\.(power|line_power|clock|timetable|pairing)(?:\.(\w+))?$/.exec(path) ?? [];
  if (what === undefined) return path;
  return part === undefined || part === 'address' ? `registers.${what}` : `registers.${what}_${part}`;
}
