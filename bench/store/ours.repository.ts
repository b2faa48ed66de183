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

/** Bytes of everything that readings take: hot rows, stretches, figures, last values, marks, indexes. */
export async function bytesOfReadings(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c
     where c.oid in ('obs_figures'::regclass, 'obs_year'::regclass, 'obs_last'::regclass, 'obs_dirty'::regclass)
        or c.oid in (select inhrelid from pg_inherits where inhparent in ('obs'::regclass, 'obs_stretch'::regclass))`,
  );
  return rows[0]?.bytes ?? 0;
}
