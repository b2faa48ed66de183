import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { makeCompany, makePlant } from '../../tests/support/field.ts';
import { answerAddresses, type ModbusPeer, startModbusPeer } from '../../tests/support/modbus-peer.ts';
import { createTestDatabase, startTestPostgres, type TestDatabase } from '../../tests/support/postgres.ts';
import { ReadingWriter } from '../features/measurements/server/reading-writer.ts';
import { archivePlant, restorePlant } from '../features/plants/server/archive.service.ts';
import { createPool } from '../shared/server/db.ts';
import { createLog } from '../shared/server/log.ts';
import { createOutboundGuard } from '../shared/server/outbound.ts';
import { inScope, type Scope } from '../shared/server/tenancy.ts';
import { type Acquisition, type AcquisitionOptions, startAcquisition } from './acquisition.ts';
import type { Clock } from './clock.ts';

/** Ten times as fast as the wall clock, so that a device of one second is polled each tenth of one. */
const SPEED = 10;
const began = Date.now();
const fast: Clock = {
  now: () => Math.round(began + (Date.now() - began) * SPEED),
  sleep: (ms, signal) =>
    sleep(Math.ceil(ms / SPEED), undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    }),
};

type StoredRow = { ts: Date; vals: (number | null)[]; q: Buffer | null };
type LogLine = { msg: string; short_name?: string; reason?: string };

async function until<T>(find: () => Promise<T | undefined | false>, what: string): Promise<T> {
  const end = performance.now() + 90_000;
  for (;;) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) return assert.fail(`not within 20 s: ${what}`);
    await sleep(20);
  }
}

describe('acquisition', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let scope: Scope;
  let plant: number;
  const running: { close(): Promise<void> }[] = [];

  before(async () => {
    database = await createTestDatabase();
    pool = createPool(database.database, { max: 6, name: 'test' });
    scope = await makeCompany(pool, 'Field');
    plant = await makePlant(pool, scope, 'F1');
  });
  after(async () => {
    await pool.end();
    await database.drop();
  });
  afterEach(async () => {
    for (const part of running.splice(0).reverse()) await part.close();
    await run('update port set enabled = false where company_id = $1', []);
  });

  async function run<T>(text: string, values: unknown[]): Promise<T[]> {
    return inScope(pool, scope, async (tx) => (await tx.query<T>(text, [scope.company_id, ...values])).rows);
  }

  async function peer(framer: 'tcp' | 'rtu' = 'tcp', at = 0): Promise<ModbusPeer> {
    const made = await startModbusPeer(framer, answerAddresses, at);
    const stopOnce = made.stop.bind(made);
    let stopped: Promise<void> | undefined;
    const stop = () => {
      stopped ??= stopOnce();
      return stopped;
    };
    running.push({ close: stop });
    return Object.assign(made, { stop });
  }

  async function addPort(tcp_port: number, host = '127.0.0.1', of_plant = plant): Promise<number> {
    const [row] = await run<{ id: number }>(
      `insert into port (company_id, plant_id, name, host, port, timeout_ms) values ($1, $2, 'P', $3, $4, 5000)
       returning id`,
      [of_plant, host, tcp_port],
    );
    return row?.id ?? 0;
  }

  async function addDevice(
    port_id: number,
    short_name: string,
    unit_id = 1,
    of_plant = plant,
  ): Promise<number> {
    const [row] = await run<{ id: number }>(
      `insert into device (company_id, plant_id, port_id, unit_id, short_name, interval_s)
       values ($1, $2, $3, $4, $5, 1) returning id`,
      [of_plant, port_id, unit_id, short_name],
    );
    const device_id = row?.id ?? 0;
    await addVariable(device_id, 'ac_power_kw', 40);
    await addVariable(device_id, 'dc_power_kw', 1041);
    return device_id;
  }

  async function addVariable(device_id: number, name: string, address: number): Promise<void> {
    await run(
      `with slot as (update device set next_slot = next_slot + 1 where company_id = $1 and id = $2
                     returning next_slot - 1 as slot)
       insert into variable (company_id, device_id, variable_name_id, slot, function_code, address, data_type, factor)
       select $1, $2, n.id, slot.slot, 3, $4::int, 'uint16', 0.1
       from slot, variable_name n where n.company_id = $1 and n.name = $3`,
      [device_id, name, address],
    );
  }

  const announce = () => pool.query(`select pg_notify('configuration', $1)`, [String(scope.company_id)]);
  const rowsOf = (device_id: number) =>
    run<StoredRow>('select ts, vals, q from obs where company_id = $1 and device_id = $2 order by ts', [
      device_id,
    ]);
  const hasRow = (device_id: number, fits: (row: StoredRow) => boolean, what: string) =>
    until(async () => (await rowsOf(device_id)).findLast(fits), what);
  const good = (row: StoredRow) => row.q === null;
  const failed = (row: StoredRow) => row.q?.every((byte) => byte === 4) === true;

  async function start(
    options: Partial<AcquisitionOptions> = {},
  ): Promise<Acquisition & { messages: LogLine[] }> {
    const messages: LogLine[] = [];
    const log = createLog('debug', 'test', {
      write: (line) => void messages.push(JSON.parse(line) as LogLine),
    });
    const writer = new ReadingWriter(pool, { clock: () => fast.now() });
    const guard = createOutboundGuard([], (address) => address === '127.0.0.1');
    const started = await startAcquisition({
      pool,
      database: database.database,
      writer,
      guard,
      log,
      clock: fast,
      lease_every_ms: 3000,
      sweep_every_ms: 60_000,
      ...options,
    });
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= started.close().then(() => writer.close());
      return closed;
    };
    running.push({ close });
    return { status: () => started.status(), close, messages };
  }

  it('polls a device as it is configured, and stores what it read with its last values', async () => {
    const gateway = await peer();
    const device_id = await addDevice(await addPort(gateway.port), 'INV1', 7);
    await start();
    const row = await hasRow(device_id, good, 'a reading');
    assert.deepEqual(row.vals, [4, 104.1]);
    assert.equal(row.ts.getTime() % 1000, 0);
    assert.equal(gateway.requests[0]?.unit, 7);
    const last = await run<{ vals: number[] }>(
      'select vals from obs_last where company_id = $1 and device_id = $2',
      [device_id],
    );
    assert.deepEqual(last[0]?.vals, [4, 104.1]);
  });

  it('stores failures without values, leaves neighbours their pace, and is back when the gateway is', async () => {
    const gateway = await peer();
    const other = await peer();
    const silent = await addDevice(await addPort(gateway.port), 'DOWN');
    const neighbour = await addDevice(await addPort(other.port), 'NEXT');
    const acquisition = await start();
    await hasRow(silent, good, 'the first reading');
    await gateway.stop();
    const { vals } = await hasRow(silent, failed, 'a failed reading');
    assert.deepEqual(vals, [null, null]);
    const count = (await rowsOf(neighbour)).length;
    await until(async () => (await rowsOf(neighbour)).length >= count + 3, 'readings of the neighbour');
    assert.ok((await rowsOf(neighbour)).every(good));
    const again = await peer('tcp', gateway.port);
    const { ts } = (await rowsOf(silent)).at(-1) ?? assert.fail('no row');
    await hasRow(silent, (row) => row.ts > ts && good(row), 'a reading after the restart');
    assert.ok(again.requests.length > 0);
    const messages = acquisition.messages
      .filter((line) => line.short_name === 'DOWN')
      .map((line) => line.msg);
    assert.deepEqual(messages, ['the device answers', 'the device does not answer', 'the device answers']);
  });

  it('takes over a changed port, a new variable and a new device within 5 s, and lets the others be', async () => {
    const [old, moved, other] = [await peer(), await peer(), await peer()];
    const port_id = await addPort(old.port);
    const changed = await addDevice(port_id, 'MOVE');
    const other_port = await addPort(other.port);
    const still = await addDevice(other_port, 'STILL');
    const acquisition = await start();
    await hasRow(changed, good, 'the first reading');
    await hasRow(still, good, 'the first reading of the other');
    await run('update port set port = $3 where company_id = $1 and id = $2', [port_id, moved.port]);
    await addVariable(changed, 'energy_total_kwh', 2000);
    const added = await addDevice(other_port, 'ADDED', 2);
    await announce();
    const row = await hasRow(changed, ({ vals }) => vals.length === 3, 'the new variable');
    assert.deepEqual(row.vals, [4, 104.1, 200]);
    assert.ok(moved.requests.length > 0);
    await hasRow(added, good, 'the new device');
    assert.equal(other.connections, 1);
    assert.ok((await rowsOf(still)).every(good));
    await run('update device set enabled = false where company_id = $1 and id = $2', [added]);
    await announce();
    const polled = () =>
      acquisition.status().ports.flatMap((port) => port.devices.map((each) => each.device_id));
    await until(async () => !polled().includes(added), 'the device is let go of');
    await sleep(50);
    const asked = other.requests.filter(({ unit }) => unit === 2).length;
    const count = (await rowsOf(still)).length;
    await until(async () => (await rowsOf(still)).length >= count + 2, 'more readings of the other');
    assert.equal(other.requests.filter(({ unit }) => unit === 2).length, asked);
  });

  it("fails a value of 1e15 and counts it among the refused, under the device's full name", async () => {
    const gateway = await peer();
    const device_id = await addDevice(await addPort(gateway.port), 'LARGE');
    await run('update variable set factor = 1e14 where company_id = $1 and device_id = $2 and slot = 0', [
      device_id,
    ]);
    const counted: object[] = [];
    await start({ refused: { countRefused: (refused) => void counted.push(refused) } });
    const row = await hasRow(device_id, () => true, 'a reading');
    assert.deepEqual(
      [row.vals, row.q && [...row.q]],
      [
        [null, 104.1],
        [4, 0],
      ],
    );
    const { company_id } = scope;
    const expected = { company_id, source: 'modbus', device: 'F1/LARGE', reason: 'out_of_range', count: 1 };
    assert.deepEqual(counted[0], expected);
  });

  it('names the setting when an address may not be reached, and connects to nothing', async () => {
    const gateway = await peer();
    const device_id = await addDevice(await addPort(gateway.port), 'FORBID');
    const acquisition = await start({ guard: createOutboundGuard([]) });
    await hasRow(device_id, failed, 'a failed reading');
    assert.equal(gateway.connections, 0);
    const { reason } = acquisition.messages.find((line) => line.short_name === 'FORBID') ?? {};
    assert.match(
      reason ?? '',
      /127\.0\.0\.1 port \d+ may not be reached: it is not among what this company was given/,
    );
    const state = acquisition.status().ports.flatMap((port) => port.devices);
    assert.deepEqual(
      state.map((device) => device.state),
      ['silent'],
    );
  });

  it('takes over the ports of a dead holder when its lease ends, and gives its own back', async () => {
    const gateway = await peer();
    const port_id = await addPort(gateway.port);
    const device_id = await addDevice(port_id, 'LEASE');
    await pool.query(`select from cross_tenant_lease_ports('the dead one', 1, 100)`);
    const acquisition = await start({ holder: 'the heir', lease_s: 1 });
    assert.deepEqual(acquisition.status().ports, []);
    await hasRow(device_id, good, 'a reading by the heir');
    const holders = () =>
      run<{ holder: string }>('select holder from port_lease where company_id = $1 and port_id = $2', [
        port_id,
      ]);
    assert.deepEqual(await holders(), [{ holder: 'the heir' }]);
    await acquisition.close();
    assert.deepEqual(await holders(), []);
  });

  it('leases no port of an archived plant, and polls it again once that is restored', async () => {
    const gateway = await peer();
    const archived = await makePlant(pool, scope, 'GONE');
    const port_id = await addPort(gateway.port, '127.0.0.1', archived);
    const device_id = await addDevice(port_id, 'GONE1', 1, archived);
    const acquisition = await start({ holder: 'the poller' });
    await hasRow(device_id, good, 'a reading');
    await inScope(pool, scope, (tx) => archivePlant(tx, 'GONE', { version: undefined, now: new Date() }));
    await until(async () => acquisition.status().ports.length === 0, 'it is not polled');
    const holders = () => run<{ holder: string }>('select holder from port_lease where company_id = $1', []);
    await until(async () => (await holders())[0]?.holder !== 'the poller', 'its lease is given up');
    const { rows } = await pool.query(`select from cross_tenant_lease_ports('another', 1, 100)`);
    assert.equal(rows.length, 0);
    const before = (await rowsOf(device_id)).length;
    await inScope(pool, scope, (tx) => restorePlant(tx, 'GONE'));
    await until(async () => (await rowsOf(device_id)).length > before, 'it is polled again');
  });

  it('shares the ports out between two instances', async () => {
    const gateways = [await peer(), await peer(), await peer(), await peer()];
    for (const [i, gateway] of gateways.entries()) await addDevice(await addPort(gateway.port), `SHARE${i}`);
    const first = await start({ lease_s: 5 });
    await until(async () => first.status().ports.length === 4, 'all ports with the first');
    const second = await start({ lease_s: 5 });
    await until(async () => second.status().ports.length === 2, 'two ports with the second');
    assert.equal(first.status().ports.length, 2);
  });

  it('loses nothing while the database is away', async () => {
    const gateway = await peer();
    const device_id = await addDevice(await addPort(gateway.port), 'STAYS');
    const acquisition = await start();
    await hasRow(device_id, good, 'the first reading');
    const { server } = await startTestPostgres();
    const name = database.database.database;
    const admin = createPool(server.superuser(), { max: 1, name: 'test' });
    running.push({ close: () => admin.end() });
    const admit = async (yes: boolean) => {
      await admin.query(`alter database ${name} allow_connections ${yes}`);
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    };
    await admit(false);
    await until(async () => acquisition.status().waiting >= 8, 'rows that wait');
    await admit(true);
    await until(async () => acquisition.status().listening, 'notices are heard again');
    await until(async () => acquisition.status().waiting === 0, 'everything is stored');
    await acquisition.close();
    const rows = await rowsOf(device_id);
    // Two requests a poll; the poll that was under way at the end stores nothing.
    assert.ok(rows.length >= 10 && rows.length * 2 >= gateway.requests.length - 2);
    assert.deepEqual([rows.every(good), acquisition.status().dropped], [true, 0]);
  });
});
