import { DAY_MS } from '../../src/shared/units/zones.ts';

/** Sun, clouds and measuring noise from nothing but the numbers given: the same on every machine and every run. */

/** A number in [0, 1) from three whole numbers. */
export function noise(a: number, b: number, c: number): number {
  let x = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35)) >>> 0;
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d) >>> 0;
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b) >>> 0;
  return ((x ^ (x >>> 16)) >>> 0) / 4_294_967_296;
}

/** As an instrument gives it: a whole number of steps. */
export const rounded = (value: number, decimals: number): number => {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
};

export const dayNumber = (ts: number): number => Math.floor(ts / DAY_MS);

/** Height of the sun from 0 to 1 at a place in Italy, days short in winter. */
export function sunAt(ts: number): number {
  const hour = (ts % DAY_MS) / 3_600_000;
  const daylight_h = 12 + 3.2 * Math.sin(((dayNumber(ts) % 365) - 80) * ((2 * Math.PI) / 365));
  const since_h = hour - (11.2 - daylight_h / 2);
  return since_h > 0 && since_h < daylight_h ? Math.sin((Math.PI * since_h) / daylight_h) : 0;
}

/** How clear a plant's day is, from 0.2 to 1. */
export const clearness = (plant: number, ts: number): number => 0.2 + 0.8 * noise(plant, dayNumber(ts), 1);

/** What passing clouds leave, from 0.6 to 1; on clear days nothing passes. */
export function clouds(plant: number, ts: number, clear: number): number {
  return clear > 0.85 ? 1 : 1 - 0.4 * noise(plant, Math.floor(ts / 300_000), 2);
}

/** Air temperature, in °C. */
export function airAt(ts: number): number {
  const season = Math.sin(((dayNumber(ts) % 365) - 110) * ((2 * Math.PI) / 365));
  const hour = (ts % DAY_MS) / 3_600_000;
  return 14 + 10 * season + 4 * Math.sin(((hour - 9) * Math.PI) / 12);
}

/** Nominal power of a plant in kWp. */
export const kwpOf = (plant: number): number => 50 + ((plant * 37) % 950);
