import type { ClientBase } from 'pg';
import { KEPT, OPEN_TABLES } from './tenancy-lists.ts';
import { listPlantTables, listTenantTables, type Rule, TABLES, texts } from './tenancy-tables.ts';

const wall = (column: string) =>
  `(${column} = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::integer)`;
/** The part of a wall that keeps to the plants of the scope; each table says for itself what of it is in scope. */
const BY_PLANT =
  /\(\s*CASE\s+WHEN (?:\( SELECT )?\(current_setting\('app.plants'::text, true\) = 'all'::text\)\)? THEN 0\s+WHEN [\s\S]+ THEN 0\s+ELSE NULL::integer\s+END IS NOT NULL\)/;
const PLANTS = '<its plants are in scope>';

const everyPlantTableIsWalled: Rule = async (client) => {
  const walled = await texts(
    client,
    `select polrelid::regclass::text as fault from pg_policy
     where polname = 'tenant' and pg_get_expr(polqual, polrelid) ~ '''app\\.plants'''`,
  );
  const tables = await listPlantTables(client);
  return tables
    .filter(({ name }) => !walled.includes(name))
    .map(({ name, columns }) => `${name} has ${columns.join(', ')} and no wall of plants: enable_plant_rls`);
};

const everyTenantTableHasRls: Rule = async (client) => {
  const faults: string[] = [];
  for (const { name, column } of await listTenantTables(client)) {
    const { rows } = await client.query<{ found: boolean }>(
      `select exists (select from pg_attribute where attrelid = ('public.' || quote_ident($1))::regclass and attname = $2
         and attnotnull and atttypid = 'int4'::regtype) as found`,
      [name, column],
    );
    if (rows[0]?.found !== true)
      faults.push(`${name} has no ${column} int not null and is not on the list of open tables`);
    faults.push(...(await policyFaults(client, name, column)));
  }
  return faults;
};

interface Policy {
  readonly name: string;
  readonly seen: string;
  /** None where a policy says nothing of what is written. */
  readonly written: string | null;
}

/** One permissive policy for the program, whose condition is the whole wall: whatever restricts beside it falls on a worker of Citus. */
async function policyFaults(client: ClientBase, name: string, column: string): Promise<string[]> {
  const { rows } = await client.query<Policy>(
    `select concat_ws(' ', polname, polcmd, case when polpermissive then 'permissive' else 'restrictive' end,
       polroles::regrole[]::text) as name, pg_get_expr(polqual, polrelid) as seen, pg_get_expr(polwithcheck, polrelid) as written
     from pg_policy where polrelid = ('public.' || quote_ident($1))::regclass order by polname`,
    [name],
  );
  const found = rows.map((row) => [row.name, plainly(row.seen), plainly(row.written)].join(' '));
  const plants = rows.some(({ seen }) => BY_PLANT.test(seen)) ? [PLANTS] : [];
  const kept = KEPT[name] ? [KEPT[name]] : [];
  const wanted = [
    'owner * permissive {meridiana_owner} true true',
    `tenant * permissive {meridiana_app} ${all([wall(column), ...kept, ...plants])} ${all([wall(column), ...plants])}`,
  ];
  return JSON.stringify(found) === JSON.stringify(wanted)
    ? []
    : [`${name} has other policies than tenant and owner, or another wall: ${found.join('; ') || 'none'}`];
}

const plainly = (condition: string | null): string => (condition ?? 'none').replace(BY_PLANT, PLANTS);
const all = (parts: readonly string[]): string =>
  parts.length > 1 ? `(${parts.join(' AND ')})` : `${parts[0]}`;

const rowSecurityIsForced: Rule = (client) =>
  texts(
    client,
    `select format('%s does not enable and force row-level security', relname) as fault from (${TABLES}) t
     where not (relrowsecurity and relforcerowsecurity) and not relname = any($1)`,
    [OPEN_TABLES],
  );

const openTablesExist: Rule = (client) =>
  texts(
    client,
    `select format('%s is on the list of open tables and does not exist, or has a company', name) as fault
     from unnest($1::text[]) name where to_regclass('public.' || name) is null or exists (
       select from pg_attribute where attrelid = to_regclass('public.' || name) and attname in ('company_id', 'id_client'))`,
    [OPEN_TABLES],
  );

/** What keeps the rows of a table to the company and the plants of the scope. */
export const WALLS: readonly Rule[] = [
  everyTenantTableHasRls,
  everyPlantTableIsWalled,
  rowSecurityIsForced,
  openTablesExist,
];
