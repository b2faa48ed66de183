import { HOUR_MS } from '../../shared/units/zones.ts';
import { cellTemperatureC } from '../cell-temperature.ts';
import type { Irradiance } from '../plane-of-array.ts';
import { arrayPower } from '../section-power.ts';
import { poaUnder, type Sky, skyAt } from '../sky.ts';
import { type TypicalYear, typicalHour } from '../typical-year.ts';
import type { HourAxis } from './hour-axis.ts';

/** A photovoltaic plant as a simulation knows it. */
export interface SimulatedPv {
  readonly latitude: number;
  readonly longitude: number;
  readonly tilt_deg: number;
  /** Degrees clockwise from north. */
  readonly azimuth_deg: number;
  readonly kw_peak: number;
  /** Conversion factor: kWh of a year for each kWp; null: as the typical year gives it. // spec §9 */
  readonly kwh_per_kwp: number | null;
}

/** Where nobody says what a kWp makes and no typical year is known. Assumed; PVGIS gives about so much in the middle of Italy. */
export const USUAL_KWH_PER_KWP = 1250;
/**
 * Without a typical year each day has a fraction of the cloudless sky, the same ten in turn: an assumed sun, so that cloudy days
 * are neither left out nor spread over all of them.
 */
const DAY_FRACTIONS = [1, 1, 0.9, 0.75, 0.5, 0.25, 0.6, 0.95, 1, 0.35] as const;
const USUAL_AIR_C = 16;
const USUAL_WIND_MS = 1.5;

interface Weather {
  readonly irradiance: Irradiance;
  readonly air_c: number;
  readonly wind_ms: number;
}

function madeWeather({ clear }: Sky, day: number): Weather {
  const fraction = DAY_FRACTIONS[day % DAY_FRACTIONS.length] ?? 1;
  const { ghi_wm2, dni_wm2 } = clear;
  // The beam goes first; what is left of the global is diffuse.
  const dni = dni_wm2 * fraction ** 2;
  const ghi = ghi_wm2 * fraction;
  const share = dni_wm2 > 0 ? (ghi_wm2 - clear.dhi_wm2) / dni_wm2 : 0;
  const irradiance = { ghi_wm2: ghi, dni_wm2: dni, dhi_wm2: Math.max(0, ghi - dni * share) };
  return { irradiance, air_c: USUAL_AIR_C, wind_ms: USUAL_WIND_MS };
}

function typicalWeather({ hours }: TypicalYear, at: number): Weather {
  const hour = typicalHour(at);
  const value = (field: keyof typeof hours): number => hours[field][hour] ?? 0;
  return {
    irradiance: { ghi_wm2: value('ghi_wm2'), dni_wm2: value('dni_wm2'), dhi_wm2: value('dhi_wm2') },
    air_c: value('air_c'),
    wind_ms: value('wind_ms'),
  };
}

/**
 * kWh of each hour of a year that a plant makes, by PVWatts' chain on its plane.
 * @param typical the year of its place; without one the sun is assumed, and the sum is what the conversion factor says
 */
export function pvYear(year: HourAxis, plant: SimulatedPv, typical?: TypicalYear): Float64Array {
  const place = typical ?? plant;
  const array = { kw_peak: plant.kw_peak, kw_ac: null, losses_percent: null };
  const made = new Float64Array(year.count);
  for (let hour = 0; hour < year.count; hour++) {
    const start = year.start + hour * HOUR_MS;
    const sky = skyAt(place.latitude, place.longitude, start + (typical?.offset_h ?? 0.5) * HOUR_MS);
    const weather = typical ? typicalWeather(typical, start) : madeWeather(sky, year.day_of[hour] ?? 0);
    const poa = poaUnder(sky, weather.irradiance, plant);
    made[hour] = arrayPower(poa, cellTemperatureC(poa, weather.air_c, weather.wind_ms), array).expected_kw;
  }
  const wanted = plant.kwh_per_kwp ?? (typical ? null : USUAL_KWH_PER_KWP);
  const sum = made.reduce((total, kwh) => total + kwh, 0);
  const scale = wanted === null || sum === 0 ? 1 : (wanted * plant.kw_peak) / sum;
  return made.map((kwh) => kwh * scale);
}
