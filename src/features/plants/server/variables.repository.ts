import { assignments, insertRows } from '../../../shared/server/columns.ts';
import { withBin } from '../../../shared/server/records/bin.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { MAX_VARIABLES } from '../plants.model.ts';

/** Everything of a variable that a person decides; null where a device delivers the value itself. */
export interface VariableColumns {
  function_code: number | null;
  address: number | null;
  data_type: string | null;
  word_order: string;
  bit: number | null;
  bit_count: number;
  factor: number;
  value_offset: number;
  scale_address: number | null;
  sentinel: boolean;
  unit: string | null;
  decimals: number | null;
  colour: string | null;
  group_name: string | null;
  value_table: string | null;
  poll: string;
  enabled: boolean;
}

export interface StoredVariable extends VariableColumns {
  id: number;
  device_id: number;
  variable_name_id: number;
  name: string;
  quantity: string;
  slot: number;
  version: number;
}

const COLUMNS = `v.id, v.device_id, v.variable_name_id, n.name, n.quantity, v.slot, v.version, v.function_code, v.address,
  v.data_type, v.word_order, v.bit, v.bit_count, v.factor, v.value_offset, v.scale_address, v.sentinel, v.unit, v.decimals,
  v.colour, v.group_name, v.value_table, v.poll, v.enabled`;
const FROM = `variable v join variable_name n on n.company_id = v.company_id and n.id = v.variable_name_id`;

/** A variable by its number, whoever's device it is: the caller judges the device. */
export async function findVariable(tx: Tx, id: number): Promise<StoredVariable | undefined> {
  const { rows } = await tx.query<StoredVariable>(
    `select ${COLUMNS} from ${FROM} where v.company_id = $1 and v.id = $2`,
    [tx.scope.company_id, id],
  );
  return rows[0];
}

/** The variables of a device that the caller holds; those in the bin too where the transaction shows it. */
export async function listStored(
  tx: Tx,
  device_id: number,
): Promise<(StoredVariable & { deleted_at: Date | null })[]> {
  const { rows } = await tx.query<StoredVariable & { deleted_at: Date | null }>(
    `select ${COLUMNS}, v.deleted_at from ${FROM} where v.company_id = $1 and v.device_id = $2 order by v.slot`,
    [tx.scope.company_id, device_id],
  );
  return rows;
}

/** Whether a device has a variable of this name; one in the bin does not count. */
export async function hasVariable(tx: Tx, device_id: number, variable_name_id: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select from variable where company_id = $1 and device_id = $2 and variable_name_id = $3',
    [tx.scope.company_id, device_id, variable_name_id],
  );
  return rowCount > 0;
}

/** A name of the catalogue. */
export async function findName(tx: Tx, name: string): Promise<{ id: number; quantity: string } | undefined> {
  const { rows } = await tx.query<{ id: number; quantity: string }>(
    'select id, quantity from variable_name where company_id = $1 and name = $2',
    [tx.scope.company_id, name],
  );
  return rows[0];
}

/** Those of the names that are still in the catalogue; nobody deletes them until the transaction ends. */
export async function lockNames(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await tx.query<{ id: number }>(
    'select id from variable_name where company_id = $1 and id = any($2::bigint[]) order by id for key share',
    [tx.scope.company_id, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

export type VariableRow = Partial<VariableColumns> & { variable_name_id: number };

/** A variable that is not read, with the look of its name. */
export const AS_NEW: VariableColumns = {
  function_code: null,
  address: null,
  data_type: null,
  word_order: 'ABCD',
  bit: null,
  bit_count: 1,
  factor: 1,
  value_offset: 0,
  scale_address: null,
  sentinel: false,
  unit: null,
  decimals: null,
  colour: null,
  group_name: null,
  value_table: null,
  poll: 'fast',
  enabled: true,
};

/**
 * Adds variables to a device that the caller holds: each takes the next slot, and a slot is never used again by another
 * name. One that lies in the bin comes back to its slot and its history; of several, which calculations leave, the last.
 * False, and nothing stored, where the device has no slots left for them.
 */
export async function insertVariables(
  tx: Tx,
  device_id: number,
  variables: readonly VariableRow[],
): Promise<boolean> {
  const back = await reviveVariables(tx, device_id, variables);
  const added = variables.filter(({ variable_name_id }) => !back.has(variable_name_id));
  if (added.length === 0) return true;
  const { company_id } = tx.scope;
  const { rows } = await tx.query<{ first: number }>(
    `update device set next_slot = next_slot + $3::int, version = version + 1
     where company_id = $1 and id = $2 and next_slot <= $4::int - $3::int returning next_slot - $3::int as first`,
    [company_id, device_id, added.length, MAX_VARIABLES],
  );
  const first = rows[0]?.first;
  if (first === undefined) return false;
  const variables_of = added.map((row, i) => ({ ...AS_NEW, ...row, company_id, device_id, slot: first + i }));
  await insertRows(tx, 'variable', variables_of);
  return true;
}

async function reviveVariables(
  tx: Tx,
  device_id: number,
  variables: readonly VariableRow[],
): Promise<Set<number>> {
  return withBin(tx, async () => {
    const { rows } = await tx.query<{ id: number; variable_name_id: number }>(
      `select distinct on (variable_name_id) id, variable_name_id from variable
       where company_id = $1 and device_id = $2 and deleted_at is not null and variable_name_id = any($3::bigint[])
       order by variable_name_id, slot desc`,
      [tx.scope.company_id, device_id, variables.map((row) => row.variable_name_id)],
    );
    for (const { id, variable_name_id } of rows) {
      const row = variables.find((one) => one.variable_name_id === variable_name_id);
      if (row) await updateVariable(tx, id, { ...AS_NEW, ...row, deleted_at: null });
    }
    return new Set(rows.map((row) => row.variable_name_id));
  });
}

/** Changes the given columns. */
export async function updateVariable(
  tx: Tx,
  id: number,
  columns: Partial<VariableColumns> & { deleted_at?: Date | null },
): Promise<void> {
  const values: unknown[] = [tx.scope.company_id, id];
  const changes = assignments(columns, values);
  await tx.query(
    `update variable set version = version + 1${changes} where company_id = $1 and id = $2`,
    values,
  );
}

/** Puts a variable into the bin: its slot stays its own. */
export async function binVariable(tx: Tx, id: number, now: Date): Promise<void> {
  await withBin(tx, () => updateVariable(tx, id, { deleted_at: now }));
}

/** Gives a new device, that has none yet, the variables of another one, in the order of their slots. */
export async function copyVariables(tx: Tx, from: number, to: number): Promise<void> {
  const { company_id } = tx.scope;
  const { rows } = await tx.query<Record<string, unknown>>(
    `select variable_name_id, function_code, address, data_type, word_order, bit, bit_count, factor, value_offset,
            scale_address, sentinel, unit, decimals, colour, group_name, value_table, poll, enabled
     from variable where company_id = $1 and device_id = $2 and deleted_at is null order by slot`,
    [company_id, from],
  );
  const copies = rows.map((row, slot) => ({ company_id, device_id: to, slot, ...row }));
  if (copies.length > 0) await insertRows(tx, 'variable', copies);
  await tx.query('update device set next_slot = $3 where company_id = $1 and id = $2', [
    company_id,
    to,
    rows.length,
  ]);
}
