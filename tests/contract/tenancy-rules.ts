import type { ClientBase } from 'pg';
import { features } from '../../src/apps/server/features.ts';
import {
  CROSS_TENANT_FUNCTIONS,
  EXTENSIONS,
  INSTALLATION_WIDE,
  KEPT,
  NOT_SHOWN,
  NUMBERED_TOGETHER,
  OF_THE_INSTALLATION,
  OPEN_TABLES,
  OUTSIDE_PLANTS,
  SCHEMAS,
  WRITTEN_BY_OTHERS,
} from './tenancy-lists.ts';

const wall = (column: string) =>
  `(${column} = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::integer)`;
/** How a table that has to do with plants is walled by them; each says for itself what of it is in scope. */
const BY_PLANT =
  /^plants \* restrictive \{meridiana_app\} \(\s*CASE\s+WHEN \( SELECT \(current_setting\('app.plants'::text, true\) = 'all'::text\)\) THEN 0\s+WHEN [\s\S]+ THEN 0\s+ELSE NULL::integer\s+END IS NOT NULL\)$/;

const companyColumn = (table: string) => (table === 'company' ? 'id_client' : 'company_id');

type Rule = (client: ClientBase) => Promise<string[]>;

async function texts(client: ClientBase, sql: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await client.query<{ fault: string }>(sql, values);
  return rows.map((row) => row.fault);
}

const TABLES = `select c.oid, c.relname, c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.relispartition, c.relacl, c.relowner
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

const everyPlantTableIsWalled: Rule = async (client) => {
  const walled = await texts(
    client,
    `select polrelid::regclass::text as fault from pg_policy where polname = 'plants'`,
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

async function policyFaults(client: ClientBase, name: string, column: string): Promise<string[]> {
  const { rows } = await client.query<{ policy: string }>(
    `select concat_ws(' ', polname, polcmd, case when polpermissive then 'permissive' else 'restrictive' end,
       polroles::regrole[]::text, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) as policy
     from pg_policy where polrelid = ('public.' || quote_ident($1))::regclass order by polname`,
    [name],
  );
  const wanted = [
    ...(KEPT[name] ? [`kept * restrictive {meridiana_app} ${KEPT[name]} true`] : []),
    `owner * permissive {meridiana_owner} true true`,
    `tenant * permissive {meridiana_app} ${wall(column)} ${wall(column)}`,
  ];
  const found = rows.map((row) => row.policy).filter((policy) => !BY_PLANT.test(policy));
  return JSON.stringify(found) === JSON.stringify(wanted)
    ? []
    : [`${name} has other policies than tenant and owner: ${found.join('; ') || 'none'}`];
}

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

const keysCarryTheCompany: Rule = async (client) => {
  const { rows } = await client.query<{ table: string; definition: string; leads: boolean; both: boolean }>(
    `select t.relname as table, pg_get_constraintdef(k.oid) as definition,
       (select attname from pg_attribute where attrelid = k.conrelid and attnum = k.conkey[1])
         in ('company_id', 'id_client') as leads,
       k.contype <> 'f' or coalesce((select attname from pg_attribute where attrelid = k.confrelid and attnum = k.confkey[1])
         in ('company_id', 'id_client'), false) as both
     from pg_constraint k join (${TABLES}) t on t.oid = k.conrelid
     where k.contype in ('p', 'u', 'f', 'x') and not t.relname = any($1)`,
    [OPEN_TABLES],
  );
  return rows
    .filter(({ leads, both }) => !(leads && both))
    .map(({ table, definition }) => `${table}: ${definition}`)
    .filter((key) => !INSTALLATION_WIDE.includes(key))
    .map((key) => `the company does not lead the key ${key}`);
};

/** What is spread over several machines by its company cannot lose a part of its key, nor be watched by a trigger. */
const nothingKeepsTablesOnOneMachine: Rule = async (client) => [
  ...(await texts(
    client,
    `select format('%s: %s: let a statement do it', t.relname, pg_get_constraintdef(k.oid)) as fault
     from pg_constraint k join (${TABLES}) t on t.oid = k.conrelid
     where k.contype = 'f' and (k.confdeltype in ('n', 'd') or k.confupdtype in ('n', 'd')) and not t.relname = any($1)`,
    [OPEN_TABLES],
  )),
  ...(await texts(
    client,
    `select format('%s has the trigger %s', t.relname, g.tgname) as fault
     from pg_trigger g join (${TABLES}) t on t.oid = g.tgrelid where not g.tgisinternal and not t.relname = any($1)`,
    [OPEN_TABLES],
  )),
];

const everyTableHasAKey: Rule = (client) =>
  texts(
    client,
    `select format('%s has no primary key', relname) as fault from (${TABLES}) t
     where not exists (select from pg_constraint where conrelid = t.oid and contype = 'p')`,
  );

const uniqueIndexesLeadWithTheCompany: Rule = (client) =>
  texts(
    client,
    `select format('the company does not lead the unique index %s of %s', i.indexrelid::regclass, t.relname) as fault
     from pg_index i join (${TABLES}) t on t.oid = i.indrelid
     where i.indisunique and not t.relname = any($1) and t.relname <> 'company'
       and coalesce((select attname from pg_attribute where attrelid = i.indrelid and attnum = i.indkey[0]), '') <> 'company_id'`,
    [OPEN_TABLES],
  );

const grantsStandOnParentsOnly: Rule = async (client) => [
  ...(await texts(
    client,
    `select format('the partition %s carries a grant to %s', relname, a.grantee::regrole) as fault
     from (${TABLES}) t cross join aclexplode(t.relacl) a where t.relispartition and a.grantee <> t.relowner`,
  )),
  ...(await texts(
    client,
    `select format('the partition %s has a policy of its own', relname) as fault
     from (${TABLES}) t where t.relispartition and exists (select from pg_policy where polrelid = t.oid)`,
  )),
  ...(await texts(
    client,
    `select format('%s is granted %s to %s', relname, a.privilege_type, case when a.grantee = 0 then 'public' else a.grantee::regrole::text end) as fault
     from (${TABLES}) t cross join aclexplode(t.relacl) a
     where a.grantee <> t.relowner and (a.grantee <> 'meridiana_app'::regrole or a.is_grantable
       or a.privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE'))`,
  )),
  ...(await texts(
    client,
    `select format('%s.%s is granted by column', attrelid::regclass, attname) as fault
     from pg_attribute where attacl is not null and attrelid in (select oid from (${TABLES}) t)`,
  )),
  ...(await texts(
    client,
    `select 'default privileges are set: ' || defaclacl::text as fault from pg_default_acl`,
  )),
];

const tablesHaveOneOwner: Rule = (client) =>
  texts(
    client,
    `select format('%s belongs to %s', c.oid::regclass, c.relowner::regrole) as fault from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and c.relowner <> 'meridiana_owner'::regrole`,
    [SCHEMAS],
  );

const viewsAreInvokers: Rule = (client) =>
  texts(
    client,
    `select format('%s is a view that reads with its owner''s eyes', c.oid::regclass) as fault from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and n.nspname <> 'pgboss' and (relkind in ('m', 'f')
       or relkind = 'v' and not coalesce(reloptions @> array['security_invoker=true'], false))`,
    [SCHEMAS],
  );

/** What areas show one another is theirs, and nothing else stands in their schemas. */
const areasShowTheirOwnTables: Rule = async (client) => {
  const owned = features.flatMap(({ name, tables }) => tables.map((table) => `${name}.${table}`));
  return [
    ...(await texts(
      client,
      `select format('%s shows other tables than its area''s', c.oid::regclass) as fault from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = any($1) and (c.relkind <> 'v' or exists (
         select from pg_depend d join pg_rewrite r on r.oid = d.objid and r.ev_class = c.oid
         join pg_class t on t.oid = d.refobjid and t.oid <> c.oid
         where d.classid = 'pg_rewrite'::regclass and not format('%s.%s', n.nspname, t.relname) = any($2)))`,
      [features.map(({ name }) => name), owned],
    )),
    ...(await texts(
      client,
      `select format('%s is granted %s to %s', c.oid::regclass, a.privilege_type, a.grantee::regrole) as fault from pg_class c
       join pg_namespace n on n.oid = c.relnamespace cross join aclexplode(c.relacl) a
       where n.nspname = any($1) and a.grantee <> c.relowner
         and (a.grantee <> 'meridiana_app'::regrole or a.is_grantable or a.privilege_type <> 'SELECT'
           and not format('%s: %s', c.oid::regclass, lower(a.privilege_type)) = any($2))`,
      [features.map(({ name }) => name), WRITTEN_BY_OTHERS],
    )),
    ...(await texts(
      client,
      `select format('%s is in the list of no area''s tables', relname) as fault from (${TABLES}) t
       where not relispartition and not relname = any($1)`,
      [[...features.flatMap(({ tables }) => tables), ...OF_THE_INSTALLATION]],
    )),
  ];
};

/** The columns of a view are those that its table had when it was made: `select *` follows no later one. */
const viewsShowWholeTables: Rule = (client) =>
  texts(
    client,
    `select format('%s.%s lacks the column %s: replace the view where its table gains one', n.nspname, v.relname, a.attname) as fault
     from pg_class v join pg_namespace n on n.oid = v.relnamespace
     join pg_class t on t.relname = v.relname and t.relnamespace = 'public'::regnamespace
     join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
     where v.relkind = 'v' and n.nspname = any($1) and not format('%s.%s.%s', n.nspname, v.relname, a.attname) = any($2)
       and not exists (select from pg_attribute b where b.attrelid = v.oid and b.attname = a.attname and not b.attisdropped)`,
    [features.map(({ name }) => name), Object.keys(NOT_SHOWN)],
  );

const definersAreListed: Rule = async (client) => {
  const { rows } = await client.query<{
    name: string;
    definer: boolean;
    path: boolean;
    open: boolean;
    owner: string;
  }>(
    `select replace(p.oid::regprocedure::text, 'public.', '') as name, p.prosecdef as definer,
       coalesce(p.proconfig @> array['search_path=pg_catalog'], false) as path,
       p.proacl is null or exists (select from aclexplode(p.proacl) a where a.grantee = 0) as open,
       p.proowner::regrole::text as owner
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname !~ '^(pg_|information_schema)' and (p.prosecdef or n.nspname = 'public')`,
  );
  const definers = rows.filter((row) => row.definer).map((row) => row.name);
  return [
    ...definers
      .filter((name) => !CROSS_TENANT_FUNCTIONS.includes(name))
      .map((name) => `${name} runs with its owner's rights and is not a listed cross-tenant function`),
    ...CROSS_TENANT_FUNCTIONS.filter((name) => !definers.includes(name)).map(
      (name) => `the cross-tenant function ${name} is gone`,
    ),
    ...rows.filter((row) => !row.path).map((row) => `${row.name} has no fixed search_path`),
    ...rows.filter((row) => row.open).map((row) => `${row.name} may be called by everybody`),
    ...rows
      .filter((row) => row.owner !== 'meridiana_owner')
      .map((row) => `${row.name} belongs to ${row.owner}`),
  ];
};

const theProgramIsHumble: Rule = async (client) => [
  ...(await texts(
    client,
    `select format('%s is superuser, passes row security or may make roles or databases', rolname) as fault from pg_roles
     where rolname in ('meridiana_app', 'meridiana_owner')
       and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)`,
  )),
  ...(await texts(
    client,
    `select format('meridiana_app is a member of %s', roleid::regrole) as fault from pg_auth_members
     where member = 'meridiana_app'::regrole`,
  )),
  ...(await texts(
    client,
    `select format('meridiana_app owns %s', objid) as fault from pg_shdepend
     where refclassid = 'pg_authid'::regclass and refobjid = 'meridiana_app'::regrole and deptype = 'o'`,
  )),
  ...(await texts(
    client,
    `select format('meridiana_app may create in schema %s', nspname) as fault from pg_namespace
     where has_schema_privilege('meridiana_app', oid, 'create')`,
  )),
  ...(await texts(
    client,
    `select 'meridiana_app may create schemas or temporary tables' as fault
     where has_database_privilege('meridiana_app', current_database(), 'create, temporary')`,
  )),
  ...(await texts(
    client,
    `select 'meridiana_owner can sign in' as fault from pg_roles where rolname = 'meridiana_owner' and rolcanlogin`,
  )),
  ...(await texts(
    client,
    `select format('there is a schema %s', nspname) as fault from pg_namespace
     where nspname !~ '^(pg_|information_schema$)' and not nspname = any($1)`,
    [SCHEMAS],
  )),
];

const numbersTellNoVolumes: Rule = async (client) => [
  ...(await texts(
    client,
    `select format('%s.%s is numbered over the whole installation: let its default be next_id()', relname, attname) as fault
     from pg_attribute a join (${TABLES}) t on t.oid = a.attrelid
     left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where not a.attisdropped and not t.relispartition and not relname || '.' || attname = any($1)
       and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) ~ 'nextval')`,
    [NUMBERED_TOGETHER],
  )),
  ...(await texts(
    client,
    `select format('%s.id is not numbered by its company: let its default be next_id()', relname) as fault
     from pg_attribute a join (${TABLES}) t on t.oid = a.attrelid
     left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where attname = 'id' and not t.relispartition and not relname = any($1) and atttypid = 'int8'::regtype
       and coalesce(pg_get_expr(d.adbin, d.adrelid), '') <> 'next_id()'`,
    [OPEN_TABLES],
  )),
  ...(await texts(
    client,
    `select format('%s carries a grant', c.oid::regclass) as fault from pg_class c cross join aclexplode(c.relacl) a
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' and a.grantee <> c.relowner`,
  )),
  ...(await texts(
    client,
    `select format('company %s has no numbers of its own', id_client) as fault from company
     where to_regclass(format('public.company_%s_ids', id_client)) is null`,
  )),
];

const auditIsAppendedTo: Rule = (client) =>
  texts(
    client,
    `select format('meridiana_app may %s audit', what) as fault from unnest(array['update', 'delete', 'truncate']) what
     where has_table_privilege('meridiana_app', 'public.audit', what)
     union all select format('meridiana_app may not %s audit', what) from unnest(array['select', 'insert']) what
     where not has_table_privilege('meridiana_app', 'public.audit', what)`,
  );

const nothingReachesBeyond: Rule = async (client) => [
  ...(await texts(
    client,
    `select format('the extension %s is not on the list', extname) as fault from pg_extension where not extname = any($1)`,
    [EXTENSIONS],
  )),
  ...(await texts(
    client,
    `select format('a company is set for everybody: %s', setting) as fault
     from pg_db_role_setting, unnest(setconfig) setting where setting ~* '^(app\\.|role=|row_security|session_replication_role)'`,
  )),
  ...(await texts(
    client,
    `select format('%s has the rule %s', c.oid::regclass, r.rulename) as fault from pg_rewrite r join pg_class c on c.oid = r.ev_class
     where c.relnamespace = 'public'::regnamespace and r.rulename <> '_RETURN'`,
  )),
];

const RULES: readonly Rule[] = [
  everyTenantTableHasRls,
  everyPlantTableIsWalled,
  rowSecurityIsForced,
  openTablesExist,
  keysCarryTheCompany,
  nothingKeepsTablesOnOneMachine,
  everyTableHasAKey,
  uniqueIndexesLeadWithTheCompany,
  grantsStandOnParentsOnly,
  tablesHaveOneOwner,
  viewsAreInvokers,
  areasShowTheirOwnTables,
  viewsShowWholeTables,
  definersAreListed,
  theProgramIsHumble,
  numbersTellNoVolumes,
  auditIsAppendedTo,
  nothingReachesBeyond,
];

/** Reads the catalogue; one sentence for each hole in the walls between companies, none when they stand. */
export async function findTenancyFaults(client: ClientBase): Promise<string[]> {
  const faults: string[] = [];
  for (const rule of RULES) faults.push(...(await rule(client)));
  return faults;
}
