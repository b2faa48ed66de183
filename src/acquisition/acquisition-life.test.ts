import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { InstanceOrders } from '../../tests/support/acquisition-instance.ts';
import { makeCompany, makeDevice, makePlant } from '../../tests/support/field.ts';
import { answerAddresses, type ModbusPeer, startModbusPeer } from '../../tests/support/modbus-peer.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/support/postgres.ts';
import { ReadingWriter } from '../features/measurements/server/reading-writer.ts';
import { clientConfig } from '../shared/server/database-target.ts';
import { createPool } from '../shared/server/db.ts';
import { createLog } from '../shared/server/log.ts';
import { createOutboundGuard } from '../shared/server/outbound.ts';
import { inScope, type Scope } from '../shared/server/tenancy.ts';
import { startAcquisition } from './acquisition.ts';

const INSTANCE = fileURLToPath(new URL('../../tests/support/acquisition-instance.ts', import.meta.url));

async function until<T>(
  find: () => Promise<T | undefined | false>,
  what: string,
  within_ms = 90_000,
): Promise<T> {
  const end = performance.now() + within_ms;
  for (;;) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) return assert.fail(`not within ${within_ms} ms: ${what}`);
    await sleep(20);
  }
}

describe('the life of acquisition', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let scope: Scope;
  let plant: number;
  const running: { close(): Promise<unknown> }[] = [];

  before(async () => {
    database = await createTestDatabase();
    pool = createPool(database.database, { max: 6, name: 'test' });
    scope = await makeCompany(pool, 'Life');
    plant = await makePlant(pool, scope, 'L1');
  });
  after(async () => {
    await pool.end();
    await database.drop();
  });
  afterEach(async () => {
    for (const part of running.splice(0).reverse()) await part.close();
    await run('update port set enabled = false where company_id = $1');
  });

  const run = <T>(text: string, values: unknown[] = []): Promise<T[]> =>
    inScope(pool, scope, async (tx) => (await tx.query<T>(text, [scope.company_id, ...values])).rows);
  const announce = () => pool.query(`select pg_notify('configuration', $1)`, [String(scope.company_id)]);

  /** A gateway, and how to end it before the test does. */
  async function peer(): Promise<{ gateway: ModbusPeer; stop(): Promise<void> }> {
    const gateway = await startModbusPeer('tcp', answerAddresses);
    let stopped: Promise<void> | undefined;
    const stop = () => {
      stopped ??= gateway.stop();
      return stopped;
    };
    running.push({ close: stop });
    return { gateway, stop };
  }

  async function addPort(tcp_port: number): Promise<number> {
    const [row] = await run<{ id: number }>(
      `insert into port (company_id, plant_id, name, host, port, timeout_ms) values ($1, $2, 'P', '127.0.0.1', $3, 200)
       returning id`,
      [plant, tcp_port],
    );
    return row?.id ?? 0;
  }

  async function addDevice(port_id: number, short_name: string, unit_id = 1): Promise<number> {
    const id = await makeDevice(pool, scope, plant, short_name, ['ac_power_kw'], { interval_s: 1 });
    await run('update device set port_id = $3, unit_id = $4 where company_id = $1 and id = $2', [
      id,
      port_id,
      unit_id,
    ]);
    await run(
      `update variable set function_code = 3, address = 40, data_type = 'uint16'
       where company_id = $1 and device_id = $2`,
      [id],
    );
    return id;
  }

  async function start(): Promise<void> {
    const writer = new ReadingWriter(pool);
    const started = await startAcquisition({
      pool,
      database: database.database,
      writer,
      guard: createOutboundGuard([], (address) => address === '127.0.0.1'),
      log: createLog('silent', 'test'),
      health_every_ms: 100,
    });
    running.push({ close: () => started.close().then(() => writer.close()) });
  }

  function launch(holder: string): ChildProcess {
    const child = fork(INSTANCE, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const orders: InstanceOrders = { database: database.database, holder, lease_s: 3, lease_every_ms: 500 };
    child.send(orders);
    running.push({ close: () => kill(child) });
    return child;
  }

  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  const stateOf = async (device_id: number) =>
    (
      await run<{ state: string; reason: { code: string } | null }>(
        'select state, reason from device_health where company_id = $1 and device_id = $2',
        [device_id],
      )
    )[0];
  const logOf = (device_id: number) =>
    run<{ kind: string; detail: Record<string, unknown> }>(
      'select kind, detail from device_log where company_id = $1 and device_id = $2 order by id',
      [device_id],
    );
  const instantsOf = async (device_id: number) =>
    (
      await run<{ ts: Date }>('select ts from obs where company_id = $1 and device_id = $2 order by ts', [
        device_id,
      ])
    ).map(({ ts }) => ts.getTime());

  it('tells how its devices are, and browsers when one falls silent', async () => {
    const { gateway, stop } = await peer();
    const port_id = await addPort(gateway.port);
    const device_id = await addDevice(port_id, 'STATE');
    const listener = new pg.Client(clientConfig(database.database, 'test listener'));
    await listener.connect();
    running.push({ close: () => listener.end() });
    const heard: string[] = [];
    listener.on('notification', ({ payload }) => void heard.push(payload ?? ''));
    await listener.query('listen live');
    await start();
    await until(async () => (await stateOf(device_id))?.state === 'answering', 'the device answers');
    const [way] = await run<{ connected: boolean; reason: unknown }>(
      'select connected, reason from port_health where company_id = $1 and port_id = $2',
      [port_id],
    );
    assert.deepEqual(way, { connected: true, reason: null });
    await stop();
    await until(async () => (await stateOf(device_id))?.state === 'silent', 'the device is silent');
    const { code } = (await stateOf(device_id))?.reason ?? {};
    assert.ok(['lost', 'connect_failed'].includes(code ?? ''), code);
    const notices = heard.map((payload) => JSON.parse(payload) as { kind: string; codes: string[] });
    assert.ok(notices.filter(({ kind, codes }) => kind === 'devices' && codes[0] === 'L1').length >= 2);
    // On a busy machine it may have been silent before it first answered.
    const kinds = (await logOf(device_id)).map(({ kind }) => kind);
    assert.match(kinds.join(' '), /\b(first_answer|answers) silent$/);
  });

  it('takes a change of one device over within 5 s and leaves its neighbour on the same port alone', async () => {
    const { gateway } = await peer();
    const port_id = await addPort(gateway.port);
    const changed = await addDevice(port_id, 'CHANGED', 1);
    const still = await addDevice(port_id, 'STILL', 2);
    await start();
    await until(async () => (await instantsOf(still)).length >= 2, 'readings');
    await run(
      `insert into device_attribute (company_id, device_id, name, function_code, address, length)
       values ($1, $2, 'serial', 4, 16706, 2)`,
      [changed],
    );
    await run(
      `update device set trace_until = now() + interval '3 seconds' where company_id = $1 and id = $2`,
      [changed],
    );
    await announce();
    const traced = async () => (await logOf(changed)).filter(({ kind }) => kind === 'exchange');
    await until(async () => (await traced()).length > 0, 'a trace', 5000);
    const { detail } = (await traced())[0] ?? assert.fail('no exchange');
    assert.match(`${detail.request} ${detail.answer}`, /^[0-9a-f]{24} [0-9a-f]+$/);
    const text = () =>
      run<{ value: string | null }>(
        'select value from device_attribute where company_id = $1 and device_id = $2',
        [changed],
      );
    await until(async () => (await text())[0]?.value === 'ABAC', 'the text', 5000);
    await run(`update variable set address = 50 where company_id = $1 and device_id = $2`, [changed]);
    await announce();
    const newest = () =>
      run<{ vals: number[] }>(
        'select vals from obs where company_id = $1 and device_id = $2 order by ts desc limit 1',
        [changed],
      );
    await until(async () => (await newest())[0]?.vals[0] === 50, 'the new register', 5000);
    const isOver = async () =>
      (
        await run<{ over: boolean }>(
          `select now() > trace_until + interval '500 ms' as over from device where company_id = $1 and id = $2`,
          [changed],
        )
      )[0]?.over;
    await until(isOver, 'the end of the trace');
    const after_end = (await traced()).length;
    await sleep(1500);
    assert.equal((await traced()).length, after_end);
    assert.equal(gateway.connections, 1);
    const instants = await instantsOf(still);
    const gaps = instants.slice(1).map((ts, i) => ts - (instants[i] ?? 0));
    // A busy machine may leave a poll out; one that was begun anew would leave the grid or tell of it.
    assert.ok(gaps.length >= 4 && gaps.every((gap) => gap % 1000 === 0), gaps.join());
    assert.ok((await logOf(changed)).some(({ kind }) => kind === 'configured'));
    assert.ok((await logOf(still)).every(({ kind }) => kind === 'first_answer'));
  });

  it('goes on in another process when one is killed', async () => {
    const { gateway } = await peer();
    const port_id = await addPort(gateway.port);
    const device_id = await addDevice(port_id, 'KILLED');
    const holder = async () =>
      (
        await run<{ holder: string }>(
          'select holder from port_lease where company_id = $1 and port_id = $2',
          [port_id],
        )
      )[0]?.holder;
    const first = launch('first');
    await until(async () => (await holder()) === 'first', 'the first holds the port');
    launch('second');
    await until(async () => (await instantsOf(device_id)).length >= 2, 'readings of the first');
    await kill(first);
    const before_kill = (await instantsOf(device_id)).length;
    await until(async () => (await holder()) === 'second', 'the second holds the port', 6000);
    await until(async () => (await instantsOf(device_id)).length > before_kill, 'readings of the second');
    const instants = await instantsOf(device_id);
    assert.equal(new Set(instants).size, instants.length);
    assert.ok(instants.every((ts) => ts % 1000 === 0));
  });
});
