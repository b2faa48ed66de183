import { assignments } from '../../../shared/server/columns.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { PlantMasterData } from '../master-data.contract.ts';

export type MasterDataRow = PlantMasterData & { plant_id: number };

const DAY = (column: string): string => `to_char(m.${column}, 'YYYY-MM-DD') as ${column}`;
const TEXT = (column: string): string => `coalesce(m.${column}, '') as ${column}`;
const LIST = (column: string): string => `coalesce(m.${column}, '[]') as ${column}`;

/**
 * Master data of a plant that the scope may see; of version 0 where nothing was written yet. The plant is kept as it is
 * until the transaction ends where `kept` says so: two who write first see each other.
 */
export async function findMasterData(
  tx: Tx,
  proj_code: string,
  kept: 'kept' | 'read' = 'read',
): Promise<MasterDataRow | undefined> {
  const { rows } = await tx.query<MasterDataRow>(
    `select p.id as plant_id, p.proj_code, ${['pod', 'gaudi_code', 'gse_code', 'owner_name', 'address', 'market_zone', 'notes'].map(TEXT).join(', ')},
       ${['connected_on', 'entered_operation_on', 'incentive_until'].map(DAY).join(', ')},
       ${['contracts', 'contacts', 'insurances', 'warranties'].map(LIST).join(', ')}, coalesce(m.version, 0) as version
     from plant p left join plant_master_data m on m.company_id = p.company_id and m.plant_id = p.id
     where p.company_id = $1 and ($2::bigint[] is null or p.id = any($2)) and p.proj_code = $3
     ${kept === 'kept' ? 'for update of p' : ''}`,
    [tx.scope.company_id, plantFilter(tx.scope), proj_code],
  );
  return rows[0];
}

/** Stores these fields of a plant's master data, the others as they are; lists of entries are written whole. */
export async function storeMasterData(
  tx: Tx,
  plant_id: number,
  fields: Partial<PlantMasterData>,
): Promise<void> {
  const stored = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      Array.isArray(value) ? JSON.stringify(value) : value,
    ]),
  );
  const { company_id } = tx.scope;
  await tx.query(
    'insert into plant_master_data (company_id, plant_id, version) values ($1, $2, 0) on conflict (company_id, plant_id) do nothing',
    [company_id, plant_id],
  );
  const values: unknown[] = [company_id, plant_id];
  const changes = assignments(stored, values);
  await tx.query(
    `update plant_master_data set version = version + 1${changes} where company_id = $1 and plant_id = $2`,
    values,
  );
}
