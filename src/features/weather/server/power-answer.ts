import { arraysOf } from '../../../energy/plant-arrays.ts';
import { notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { WeatherSettings } from '../../../shared/server/weather-settings.ts';
import { HOUR_MS } from '../../../shared/units/zones.ts';
import type { PowerForecast } from '../power.contract.ts';
import { type Assumption, bandOf, errorOf, ratingOf } from '../power.model.ts';
import { hoursFrom } from '../weather.model.ts';
import { expectedOf, isPlaced, outlooksOf } from './forecast-power.ts';
import { listMadeForecasts } from './power-forecasts.repository.ts';
import { findPowerPlant, type PowerPlantRow } from './power-plants.repository.ts';

const JUDGED_DAYS = 30;

const NOTHING = { basis: null, made_at: null, assumed: [], band: null, hours: [], error: null };

function missingOf(row: PowerPlantRow): PowerForecast['missing'] {
  if (row.production_type !== 'photovoltaic') return 'not_solar';
  if (!isPlaced(row)) return 'no_place';
  return arraysOf(row).arrays.length === 0 ? 'no_power' : null;
}

/** The forecast of a plant's power. @throws AppError not_found when the scope cannot see the plant */
export async function forecastOfPlant(
  tx: Tx,
  { proj_code, now, provider }: { proj_code: string; now: number; provider: WeatherSettings['provider'] },
): Promise<PowerForecast> {
  const row = (await findPowerPlant(tx, proj_code, new Date(now))) ?? notFound();
  const plant = { proj_code, time_zone: row.time_zone, source: provider };
  const missing = missingOf(row);
  if (missing !== null || !isPlaced(row)) return { ...plant, ...NOTHING, missing };
  const outlook = (await outlooksOf(tx, [row], { provider, now })).get(row.plant_id);
  if (!outlook) return { ...plant, ...NOTHING, missing: 'not_yet' };
  const since = new Date(now - JUDGED_DAYS * 24 * HOUR_MS);
  // How good one source's forecasts were says nothing of another's.
  const alike = { source: provider, basis: outlook.basis };
  const earlier = await listMadeForecasts(tx, { plant_id: row.plant_id, since, ...alike });
  const { arrays, assumed } = arraysOf(row);
  const band = bandOf(
    earlier,
    outlook.basis,
    arrays.reduce((sum, { kw_peak }) => sum + kw_peak, 0),
  );
  const expected = expectedOf(row, outlook, now);
  const most = ratingOf(arrays) ?? Number.POSITIVE_INFINITY;
  const error = errorOf(earlier);
  const assumptions: Assumption[] = [
    ...assumed,
    ...(outlook.hours.some(({ temperature_c }) => temperature_c === null) ? (['temperature'] as const) : []),
  ];
  return {
    ...plant,
    basis: outlook.basis,
    made_at: outlook.at?.toISOString() ?? null,
    missing: null,
    assumed: assumptions,
    band: band.measured ? 'measured' : 'assumed',
    hours: hoursFrom(now).map((start, i) => {
      const kw = expected[i] ?? null;
      return {
        start_at: new Date(start).toISOString(),
        expected_kw: kw,
        low_kw: kw === null ? null : kw * band.low,
        high_kw: kw === null ? null : Math.min(most, kw * band.high),
      };
    }),
    error,
  };
}
