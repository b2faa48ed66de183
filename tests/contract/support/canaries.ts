import { makeUser, type TestApp } from '../../support/app.ts';
import { OPEN_TABLES } from '../tenancy-lists.ts';
import { DAY, type Ground, type Row } from './canary-ground.ts';
import { FACTORIES, MEANINGFUL, OF_NOBODY } from './canary-rows.ts';
import type { World } from './world.ts';

const CHECK_VIOLATION = '23514';
const quoted = (name: string): string => `"${name}"`;

/** Writes a row, over the one that stands under the same primary key; answers its id where it has one. */
async function write(test: TestApp, table: string, row: Row): Promise<number | undefined> {
  const names = Object.keys(row);
  const values = Object.values(row).map((value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value)
      ? JSON.stringify(value)
      : value,
  );
  const [stored] = await test.arrange<{ id?: number }>(
    `insert into ${quoted(table)} as t (${names.map(quoted)}) overriding system value
     values (${values.map((_, i) => `$${i + 1}`)})
     on conflict on constraint ${quoted(`${table}_pkey`)} do update
       set ${names.filter((name) => name !== 'id').map((name) => `${quoted(name)} = excluded.${quoted(name)}`)}
     returning t.*`,
    values,
  );
  return stored?.id;
}

/** Puts the company's mark into every text that is kept of it: no answer to anybody else may ever carry it. */
export async function plantCanaries(world: World): Promise<void> {
  const { test, scope, mark } = world;
  const { id: user_id } = await makeUser(test, { company: scope, roles: ['WORKER'] });
  const ground: Ground = { world, company_id: scope.company_id, mark, user_id, ids: {} };
  await test.arrange(`select cross_tenant_ensure_partition('${DAY}')`);
  for (const [table, factory] of Object.entries(FACTORIES)) {
    const id = await write(test, table, factory(ground));
    if (id !== undefined) ground.ids[table] = id;
  }
}

interface Column {
  readonly table: string;
  readonly column: string;
  /** The canary as a literal of the column's type. */
  readonly shape: 'text' | 'list' | 'json';
}

/** Every column that can hold words: text of any kind, lists of it, JSON. Partitions are their parents. */
const TEXT_COLUMNS = `
  select c.relname as "table", a.attname as "column",
    case when t.typcategory = 'A' then 'list' when t.typname in ('json', 'jsonb') then 'json' else 'text' end as shape
  from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
  left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped and not c.relname = any($1)
    -- What the database writes itself holds what stands in the columns that it is made of.
    and a.attgenerated = ''
    and (coalesce(e.typcategory, t.typcategory) = 'S' or coalesce(e.typname, t.typname) in ('json', 'jsonb'))
  order by 1, a.attnum`;

/**
 * What keeps the canaries from standing everywhere, one sentence for each fault: a tenant table without a factory, a text
 * column in which no canary stands although the database would take one.
 */
export async function canaryFaults(test: Pick<TestApp, 'arrange'>, mark: string): Promise<string[]> {
  const tables = await test.arrange<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and not relname = any($1)`,
    [OPEN_TABLES],
  );
  const isKnown = (table: string): boolean => table in FACTORIES || OPEN_TABLES.includes(table);
  const faults = tables
    .filter(({ name }) => !isKnown(name))
    .map(({ name }) => `${name} has no factory: add one to its area in tests/contract/areas`);
  const columns = await test.arrange<Column>(TEXT_COLUMNS, [OF_NOBODY]);
  for (const column of columns.filter(({ table }) => isKnown(table))) {
    const fault = await columnFault(test, column, mark);
    if (fault) faults.push(fault);
  }
  return faults;
}

async function columnFault(
  test: Pick<TestApp, 'arrange'>,
  { table, column, shape }: Column,
  mark: string,
): Promise<string | undefined> {
  const what = `${table}.${column}`;
  if (what in MEANINGFUL) return undefined;
  const [found] = await test.arrange<{ stands: boolean }>(
    `select exists (select 1 from ${quoted(table)} where ${quoted(column)}::text like '%' || $1 || '%') as stands`,
    [mark],
  );
  if (found?.stands) return undefined;
  const literal = { text: mark, list: `{${mark}}`, json: `"${mark}"` }[shape];
  // Tried on one row and taken back: where a check allows certain words only, no canary can stand.
  const attempt = `do $$ begin
    update ${quoted(table)} set ${quoted(column)} = '${literal}' where ctid = (select ctid from ${quoted(table)} limit 1);
    raise exception 'the column takes it';
  end $$`;
  const refused = await test.arrange(attempt).then(
    () => undefined,
    (error: { code?: string }) => error.code,
  );
  return refused === CHECK_VIOLATION
    ? undefined
    : `${what} carries no canary: write it there in tests/contract/areas`;
}
