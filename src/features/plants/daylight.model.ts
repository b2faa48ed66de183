import { isSunUp } from '../../energy/solar-position.ts';
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
