import { sql } from 'kysely';
import { withBin } from '../../../shared/server/bin.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { plantFilter } from '../../../shared/server/tenancy.ts';
import { CATEGORIES, GROUPS } from '../catalogue.model.ts';
import type { Plant } from '../plants.contract.ts';
import { CATALOGUE, type ProductionType } from '../plants.model.ts';

const plants = (tx: Tx) => {
  const visible = plantFilter(tx.scope);
  return tx.db
    .selectFrom('plant')
    .where('company_id', '=', tx.scope.company_id)
    .$if(visible !== null, (q) => q.where('id', 'in', sql<number>`(select unnest(${visible}::bigint[]))`))
    .selectAll();
};
type PlantRow = Awaited<ReturnType<ReturnType<typeof plants>['execute']>>[number];

function present(row: PlantRow): Plant {
  return {
    master_id: row.id,
    proj_code: row.proj_code,
    code: row.proj_code,
    name: row.name,
    label: row.name,
    // spec §3: Plant build names these four; nothing here has more to say than their empty values.
    origin: '',
    show: true,
    weather: null,
    datasets: [],
    productionType: row.production_type as ProductionType,
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

export async function listPlants(tx: Tx): Promise<Plant[]> {
  return (await plants(tx).orderBy('proj_code').limit(20_000).execute()).map(present);
}

/** A plant that the scope may see, by its code. */
export async function findPlant(tx: Tx, proj_code: string): Promise<Plant | undefined> {
  const row = await plants(tx).where('proj_code', '=', proj_code).executeTakeFirst();
  return row && present(row);
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
  const row = await tx.db
    .insertInto('plant')
    .values({ ...plant, company_id })
    .onConflict((on) => on.columns(['company_id', 'proj_code']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  await tx.db.insertInto('plant_live').values({ company_id, plant_id: row.id }).execute();
  if (visible !== 'all' && user_id !== null) {
    await tx.db.insertInto('company_user_plant').values({ company_id, user_id, plant_id: row.id }).execute();
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
  const { numUpdatedRows } = await tx.db
    .updateTable('plant')
    .set({ ...fields, version: sql`version + 1` })
    .where('company_id', '=', tx.scope.company_id)
    .where('id', '=', id)
    .$if(version !== undefined, (q) => q.where('version', '=', version ?? 0))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * A zone change moves every day border: all days of the plant's devices, and those beside them, are marked to be made
 * anew. The empty update makes a mark wait for a recomputation that is taking it just now, instead of being lost to it.
 */
export async function markAllDays(tx: Tx, plant_id: number): Promise<void> {
  await withBin(tx, () => markDaysOfPlant(tx, plant_id));
}

async function markDaysOfPlant(tx: Tx, plant_id: number): Promise<void> {
  await tx.query(
    `insert into obs_dirty as m (company_id, device_id, day)
     select distinct d.company_id, d.device_id, d.day + beside
     from obs_day d join device v on v.company_id = d.company_id and v.id = d.device_id,
          generate_series(-1, 1) beside
     where d.company_id = $1 and v.plant_id = $2
     on conflict (company_id, device_id, day) do update set marked_at = m.marked_at where false`,
    [tx.scope.company_id, plant_id],
  );
}

/** What a new company starts with: groups and names of variables, categories of devices. */
export async function insertCatalogue(tx: Tx): Promise<void> {
  const { company_id } = tx.scope;
  await tx.db
    .insertInto('device_category')
    .values(CATEGORIES.map((entry) => ({ ...entry, company_id })))
    .onConflict((on) => on.columns(['company_id', 'name']).doNothing())
    .execute();
  await tx.db
    .insertInto('variable_group')
    .values(GROUPS.map((entry) => ({ ...entry, company_id })))
    .onConflict((on) => on.columns(['company_id', 'name']).doNothing())
    .execute();
  await tx.db
    .insertInto('variable_name')
    .values(CATALOGUE.map((entry) => ({ ...entry, company_id })))
    .onConflict((on) => on.columns(['company_id', 'name']).doNothing())
    .execute();
}

/** Codes of the plants that these devices stand in. */
export async function listPlantsOf(tx: Tx, device_ids: readonly number[]): Promise<string[]> {
  if (device_ids.length === 0) return [];
  const { rows } = await tx.query<{ proj_code: string }>(
    `select distinct p.proj_code from device d join plant p on p.company_id = d.company_id and p.id = d.plant_id
     where d.company_id = $1 and d.id = any($2::bigint[]) order by 1`,
    [tx.scope.company_id, [...device_ids]],
    'plants_of_devices',
  );
  return rows.map(({ proj_code }) => proj_code);
}

/**
 * Tells acquisition and the live figures, once this transaction commits, that the company's plants, devices or variables
 * are others now. Whoever makes the change, it is taken up within seconds.
 */
export async function notifyConfiguration(tx: Tx): Promise<void> {
  await tx.query('select pg_notify($1, $2)', ['configuration', String(tx.scope.company_id)]);
}
