import type pg from 'pg';
import type { Tx } from '../../src/shared/server/tenancy.ts';

/** Names that the catalogue does not have, as a company adds its own. */
export async function addVariableNames(tx: Tx, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await tx.query(
      `insert into variable_name (company_id, name, label_en, label_it, unit, decimals, colour, group_name, kind, quantity)
       values ($1, $2, $2, $2, 'kWh', 2, '', 'energy', 'gauge', 'other')`,
      [tx.scope.company_id, name],
    );
  }
}

/** Bytes of everything that readings take: hot rows, day rows with what is packed in them, last values, marks, indexes. */
export async function bytesOfReadings(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c
     where c.oid in ('obs_day'::regclass, 'obs_last'::regclass, 'obs_dirty'::regclass)
        or c.oid in (select inhrelid from pg_inherits where inhparent = 'obs'::regclass)`,
  );
  return rows[0]?.bytes ?? 0;
}
