import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ClientBase } from 'pg';
import { withClient } from '../../src/apps/server/postgres/connect.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

/** Foreign keys that need no index, as `table (columns)`, each with its reason. There are none. */
const NO_INDEX: Readonly<Record<string, string>> = {};

/**
 * An index serves a foreign key when it begins with its columns, in whatever order, and holds every row in which they are
 * set: it is of all rows, or of those in which one of the columns is not null.
 */
const UNSERVED = `
  select format('%s (%s)', k.conrelid::regclass, string_agg(a.attname, ', ' order by c.place)) as key
  from pg_constraint k
  cross join lateral unnest(k.conkey) with ordinality as c(number, place)
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.number
  where k.contype = 'f' and k.conparentid = 0 and k.connamespace = 'public'::regnamespace
    and not exists (
      select from pg_index i
      where i.indrelid = k.conrelid and i.indisvalid
        and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
        and (i.indpred is null or exists (
          select from unnest(k.conkey) as column_of(number)
          join pg_attribute n on n.attrelid = k.conrelid and n.attnum = column_of.number
          where pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', n.attname))))
  group by k.oid, k.conrelid
  order by 1`;

async function unserved(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(UNSERVED);
  return rows.map(({ key }) => key);
}

describe('foreign keys', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  it('have an index that begins with their columns', async () => {
    const without = await withClient(database.superuser, unserved);
    assert.deepEqual(without, Object.keys(NO_INDEX));
  });

  it('are found where their index is missing, begins elsewhere or holds other rows', async () => {
    const found = await withClient(database.superuser, async (client) => {
      await client.query('begin');
      await client.query(`
        create table pointed (a int, b int, primary key (a, b));
        create table missing (a int, b int, foreign key (a, b) references pointed);
        create table elsewhere (a int, b int, c int, foreign key (a, b) references pointed);
        create index on elsewhere (a, c, b);
        create table others (a int, b int, c int, foreign key (a, b) references pointed);
        create index on others (a, b) where c > 0;
        create table served (a int, b int, c int, foreign key (a, b) references pointed);
        create index on served (b, a, c) where b is not null`);
      const keys = await unserved(client);
      await client.query('rollback');
      return keys;
    });
    assert.deepEqual(found, ['elsewhere (a, b)', 'missing (a, b)', 'others (a, b)']);
  });
});
