import { clearSkyShare, hourIrradiance, type Site } from '../../energy/cloudiness.ts';
import type { Surface } from '../../energy/plane-of-array.ts';
import { HOUR_MS } from '../../shared/units/zones.ts';
import { type Basis, type Description, hoursFrom, type PlaceWeather, type Sky } from './weather.model.ts';

/** How clear the sky was when a plant's own sensor saw the sun last. */
export interface SeenSky {
  /** Share of a clear sky's irradiance. */
  readonly clearness: number;
  /** Milliseconds of the Unix clock. */
  readonly seen_at: number;
}

/** A sky that was seen longer ago says nothing about the one of now: night and one missing day. */
export const WORTH_MS = 36 * HOUR_MS;
/** How much of what was seen before stays in the mean while it is being seen. */
const KEPT = 0.7;
const TOGETHER_MS = 2 * HOUR_MS;

/** Which description a share of the clear sky's irradiance is taken for; classes of our own. */
const CLASSES: readonly (readonly [from: number, description: Description])[] = [
  [0.9, 'clear sky'],
  [0.75, 'few clouds'],
  [0.55, 'scattered clouds'],
  [0.35, 'broken clouds'],
  [0, 'overcast clouds'],
];

/** What is seen of the sky now, smoothed with what was seen just before; undefined while the sun is too low to tell. */
export function seeSky(
  before: SeenSky | undefined,
  { poa_wm2, site, planes, now }: { poa_wm2: number; site: Site; planes: readonly Surface[]; now: number },
): SeenSky | undefined {
  const share = clearSkyShare(poa_wm2, site, planes, now);
  if (share === null) return undefined;
  const joins = before !== undefined && now - before.seen_at < TOGETHER_MS;
  return { clearness: joins ? KEPT * before.clearness + (1 - KEPT) * share : share, seen_at: now };
}

/** What is still worth something of a sky that was seen. */
export const worthOf = (seen: SeenSky | undefined, now: number): SeenSky | undefined =>
  seen && now - seen.seen_at <= WORTH_MS ? seen : undefined;

const UNKNOWN: Sky = {
  description: null,
  temperature_c: null,
  cloud_cover_pct: null,
  wind_ms: null,
  humidity_pct: null,
};

/** What a sky is called that was seen so clear. */
export function describeClearness(clearness: number): Description {
  const share = Math.min(1, clearness);
  return CLASSES.find(([from]) => share >= from)?.[1] ?? 'overcast clouds';
}

/**
 * The weather without asking anybody: the clear sky of the place, of which the share comes through that the plant's own sensor
 * saw last. Without a sensor it is the clear sky, and what the sky is like is not said.
 */
export function offlineWeather(
  site: Site,
  seen: SeenSky | undefined,
  now: number,
): PlaceWeather & { basis: Basis } {
  const persists = worthOf(seen, now);
  const share = Math.min(1, persists?.clearness ?? 1);
  const description = persists ? describeClearness(persists.clearness) : null;
  const sky = { ...UNKNOWN, description };
  return {
    basis: persists ? 'sensor' : 'clear_sky',
    now: sky,
    hours: hoursFrom(now).map((start) => ({
      ...sky,
      start,
      precipitation_mm: null,
      ...hourIrradiance(site, start, share),
    })),
  };
}
