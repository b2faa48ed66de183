import { isSunUp } from '../../energy/solar-position.ts';
import { HOUR_MS } from '../../shared/units/zones.ts';
import type { DeviceCategory } from './plants.model.ts';

/** What decides whether a plant can be expected to speak. Degrees; null where nobody said. */
export interface Place {
  readonly production_type: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Whether a plant is photovoltaic and the sun is down there. Without coordinates nothing is held back. */
export function isAsleep({ production_type, latitude, longitude }: Place, now: number): boolean {
  if (production_type !== 'photovoltaic' || latitude === null || longitude === null) return false;
  return !isSunUp(latitude, longitude, now);
}

const RESTING: readonly DeviceCategory[] = ['inverter', 'string_box'];

/** Whether devices of a category are switched off by the night. */
export const restsAtNight = (category: DeviceCategory): boolean => RESTING.includes(category);

/** Whether what the night switches off at a plant may be off: inverters stop before the sun is down and start after it is up. */
export const isRestTime = (place: Place, now: number): boolean =>
  isAsleep(place, now) || isAsleep(place, now - HOUR_MS) || isAsleep(place, now + HOUR_MS);

/** Whether the silence of a device is the night's rest, and nothing that is wrong. */
export const isRestOf = (device: Place & { readonly category: DeviceCategory }, now: number): boolean =>
  restsAtNight(device.category) && isRestTime(device, now);
