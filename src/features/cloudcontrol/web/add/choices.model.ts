import { fieldRules } from '../../../../shared/web/forms/field-rules.ts';
import { type NumberLimits, numberText, readNumber } from '../../../../shared/web/forms/number-text.model.ts';
import { DeviceFields } from '../../../plants/device-fields.contract.ts';
import type { DeviceCategory } from '../../../plants/plants.model.ts';
import type { BulkDevice } from '../../bulk.contract.ts';
import type { FoundDevice } from '../../field-tools.contract.ts';
import { isTwin, keyOf } from './find.model.ts';
import { asTurned, hasDirection } from './power-direction.model.ts';

/** What is decided of a device that was found, before it is added. */
export interface Choice {
  chosen: boolean;
  short_name: string;
  category: DeviceCategory;
  /** As it is typed, kW. */
  nominal_power: string;
  /** Without the variables that it does not measure. */
  measured_only: boolean;
  /** Of a meter: with its power the other way round. */
  turned: boolean;
}
export type ChoiceFault = 'name_form' | 'name_taken' | 'power';

const NAME = /^[A-Za-z0-9_.-]{1,40}$/;
const MAX_NAME = 40;
export const POWER: NumberLimits = { ...fieldRules(DeviceFields, 'nominal_power'), nullable: true };

/** The name itself, else with the first number that makes it free. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let n = 2; ; n += 1) {
    const end = `-${n}`;
    const next = name.slice(0, MAX_NAME - end.length) + end;
    if (!taken.has(next)) return next;
  }
}

/** What is proposed for each device, by its key: all that do not stand yet, each once and by a name that is free in the plant. */
export function proposalsFor(
  found: readonly FoundDevice[],
  names: readonly string[],
  language: 'it' | 'en',
): Map<string, Choice> {
  const taken = new Set(names);
  return new Map(
    found.map((one) => {
      const short_name = one.device_id === null ? freeName(one.short_name, taken) : one.short_name;
      taken.add(short_name);
      const power = one.nominal_power;
      const choice: Choice = {
        chosen: one.device_id === null && one.variables.length > 0 && !isTwin(one),
        short_name,
        category: one.category,
        nominal_power: power === null ? '' : numberText(power, language),
        measured_only: false,
        turned: false,
      };
      return [keyOf(one), choice];
    }),
  );
}

/** What stands in the way of adding what is chosen, by key. */
export function choiceFaults(
  choices: ReadonlyMap<string, Choice>,
  names: readonly string[],
): Map<string, ChoiceFault> {
  const faults = new Map<string, ChoiceFault>();
  const taken = new Set(names);
  for (const [key, { chosen, short_name, nominal_power }] of choices) {
    if (!chosen) continue;
    if (!NAME.test(short_name)) faults.set(key, 'name_form');
    else if (taken.has(short_name)) faults.set(key, 'name_taken');
    else if (readNumber(nominal_power, POWER).fault) faults.set(key, 'power');
    taken.add(short_name);
  }
  return faults;
}

/** Where the devices were found: behind a port that stands, or at an address that becomes one. */
export type Behind =
  | { port_id: number }
  | {
      port: {
        host: string;
        port?: number | undefined;
        framer?: 'tcp' | 'rtu' | 'ascii' | undefined;
        timeout_ms?: number | undefined;
      };
    };

/** A device as it is added. */
export function bodyFor(found: FoundDevice, choice: Choice, behind: Behind) {
  const { value: power = null } = readNumber(choice.nominal_power, POWER);
  const turned = choice.turned && hasDirection(found, choice.category);
  const kept = asTurned(found.variables, turned).filter(
    ({ value }) => value !== null || !choice.measured_only,
  );
  return {
    short_name: choice.short_name,
    category: choice.category,
    nominal_power: power,
    manufacturer: found.manufacturer,
    model: found.model,
    serial_number: found.serial_number === '' ? null : found.serial_number,
    unit_id: found.unit_id,
    // Its variables are as it says of itself, and no template's.
    template_key: 'sunspec',
    ...behind,
    variables: kept.map(({ value: _, ...variable }) => variable),
    attributes: found.attributes.map(({ value: _, ...attribute }) => attribute),
  } satisfies Omit<BulkDevice, 'port'>;
}
