import type { Given } from '../../../shared/server/changed-fields.ts';
import { assignments } from '../../../shared/server/columns.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { Municipality } from '../municipalities.contract.ts';

const MUNICIPALITY = `m.id, m.istat_code, m.name, m.province, m.latitude, m.longitude, m.time_zone, m.version,
  (select count(*)::int from lighting_box b where b.company_id = $1 and b.municipality_id = m.id) as boxes`;

/** By name; `id` null: all of the company. */
export async function listMunicipalities(tx: Tx, id: number | null): Promise<Municipality[]> {
  const { rows } = await tx.query<Municipality>(
    `select ${MUNICIPALITY} from municipality m where m.company_id = $1 and ($2::bigint is null or m.id = $2)
     order by lower(m.name), m.id`,
    [tx.scope.company_id, id],
  );
  return rows;
}

export type NewMunicipality = Pick<
  Municipality,
  'istat_code' | 'name' | 'province' | 'latitude' | 'longitude'
>;

/** Adds one; undefined where the company has it already. */
export async function insertMunicipality(tx: Tx, one: NewMunicipality): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into municipality (company_id, istat_code, name, province, latitude, longitude)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning id`,
    [tx.scope.company_id, one.istat_code, one.name, one.province, one.latitude, one.longitude],
  );
  return rows[0]?.id;
}

export type MunicipalityChange = Given<Pick<Municipality, 'name' | 'latitude' | 'longitude'>>;

export async function updateMunicipality(tx: Tx, id: number, fields: MunicipalityChange): Promise<void> {
  const values: unknown[] = [tx.scope.company_id, id];
  const changes = assignments(fields, values);
  await tx.query(
    `update municipality set version = version + 1${changes} where company_id = $1 and id = $2`,
    values,
  );
}

export async function deleteMunicipality(tx: Tx, id: number): Promise<void> {
  await tx.query('delete from municipality where company_id = $1 and id = $2', [tx.scope.company_id, id]);
}
