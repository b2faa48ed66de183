import { clearSkyGhiWm2 } from '../../../src/energy/clear-sky.ts';
import { solarPosition } from '../../../src/energy/solar-position.ts';

const RADIANS = Math.PI / 180;
const QUARTER_MS = 900_000;

/** A number from 0 to 1 that only its arguments decide. */
export function chance(seed: number, n: number): number {
  let x = Math.imul((n | 0) ^ Math.imul(seed | 0, 0x9e3779b1), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32;
}

/** How much of the clear sky's light comes through: days are overcast, broken or clear, and clouds pass. */
export function cloudShare(seed: number, at: number, clear: boolean): number {
  if (clear) return 0.97;
  const quarter = Math.floor(at / QUARTER_MS);
  const part = (at % QUARTER_MS) / QUARTER_MS;
  const day = chance(seed, Math.floor(at / 86_400_000));
  const passing = chance(seed + 1, quarter) * (1 - part) + chance(seed + 1, quarter + 1) * part;
  if (day < 0.25) return 0.12 + 0.12 * passing;
  if (day < 0.6) return 0.3 + 0.7 * passing;
  return 0.9 + 0.1 * passing;
}

export interface Sky {
  readonly elevation_deg: number;
  /** W/m² on planes of 30° that face south, east and west. */
  readonly plane: Readonly<Record<'south' | 'east' | 'west', number>>;
}

const FACES = { south: 180, east: 90, west: 270 } as const;

/** The light at a place. A third of it comes from the whole sky, the rest from the sun. */
export function skyAt(place: { latitude: number; longitude: number }, at: number, share: number): Sky {
  const sun = solarPosition(place.latitude, place.longitude, at);
  const ghi = clearSkyGhiWm2(sun.zenith_deg) * share;
  const diffuse = ghi * Math.min(1, 1.3 - share);
  const beam = (ghi - diffuse) / Math.max(0.1, Math.cos(sun.zenith_deg * RADIANS));
  const on = (azimuth: number): number => {
    const incidence =
      Math.cos(30 * RADIANS) * Math.cos(sun.zenith_deg * RADIANS) +
      Math.sin(30 * RADIANS) *
        Math.sin(sun.zenith_deg * RADIANS) *
        Math.cos((sun.azimuth_deg - azimuth) * RADIANS);
    return ghi <= 0 ? 0 : Math.min(1300, diffuse + beam * Math.max(0, incidence));
  };
  return {
    elevation_deg: sun.elevation_deg,
    plane: { south: on(FACES.south), east: on(FACES.east), west: on(FACES.west) },
  };
}
