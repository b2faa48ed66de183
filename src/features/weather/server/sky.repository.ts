import type { Tx } from '../../../shared/server/tenancy.ts';

/** What a plant's own sensors measure, W/m², as far as it is of now: the plant's line `l`, the instant as a parameter. */
export const measuredNow = (now: string): string =>
  `case when l.last_reading_at between ${now}::timestamptz - interval '30 minutes' and ${now}::timestamptz + interval '30 minutes'
     then l.irradianza end as irradianza`;

/** A plant whose own sensors measure irradiance just now, and what they saw of the sky before. */
export interface SensedRow {
  plant_id: number;
  latitude: number | null;
  longitude: number | null;
  tilt_deg: number | null;
  azimuth_deg: number | null;
  irradianza: number | null;
  clearness: number | null;
  seen_at: Date | null;
}

export async function listSensedPlants(tx: Tx, now: Date): Promise<SensedRow[]> {
  const { rows } = await tx.query<SensedRow>(
    `select p.id as plant_id, p.latitude, p.longitude, p.tilt_deg, p.azimuth_deg, ${measuredNow('$2')},
            s.clearness, s.seen_at
     from overview.plant_live l join plants.plant p on p.company_id = $1 and p.id = l.plant_id
     left join plant_sky s on s.company_id = $1 and s.plant_id = l.plant_id
     where l.company_id = $1 and l.irradianza is not null and p.latitude is not null and p.longitude is not null`,
    [tx.scope.company_id, now],
    'weather_sensed',
  );
  return rows;
}

export async function saveSkies(
  tx: Tx,
  skies: readonly { plant_id: number; clearness: number; seen_at: number }[],
): Promise<void> {
  await tx.query(
    `insert into plant_sky (company_id, plant_id, clearness, seen_at)
     select $1, u.plant_id, u.clearness, to_timestamp(u.seen_ms / 1000)
     from unnest($2::bigint[], $3::float8[], $4::float8[]) u (plant_id, clearness, seen_ms) order by u.plant_id
     on conflict (company_id, plant_id) do update set clearness = excluded.clearness, seen_at = excluded.seen_at`,
    [
      tx.scope.company_id,
      skies.map((one) => one.plant_id),
      skies.map((one) => one.clearness),
      skies.map((one) => one.seen_at),
    ],
  );
}
