import { assignments, insertRows } from '../../../shared/server/columns.ts';
import { deviceRhythm } from '../../../shared/server/rhythm.repository.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { HomeDetail } from '../residential.contract.ts';

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
  h.provider, h.import_eur_kwh, h.export_eur_kwh, h.version, (extract(epoch from l.last_reading_at) * 1000)::float8 as last_at`;

/** Whoever was heard of within that is fresh by any rhythm: how often it sends is not looked up. */
const FRESH = "interval '10 minutes'";

/** Homes that the scope may see, of one project or of these codes where they are named, as they are called. */
export async function listHomes(
  tx: Tx,
  { project_id, codes, now }: { project_id?: number | undefined; codes?: readonly string[]; now: Date },
): Promise<HomeRow[]> {
  const { rows } = await tx.query<HomeRow>(
    `select ${COLUMNS},
            case when l.last_reading_at > $5::timestamptz - ${FRESH} then null else
              (select min(${deviceRhythm('d')}) from plants.device d
               where d.company_id = $1 and d.plant_id = h.plant_id and d.enabled and not d.template) end as rhythm_s,
            case when l.last_reading_at > $5::timestamptz - ${FRESH} then null else
              (select bool_and(d.category in ('inverter', 'string_box')) from plants.device d
               where d.company_id = $1 and d.plant_id = h.plant_id and d.enabled and not d.template) end as only_by_day
     from home h join plants.plant p on p.company_id = $1 and p.id = h.plant_id
     left join residential_project r on r.company_id = $1 and r.id = h.project_id
     left join overview.plant_live l on l.company_id = $1 and l.plant_id = h.plant_id
     where h.company_id = $1 and h.erased_at is null and ($2::bigint[] is null or h.plant_id = any($2))
       and ($3::bigint is null or h.project_id = $3) and ($4::text[] is null or p.proj_code = any($4))
     order by p.name, p.proj_code`,
    [tx.scope.company_id, plantFilter(tx.scope), project_id ?? null, codes ?? null, now],
    'residential_homes',
  );
  return rows;
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
  >;

/** What of them is given. */
type Given = { readonly [K in keyof HomeFields]?: HomeFields[K] | undefined };

export async function insertHome(tx: Tx, plant_id: number, fields: Given): Promise<void> {
  await insertRows(tx, 'home', [{ ...fields, plant_id, company_id: tx.scope.company_id }]);
}

/** Changes the given fields; false when the version is not the stored one any more. */
export async function updateHome(
  tx: Tx,
  plant_id: number,
  { version, ...fields }: Given & { version?: number | undefined },
): Promise<boolean> {
  const values: unknown[] = [tx.scope.company_id, plant_id, version ?? null];
  const { rowCount } = await tx.query(
    `update home set version = version + 1${assignments(fields, values)}
     where company_id = $1 and plant_id = $2 and ($3::int is null or version = $3)`,
    values,
  );
  return rowCount > 0;
}

/** Takes from a home whatever tells of its family; from now on no list has it. */
export async function clearHome(tx: Tx, plant_id: number, erased_at: Date): Promise<void> {
  await tx.query(
    `update home set pod = '', district = '', owner_name = '', owner_phone = '', owner_email = '', inverter_model = '',
       import_eur_kwh = null, export_eur_kwh = null, erased_at = $3, version = version + 1
     where company_id = $1 and plant_id = $2`,
    [tx.scope.company_id, plant_id, erased_at],
  );
}
