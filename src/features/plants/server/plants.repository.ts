import { assignments, insertRows } from '../../../shared/server/columns.ts';
import { withBin } from '../../../shared/server/records/bin.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { plantFilter, withEveryPlant } from '../../../shared/server/tenancy.ts';
import { MAX_LISTED, wholeList } from '../../../shared/server/whole-list.ts';
import { relatedPlants } from '../../companies/server/related-plants.public.ts';
import { CATEGORIES, GROUPS } from '../catalogue.model.ts';
import type { Plant } from '../plants.contract.ts';
import { CATALOGUE, type ProductionType } from '../plants.model.ts';

interface PlantRow extends PlantFields {
  id: number;
  proj_code: string;
  snooze_date: Date | null;
  snooze_message: string;
  version: number;
}

const COLUMNS = `id, proj_code, name, production_type, potenza_nominale, latitude, longitude, comune, time_zone, tilt_deg,
  azimuth_deg, snooze_date, snooze_message, version`;
const VISIBLE = 'company_id = $1 and ($2::bigint[] is null or id = any($2))';

function present(row: PlantRow): Plant {
  return {
    master_id: row.id,
    proj_code: row.proj_code,
    code: row.proj_code,
    name: row.name,
    label: row.name,
    // spec §3: Plant build names these four; nothing here has more to say than their empty values. The weather is told where a call
    // answers plants: `withWeather`.
    origin: '',
    show: true,
    weather: null,
    datasets: [],
    productionType: row.production_type,
    potenza_nominale: row.potenza_nominale,
    latitude: row.latitude,
    longitude: row.longitude,
    comune: row.comune,
    time_zone: row.time_zone,
    tilt_deg: row.tilt_deg,
    azimuth_deg: row.azimuth_deg,
    snooze_date: row.snooze_date?.toISOString() ?? null,
    snooze_message: row.snooze_message,
    version: row.version,
  };
}

/** Plants that the scope may see, all or those that are named. @throws AppError as `wholeList` */
export async function listPlants(tx: Tx, codes?: readonly string[]): Promise<Plant[]> {
  const { rows } = await tx.query<PlantRow>(
    `select ${COLUMNS} from plant where ${VISIBLE} and kind = 'asset' ${codes ? 'and proj_code = any($3)' : ''}
     order by proj_code limit ${MAX_LISTED + 1}`,
    [tx.scope.company_id, plantFilter(tx.scope), ...(codes ? [codes] : [])],
  );
  return wholeList(rows, 'codes').map(present);
}

/** Makes a plant a home, which lists of the asset application leave out. */
export async function makeResidential(tx: Tx, id: number): Promise<void> {
  await tx.query(`update plant set kind = 'residential' where company_id = $1 and id = $2`, [
    tx.scope.company_id,
    id,
  ]);
}

/** A plant that the scope may see, by its code. */
export async function findPlant(tx: Tx, proj_code: string): Promise<Plant | undefined> {
  const { rows } = await tx.query<PlantRow>(
    `select ${COLUMNS} from plant where ${VISIBLE} and proj_code = $3`,
    [tx.scope.company_id, plantFilter(tx.scope), proj_code],
  );
  return rows[0] && present(rows[0]);
}

export interface PlantFields {
  name: string;
  production_type: ProductionType;
  potenza_nominale: number | null;
  latitude: number | null;
  longitude: number | null;
  comune: string;
  time_zone: string;
  tilt_deg: number | null;
  azimuth_deg: number | null;
}

/**
 * Inserts a plant with its row of live figures; undefined when the code is taken in this company.
 * Who sees only the plants named for them is named for this one, or they would lose sight of it at once.
 */
export async function insertPlant(
  tx: Tx,
  plant: Partial<PlantFields> & { proj_code: string; name: string },
): Promise<Plant | undefined> {
  const { company_id, user_id, plants: visible } = tx.scope;
  // The new plant's number is not among those that its maker is named for yet.
  const row = await withEveryPlant(tx, async () => {
    const [made] = await insertRows<PlantRow>(
      tx,
      'plant',
      [{ ...plant, company_id }],
      `on conflict (company_id, proj_code) do nothing returning ${COLUMNS}`,
    );
    if (made) await insertRows(tx, 'public.plant_live', [{ company_id, plant_id: made.id }]);
    return made;
  });
  if (!row) return undefined;
  if (visible !== 'all' && user_id !== null) {
    await relatedPlants.add(tx, user_id, row.id);
  }
  return present(row);
}

/** Changes the given fields; false when the version is not the stored one any more. */
export async function updatePlant(
  tx: Tx,
  id: number,
  change: Partial<PlantFields> & { version?: number | undefined },
): Promise<boolean> {
  const { version, ...fields } = change;
  const values: unknown[] = [tx.scope.company_id, id, version ?? null];
  const { rowCount } = await tx.query(
    `update plant set version = version + 1${assignments(fields, values)}
     where company_id = $1 and id = $2 and ($3::int is null or version = $3)`,
    values,
  );
  return rowCount > 0;
}

/**
 * A zone change moves every day border: all days of the plant's devices, made or marked, and those beside them, are marked to be made
 * anew. The empty update makes a mark wait for a recomputation that is taking it just now, instead of being lost to it.
 */
export async function markAllDays(tx: Tx, plant_id: number): Promise<void> {
  await withBin(tx, () => markDaysOfPlant(tx, plant_id));
}

async function markDaysOfPlant(tx: Tx, plant_id: number): Promise<void> {
  await tx.query(
    `insert into public.obs_dirty as m (company_id, device_id, day)
     select distinct v.company_id, v.id, d.day + beside
     from device v
     cross join lateral (
       select day from measurements.stored_day where company_id = $1 and device_id = v.id
       union all select day from measurements.obs_dirty where company_id = $1 and device_id = v.id) d
     cross join generate_series(-1, 1) beside
     where v.company_id = $1 and v.plant_id = $2
     on conflict (company_id, device_id, day) do update set marked_at = m.marked_at where false`,
    [tx.scope.company_id, plant_id],
  );
}

/** What a new company starts with: groups and names of variables, categories of devices. */
export async function insertCatalogue(tx: Tx): Promise<void> {
  const { company_id } = tx.scope;
  const ofCompany = (entries: readonly object[]) => entries.map((entry) => ({ ...entry, company_id }));
  const unlessKnown = 'on conflict (company_id, name) do nothing';
  await insertRows(tx, 'device_category', ofCompany(CATEGORIES), unlessKnown);
  await insertRows(tx, 'variable_group', ofCompany(GROUPS), unlessKnown);
  await insertRows(tx, 'variable_name', ofCompany(CATALOGUE), unlessKnown);
}

/** Codes of the plants that these devices stand in, whoever may see them: whoever hears of them is asked what they may see. */
export async function listPlantsOf(tx: Tx, device_ids: readonly number[]): Promise<string[]> {
  if (device_ids.length === 0) return [];
  const { rows } = await withEveryPlant(tx, () =>
    tx.query<{ proj_code: string }>(
      `select distinct p.proj_code from device d join plant p on p.company_id = d.company_id and p.id = d.plant_id
     where d.company_id = $1 and d.id = any($2::bigint[]) order by 1`,
      [tx.scope.company_id, [...device_ids]],
      'plants_of_devices',
    ),
  );
  return rows.map(({ proj_code }) => proj_code);
}
