import { CROSS_TENANT_FUNCTIONS, EXTENSIONS, SCHEMAS } from './tenancy-lists.ts';
import { type Rule, TABLES, texts } from './tenancy-tables.ts';

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

/** What the roles of the database may do. */
export const RIGHTS: readonly Rule[] = [
  grantsStandOnParentsOnly,
  tablesHaveOneOwner,
  definersAreListed,
  theProgramIsHumble,
  auditIsAppendedTo,
  nothingReachesBeyond,
];
