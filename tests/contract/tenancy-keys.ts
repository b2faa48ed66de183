import { INSTALLATION_WIDE, NUMBERED_TOGETHER, OPEN_TABLES } from './tenancy-lists.ts';
import { type Rule, TABLES, texts } from './tenancy-tables.ts';

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

/** What keeps keys and numbers within a company. */
export const KEYS: readonly Rule[] = [
  keysCarryTheCompany,
  nothingKeepsTablesOnOneMachine,
  everyTableHasAKey,
  uniqueIndexesLeadWithTheCompany,
  numbersTellNoVolumes,
];
