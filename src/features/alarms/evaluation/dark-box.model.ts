import { HOUR_MS } from '../../../shared/units/zones.ts';
import type { EvaluatedCode } from '../../notifications/alarm-codes.model.ts';
import { isAsleep } from '../../plants/daylight.model.ts';
import type { DeviceSnapshot, PlantSnapshot } from './plant-snapshot.model.ts';
import type { WatchedDevice, WatchedPlant } from './watched.model.ts';

/** What a box may feed: a box whose strings are all dark is dark because of it. */
export interface FedInverters {
  readonly inverters: readonly DeviceSnapshot[];
  /** What of them darkens a box. */
  readonly codes: readonly EvaluatedCode[];
  /** Nothing says which of several it is: only what began with the darkness explains it. */
  readonly guessed: boolean;
}

const STOPPED: readonly EvaluatedCode[] = ['inverter_fault', 'no_production'];

/**
 * The inverters that a box may feed: those of its section where it has one with inverters, else all of its plant. One that
 * merely is silent explains a box only where sections, or its being alone, say that the box is its own.
 */
export function fedBy({ inverters }: Pick<PlantSnapshot, 'inverters'>, box: WatchedDevice): FedInverters {
  const near = inverters.filter(
    ({ device }) => box.section_id !== null && device.section_id === box.section_id,
  );
  const suspects = near.length > 0 ? near : inverters;
  const said = near.length > 0 || inverters.length === 1;
  return {
    inverters: suspects,
    codes: said ? [...STOPPED, 'device_silent'] : STOPPED,
    guessed: suspects.length > 1,
  };
}

const TOGETHER_MS = HOUR_MS / 2;
/** Strings can be compared in bright light only: for so long after sunrise nobody could have seen that a box is dark. */
const DAWN_MS = 4 * HOUR_MS;

/** Whether a box went dark with a fault (epoch ms): in the same half hour, or in the first light after it. */
export function beganTogether(plant: WatchedPlant, fault: number, dark: number): boolean {
  if (Math.abs(dark - fault) <= TOGETHER_MS) return true;
  return fault < dark && isAsleep(plant, dark - DAWN_MS);
}
