import { assignments, insertRows } from '../../../shared/server/columns.ts';
import { at, type Packed, packed } from '../../../shared/server/packed-rows.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { HomeDetail } from '../homes.contract.ts';
import { rhythmOfHome } from './home-rhythm.repository.ts';

export interface HomeRow {
  plant_id: number;
  proj_code: string;
  name: string;
  comune: string;
  district: string;
  latitude: number | null;
  longitude: number | null;
  time_zone: string;
  production_type: string;
  tilt_deg: number | null;
  azimuth_deg: number | null;
  project_id: number | null;
  project: string | null;
  nominal_kwp: number | null;
  storage_kwh: number | null;
  inverter_model: string;
  provider: HomeDetail['provider'];
  import_eur_kwh: number | null;
  export_eur_kwh: number | null;
  former_prices: HomeDetail['former_prices'];
  version: number;
  /** Epoch ms. */
  last_at: number | null;
  /** Seconds; null where it was heard of just now, so that it does not matter. */
  rhythm_s: number | null;
  /** Whether all that works there is switched off by the night; null where it does not matter either. */
  only_by_day: boolean | null;
}

const COLUMNS = `h.plant_id, p.proj_code, p.name, p.comune, h.district, p.latitude, p.longitude, p.time_zone, p.production_type,
  p.tilt_deg, p.azimuth_deg, h.project_id, r.name as project, p.potenza_nominale as nominal_kwp, h.storage_kwh, h.inverter_model,
  h.provider, h.import_eur_kwh, h.export_eur_kwh, h.former_prices, h.version + p.version - 1 as version, (extract(epoch from l.last_reading_at) * 1000)::float8 as last_at`;

/** Homes that the scope may see, of one project, of these codes or plants where they are named, as they are called. */
export async function listHomes(
  tx: Tx,
  {
    project_id,
    codes,
    plant_ids,
    now,
  }: {
    project_id?: number | undefined;
    codes?: readonly string[];
    plant_ids?: readonly number[];
    now: Date;
  },
): Promise<HomeRow[]> {
  const { rows } = await tx.query<HomeRow>(
    `select ${COLUMNS}, s.rhythm_s, s.only_by_day
     from home h join plants.plant p on p.company_id = $1 and p.id = h.plant_id
     left join residential_project r on r.company_id = $1 and r.id = h.project_id
     left join overview.plant_live l on l.company_id = $1 and l.plant_id = h.plant_id
     ${rhythmOfHome('h.plant_id', 'l.last_reading_at', '$5')}
     where h.company_id = $1 and h.erased_at is null and ($2::bigint[] is null or h.plant_id = any($2))
       and ($3::bigint is null or h.project_id = $3) and ($4::text[] is null or p.proj_code = any($4))
       and ($6::bigint[] is null or h.plant_id = any($6))
     order by p.name, p.proj_code`,
    [tx.scope.company_id, plantFilter(tx.scope), project_id ?? null, codes ?? null, now, plant_ids ?? null],
  );
  return rows;
}

/** How many homes the scope may see, of one project or all, and the zone in which most of them stand. */
export async function countHomes(
  tx: Tx,
  project_id: number | undefined,
): Promise<{ homes: number; time_zone: string | null }> {
  const { rows } = await tx.query<{ homes: number; time_zone: string | null }>(
    `select count(*)::int as homes, mode() within group (order by p.time_zone) as time_zone
     from home h join plants.plant p on p.company_id = $1 and p.id = h.plant_id
     where h.company_id = $1 and h.erased_at is null and ($2::bigint[] is null or h.plant_id = any($2))
       and ($3::bigint is null or h.project_id = $3)`,
    [tx.scope.company_id, plantFilter(tx.scope), project_id ?? null],
  );
  return rows[0] ?? { homes: 0, time_zone: null };
}

export interface Capacity {
  homes: number;
  nominal_kwp: number | null;
  with_power: number;
  storage_kwh: number | null;
  with_storage: number;
}

/** Sums of homes of what is known of them. */
export async function sumCapacity(tx: Tx, project_id: number | undefined): Promise<Capacity> {
  const { rows } = await tx.query<Capacity>(
    `select count(*)::int as homes, sum(p.potenza_nominale) as nominal_kwp, count(p.potenza_nominale)::int as with_power,
            sum(h.storage_kwh) as storage_kwh, count(h.storage_kwh)::int as with_storage
     from home h join plants.plant p on p.company_id = $1 and p.id = h.plant_id
     where h.company_id = $1 and h.erased_at is null and ($2::bigint[] is null or h.plant_id = any($2))
       and ($3::bigint is null or h.project_id = $3)`,
    [tx.scope.company_id, plantFilter(tx.scope), project_id ?? null],
  );
  return rows[0] ?? { homes: 0, nominal_kwp: null, with_power: 0, storage_kwh: null, with_storage: 0 };
}

const PLACE = ['time_zone', 'production_type', 'latitude', 'longitude'] as const;
const FACTS = ['plant_id', ...PLACE, 'made_until', 'project_id'] as const;
/** A home as its days are made, and its powers added to those of others. */
export interface HomeFacts extends Pick<HomeRow, 'plant_id' | (typeof PLACE)[number]> {
  /** YYYY-MM-DD, the last day that was made; null: none yet. */
  made_until: string | null;
  project_id: number | null;
}

/** Homes that the scope may see, of one project or all, as they are called. */
export async function listHomeFacts(tx: Tx, project_id: number | undefined): Promise<HomeFacts[]> {
  const statement = `
    select h.plant_id, p.time_zone, p.production_type, p.latitude, p.longitude, to_char(h.made_until, 'YYYY-MM-DD') as made_until,
      h.project_id
    from home h join plants.plant p on p.company_id = $1 and p.id = h.plant_id
    where h.company_id = $1 and h.erased_at is null and ($2::bigint[] is null or h.plant_id = any($2))
      and ($3::bigint is null or h.project_id = $3)
    order by p.name, p.proj_code`;
  const { rows } = await tx.query<Packed<HomeFacts>>(packed(FACTS, statement), [
    tx.scope.company_id,
    plantFilter(tx.scope),
    project_id ?? null,
  ]);
  const [columns] = rows;
  return (columns?.plant_id ?? []).map((plant_id, i) => ({
    plant_id,
    time_zone: at(columns?.time_zone ?? null, i),
    production_type: at(columns?.production_type ?? null, i),
    latitude: at(columns?.latitude ?? null, i),
    longitude: at(columns?.longitude ?? null, i),
    made_until: at(columns?.made_until ?? null, i),
    project_id: at(columns?.project_id ?? null, i),
  }));
}

export type HomeName = Pick<HomeRow, 'plant_id' | 'proj_code' | 'name'>;

/** What some homes are called. */
export async function nameHomes(
  tx: Tx,
  plant_ids: readonly number[],
): Promise<ReadonlyMap<number, HomeName>> {
  const { rows } = await tx.query<HomeName>(
    `select h.plant_id, p.proj_code, p.name from home h join plants.plant p on p.company_id = $1 and p.id = h.plant_id
     where h.company_id = $1 and h.plant_id = any($2::bigint[])`,
    [tx.scope.company_id, plant_ids],
    'residential_names',
  );
  return new Map(rows.map((row) => [row.plant_id, row]));
}

export type HomeContact = Pick<HomeDetail, 'pod' | 'owner_name' | 'owner_phone' | 'owner_email'>;

export async function findContact(tx: Tx, plant_id: number): Promise<HomeContact | undefined> {
  const { rows } = await tx.query<HomeContact>(
    'select pod, owner_name, owner_phone, owner_email from home where company_id = $1 and plant_id = $2',
    [tx.scope.company_id, plant_id],
    'residential_contact',
  );
  return rows[0];
}

/** What a home has beside its plant. */
export type HomeFields = HomeContact &
  Pick<
    HomeDetail,
    | 'project_id'
    | 'district'
    | 'storage_kwh'
    | 'inverter_model'
    | 'provider'
    | 'import_eur_kwh'
    | 'export_eur_kwh'
  > & {
    /** As JSON: the driver takes a list for an array of PostgreSQL's. */
    readonly former_prices: string;
  };

/** What of them is given. */
type Given = { readonly [K in keyof HomeFields]?: HomeFields[K] | undefined };

export async function insertHome(tx: Tx, plant_id: number, fields: Given): Promise<void> {
  await insertRows(tx, 'home', [{ ...fields, plant_id, company_id: tx.scope.company_id }]);
}

/** Changes the given fields; false when the version, which counts changes of its plant too, is not the stored one any more. */
export async function updateHome(
  tx: Tx,
  plant_id: number,
  { version, ...fields }: Given & { version?: number | undefined },
): Promise<boolean> {
  const values: unknown[] = [tx.scope.company_id, plant_id, version ?? null];
  const { rowCount } = await tx.query(
    `update home set version = version + 1${assignments(fields, values)}
     where company_id = $1 and plant_id = $2 and erased_at is null and ($3::int is null
       or version + (select p.version - 1 from plants.plant p where p.company_id = $1 and p.id = plant_id) = $3)`,
    values,
  );
  return rowCount > 0;
}

/** Takes from a home whatever tells of its family; from now on no list has it. @param pod what stands in the place of its POD */
export async function clearHome(
  tx: Tx,
  plant_id: number,
  { pod, erased_at }: { pod: string; erased_at: Date },
): Promise<void> {
  await tx.query(
    `update home set project_id = null, pod = $4, district = '', owner_name = '', owner_phone = '', owner_email = '', inverter_model = '',
       import_eur_kwh = null, export_eur_kwh = null, former_prices = default, first_capacity_kwh = null, first_capacity_day = null, made_until = null,
       month_until = null, month_produced_kwh = null, month_produced_days = default, month_faults = default, month_wrong_meter = null,
       month_capacity_kwh = null, month_whole_into = default, month_whole_out = default, month_whole_days = default,
       month_week_into = default, month_week_out = default, month_week_days = default, erased_at = $3, version = version + 1
     where company_id = $1 and plant_id = $2`,
    [tx.scope.company_id, plant_id, erased_at, pod],
  );
}
