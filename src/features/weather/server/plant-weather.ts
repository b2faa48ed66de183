import { notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { WeatherSettings } from '../../../shared/server/weather-settings.ts';
import { offlineWeather } from '../offline.model.ts';
import type { PlantWeatherDetail, SkyNow } from '../weather.contract.ts';
import {
  type Basis,
  hoursFrom,
  iconOf,
  type PlaceWeather,
  placeKey,
  placeOf,
  type Sky,
  type SkyHour,
  STALE_MS,
  saidOf,
} from '../weather.model.ts';
import {
  type KnownPlace,
  listKnownPlaces,
  listPlantSites,
  type PlantSiteRow,
} from './plant-weather.repository.ts';
import { lastSeen } from './watch-skies.ts';

/** What is known of a plant's weather. */
interface Known extends PlaceWeather {
  readonly basis: Basis;
  readonly at: Date | null;
  readonly stale: boolean;
}

const presentSky = ({ description, temperature_c, cloud_cover_pct, wind_ms, humidity_pct }: Sky): SkyNow => ({
  // What was kept by an earlier version may hold a provider's own words.
  description: description === null ? null : saidOf(description),
  icon: description === null ? null : iconOf(description),
  temperature_c,
  cloud_cover_pct,
  wind_ms,
  humidity_pct,
});

const presentHour = (hour: SkyHour): PlantWeatherDetail['hours'][number] => ({
  start_at: new Date(hour.start).toISOString(),
  ...presentSky(hour),
  precipitation_mm: hour.precipitation_mm,
  ghi_wm2: hour.ghi_wm2,
  dni_wm2: hour.dni_wm2,
  dhi_wm2: hour.dhi_wm2,
});

function offline(row: PlantSiteRow & { latitude: number; longitude: number }, now: number): Known {
  const seen = lastSeen(row, now);
  const weather = offlineWeather(row, seen, now);
  const at = weather.basis === 'sensor' && seen ? new Date(seen.seen_at) : null;
  return { ...weather, at, stale: false };
}

/** Of hours that have gone by while the provider is away nothing is said any more. */
function fromProvider({ now: sky, hours, fetched_at }: KnownPlace, now: number): Known {
  const [first = 0] = hoursFrom(now);
  return {
    basis: 'provider',
    now: sky,
    hours: hours.filter(({ start }) => start >= first),
    at: fetched_at,
    stale: now - fetched_at.getTime() > STALE_MS,
  };
}

export interface Question {
  readonly codes: readonly string[];
  readonly hours: boolean;
  readonly now: number;
  readonly settings: Pick<WeatherSettings, 'provider'>;
}

/** The weather of plants. @throws AppError not_found when the scope cannot see all of them */
export async function weatherOfPlants(
  tx: Tx,
  { codes, hours, now, settings: { provider } }: Question,
): Promise<PlantWeatherDetail[]> {
  const rows = await listPlantSites(tx, [...new Set(codes)], new Date(now));
  if (rows.length < new Set(codes).size) notFound();
  const placed = rows.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [placeOf({ latitude, longitude })],
  );
  const places =
    provider === 'offline'
      ? new Map<string, KnownPlace>()
      : await listKnownPlaces(tx, { provider, places: placed, hours });
  return rows.map((row) => {
    const { proj_code, latitude, longitude } = row;
    const origin = { proj_code, source: provider };
    if (latitude === null || longitude === null) return { ...origin, ...nothing('no_place') };
    const place = places.get(placeKey(placeOf({ latitude, longitude })));
    const known =
      provider === 'offline'
        ? offline({ ...row, latitude, longitude }, now)
        : place && fromProvider(place, now);
    if (!known) return { ...origin, ...nothing('not_yet') };
    const { basis, at, stale } = known;
    return {
      ...origin,
      basis,
      at: at?.toISOString() ?? null,
      stale,
      missing: null,
      now: presentSky(known.now),
      hours: hours ? known.hours.map(presentHour) : [],
    };
  });
}

const nothing = (missing: 'no_place' | 'not_yet') => ({
  basis: null,
  at: null,
  stale: false,
  missing,
  now: null,
  hours: [],
});
