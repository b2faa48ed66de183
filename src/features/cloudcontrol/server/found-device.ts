import type { SunspecChain, SunspecWalk } from '../../../devices/sunspec/chain.ts';
import type { SunspecDevice, SunspecVariable } from '../../../devices/sunspec/device.ts';
import { interpretChain } from '../../../devices/sunspec/interpret.ts';
import { type DeviceCategory, QUANTITIES } from '../../plants/plants.model.ts';
import type { Reason } from '../configured.contract.ts';
import type { FieldTask, FoundDevice } from '../field-tools.contract.ts';

/** A device as it says of itself, before it is known what the company has of it. */
export type FoundHere = Omit<FoundDevice, 'device_id'>;

/** A meter that does not say what it counts stands where plants hang on the grid. */
const CATEGORIES: Readonly<Record<SunspecDevice['kind'], DeviceCategory>> = {
  inverter: 'inverter',
  meter: 'exchange_meter',
  production_meter: 'production_meter',
  string_box: 'string_box',
  weather_station: 'weather_station',
  other: 'other',
};
const PREFIXES: Readonly<Record<SunspecDevice['kind'], string>> = {
  inverter: 'INV',
  meter: 'METER',
  production_meter: 'METER',
  string_box: 'SB',
  weather_station: 'METEO',
  other: 'DEV',
};

/** What stands at a unit, by the walk along its chain; where no SunSpec device does, why not. */
export function foundAt(unit_id: number, walk: SunspecWalk): { devices: FoundHere[]; reason: Reason | null } {
  if ('chain' in walk) return { devices: devicesOf(unit_id, walk.chain), reason: null };
  const { none } = walk;
  return { devices: [], reason: none.code === 'silent' ? { code: 'unanswered' } : none };
}

function devicesOf(unit_id: number, chain: SunspecChain): FoundHere[] {
  const taken = new Map<string, number>();
  return interpretChain(chain, unit_id).map((device) => {
    const proposed = `${PREFIXES[device.kind]}${unit_id}`;
    const number = (taken.get(proposed) ?? 0) + 1;
    taken.set(proposed, number);
    const { kind, models, variables, attributes, warnings, ...who } = device;
    return {
      unit_id,
      base: chain.base,
      ...who,
      category: CATEGORIES[kind],
      short_name: number === 1 ? proposed : `${proposed}-${number}`,
      models: [...models],
      variables: variables.map(variableOf),
      attributes: attributes.map((one) => ({ ...one, function_code: 3 as const, swapped: false })),
      warnings: [...warnings],
    };
  });
}

function variableOf({
  name,
  of_name,
  register,
  value_table,
  value,
}: SunspecVariable): FoundHere['variables'][number] {
  const { label_en, label_it, unit, decimals, group_name, kind, poll } = of_name;
  const quantity = QUANTITIES.find((one) => one === of_name.quantity) ?? 'other';
  return {
    name,
    poll,
    value_table,
    register: { ...register, bit: null, bit_count: 1, value_offset: 0 },
    of_name: { label_en, label_it, unit, decimals, group_name, kind, quantity },
    value,
  };
}

/**
 * The tasks of a search with a warning at each device that an earlier unit has brought already: many answer at whatever
 * unit they are asked at.
 */
export function withTwinsMarked(tasks: readonly FieldTask[]): FieldTask[] {
  const unitOf = new Map<string, number>();
  return tasks.map((task) => ({
    ...task,
    found: task.found.map((device) => {
      const { manufacturer, model, serial_number, unit_id, category } = device;
      if (serial_number === '') return device;
      const who = JSON.stringify([manufacturer, model, serial_number, category]);
      const unit = unitOf.get(who) ?? unit_id;
      unitOf.set(who, unit);
      if (unit === unit_id) return device;
      return { ...device, warnings: [...device.warnings, { code: 'same_device', unit }] };
    }),
  }));
}
