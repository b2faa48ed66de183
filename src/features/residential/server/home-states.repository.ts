import { wordsWithin } from '../../../shared/server/like.ts';
import { at, type Packed, packed } from '../../../shared/server/packed-rows.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { FRESH, rhythmOfHome, rhythmOfHomes, SIGHTS, type Sight, sightAt } from './home-rhythm.repository.ts';
import type { HomeRow } from './homes.repository.ts';

const COLUMNS = [
  'plant_id',
  'provider',
  'production_type',
  'latitude',
  'longitude',
  'last_at',
  'rhythm_s',
  'only_by_day',
] as const;
/** What of a home says how it sends. */
export type SendingHome = Pick<HomeRow, (typeof COLUMNS)[number]>;

/** Homes of one way in, as far as it needs no look at how often they send. */
interface HomesBySight {
  readonly provider: HomeRow['provider'];
  readonly sends: number;
  readonly never: number;
}

/** How many homes of each way in were heard of just now, and how many never. */
export async function countBySight(
  tx: Tx,
  project_id: number | undefined,
  now: Date,
): Promise<HomesBySight[]> {
  const { rows } = await tx.query<HomesBySight>(
    `select h.provider, count(*) filter (where l.last_reading_at > $4::timestamptz - ${FRESH})::int as sends,
            count(*) filter (where l.last_reading_at is null)::int as never
     from home h join plants.plant p on p.company_id = $1 and p.id = h.plant_id
     left join overview.plant_live l on l.company_id = $1 and l.plant_id = h.plant_id
     where h.company_id = $1 and h.erased_at is null and ($2::bigint[] is null or h.plant_id = any($2))
       and ($3::bigint is null or h.project_id = $3)
     group by h.provider`,
    [tx.scope.company_id, plantFilter(tx.scope), project_id ?? null, now],
  );
  return rows;
}

export interface AskedHomes {
  readonly project_id?: number | undefined;
  readonly q?: string | undefined;
  readonly district?: string | undefined;
  readonly provider?: HomeRow['provider'] | undefined;
}

/** Homes that the scope may see, of those that are asked for: $1 to $7 of the statements. */
const ASKED = `
    where h.company_id = $1 and h.erased_at is null and ($2::bigint[] is null or h.plant_id = any($2))
      and ($4::bigint is null or h.project_id = $4) and ($5::text is null or h.district = $5) and ($6::text is null or h.provider = $6)
      and ($7::text[] is null or concat_ws(E'\\n', p.name, p.proj_code, p.comune, h.district) ilike all($7))`;

function valuesOf(
  { scope }: Tx,
  { project_id, q = '', district, provider }: AskedHomes,
  now: Date,
): unknown[] {
  const words = q.trim() === '' ? null : wordsWithin(q);
  const wanted = [project_id ?? null, district ?? null, provider ?? null, words];
  return [scope.company_id, plantFilter(scope), now, ...wanted];
}

/** Homes that the scope may see and that were heard of, but not just now, with what says how they send. */
export async function listLateHomes(tx: Tx, asked: AskedHomes, now: Date): Promise<SendingHome[]> {
  const { q = '', district, provider } = asked;
  // Of some homes that are looked for one by one: how many they are is not known before.
  const some = q.trim() !== '' || district !== undefined || provider !== undefined;
  const rhythm = some
    ? rhythmOfHome('h.plant_id', 'l.last_reading_at', '$3')
    : rhythmOfHomes('h.plant_id', '$4', '$3');
  const statement = `
    select h.plant_id, h.provider, p.production_type, p.latitude, p.longitude,
           (extract(epoch from l.last_reading_at) * 1000)::float8 as last_at, s.rhythm_s, s.only_by_day
    from home h join plants.plant p on p.company_id = $1 and p.id = h.plant_id
    left join overview.plant_live l on l.company_id = $1 and l.plant_id = h.plant_id
    ${rhythm}
    ${ASKED} and l.last_reading_at <= $3::timestamptz - ${FRESH}`;
  // Without a name: a plan for any filter tries each home's plant by itself.
  const { rows } = await tx.query<Packed<SendingHome>>(packed(COLUMNS, statement), valuesOf(tx, asked, now));
  return rows[0] ? unpacked(rows[0]) : [];
}

/** Homes that the scope may see, as they are called: those heard of just now, and never, are told as such. */
export async function listSights(
  tx: Tx,
  asked: AskedHomes,
  now: Date,
): Promise<{ plant_id: number; sight: Sight }[]> {
  // Thousands of homes in two values: the driver takes rows apart far more slowly.
  const { rows } = await tx.query<{ plant_ids: number[] | null; sights: string | null }>(
    `select json_agg(r.plant_id) as plant_ids, string_agg(r.sight, '') as sights
     from (select h.plant_id, ${sightAt('l.last_reading_at', '$3')} as sight
           from home h join plants.plant p on p.company_id = $1 and p.id = h.plant_id
           left join overview.plant_live l on l.company_id = $1 and l.plant_id = h.plant_id
           ${ASKED}
           order by p.name, p.proj_code) r`,
    valuesOf(tx, asked, now),
  );
  const { plant_ids, sights } = rows[0] ?? { plant_ids: null, sights: null };
  return (plant_ids ?? []).map((plant_id, i) => ({ plant_id, sight: SIGHTS[sights?.[i] ?? ''] }));
}

const PLACES = ['plant_id', 'proj_code', 'name', 'latitude', 'longitude', 'sight'] as const;
interface PlacedHome extends Pick<HomeRow, 'plant_id' | 'proj_code' | 'name' | 'latitude' | 'longitude'> {
  /** By `SIGHTS`. */
  sight: string;
}

/** Where homes stand that the scope may see, and how they send. */
export async function listPlaces(tx: Tx, asked: AskedHomes, now: Date): Promise<PlacedHome[]> {
  const statement = `
    select h.plant_id, p.proj_code, p.name, p.latitude, p.longitude, ${sightAt('l.last_reading_at', '$3')} as sight
    from home h join plants.plant p on p.company_id = $1 and p.id = h.plant_id
    left join overview.plant_live l on l.company_id = $1 and l.plant_id = h.plant_id
    ${ASKED}`;
  const { rows } = await tx.query<Packed<PlacedHome>>(packed(PLACES, statement), valuesOf(tx, asked, now));
  const [columns] = rows;
  return (columns?.plant_id ?? []).map((plant_id, i) => ({
    plant_id,
    proj_code: at(columns?.proj_code ?? null, i),
    name: at(columns?.name ?? null, i),
    latitude: at(columns?.latitude ?? null, i),
    longitude: at(columns?.longitude ?? null, i),
    sight: at(columns?.sight ?? null, i),
  }));
}

/** Written out because objects that are copied cost ten times as much. */
function unpacked(columns: Packed<SendingHome>): SendingHome[] {
  return (columns.plant_id ?? []).map((plant_id, i) => ({
    plant_id,
    provider: at(columns.provider, i),
    production_type: at(columns.production_type, i),
    latitude: at(columns.latitude, i),
    longitude: at(columns.longitude, i),
    last_at: at(columns.last_at, i),
    rhythm_s: at(columns.rhythm_s, i),
    only_by_day: at(columns.only_by_day, i),
  }));
}
