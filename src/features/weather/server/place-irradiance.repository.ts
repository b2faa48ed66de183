import type pg from 'pg';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import { IRRADIANCE_KEPT_DAYS, type IrradianceDay, utcDay } from '../past-irradiance.model.ts';
import type { Place } from '../weather.model.ts';

// What is known of places is nobody's: these statements name no company.

interface OfPlace {
  readonly provider: string;
  readonly place: Place;
}

/** Days of which something is kept, held against whoever else keeps something of them. */
export async function lockIrradianceDays(
  client: pg.ClientBase,
  { provider, place, days }: OfPlace & { readonly days: readonly string[] },
): Promise<IrradianceDay[]> {
  const { rows } = await client.query<IrradianceDay>(
    `select day, ghi_wm2, dni_wm2, dhi_wm2 from place_irradiance
     where lat_tenths = $1 and lon_tenths = $2 and provider = $3 and day = any($4::date[]) order by day for update`,
    [place.lat_tenths, place.lon_tenths, provider, days],
  );
  return rows;
}

/** Keeps days as they are given, in place of what was kept of them. */
export async function saveIrradianceDays(
  client: pg.ClientBase,
  { provider, place, days, now }: OfPlace & { readonly days: readonly IrradianceDay[]; readonly now: Date },
): Promise<void> {
  await client.query(
    `insert into place_irradiance (lat_tenths, lon_tenths, provider, day, ghi_wm2, dni_wm2, dhi_wm2, said_at)
     select $1, $2, $3, u.day, u.ghi_wm2, u.dni_wm2, u.dhi_wm2, $5::timestamptz
     from jsonb_to_recordset($4::jsonb) u (day date, ghi_wm2 real[], dni_wm2 real[], dhi_wm2 real[]) order by u.day
     on conflict (lat_tenths, lon_tenths, day, provider) do update set
       ghi_wm2 = excluded.ghi_wm2, dni_wm2 = excluded.dni_wm2, dhi_wm2 = excluded.dhi_wm2, said_at = excluded.said_at`,
    [place.lat_tenths, place.lon_tenths, provider, JSON.stringify(days), now],
  );
}

/** Days (UTC) of a place, both included. */
export interface PlaceDays extends Place {
  readonly from: string;
  readonly to: string;
}

export interface IrradianceRow extends Place, IrradianceDay {
  readonly provider: string;
  readonly said_at: Date;
}

/** What any provider said of the days of some places, each place named once. */
export async function listIrradiance(tx: Tx, asked: readonly PlaceDays[]): Promise<IrradianceRow[]> {
  const { rows } = await tx.query<IrradianceRow>(
    `select p.lat_tenths, p.lon_tenths, p.day, p.provider, p.ghi_wm2, p.dni_wm2, p.dhi_wm2, p.said_at
     from unnest($1::int[], $2::int[], $3::date[], $4::date[]) u (lat_tenths, lon_tenths, first, last)
     join place_irradiance p on p.lat_tenths = u.lat_tenths and p.lon_tenths = u.lon_tenths and p.day between u.first and u.last`,
    [
      asked.map(({ lat_tenths }) => lat_tenths),
      asked.map(({ lon_tenths }) => lon_tenths),
      asked.map(({ from }) => from),
      asked.map(({ to }) => to),
    ],
    'weather_irradiance',
  );
  return rows;
}

/** What no day of expected energy is made from any more by itself. */
export async function removeOldIrradiance(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query('delete from place_irradiance where day < $1', [
    utcDay(now.getTime() - IRRADIANCE_KEPT_DAYS * DAY_MS),
  ]);
}
