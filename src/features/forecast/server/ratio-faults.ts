import { skyAt } from '../../../energy/sky.ts';
import { HOUR_MS } from '../../../shared/units/zones.ts';
import type { ExpectedData } from '../forecast.contract.ts';
import type { PlantModel } from '../plant-model.model.ts';
import { likelyCause } from '../ratio-fault.model.ts';
import type { WithHours } from './expected-days.ts';

/** So many days tell a sensor's plane. */
const MOST_DAYS = 31;
/** A ratio just over 1 is within what sensors differ by. */
const TOLERANCE = 0.02;

/** A performance ratio over 1 is no success but a fault of the data, with its likely cause. */
export function ratioFaults(
  plant: PlantModel,
  days: readonly WithHours[],
  ratio: number | null,
): ExpectedData['faults'] {
  const [section] = plant.sections;
  if (ratio === null || ratio <= 1 + TOLERANCE || !section) return [];
  const sensed = days
    .filter(({ measured }) => measured)
    .slice(-MOST_DAYS)
    .flatMap(({ start, hours, irradiation }) =>
      Array.from({ length: hours }, (_, hour) => ({
        sky: skyAt(plant.latitude, plant.longitude, start + (hour + 0.5) * HOUR_MS),
        measured_wm2: (irradiation[hour] ?? Number.NaN) * 1000,
      })),
    );
  return [{ code: 'ratio_above_one', ratio, cause: likelyCause(sensed, section) }];
}
