import { skyAt } from '../../../energy/sky.ts';
import { HOUR_MS } from '../../../shared/units/zones.ts';
import type { ExpectedData } from '../forecast.contract.ts';
import { isSamePlane } from '../inputs.model.ts';
import type { PlantModel } from '../plant-model.model.ts';
import { likelyCause } from '../ratio-fault.model.ts';
import type { WithHours } from './expected-days.ts';

/** So many days tell a sensor's plane. */
const MAX_DAYS = 31;

/** What is known of the sun of a day. */
type SunOfDay = Pick<WithHours, 'measured' | 'start' | 'hours' | 'irradiation'>;

/** A performance ratio, and the begin of its period; null is the whole window. */
interface Ratio {
  readonly start: string | null;
  readonly ratio: number | null;
}

/** A performance ratio over 1, of a window or one of its periods, is no success but a fault of the data, with its likely cause. */
export function ratioFaults(
  plant: PlantModel,
  days: readonly SunOfDay[],
  ratios: readonly Ratio[],
): ExpectedData['faults'] {
  const above = ratios.flatMap(({ start, ratio }) => (ratio !== null && ratio > 1 ? [{ start, ratio }] : []));
  const [section] = plant.sections;
  if (above.length === 0 || !section) return [];
  const sensed = days
    .filter(({ measured }) => measured)
    .slice(-MAX_DAYS)
    .flatMap(({ start, hours, irradiation }) =>
      Array.from({ length: hours }, (_, hour) => ({
        sky: skyAt(plant.latitude, plant.longitude, start + (hour + 0.5) * HOUR_MS),
        measured_wm2: (irradiation[hour] ?? Number.NaN) * 1000,
      })),
    );
  // Irradiation of planes that differ is a mix of them: it tells nothing of any one plane.
  const onePlane = plant.sections.every((other) => isSamePlane(other, section));
  const cause = onePlane ? likelyCause(sensed, section) : 'unknown';
  return above.map((one) => ({ code: 'ratio_above_one', ...one, cause }));
}
