import { insertRows } from '../../../shared/server/columns.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { K451Setting } from '../k451-settings.contract.ts';

const COLUMNS = `k.id, p.proj_code, p.name as plant_name, k.cause_id, c.name as cause_name,
  to_char(k.from_on, 'YYYY-MM-DD') as from_on, to_char(k.to_on, 'YYYY-MM-DD') as to_on, k.counts, k.version`;
/** Those that hold for plants which the scope may see, or for all plants. */
const SEEN = `k451_setting k join downtime_cause c on c.company_id = $1 and c.id = k.cause_id
  left join plants.plant p on p.company_id = $1 and p.id = k.plant_id
  where k.company_id = $1 and ($2::bigint[] is null or k.plant_id is null or k.plant_id = any($2))`;

/** Settings that hold for plants which the scope may see, or for all plants. */
export async function listSettings(tx: Tx): Promise<K451Setting[]> {
  const { rows } = await tx.query<K451Setting>(
    `select ${COLUMNS} from ${SEEN} order by p.proj_code nulls first, lower(c.name), k.from_on, k.id`,
    [tx.scope.company_id, plantFilter(tx.scope)],
    'k451_settings',
  );
  return rows;
}

export async function findSetting(tx: Tx, id: number): Promise<K451Setting | undefined> {
  const { rows } = await tx.query<K451Setting>(`select ${COLUMNS} from ${SEEN} and k.id = $3`, [
    tx.scope.company_id,
    plantFilter(tx.scope),
    id,
  ]);
  return rows[0];
}

interface SettingFields {
  readonly plant_id: number | null;
  readonly cause_id: number;
  readonly from_on: string;
  readonly to_on: string | null;
  readonly counts: boolean;
}

/** Whether another setting of the same plant and cause holds on a day of the same period. Settings of the company take turns. */
export async function overlapsSetting(
  tx: Tx,
  { plant_id, cause_id, from_on, to_on }: SettingFields,
): Promise<boolean> {
  const { company_id } = tx.scope;
  await tx.query("select pg_advisory_xact_lock(hashtext('k451_setting'), $1)", [company_id]);
  const { rows } = await tx.query<{ is: boolean }>(
    `select exists (select from k451_setting k where k.company_id = $1 and k.cause_id = $3
       and k.plant_id is not distinct from $2 and (k.to_on is null or k.to_on >= $4) and ($5::date is null or k.from_on <= $5)) as is`,
    [company_id, plant_id, cause_id, from_on, to_on],
  );
  return rows[0]?.is ?? false;
}

/** Stores a setting; answers its number. */
export async function insertSetting(tx: Tx, fields: SettingFields): Promise<number> {
  const row = { ...fields, company_id: tx.scope.company_id };
  const [made] = await insertRows<{ id: number }>(tx, 'k451_setting', [row], 'returning id');
  if (!made) throw new Error('nothing was stored in k451_setting');
  return made.id;
}

/** Deletes a setting; answers which, or undefined where the scope sees none of that number. */
export async function deleteSetting(tx: Tx, id: number): Promise<Omit<SettingFields, 'counts'> | undefined> {
  const { rows } = await tx.query<Omit<SettingFields, 'counts'>>(
    'delete from k451_setting where company_id = $1 and id = $2 returning cause_id, plant_id, from_on, to_on',
    [tx.scope.company_id, id],
  );
  return rows[0];
}
