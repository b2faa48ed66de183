import { features } from '../../src/apps/server/features.ts';
import { NOT_SHOWN, OF_THE_INSTALLATION, SCHEMAS, WRITTEN_BY_OTHERS } from './tenancy-lists.ts';
import { type Rule, TABLES, texts } from './tenancy-tables.ts';

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

/** What areas show one another. */
export const VIEWS: readonly Rule[] = [viewsAreInvokers, areasShowTheirOwnTables, viewsShowWholeTables];
