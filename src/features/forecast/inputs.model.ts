/** Where the irradiance of a section's day comes from, the best first. */
export const INPUTS = ['plane_of_array', 'neighbour', 'weather', 'typical_year', 'clear_sky'] as const;
export type Input = (typeof INPUTS)[number];

/** Where the irradiance of an hour on the horizontal comes from, the best first: the plant's own sensor, a weather provider, … */
export const HORIZONTAL = ['sensor', 'weather', 'typical_year', 'clear_sky'] as const;
export type Horizontal = (typeof HORIZONTAL)[number];

/** Several of them as one number: a bit for the place of each, so that days of a period are told together. */
export const horizontalBits = (from: readonly Horizontal[]): number =>
  from.reduce((bits, one) => bits | (1 << HORIZONTAL.indexOf(one)), 0);
export const horizontalOf = (bits: number): Horizontal[] =>
  HORIZONTAL.filter((_, place) => (bits & (1 << place)) !== 0);

/** Where the temperature of its modules comes from, the best first. */
export const TEMPERATURES = ['module', 'air', 'typical_year', 'latitude'] as const;
export type Temperature = (typeof TEMPERATURES)[number];

/** Whether an input says what the day's sun really was: only then a performance ratio means something. */
export const isMeasured = (input: Input): boolean => INPUTS.indexOf(input) <= INPUTS.indexOf('neighbour');

/** How far a neighbour's sensor may stand. */
export const NEIGHBOUR_KM = 10;
/** How far apart two planes may be for one sensor. */
const SAME_TILT_DEG = 10;
const SAME_AZIMUTH_DEG = 20;

export interface Plane {
  readonly tilt_deg: number;
  readonly azimuth_deg: number;
}

/** Whether a sensor on one plane speaks for the other. Flat planes have no direction. */
export function isSamePlane(a: Plane, b: Plane): boolean {
  if (Math.abs(a.tilt_deg - b.tilt_deg) > SAME_TILT_DEG) return false;
  if (Math.max(a.tilt_deg, b.tilt_deg) <= SAME_TILT_DEG) return true;
  const turned = Math.abs(a.azimuth_deg - b.azimuth_deg) % 360;
  return Math.min(turned, 360 - turned) <= SAME_AZIMUTH_DEG;
}

const RADIANS = Math.PI / 180;
const EARTH_KM = 6371;

/** Kilometres between two places on a sphere (haversine). */
export function distanceKm(
  a: { readonly latitude: number; readonly longitude: number },
  b: { readonly latitude: number; readonly longitude: number },
): number {
  const [north, east] = [(b.latitude - a.latitude) * RADIANS, (b.longitude - a.longitude) * RADIANS];
  const h =
    Math.sin(north / 2) ** 2 +
    Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS) * Math.sin(east / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}
