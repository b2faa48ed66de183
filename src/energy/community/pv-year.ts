import { HOUR_MS } from '../../shared/units/zones.ts';
import { cellTemperatureC } from '../cell-temperature.ts';
import type { Irradiance, Surface } from '../plane-of-array.ts';
import { arrayPower } from '../section-power.ts';
import { poaUnder, type Sky, skyAt } from '../sky.ts';
import { type TypicalYear, typicalHour } from '../typical-year.ts';
import type { HourAxis } from './hour-axis.ts';
import { type MarketZone, ruleOn, SUN } from './rules.ts';

/** A photovoltaic plant as a simulation knows it. */
export interface SimulatedPv {
  readonly latitude: number;
  readonly longitude: number;
  readonly tilt_deg: number;
  /** Degrees clockwise from north. */
  readonly azimuth_deg: number;
  readonly kw_peak: number;
  /** Where it stands: what the assumed sun gives there. */
  readonly zone: MarketZone;
  /** Conversion factor: kWh of a year for each kWp; null: as the typical year gives it, or the assumed sun. // spec §9 */
  readonly kwh_per_kwp: number | null;
}

/** The plane of which the assumed sun's kWh are told. */
const REFERENCE = { tilt_deg: 30, azimuth_deg: 180 } as const;
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
 * @param typical the year of its place; without one the sun is assumed: a plane of 30° to the south makes what is usual in its
 * market zone, any other as much less or more as the same sun gives it. What a conversion factor says is the sum of the plant's own plane.
 */
export function pvYear(year: HourAxis, plant: SimulatedPv, typical?: TypicalYear): Float64Array {
  const place = typical ?? plant;
  const array = { kw_peak: plant.kw_peak, kw_ac: null, losses_percent: null };
  const made = new Float64Array(year.count);
  let reference = 0;
  for (let hour = 0; hour < year.count; hour++) {
    const start = year.start + hour * HOUR_MS;
    const sky = skyAt(place.latitude, place.longitude, start + (typical?.offset_h ?? 0.5) * HOUR_MS);
    const weather = typical ? typicalWeather(typical, start) : madeWeather(sky, year.day_of[hour] ?? 0);
    const madeOn = (plane: Surface): number => {
      const poa = poaUnder(sky, weather.irradiance, plane);
      return arrayPower(poa, cellTemperatureC(poa, weather.air_c, weather.wind_ms), array).expected_kw;
    };
    made[hour] = madeOn(plant);
    if (plant.kwh_per_kwp === null && !typical) reference += madeOn(REFERENCE);
  }
  const usual = typical ? null : ruleOn(SUN, year.days[0] ?? '').value[plant.zone];
  const wanted = plant.kwh_per_kwp ?? usual;
  const sum = plant.kwh_per_kwp === null ? reference : made.reduce((total, kwh) => total + kwh, 0);
  const scale = wanted === null || sum === 0 ? 1 : (wanted * plant.kw_peak) / sum;
  return made.map((kwh) => kwh * scale);
}
