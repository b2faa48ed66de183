import { isFresh } from '../../shared/units/freshness.ts';
import { restsAtNight } from '../plants/daylight.model.ts';
import type { DeviceCategory } from '../plants/plants.model.ts';
import type { Quality } from './measurements.model.ts';

/**
 * The quality of a device's last value as it is seen now: what was missing or failed stays so; a good value that is no
 * longer fresh is stale, or asleep where the device rests at night. A slot that never spoke is missing.
 */
export function qualityNow(
  last: { at: number | null; quality: Quality; interval_s: number },
  device: { category: DeviceCategory; asleep: boolean },
  now: number,
): Quality {
  if (last.quality !== 'good') return last.quality;
  if (last.at === null) return 'missing';
  if (isFresh(last.at, last.interval_s, now)) return 'good';
  return device.asleep && restsAtNight(device.category) ? 'asleep' : 'stale';
}
