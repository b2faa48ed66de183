import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { createPool } from '../../src/shared/server/db.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { freePort, type Program, startProgram, until } from '../support/program.ts';
import { command, listOutOfReach, writeThrough } from './support/cluster.ts';
import { type Member, makeMember } from './support/members.ts';

/** As many as make it certain that some lie on either machine. */
const COMPANIES = 6;
/** Of each company, between two deaths: each one meets a program that works. */
const [DELIVERED, POLLED] = [30, 3];
/** Longer than an instance waits before it looks anew what it polls. */
const AWAY_MS = 12_000;
const SECOND_MS = 1_000;

describe('the whole program on several machines', () => {
  let [down, up]: (() => void)[] = [];
  let database: TestDatabase;
  let pool: pg.Pool;
  let restore: (() => Promise<void>) | undefined;
  let front: Program;
  let field: Program[] = [];
  const members: Member[] = [];
  let env: Record<string, string>;

  before(async () => {
    [down, up] = [command('CITUS_WORKER_DOWN'), command('CITUS_WORKER_UP')];
    database = await createTestDatabase();
    restore = await writeThrough();
    pool = createPool(database.database, { max: 4, name: 'test' });
    const { user, password, host, port, database: name } = database.database;
    env = {
      DATABASE_URL: `postgres://${user}:${password}@${host}:${port}/${name}`,
      SECRET_KEY: randomBytes(48).toString('base64'),
      OUTBOUND_ALLOW: '127.0.0.0/8',
      LOG_LEVEL: 'error',
      PORT: String(await freePort()),
    };
    front = await startFront();
    for (let place = 0; place < COMPANIES; place += 1)
      members.push(await makeMember(pool, front.address, place));
    field = [await startField(), await startField()];
  });
  after(async () => {
    up?.();
    for (const { producer } of members) producer.giveUp();
    await Promise.all([front, ...field].map((program) => program?.stop()));
    for (const member of members) await member.close();
    await pool?.end();
    await restore?.();
    await database?.drop();
  });

  const startFront = () => startProgram({ ...env, ROLES: 'api' });
  const startField = () => startProgram({ ...env, ROLES: 'acquisition,jobs' });
  const faults = () => members.flatMap(({ producer }) => producer.faults);

  /** Until these companies have acknowledged and polled more than now. */
  async function goesOn(of: readonly Member[], after: string): Promise<void> {
    const count = (member: Member) =>
      member.polled().then(
        (polled) => ({ delivered: member.producer.acknowledged, polled }),
        () => ({ delivered: member.producer.acknowledged, polled: 0 }),
      );
    const counted = () => Promise.all(of.map(count));
    const begin = await counted();
    let now = begin;
    await until(
      async () => {
        if (faults().length > 0) assert.fail(`${faults().join('; ')}\n${front.said().slice(-4_000)}`);
        now = await counted();
        return now.every(
          ({ delivered, polled }, i) =>
            delivered >= (begin[i]?.delivered ?? 0) + DELIVERED && polled >= (begin[i]?.polled ?? 0) + POLLED,
        );
      },
      () => `${after}: readings of all companies ${JSON.stringify({ begin, now })}\n${front.said()}`,
    );
  }

  async function answerTo({ key }: Member): Promise<number> {
    const answer = await fetch(`${front.address}/ingest/v1/readings/`, {
      method: 'POST',
      headers: { ...key, 'content-type': 'application/json' },
      body: JSON.stringify({ readings: [] }),
    });
    await answer.arrayBuffer();
    return answer.status;
  }

  it('loses nothing acknowledged when instances and a worker are killed, and comes back by itself', async (context) => {
    const running = members.map(({ producer }) => producer.run());
    await goesOn(members, 'at first');

    const [poller] = field;
    poller?.child.kill('SIGKILL');
    await poller?.ended;
    await goesOn(members, 'when an instance that polls was killed');

    front.child.kill('SIGKILL');
    await front.ended;
    front = await startFront();
    await goesOn(members, 'when the instance that answers was killed and started again');

    const since = Date.now();
    down?.();
    const away = await listOutOfReach(database.superuser);
    const [without, with_] = [true, false].map((is) =>
      members.filter(({ scope }) => away.has(scope.company_id) === is),
    );
    assert.ok(without?.length && with_?.length, `${without?.length} of ${members.length} are away`);
    const stood = without.map(({ producer }) => producer.acknowledged);
    await goesOn(with_, 'while a worker is down');
    assert.deepEqual(
      await Promise.all(without.map(answerTo)),
      without.map(() => 503),
    );
    assert.deepEqual(
      without.map(({ producer }) => producer.acknowledged),
      stood,
    );
    await pause(since + AWAY_MS - Date.now());
    const back = Date.now();
    up?.();
    await goesOn(members, 'when the worker is back');

    for (const { producer } of members) producer.stop();
    await Promise.all(running);
    assert.deepEqual(faults(), []);
    for (const member of members) assert.deepEqual(await member.faults(), []);
    // What was polled meanwhile waited for the worker.
    for (const member of without)
      assert.ok((await member.polled(back - 4 * SECOND_MS, back)) > 0, 'it was not polled meanwhile');
    const sum = members.reduce((all, { producer }) => all + producer.acknowledged, 0);
    const retries = members.reduce((all, { producer }) => all + producer.retries, 0);
    context.diagnostic(
      `${sum} readings acknowledged, ${retries} deliveries tried again; ${without.length} of ${members.length} companies without their worker for ${back - since} ms`,
    );
  });
});
