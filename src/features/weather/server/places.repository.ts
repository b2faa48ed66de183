import type pg from 'pg';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { type Place, type PlaceWeather, placeOf } from '../weather.model.ts';

// What is known of places is nobody's: these statements run outside every company, and learn no company's name.

/** The places where plants of a company stand. */
export async function listPlacesOfCompany(tx: Tx): Promise<Place[]> {
  const { rows } = await tx.query<{ latitude: number | null; longitude: number | null }>(
    `select distinct latitude, longitude from plants.plant
     where company_id = $1 and latitude is not null and longitude is not null`,
    [tx.scope.company_id],
    'weather_places',
  );
  return rows.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [placeOf({ latitude, longitude })],
  );
}

const tenths = (places: readonly Place[]): [number[], number[]] => [
  places.map((one) => one.lat_tenths),
  places.map((one) => one.lon_tenths),
];

/** These places are wanted, and no others: what nobody has wanted for a day is forgotten. */
export async function keepWantedPlaces(
  pool: pg.Pool,
  { provider, places, now }: { provider: string; places: readonly Place[]; now: Date },
): Promise<void> {
  await pool.query(
    `insert into weather_place as p (provider, lat_tenths, lon_tenths, wanted_at, next_at)
     select $1, u.lat, u.lon, $4::timestamptz, $4::timestamptz
     from (select distinct * from unnest($2::int[], $3::int[]) u (lat, lon)) u
     order by u.lat, u.lon
     on conflict (provider, lat_tenths, lon_tenths) do update set wanted_at = excluded.wanted_at
     where p.wanted_at < excluded.wanted_at - interval '1 hour'`,
    [provider, ...tenths(places), now],
  );
  await pool.query(
    `delete from weather_place where provider = $1 and wanted_at < $2::timestamptz - interval '1 day'`,
    [provider, now],
  );
}

export interface DuePlace extends Place {
  readonly failures: number;
}

/** A place whose turn it is; others leave it alone until `until`, whoever they are. */
export async function claimDuePlace(
  pool: pg.Pool,
  { provider, now, until }: { provider: string; now: Date; until: Date },
): Promise<DuePlace | undefined> {
  const { rows: due } = await pool.query<DuePlace & { next_at: Date }>(
    `select lat_tenths, lon_tenths, failures, next_at from weather_place
     where provider = $1 and next_at <= $2 order by next_at, lat_tenths, lon_tenths limit 20`,
    [provider, now],
  );
  for (const { next_at, ...place } of due) {
    const { rowCount } = await pool.query(
      `update weather_place set next_at = $5
       where provider = $1 and lat_tenths = $2 and lon_tenths = $3 and next_at = $4`,
      [provider, place.lat_tenths, place.lon_tenths, next_at, until],
    );
    if (rowCount === 1) return place;
  }
  return undefined;
}

export async function countPlaces(pool: pg.Pool, provider: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from weather_place where provider = $1',
    [provider],
  );
  return rows[0]?.count ?? 0;
}

export type Outcome =
  | { readonly weather: PlaceWeather; readonly fetched_at: Date; readonly next_at: Date }
  | { readonly fault: string; readonly next_at: Date };

/** Keeps what was answered; after a fault what was answered before stands. */
export async function saveOutcome(
  client: pg.Pool | pg.ClientBase,
  provider: string,
  { lat_tenths, lon_tenths }: Place,
  outcome: Outcome,
): Promise<void> {
  const key = [provider, lat_tenths, lon_tenths, outcome.next_at];
  const where = 'where provider = $1 and lat_tenths = $2 and lon_tenths = $3';
  if ('fault' in outcome) {
    await client.query(
      `update weather_place set next_at = $4, failures = failures + 1, fault = $5 ${where}`,
      [...key, outcome.fault],
    );
    return;
  }
  await client.query(
    `update weather_place set next_at = $4, failures = 0, fault = null, fetched_at = $5, answer = $6 ${where}`,
    [...key, outcome.fetched_at, JSON.stringify(outcome.weather)],
  );
}

/** Takes one of the day's requests; false where the provider wants to be left alone, or the day's are used up. */
export async function takeRequest(
  pool: pg.Pool,
  { provider, now, per_day }: { provider: string; now: Date; per_day: number },
): Promise<boolean> {
  const day = now.toISOString().slice(0, 10);
  const { rowCount } = await pool.query(
    `insert into weather_provider as p (provider, day, asked) values ($1, $2, 1)
     on conflict (provider) do update set day = excluded.day, asked = case when p.day = excluded.day then p.asked + 1 else 1 end
     where (p.paused_until is null or p.paused_until <= $3) and (p.day <> excluded.day or p.asked < $4)`,
    [provider, day, now, per_day],
  );
  return rowCount === 1;
}

/** The provider is asked nothing until then. */
export async function pauseProvider(pool: pg.Pool, provider: string, until: Date): Promise<void> {
  await pool.query('update weather_provider set paused_until = $2 where provider = $1', [provider, until]);
}
