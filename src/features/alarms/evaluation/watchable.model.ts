import { eventTableOf } from '../../../devices/values/meaning.ts';
import type { EvaluatedCode } from '../../notifications/alarm-codes.model.ts';
import type { Subject } from './active-alarm.model.ts';
import { isProducer, isState } from './plant-snapshot.model.ts';
import type { WatchedDevice, WatchedPlant } from './watched.model.ts';

/** A box of fewer strings has none to compare one with. */
export const MIN_SIBLINGS = 3;

/** Whether anything may come of it: one on a port that is switched off, or without polled variables, is not read. */
const isRead = ({ polled, port_id }: WatchedDevice): boolean => polled || port_id === null;

const hasAny = ({ values }: WatchedDevice, ...quantities: string[]): boolean =>
  values.some(({ quantity }) => quantities.includes(quantity));

const reportsProduction = (device: WatchedDevice): boolean =>
  hasAny(device, 'ac_power_kw', 'energy_export_kwh');

/** Whether what it makes can be measured against what it could. */
const isComparable = (device: WatchedDevice): boolean =>
  isProducer(device) && Boolean(device.nominal_power) && isRead(device) && reportsProduction(device);

const reportsFaults = ({ values }: WatchedDevice): boolean =>
  values.some((value) => isState(value) || eventTableOf(value.value_table)?.by === 'bit');

/** The meters of what a plant made, and what makes it. */
const measuredOf = ({ devices }: WatchedPlant) => ({
  meters: devices.filter(({ category }) => category === 'production_meter'),
  producers: devices.filter(isProducer),
});

function canBalance(plant: WatchedPlant): boolean {
  const { meters, producers } = measuredOf(plant);
  const all = [...meters, ...producers];
  return (
    meters.length > 0 &&
    producers.length > 0 &&
    all.every((device) => isRead(device) && reportsProduction(device))
  );
}

/** At least half of its nominal power must be heard of. */
function canMakeNothing(plant: WatchedPlant): boolean {
  if (plant.production_type !== 'photovoltaic') return false;
  const sum = { all: 0, heard: 0 };
  for (const device of plant.devices.filter(isProducer)) {
    const nominal = device.nominal_power ?? 0;
    sum.all += nominal;
    if (isRead(device) && hasAny(device, 'ac_power_kw')) sum.heard += nominal;
  }
  return sum.heard > 0 && sum.heard >= sum.all / 2;
}

const polledPorts = ({ ports, devices }: WatchedPlant) =>
  ports.filter(({ port_id }) => devices.some((device) => device.polled && device.port_id === port_id));

/**
 * Whether this fault of a device could ever be seen, or seen to be over, with what is set up now. Where it could not, its
 * alarm would stand for ever.
 */
export function isDeviceWatchable(code: EvaluatedCode, device: WatchedDevice, plant: WatchedPlant): boolean {
  if (!isRead(device)) return false;
  switch (code) {
    case 'device_silent':
      return true;
    case 'production_unread':
      return (isProducer(device) || device.category === 'production_meter') && reportsProduction(device);
    case 'inverter_fault':
      return isProducer(device) && reportsFaults(device);
    case 'no_production':
      return (
        plant.production_type === 'photovoltaic' && isComparable(device) && hasAny(device, 'ac_power_kw')
      );
    case 'under_expectation':
      return (
        plant.production_type === 'photovoltaic' &&
        isComparable(device) &&
        plant.devices.some((other) => other !== device && isComparable(other))
      );
    case 'readings_still':
      // A generator beside the sun may run at a set power, at night too.
      return (
        plant.production_type === 'photovoltaic' &&
        device.category === 'inverter' &&
        isComparable(device) &&
        hasAny(device, 'ac_power_kw')
      );
    case 'readings_implausible':
      return isComparable(device) && hasAny(device, 'ac_power_kw');
    case 'string_weak':
      return device.values.filter(({ quantity }) => quantity === 'string_current_a').length >= MIN_SIBLINGS;
    case 'meter_mismatch':
      // With a second meter it is the plant's.
      return canBalance(plant) && measuredOf(plant).meters.length === 1;
    case 'no_data':
    case 'connection_lost':
      return false;
  }
}

/** The same of a plant as a whole. */
export function isPlantWatchable(code: EvaluatedCode, plant: WatchedPlant): boolean {
  switch (code) {
    case 'no_data':
      return plant.devices.some(isRead);
    case 'connection_lost':
      return polledPorts(plant).length >= 2;
    case 'no_production':
      return canMakeNothing(plant);
    case 'meter_mismatch':
      return canBalance(plant) && measuredOf(plant).meters.length > 1;
    default:
      return false;
  }
}

/** The same of whatever an alarm is about. */
export function isWatchable(
  plant: WatchedPlant,
  { code, device_id, port_id }: Subject & { code: EvaluatedCode },
): boolean {
  if (port_id !== null) return polledPorts(plant).some((port) => port.port_id === port_id);
  if (device_id === null) return isPlantWatchable(code, plant);
  const device = plant.devices.find((one) => one.device_id === device_id);
  return device !== undefined && isDeviceWatchable(code, device, plant);
}
