import type { ClientBase } from 'pg';
import { OPEN_TABLES, OUTSIDE_PLANTS } from './tenancy-lists.ts';

const companyColumn = (table: string) => (table === 'company' ? 'id_client' : 'company_id');

/** Sentences about faults in what the catalogue holds. */
export type Rule = (client: ClientBase) => Promise<string[]>;

/** The column `fault` of a statement. */
export async function texts(client: ClientBase, sql: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await client.query<{ fault: string }>(sql, values);
  return rows.map((row) => row.fault);
}

/** All tables, with what the rules ask of them; partitions are tables too. */
export const TABLES = `select c.oid, c.relname, c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.relispartition, c.relacl, c.relowner
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;

/** The tenant tables, with the column that names the company; partitions are left out. */
export async function listTenantTables(client: ClientBase): Promise<{ name: string; column: string }[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from (${TABLES}) t where not relispartition and not relname = any($1) order by 1`,
    [OPEN_TABLES],
  );
  return rows.map(({ name }) => ({ name, column: companyColumn(name) }));
}

export interface PlantTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly has_id: boolean;
}

/** The tables that are walled by plants, each with the columns by which its rows belong to some. */
export async function listPlantTables(client: ClientBase): Promise<PlantTable[]> {
  const { rows } = await client.query<PlantTable>(
    `select relname as name, array_agg(attname::text order by attname) as columns,
       exists (select from pg_attribute i where i.attrelid = t.oid and i.attname = 'id') as has_id from (${TABLES}) t
     join pg_attribute a on a.attrelid = t.oid and not attisdropped
     where not relispartition and not relname = any($1)
       and (attname ~ '^(plant|device|port|alarm)_ids?$' or (relname = 'plant' and attname = 'id'))
     group by relname, t.oid order by relname`,
    [OUTSIDE_PLANTS],
  );
  return rows;
}
