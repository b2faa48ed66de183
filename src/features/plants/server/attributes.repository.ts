import { insertRows } from '../../../shared/server/columns.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';

/** Where a string lies in a device. */
export interface AttributeColumns {
  name: string;
  function_code: number;
  address: number;
  length: number;
  swapped: boolean;
}
export interface StoredAttribute extends AttributeColumns {
  id: number;
  device_id: number;
  version: number;
}

const COLUMNS = 'id, device_id, name, function_code, address, length, swapped, version';

/** An attribute by its number, whoever's device it is: the caller judges the device. */
export async function findAttribute(tx: Tx, id: number): Promise<StoredAttribute | undefined> {
  const { rows } = await tx.query<StoredAttribute>(
    `select ${COLUMNS} from device_attribute where company_id = $1 and id = $2`,
    [tx.scope.company_id, id],
  );
  return rows[0];
}

/** The attributes of a device that the caller holds. */
export async function listAttributes(tx: Tx, device_id: number): Promise<StoredAttribute[]> {
  const { rows } = await tx.query<StoredAttribute>(
    `select ${COLUMNS} from device_attribute where company_id = $1 and device_id = $2 order by name`,
    [tx.scope.company_id, device_id],
  );
  return rows;
}

export async function hasAttribute(tx: Tx, device_id: number, name: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select from device_attribute where company_id = $1 and device_id = $2 and name = $3',
    [tx.scope.company_id, device_id, name],
  );
  return rowCount > 0;
}

export async function countAttributes(tx: Tx, device_id: number): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from device_attribute where company_id = $1 and device_id = $2',
    [tx.scope.company_id, device_id],
  );
  return rows[0]?.count ?? 0;
}

/** Adds an attribute; undefined when the device has one of this name. */
export async function insertAttribute(
  tx: Tx,
  device_id: number,
  columns: AttributeColumns,
): Promise<number | undefined> {
  const [row] = await insertRows<{ id: number }>(
    tx,
    'device_attribute',
    [{ ...columns, device_id, company_id: tx.scope.company_id }],
    'on conflict (company_id, device_id, name) do nothing returning id',
  );
  return row?.id;
}

/** Changes where an attribute lies: what was read elsewhere is none of it any more. */
export async function updateAttribute(tx: Tx, id: number, columns: AttributeColumns): Promise<void> {
  await tx.query(
    `update device_attribute set name = $3, function_code = $4, address = $5, length = $6, swapped = $7, version = version + 1,
            value = case when (function_code, address, length, swapped) = ($4, $5, $6, $7) then value end,
            read_at = case when (function_code, address, length, swapped) = ($4, $5, $6, $7) then read_at end
     where company_id = $1 and id = $2`,
    [
      tx.scope.company_id,
      id,
      columns.name,
      columns.function_code,
      columns.address,
      columns.length,
      columns.swapped,
    ],
  );
}

export async function deleteAttribute(tx: Tx, id: number): Promise<void> {
  await tx.query('delete from device_attribute where company_id = $1 and id = $2', [tx.scope.company_id, id]);
}

/** Gives a new device the attributes of another one; what was read of that one stays there. */
export async function copyAttributes(tx: Tx, from: number, to: number): Promise<void> {
  const { company_id } = tx.scope;
  const { rows } = await tx.query<AttributeColumns>(
    `select name, function_code, address, length, swapped from device_attribute where company_id = $1 and device_id = $2`,
    [company_id, from],
  );
  if (rows.length === 0) return;
  const copies = rows.map((row) => ({ company_id, device_id: to, ...row }));
  await insertRows(tx, 'device_attribute', copies);
}
