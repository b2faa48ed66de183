import { isAsleep, restsAtNight } from '../../plants/daylight.model.ts';
import type { DeviceSnapshot, PlantSnapshot } from './plant-snapshot.model.ts';
import { STEP_MS } from './watched.model.ts';

/** Quarters of an hour over which the share is taken. */
const STEPS = 4;
/** In so many of them some polls must be lost and some not: one outage, however placed, has but two such. */
const MIN_TORN_QUARTERS = 3;
/** Few again below this share of the limit. */
const WELL_SHARE = 0.5;
/** Of what is polled more rarely a quarter of an hour has too few polls. */
const MAX_INTERVAL_S = 300;

/** What is seen of the polls that a device lost. */
export interface LostPolls {
  /** More than its rule allows; fewer, but not so few that it is well; or few. */
  readonly level: 'many' | 'some' | 'few';
  /** Share of the polls of the window, 0 to 1, and its begin (epoch ms). */
  readonly share: number;
  readonly start: number;
}

/**
 * A device that comes and goes faster than a silence lasts: how much of the last hour's polls it lost. Evaluated by whole
 * quarters of an hour, by what good readings of its power (its light, of a sensor) stand for.
 * @returns null where nothing can be said
 * @param floor what lies before this instant is explained by something else (epoch ms)
 * @param limit the share (0 to 1) from which they are many
 */
export function lostPolls(
  level: PlantSnapshot,
  one: DeviceSnapshot,
  { floor, limit }: { floor: number; limit: number },
): LostPolls | null {
  const { device, resting } = one;
  if (!device.polled || device.steps === null || device.rhythm_s > MAX_INTERVAL_S || resting) return null;
  const { end, covered } = device.steps;
  const start = end - STEPS * STEP_MS;
  const known = start >= Math.max(floor, device.created_at) && level.listening_ms >= level.now - start;
  const woken = restsAtNight(device.category) && isAsleep(level.plant, start - 2 * STEP_MS);
  if (!known || woken || level.now - end > 2 * STEP_MS) return null;
  const lost = covered.slice(-STEPS).map((share) => 1 - share);
  const share = meanOf(lost);
  const torn = lost.filter((part) => part < 1 && part >= limit * WELL_SHARE).length;
  const many = torn >= MIN_TORN_QUARTERS && share >= limit * WELL_SHARE;
  return { level: !many ? 'few' : share >= limit ? 'many' : 'some', share, start };
}

const meanOf = (parts: readonly number[]): number =>
  parts.reduce((sum, part) => sum + part, 0) / Math.max(1, parts.length);
