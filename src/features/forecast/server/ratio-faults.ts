import { skyAt } from '../../../energy/sky.ts';
import { HOUR_MS } from '../../../shared/units/zones.ts';
import type { ExpectedData } from '../forecast.contract.ts';
import type { PlantModel } from '../plant-model.model.ts';
import { likelyCause } from '../ratio-fault.model.ts';
import type { WithHours } from './expected-days.ts';

/** So many days tell a sensor's plane. */
const MOST_DAYS = 31;

/** A performance ratio, and the begin of its period; null is the whole window. */
interface Ratio {
  readonly start: string | null;
  readonly ratio: number | null;
}

/** A performance ratio over 1, of a window or one of its periods, is no success but a fault of the data, with its likely cause. */
export function ratioFaults(
  plant: PlantModel,
  days: readonly WithHours[],
  ratios: readonly Ratio[],
): ExpectedData['faults'] {
  const above = ratios.flatMap(({ start, ratio }) => (ratio !== null && ratio > 1 ? [{ start, ratio }] : []));
  const [section] = plant.sections;
  if (above.length === 0 || !section) return [];
  const sensed = days
    .filter(({ measured }) => measured)
    .slice(-MOST_DAYS)
    .flatMap(({ start, hours, irradiation }) =>
      Array.from({ length: hours }, (_, hour) => ({
        sky: skyAt(plant.latitude, plant.longitude, start + (hour + 0.5) * HOUR_MS),
        measured_wm2: (irradiation[hour] ?? Number.NaN) * 1000,
      })),
    );
  const cause = likelyCause(sensed, section);
  return above.map((one) => ({ code: 'ratio_above_one', ...one, cause }));
}
