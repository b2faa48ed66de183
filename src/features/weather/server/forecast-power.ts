import { arraysOf } from '../../../energy/plant-arrays.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { WeatherSettings } from '../../../shared/server/weather-settings.ts';
import { offlineWeather } from '../offline.model.ts';
import { powerOfHour } from '../power.model.ts';
import { type Basis, hoursFrom, placeKey, placeOf, type SkyHour } from '../weather.model.ts';
import { type KnownPlace, listKnownPlaces } from './plant-weather.repository.ts';
import { keepForecasts, type NewForecast } from './power-forecasts.repository.ts';
import { listUnforecast, type PowerPlantRow } from './power-plants.repository.ts';
import { lastSeen } from './watch-skies.ts';

/** What a plant's power is forecast from. */
export interface Outlook {
  readonly basis: Basis;
  /** When the provider said it, or the sensor saw it; null: nobody did. */
  readonly at: Date | null;
  readonly hours: readonly SkyHour[];
}

type Placed = PowerPlantRow & { latitude: number; longitude: number };

export const isPlaced = (row: PowerPlantRow): row is Placed =>
  row.latitude !== null && row.longitude !== null;

/** What is known of the sky over plants for the next days, by plant. */
export async function outlooksOf(
  tx: Tx,
  rows: readonly Placed[],
  { provider, now }: { provider: WeatherSettings['provider']; now: number },
): Promise<Map<number, Outlook>> {
  if (provider === 'offline') {
    return new Map(
      rows.map((row) => {
        const seen = lastSeen(row, now);
        const { basis, hours } = offlineWeather(row, seen, now);
        const at = basis === 'sensor' && seen ? new Date(seen.seen_at) : null;
        return [row.plant_id, { basis, hours, at }];
      }),
    );
  }
  const places = await listKnownPlaces(tx, {
    provider,
    places: rows.map(placeOf),
    hours: true,
  });
  return new Map(
    rows.flatMap((row): [number, Outlook][] => {
      const place: KnownPlace | undefined = places.get(placeKey(placeOf(row)));
      return place ? [[row.plant_id, { basis: 'provider', hours: place.hours, at: place.fetched_at }]] : [];
    }),
  );
}

/** Power of each of the next 72 hours, kW; null where the weather of an hour is not known. */
export function expectedOf(row: Placed, { hours }: Outlook, now: number): (number | null)[] {
  const { arrays } = arraysOf(row);
  const byStart = new Map(hours.map((hour) => [hour.start, hour]));
  return hoursFrom(now).map((start) => {
    const hour = byStart.get(start);
    return hour ? powerOfHour(arrays, row, hour) : null;
  });
}

/** Forecasts that are made in one transaction. */
const AT_ONCE = 50;

/** Keeps the day's first forecast of plants that have none yet; answers after which plant there may be more. */
export async function makeForecasts(
  tx: Tx,
  { provider, now, after_id }: { provider: WeatherSettings['provider']; now: number; after_id: number },
): Promise<number | undefined> {
  const made_on = new Date(now).toISOString().slice(0, 10);
  const found = await listUnforecast(tx, { made_on, after_id, most: AT_ONCE, now: new Date(now) });
  const rows = found.filter(isPlaced);
  const outlooks = await outlooksOf(tx, rows, { provider, now });
  const [first = now] = hoursFrom(now);
  const made = rows.flatMap((row): NewForecast[] => {
    const outlook = outlooks.get(row.plant_id);
    if (!outlook || outlook.hours.length === 0) return [];
    const expected_kw = expectedOf(row, outlook, now);
    const { basis } = outlook;
    return [
      {
        plant_id: row.plant_id,
        made_on,
        made_at: new Date(now),
        first_at: new Date(first),
        source: provider,
        basis,
        expected_kw,
      },
    ];
  });
  if (made.length > 0) await keepForecasts(tx, made);
  return found.length === AT_ONCE ? found.at(-1)?.plant_id : undefined;
}
