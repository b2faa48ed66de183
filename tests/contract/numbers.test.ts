import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '../../src/apps/server/postgres/connect.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { ask } from './support/ask.ts';
import { companyCalls } from './support/calls.ts';
import { exampleOf } from './support/examples.ts';
import { forLoops } from './support/loops.ts';
import { callsOfToday } from './support/turns.ts';
import { makeWorld, type World } from './support/world.ts';

/** Kinds of rows that calls make. */
const MIN_KINDS = 10;

describe('numbers of rows', () => {
  let test: TestApp;
  before(async () => {
    test = await createTestApp(forLoops);
  });
  after(() => test?.close());

  /** What the program itself has numbered in a company, by table; what tests arrange is numbered far above. */
  async function numbersOf({ scope }: World): Promise<Map<string, number[]>> {
    const tables = await test.arrange<{ name: string }>(
      `select attrelid::regclass::text as name from pg_attribute a
       join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
       where pg_get_expr(d.adbin, d.adrelid) = 'next_id()' order by 1`,
    );
    const rows = await test.arrange<{ name: string; ids: number[] }>(
      tables
        .map(
          ({ name }) =>
            `select '${name}' as name, array_agg(id::int order by id) as ids from ${name}
             where company_id = ${scope.company_id} and id < 1000000000 having count(*) > 0`,
        )
        .join(' union all '),
    );
    return new Map(rows.map(({ name, ids }) => [name, ids]));
  }

  /** What requests write down after their answers is written. */
  async function calm(): Promise<void> {
    do await pause(5);
    while (test.pool.idleCount < test.pool.totalCount || test.pool.waitingCount > 0);
  }

  it('do not depend on what other companies do, whatever is made by calls', async () => {
    const [one, other] = [await makeWorld(test), await makeWorld(test)];
    const writes = callsOfToday(companyCalls.filter(({ call }) => call.method !== 'GET'));
    for (const declared of writes) {
      for (const world of [one, other]) {
        const given = await exampleOf(declared, world);
        const { status, text } = await ask(test, declared.call, given, {
          ...world.headers,
          ...given.headers,
        });
        assert.equal(status, declared.call.status, `${declared.key} ${text}`);
        await calm();
      }
    }
    const [mine, theirs] = [await numbersOf(one), await numbersOf(other)];
    assert.ok(mine.size >= MIN_KINDS, `only ${[...mine.keys()]}`);
    assert.deepEqual([...mine.keys()], [...theirs.keys()]);
    for (const [table, ids] of mine) assert.deepEqual(theirs.get(table), ids, table);
  });

  it('are drawn for the company in scope and for no other', async () => {
    const { scope } = await makeWorld(test);
    await withClient(test.database, async (client) => {
      const draw = async (): Promise<number> =>
        Number((await client.query<{ id: string }>('select next_id() as id')).rows[0]?.id);
      await assert.rejects(draw(), /none is named/);
      await client.query(`set app.company_id = '${scope.company_id}'; set app.plants = 'all'`);
      const first = await draw();
      assert.equal(await draw(), first + 1);
      await assert.rejects(
        client.query(`select nextval('company_${scope.company_id}_ids')`),
        /permission denied/,
      );
      await assert.rejects(
        client.query(`select last_value from company_${scope.company_id}_ids`),
        /permission denied/,
      );
    });
  });

  it('of sessions follow one another in no way', async () => {
    const rows = await test.arrange<{ id: string }>('select id from user_session');
    const ids = rows.map(({ id }) => Number(id)).sort((a, b) => a - b);
    const steps = ids.slice(1).map((id, i) => id - (ids[i] ?? 0));
    assert.ok(steps.length >= 2 && steps.every((step) => step > 1), String(ids));
  });
});
