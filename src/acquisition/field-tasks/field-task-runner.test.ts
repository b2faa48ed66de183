import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { makeCompany, openTestPool } from '../../../tests/support/field.ts';
import {
  answerAddresses,
  type ModbusPeer,
  type PeerHandler,
  startModbusPeer,
} from '../../../tests/support/modbus-peer.ts';
import { EVERYWHERE } from '../../../tests/support/reach.ts';
import type { TaskAnswer } from '../../features/cloudcontrol/field-task.model.ts';
import { createLog } from '../../shared/server/log.ts';
import { inScope, type Scope } from '../../shared/server/tenancy.ts';
import { type AskedPort, type AskedRunnerParts, FieldTaskRunner } from './field-task-runner.ts';
import { Lane, type LaneTask } from './lanes.ts';
import { PortGone } from './port-access.ts';

type Row = { holder: string | null; ended: boolean; answer: TaskAnswer | null };

describe('what an instance does with tasks', () => {
  let pool: pg.Pool;
  let close: () => Promise<void>;
  let scope: Scope;
  const running: { close(): Promise<void> }[] = [];
  before(async () => {
    ({ pool, close } = await openTestPool());
    scope = await makeCompany(pool, 'Asked');
  });
  after(() => close());
  afterEach(async () => {
    for (const part of running.splice(0).reverse()) await part.close();
    await run('delete from field_task where company_id = $1', []);
  });

  const run = <T>(text: string, values: unknown[]): Promise<T[]> =>
    inScope(pool, scope, async (tx) => (await tx.query<T>(text, [scope.company_id, ...values])).rows);

  async function peer(handler: PeerHandler): Promise<ModbusPeer> {
    const made = await startModbusPeer('tcp', handler);
    running.push({ close: () => made.stop() });
    return made;
  }

  function start(fields: Partial<AskedRunnerParts> = {}): FieldTaskRunner {
    const log = createLog('silent', 'test');
    const runner = new FieldTaskRunner({
      pool,
      log,
      holder: 'one',
      reach: () => EVERYWHERE,
      ports: () => new Map(),
      ...fields,
    });
    running.push(runner);
    return runner;
  }

  async function add(
    port: number,
    { timeout_ms = 5000, gateway = `127.0.0.1 ${port} tcp` } = {},
  ): Promise<number> {
    const way = { host: '127.0.0.1', port, framer: 'tcp', timeout_ms };
    const asked = { unit_id: 1, way, function_code: 3, address: 7, count: 1 };
    const [row] = await run<{ id: number }>(
      `insert into field_task (company_id, question_id, position, kind, gateway, asked)
       values ($1, $2, 0, 'read', $3, $4) returning id`,
      [randomUUID(), gateway, JSON.stringify(asked)],
    );
    return row?.id ?? 0;
  }

  async function addThroughPort(port: number): Promise<{ id: number; port_id: number }> {
    const plant = await run<{ id: number }>(
      `insert into plant (company_id, proj_code, name, time_zone) values ($1, $2, 'A', 'Europe/Rome') returning id`,
      [`P${port}`],
    );
    const [{ id: port_id } = { id: 0 }] = await run<{ id: number }>(
      `insert into port (company_id, plant_id, name, host, port) values ($1, $2, 'P', '127.0.0.1', $3) returning id`,
      [plant[0]?.id, port],
    );
    const id = await add(port);
    await run('update field_task set port_id = $3, gateway = null where company_id = $1 and id = $2', [
      id,
      port_id,
    ]);
    return { id, port_id };
  }

  async function look(id: number): Promise<Row> {
    const [row] = await run<Row>(
      'select holder, ended_at is not null as ended, answer from field_task where company_id = $1 and id = $2',
      [id],
    );
    return row ?? assert.fail('the task is gone');
  }

  async function ended(id: number): Promise<TaskAnswer | null> {
    for (let tries = 0; tries < 3000; tries += 1) {
      const row = await look(id);
      if (row.ended) return row.answer;
      await pause(20);
    }
    return assert.fail('the task did not end');
  }

  it('ends what takes too long, and goes on with the next over another connection', async () => {
    const silent = await peer(({ count, ...request }) => {
      if (count > 1) answerAddresses({ count, ...request });
    });
    const runner = start({ task_ms: 300 });
    const [first, second] = [await add(silent.port), await add(silent.port)];
    runner.heard(scope.company_id);
    assert.deepEqual(await ended(first), { reason: { code: 'out_of_time', seconds: 0.3 } });
    assert.deepEqual((await ended(second))?.read?.words, [7]);
  });

  it('leaves a gateway to whoever is connected to it: two instances never open two connections', async () => {
    let [open, max] = [0, 0];
    const slow = await peer((request) => {
      open += 1;
      max = Math.max(max, open);
      setTimeout(() => {
        open -= 1;
        answerAddresses(request);
      }, 100);
    });
    const [one, two] = [start(), start({ holder: 'two' })];
    const ids: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      ids.push(await add(slow.port));
      one.heard(scope.company_id);
      two.heard(scope.company_id);
    }
    for (const id of ids) assert.deepEqual((await ended(id))?.read?.words, [7]);
    assert.equal(max, 1);
  });

  it('keeps no company waiting for silent gateways of another, and no gateway for all that waits at another', async () => {
    const silent = await peer(() => undefined);
    const answering = await peer(answerAddresses);
    const runner = start({ task_ms: 1500 });
    const quiet = scope;
    const many = await makeCompany(pool, 'Many silent gateways');
    try {
      scope = many;
      const gateways = Array.from({ length: 8 }, (_, i) => `silent ${i}`);
      const first: number[] = [];
      for (const gateway of gateways) first.push(await add(silent.port, { gateway }));
      const later: number[] = [];
      for (const gateway of gateways) later.push(await add(silent.port, { gateway }));
      const last = await add(answering.port);
      runner.heard(many.company_id);
      scope = quiet;
      const one = await add(answering.port);
      runner.heard(quiet.company_id);
      assert.deepEqual((await ended(one))?.read?.words, [7]);
      scope = many;
      for (const id of first) assert.equal((await look(id)).ended, false);
      assert.deepEqual((await ended(last))?.read?.words, [7]);
      for (const id of later) assert.equal((await look(id)).ended, false);
      await runner.close();
      await run('delete from field_task where company_id = $1', []);
    } finally {
      scope = quiet;
    }
  });

  it('gives back what goes through a port that it has no more, for others to take', async () => {
    const { port } = await peer(answerAddresses);
    const { id, port_id } = await addThroughPort(port);
    const gone: AskedPort = { ask: () => Promise.reject(new PortGone('let go')) };
    const runner = start({ ports: () => new Map([[port_id, gone]]) });
    runner.heard(scope.company_id);
    for (let tries = 0; tries < 3000 && (await look(id)).holder !== null; tries += 1) await pause(5);
    await runner.close();
    assert.deepEqual(await look(id), { holder: null, ended: false, answer: null });
  });

  it('answers with a fault at once where the database will never keep what came', async () => {
    const { id, port_id } = await addThroughPort(1);
    const ask = (() => Promise.resolve({ reason: { code: 'a\u0000b' } })) as unknown as AskedPort['ask'];
    const messages: string[] = [];
    const log = { warn: () => undefined, error: (_: object, message: string) => messages.push(message) };
    const ports = () => new Map([[port_id, { ask }]]);
    start({ ports, log: log as unknown as AskedRunnerParts['log'] }).heard(scope.company_id);
    assert.deepEqual(await ended(id), { reason: { code: 'fault' } });
    assert.deepEqual(messages, ['an answer of the field cannot be kept'], 'and it is not tried again');
  });

  it('takes nothing that goes through ports of others, and nothing that was asked long ago', async () => {
    const { port, requests } = await peer(answerAddresses);
    const old = await add(port);
    await run(
      `update field_task set asked_at = now() - interval '6 minutes' where company_id = $1 and id = $2`,
      [old],
    );
    const runner = start();
    runner.heard(scope.company_id);
    await runner.close();
    assert.deepEqual(await look(old), { holder: null, ended: false, answer: null });
    assert.equal(requests.length, 0);
  });
});

describe('whose turn it is on a connection', () => {
  const task = (id: number, question_id: string): LaneTask => ({
    id,
    question_id,
    company_id: 1,
    port_id: 1,
    gateway: null,
  });

  it('goes from question to question, so that a hundred tasks keep nobody waiting', () => {
    const lane = new Lane('port 1/1');
    for (const id of [1, 2, 3]) lane.add(task(id, 'long'));
    assert.deepEqual(lane.next()?.task.id, 1);
    lane.add(task(9, 'short'));
    const order = [lane.next(), lane.next(), lane.next(), lane.next()].map((next) => next?.task.id);
    assert.deepEqual(order, [2, 9, 3, undefined]);
  });

  it('tells when another question begins, which may have the connection tried at once', () => {
    const lane = new Lane('port 1/1');
    lane.add(task(1, 'a'));
    lane.add(task(2, 'a'));
    lane.add(task(3, 'b'));
    assert.deepEqual([lane.next()?.begins, lane.next()?.begins, lane.next()?.begins], [true, true, true]);
    lane.add(task(4, 'c'));
    lane.add(task(5, 'c'));
    assert.deepEqual([lane.next()?.begins, lane.next()?.begins], [true, false]);
  });
});
