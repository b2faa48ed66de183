import type { Tx } from '../../../shared/server/tenancy.ts';
import { type Place, type PlaceWeather, placeKey } from '../weather.model.ts';
import { measuredNow, PLANES, type PlanesRow, SENSOR_SECTIONS } from './sky.repository.ts';

/** A plant, where it stands, and what its own sensors saw of the sky. */
export interface PlantSiteRow extends PlanesRow {
  plant_id: number;
  proj_code: string;
  latitude: number | null;
  longitude: number | null;
  /** What its own sensors measure just now, W/m². */
  irradianza: number | null;
  clearness: number | null;
  seen_at: Date | null;
}

/** Those of the named plants that the scope may see. */
export async function listPlantSites(tx: Tx, codes: readonly string[], now: Date): Promise<PlantSiteRow[]> {
  const { rows } = await tx.query<PlantSiteRow>(
    `select p.id as plant_id, p.proj_code, p.latitude, p.longitude, ${PLANES}, ${SENSOR_SECTIONS}, s.clearness, s.seen_at,
            ${measuredNow('$3')}
     from plants.plant p left join plant_sky s on s.company_id = $1 and s.plant_id = p.id
     left join overview.plant_live l on l.company_id = $1 and l.plant_id = p.id
     where p.company_id = $1 and p.proj_code = any($2) order by p.proj_code`,
    [tx.scope.company_id, codes, now],
    'weather_plant_sites',
  );
  return rows;
}

/** What a provider said of a place; without its hours where nobody asked for them. */
export interface KnownPlace {
  readonly fetched_at: Date;
  readonly now: PlaceWeather['now'];
  readonly hours: PlaceWeather['hours'];
}

/** What a provider said last of some places, by {@link placeKey}. */
export async function listKnownPlaces(
  tx: Tx,
  { provider, places, hours }: { provider: string; places: readonly Place[]; hours: boolean },
): Promise<Map<string, KnownPlace>> {
  const { rows } = await tx.query<Place & { fetched_at: Date; answer: PlaceWeather }>(
    `select lat_tenths, lon_tenths, fetched_at,
       case when $4 then answer else answer - 'hours' end as answer
     from weather_place where provider = $1 and fetched_at is not null
       and (lat_tenths, lon_tenths) in (select * from unnest($2::int[], $3::int[]))`,
    [provider, places.map((one) => one.lat_tenths), places.map((one) => one.lon_tenths), hours],
  );
  return new Map(
    rows.map(({ fetched_at, answer, ...place }) => [
      placeKey(place),
      { fetched_at, now: answer.now, hours: answer.hours ?? [] },
    ]),
  );
}
