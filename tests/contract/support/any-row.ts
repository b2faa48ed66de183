import type { ClientBase } from 'pg';

const ZERO: Readonly<Record<string, string>> = {
  smallint: '0',
  integer: '0',
  bigint: '0',
  'double precision': '0',
  boolean: 'false',
  text: `''`,
  'timestamp with time zone': `'2026-03-15T12:00Z'`,
  date: `'2026-03-15'`,
  bytea: `'\\x00'`,
  json: `'{}'`,
  jsonb: `'{}'`,
  uuid: `'00000000-0000-4000-8000-000000000000'`,
};

interface Column {
  name: string;
  type: string;
}

/** An insert of one row, made from the table's columns alone: what is not `given`, as SQL, and must be filled in is filled with nothing. */
export async function anyRow(
  client: ClientBase,
  table: string,
  given: Readonly<Record<string, number | string>>,
): Promise<string> {
  const { rows } = await client.query<Column>(
    `select attname as name, atttypid::regtype::text as type
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attnotnull and attidentity = '' and not attname = any($2)
       and (not atthasdef or pg_get_expr(d.adbin, d.adrelid) = 'next_id()')`,
    [table, Object.keys(given)],
  );
  const values = rows.map(({ name, type }) => {
    if (type.endsWith('[]')) return `'{}'`;
    const zero = ZERO[type];
    if (zero === undefined) throw new Error(`no value is known for ${table}.${name} (${type})`);
    return name === 'company_slug' ? `'company-${Object.values(given).join('-')}'` : zero;
  });
  const names = [...Object.keys(given), ...rows.map(({ name }) => name)].map((name) => `"${name}"`);
  return `insert into "${table}" (${names.join(', ')}) values (${[...Object.values(given), ...values].join(', ')})`;
}

/** For rows that only have to exist: what they say and refer to is no matter. */
export async function dropConstraints(client: ClientBase, kinds = 'cf'): Promise<void> {
  const { rows } = await client.query<{ drop: string }>(
    `select format('alter table %s drop constraint if exists %I cascade', conrelid::regclass, conname) as drop from pg_constraint
     where connamespace = 'public'::regnamespace and strpos($1, contype::text) > 0 and conparentid = 0`,
    [kinds],
  );
  for (const { drop } of rows) await client.query(drop);
}
