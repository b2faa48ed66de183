import type pg from 'pg';
import type { Tx } from '../../src/shared/server/tenancy.ts';

/**
 * Names that the catalogue does not have, as a company adds its own. What a logger says of one of its plants
 * (`p3_energy_total_kwh`) is counted as the catalogue's name is, everything else as a gauge in kWh.
 */
export async function addVariableNames(tx: Tx, names: readonly string[]): Promise<void> {
  await tx.query(
    `insert into variable_name (company_id, name, label_en, label_it, unit, decimals, group_name, kind, quantity)
     select $1, u.name, u.name, u.name, coalesce(k.unit, 'kWh'), coalesce(k.decimals, 2),
            coalesce(k.group_name, 'energy'), coalesce(k.kind, 'gauge'), coalesce(k.quantity, 'other')
     from unnest($2::text[]) as u(name)
     left join variable_name k on k.company_id = $1 and k.name = regexp_replace(u.name, '^p[0-9]+_', '')
     on conflict (company_id, name) do nothing`,
    [tx.scope.company_id, names],
  );
}

/** What readings take on disk, by table: hot rows, stretches, figures, last values, marks; beside its bytes those of its indexes. */
export async function listBytes(
  pool: pg.Pool,
): Promise<{ name: string; bytes: number; index_bytes: number }[]> {
  const { rows } = await pool.query<{ name: string; bytes: number; index_bytes: number }>(
    `select c.relname as name, (pg_total_relation_size(c.oid) - pg_indexes_size(c.oid))::float8 as bytes,
       pg_indexes_size(c.oid)::float8 as index_bytes
     from pg_class c
     where c.oid in ('obs_figures'::regclass, 'obs_year'::regclass, 'obs_last'::regclass, 'obs_dirty'::regclass)
        or c.oid in (select inhrelid from pg_inherits where inhparent in ('obs'::regclass, 'obs_stretch'::regclass))
     order by bytes desc`,
  );
  return rows;
}
