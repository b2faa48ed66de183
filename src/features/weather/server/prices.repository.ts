import type pg from 'pg';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { Price } from '../prices.model.ts';

/** Keeps prices, all or none; what was imported before of the same hours is written over. Returns how many there were. */
export async function keepPrices(pool: pg.Pool, prices: readonly Price[], now: Date): Promise<number> {
  const { rowCount } = await pool.query(
    `insert into market_price (zone, start_at, eur_mwh, imported_at)
     select u.zone, to_timestamp(u.start_ms / 1000), u.eur_mwh, $4::timestamptz
     from unnest($1::text[], $2::float8[], $3::float8[]) u (zone, start_ms, eur_mwh)
     on conflict (zone, start_at) do update set eur_mwh = excluded.eur_mwh, imported_at = excluded.imported_at`,
    [
      prices.map(({ zone }) => zone),
      prices.map(({ start }) => start),
      prices.map(({ eur_mwh }) => eur_mwh),
      now,
    ],
  );
  return rowCount ?? 0;
}

export interface PriceRow {
  start_ms: number;
  eur_mwh: number;
  imported_at: Date;
}

/** Prices of a zone in a stretch of time, half-open. */
export async function listPrices(
  tx: Tx,
  { zone, start, end }: { zone: string; start: Date; end: Date },
): Promise<PriceRow[]> {
  const { rows } = await tx.query<PriceRow>(
    `select (extract(epoch from start_at) * 1000)::float8 as start_ms, eur_mwh, imported_at from market_price
     where zone = $1 and start_at >= $2 and start_at < $3 order by start_at`,
    [zone, start, end],
    'weather_prices',
  );
  return rows;
}

/** The zone of the market that a plant's master data name; undefined: no such plant may be seen. */
export async function findPlantZone(tx: Tx, proj_code: string): Promise<{ zone: string | null } | undefined> {
  const { rows } = await tx.query<{ zone: string | null }>(
    `select nullif(m.market_zone, '') as zone
     from plants.plant p left join plants.plant_master_data m on m.company_id = $1 and m.plant_id = p.id
     where p.company_id = $1 and p.proj_code = $2`,
    [tx.scope.company_id, proj_code],
    'weather_plant_zone',
  );
  return rows[0];
}

/** The zones of which any price is known, each looked up in the key rather than counted. */
export async function listZones(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ zone: string }>(
    `with recursive z as (
       (select zone from market_price order by zone limit 1)
       union all
       select (select p.zone from market_price p where p.zone > z.zone order by p.zone limit 1) from z where z.zone is not null)
     select zone from z where zone is not null`,
    [],
    'weather_zones',
  );
  return rows.map(({ zone }) => zone);
}

/** The hours of each zone whose prices were imported after an instant, as one stretch (epoch ms, half-open). */
export async function listImportedStretches(
  tx: Tx,
  since: Date,
): Promise<{ zone: string; start: number; end: number }[]> {
  const { rows } = await tx.query<{ zone: string; start: number; end: number }>(
    `select zone, (extract(epoch from min(start_at)) * 1000)::float8 as start,
            (extract(epoch from max(start_at)) * 1000)::float8 + 3600000 as end
     from market_price where imported_at > $1 group by zone order by zone`,
    [since],
    'weather_imported_stretches',
  );
  return rows;
}
