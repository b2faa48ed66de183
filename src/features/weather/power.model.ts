import { cellTemperatureC } from '../../energy/cell-temperature.ts';
import { splitGlobal } from '../../energy/clear-sky.ts';
import type { Site } from '../../energy/cloudiness.ts';
import { ASSUMED, type PlantArray } from '../../energy/plant-arrays.ts';
import { roughAirC } from '../../energy/rough-weather.ts';
import { arrayPower } from '../../energy/section-power.ts';
import { poaUnder, skyAt } from '../../energy/sky.ts';
import { sumIfAllKnown } from '../../shared/units/sums.ts';
import { HOUR_MS } from '../../shared/units/zones.ts';
import type { Basis, SkyHour } from './weather.model.ts';

/** What had to be taken for something: how modules stand, how much stands where, the air's temperature. */
export const ASSUMPTIONS = [...ASSUMED, 'temperature'] as const;
export type Assumption = (typeof ASSUMPTIONS)[number];

/** Rated output of all inverters, kW; null where one's is not known. */
export const ratingOf = (arrays: readonly PlantArray[]): number | null =>
  sumIfAllKnown(arrays.map(({ kw_ac }) => kw_ac));

/** The figures that a plant's power is worked out from. */
const WIND_MS = 1;

/** Power of a plant in an hour of which the weather is told, kW; null where its irradiance is not. */
export function powerOfHour(arrays: readonly PlantArray[], site: Site, hour: SkyHour): number | null {
  if (hour.ghi_wm2 === null) return null;
  const middle = hour.start + HOUR_MS / 2;
  const sky = skyAt(site.latitude, site.longitude, middle);
  const irradiance =
    hour.dni_wm2 === null || hour.dhi_wm2 === null
      ? splitGlobal(hour.ghi_wm2, sky.zenith_deg, sky.extraterrestrial_wm2)
      : { ghi_wm2: hour.ghi_wm2, dni_wm2: hour.dni_wm2, dhi_wm2: hour.dhi_wm2 };
  const air = hour.temperature_c ?? roughAirC(new Date(middle).getUTCMonth(), site.latitude);
  return arrays.reduce((sum, array) => {
    const poa = poaUnder(sky, irradiance, array);
    const cell = cellTemperatureC(poa, air, hour.wind_ms ?? WIND_MS);
    return sum + arrayPower(poa, cell, array).expected_kw;
  }, 0);
}

/** A forecast as it was made, and what the plant then did in the hours of the day after. */
export interface MadeForecast {
  readonly expected_kw: readonly (number | null)[];
  /** From the 24th hour on, an hour each; null where nothing was measured. */
  readonly actual_kw: readonly (number | null)[];
}

/** Hours of a forecast that are judged: those of the day after it was made. */
export const JUDGED = { from: 24, hours: 24 } as const;

export interface ForecastError {
  /** Days of which at least one such hour counts. */
  readonly days: number;
  /** Hours of daylight that were forecast a day before and measured. */
  readonly hours: number;
  readonly expected_kwh: number;
  readonly actual_kwh: number;
  /** Mean of the hours' distances, kW. */
  readonly mean_absolute_kw: number;
  /** The same as a share of what was made, in percent; null where nothing was. */
  readonly mean_absolute_pct: number | null;
  /** How much too high (positive) or too low the sum was, percent of what was made. */
  readonly bias_pct: number | null;
}

/** Hours in which forecast and plant both rest say nothing of the forecast. */
const isDay = (expected: number, actual: number): boolean => expected > 0 || actual > 0;

type Pair = readonly [expected: number, actual: number];

const pairsOf = ({ expected_kw, actual_kw }: MadeForecast): Pair[] =>
  actual_kw.flatMap((actual, i) => {
    const expected = expected_kw[JUDGED.from + i] ?? null;
    return expected === null || actual === null || !isDay(expected, actual)
      ? []
      : [[expected, actual] as const];
  });

/** How far forecasts were off; null where not one hour can be judged. A missing hour is missing in both sums. */
export function errorOf(forecasts: readonly MadeForecast[]): ForecastError | null {
  const byDay = forecasts.map(pairsOf).filter((pairs) => pairs.length > 0);
  const pairs = byDay.flat();
  if (pairs.length === 0) return null;
  let [expected_kwh, actual_kwh, away] = [0, 0, 0];
  for (const [expected, actual] of pairs) {
    expected_kwh += expected;
    actual_kwh += actual;
    away += Math.abs(expected - actual);
  }
  const share = (value: number) => (actual_kwh > 0 ? (100 * value) / actual_kwh : null);
  return {
    days: byDay.length,
    hours: pairs.length,
    expected_kwh,
    actual_kwh,
    mean_absolute_kw: away / pairs.length,
    mean_absolute_pct: share(away),
    bias_pct: share(expected_kwh - actual_kwh),
  };
}

/** Shares of a forecast between which the plant is to be expected. */
export interface Band {
  readonly low: number;
  readonly high: number;
  /** Whether earlier forecasts say so, or nothing does yet. */
  readonly measured: boolean;
}

const ENOUGH_HOURS = 60;
/** Less of the nominal power than this swings by shares that say nothing. */
const WORTH_SHARE = 0.05;
const MAX_SHARE = 2;
/** Until enough forecasts can be judged: rough, and said to be. */
const UNTRIED: Readonly<Record<Basis, readonly [low: number, high: number]>> = {
  provider: [0.7, 1.2],
  sensor: [0.4, 1.3],
  clear_sky: [0.15, 1],
};

/** The band of a forecast: four of five judged hours were within these shares of theirs. */
export function bandOf(forecasts: readonly MadeForecast[], basis: Basis, kw_peak: number): Band {
  const shares = forecasts
    .flatMap(pairsOf)
    .filter(([expected]) => expected > WORTH_SHARE * kw_peak)
    .map(([expected, actual]) => Math.min(MAX_SHARE, actual / expected))
    .sort((a, b) => a - b);
  const [low, high] = UNTRIED[basis];
  if (shares.length < ENOUGH_HOURS) return { low, high, measured: false };
  const at = (share: number) => shares[Math.round(share * (shares.length - 1))] ?? 1;
  // What is forecast always lies within its own band.
  return { low: Math.min(1, at(0.1)), high: Math.max(1, at(0.9)), measured: true };
}

/** A mean power for each hour from quarters of a local day; null where a quarter is not known. */
export function hoursOfQuarters(
  quarters: readonly (number | null)[],
  dayStart: number,
  { from, count, until }: { from: number; count: number; until: number },
): (number | null)[] {
  return Array.from({ length: count }, (_, i) => {
    const start = from + i * HOUR_MS;
    const first = Math.round((start - dayStart) / (HOUR_MS / 4));
    if (first < 0 || start + HOUR_MS > until) return null;
    const of = [0, 1, 2, 3].map((k) => quarters[first + k] ?? null);
    const known = of.filter((value) => value !== null);
    return known.length < 4 ? null : known.reduce((sum, value) => sum + value, 0) / 4;
  });
}

const QUARTER_MS = HOUR_MS / 4;

/** A source of a plant's power: the begins of the quarters in which it spoke, epoch ms, and how often it is read. */
export interface SpokenQuarters {
  readonly rhythm_s: number;
  readonly at: ReadonlySet<number>;
}

/** Whether all sources spoke in each quarter of an hour: the power of some is not the plant's. One that is read more rarely is held for its rhythm. */
export function isWholeHour(sources: readonly SpokenQuarters[], start: number): boolean {
  return sources.every(({ rhythm_s, at }) => {
    const held = Math.max(1, Math.ceil((rhythm_s * 1000) / QUARTER_MS));
    return [0, 1, 2, 3].every((quarter) =>
      Array.from({ length: held }, (_, back) => start + (quarter - back) * QUARTER_MS).some((one) =>
        at.has(one),
      ),
    );
  });
}
