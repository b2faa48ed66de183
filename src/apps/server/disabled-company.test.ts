import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeKey,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
} from '../../../tests/support/app.ts';
import { asking } from '../../../tests/support/companies.ts';
import { makeDevice, pollDevice } from '../../../tests/support/field.ts';
import { answerAddresses, type ModbusPeer, startModbusPeer } from '../../../tests/support/modbus-peer.ts';
import { startAcquisition } from '../../acquisition/acquisition.ts';
import { startEvaluationScheduler } from '../../features/alarms/server/evaluation-scheduler.ts';
import { enableCompany } from '../../features/companies/server/company-life.service.ts';
import { startDayRowUpdater } from '../../features/measurements/server/day-row-updater.ts';
import { ImportWorker } from '../../features/measurements/server/import-job.ts';
import { ReadingWriter } from '../../features/measurements/server/reading-writer.ts';
import { startLiveFollower } from '../../features/overview/server/live-follower.ts';
import { createLog } from '../../shared/server/log.ts';
import { createOutboundGuard } from '../../shared/server/outbound.ts';
import { inScope, type Scope } from '../../shared/server/tenancy.ts';

const log = createLog('silent', 'test');
/** Within this everything of a disabled company has stopped. */
const STOPS_MS = 10_000;

async function until<T>(find: () => Promise<T | undefined | false>, what: string, ms = 20_000): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) assert.fail(`not within ${ms / 1000} s: ${what}`);
    await sleep(50);
  }
}

// spec §4: company deletion is a soft disable
describe('a company that is disabled while everything works for it', () => {
  let test: TestApp;
  let peer: ModbusPeer;
  let scope: Scope;
  let plant: number;
  let device: number;
  let owner: Headers;
  let key: Headers;
  let ask: ReturnType<typeof asking>;
  const parts: { close(): Promise<void> }[] = [];

  before(async () => {
    test = await createTestApp();
    ask = asking(test);
    peer = await startModbusPeer('tcp', answerAddresses);
    scope = await makeCompany(test.pool, 'Ends');
    plant = await makePlant(test.pool, scope, 'E1');
    device = await addDevice();
    owner = await signIn(
      test,
      await makeUser(test, { company: scope, roles: ['COMPANY_OWNER', 'APP_0'] }),
      scope,
    );
    key = (await makeKey(test, scope)).headers;
    await startWork();
    await test.app.listen({ host: '127.0.0.1', port: 0 });
  });
  after(async () => {
    for (const part of parts.reverse()) await part.close();
    await peer?.stop();
    await test?.close();
  });

  const rows = <T extends object>(text: string, ...values: unknown[]) =>
    test.arrange<T>(text, [scope.company_id, ...values]);
  const count = async (table: string, where = 'true') =>
    (
      await rows<{ n: number }>(`select count(*)::int as n from ${table} where company_id = $1 and ${where}`)
    )[0]?.n ?? 0;

  /** A device that is polled each second. */
  async function addDevice(): Promise<number> {
    const id = await makeDevice(test.pool, scope, plant, 'INV1', ['ac_power_kw'], { interval_s: 1 });
    await pollDevice(test.pool, scope, { plant_id: plant, device_id: id, port: peer.port });
    await rows('insert into plant_live (company_id, plant_id) values ($1, $2)', plant);
    return id;
  }

  async function startWork(): Promise<void> {
    const { pool, database } = test;
    const writer = new ReadingWriter(pool);
    const guard = createOutboundGuard([], (address) => address === '127.0.0.1');
    parts.push(writer, await startAcquisition({ pool, database, writer, guard, log }));
    parts.push(startDayRowUpdater({ pool, log, everyMs: 100 }));
    parts.push(
      await startEvaluationScheduler({ pool, database, log, sweepInterval_ms: 100, minPause_ms: 100 }),
    );
    parts.push(await startLiveFollower({ pool, database, log, sweepEvery_ms: 500 }));
  }

  const originOf = (): string => {
    const at = test.app.server.address();
    assert.ok(at !== null && typeof at === 'object');
    return `http://127.0.0.1:${at.port}`;
  };

  /** All that a live stream says until the server ends it. */
  async function listen(): Promise<{ said: Promise<string> }> {
    const response = await fetch(`${originOf()}/api/v1/events/`, { headers: owner });
    assert.equal(response.status, 200);
    return { said: response.text() };
  }

  /** A mark that the day updater would work off at once. */
  const markDay = () =>
    rows(
      `insert into obs_dirty (company_id, device_id, day, marked_at) values ($1, $2, current_date - 3, now())
       on conflict (company_id, device_id, day) do update set marked_at = excluded.marked_at`,
      device,
    );

  const disable = () =>
    ask('disable', { params: { id_client: String(scope.company_id) }, body: { enabled: false } }, owner);
  const enable = () => inScope(test.pool, scope, enableCompany);
  const isPolled = () =>
    until(async () => {
      const before = peer.requests.length;
      await sleep(300);
      return peer.requests.length > before;
    }, 'the device is polled');
  const figureIsFollowed = () =>
    until(
      async () =>
        (await count('plant_live', `power_kw is not null and updated_at > now() - interval '3 seconds'`)) > 0,
      'live figures',
    );

  it('stops within ten seconds: calls, streams, keys, polling, live figures, alarms, days and links', async () => {
    await isPolled();
    await figureIsFollowed();
    await markDay();
    await until(
      async () => (await count('obs_dirty', 'day < current_date - 1')) === 0,
      'the day updater at work',
    );
    const invited = await ask(
      'inviteUser',
      { body: { email: 'late@example.org', first_name: '', last_name: '', roles: ['VIEWER'] } },
      owner,
    );
    const token = (invited.json as { link: string }).link.split('=').at(-1) ?? '';
    assert.equal((await ask('findInvitation', { body: { token } }, {})).status, 200);
    const stream = await listen();

    const began = performance.now();
    assert.equal((await disable()).status, 204);
    const left = () => STOPS_MS - (performance.now() - began);
    // What asks at each request is closed at once.
    assert.equal((await ask('listColleagues', {}, owner)).status, 403);
    assert.equal((await ask('findInvitation', { body: { token } }, {})).status, 404);
    const url = '/ingest/v1/readings/';
    const sent = await test.app.inject({ method: 'POST', url, headers: key, payload: { readings: [] } });
    assert.equal(sent.statusCode, 401);
    // What works by itself notices within the time.
    const said = await Promise.race([stream.said, sleep(left(), undefined)]);
    assert.match(said ?? 'the stream is still open', /event: revoked/);
    await until(async () => (await count('port_lease')) === 0, 'its ports are given up', left());
    await sleep(Math.min(left(), 1500));

    const at = async () => ({
      requests: peer.requests.length,
      rows: await count('obs'),
      figures: (await rows<{ at: Date }>('select updated_at as at from plant_live where company_id = $1'))[0]
        ?.at,
      alarms: await count('alarm'),
    });
    await markDay();
    // Alarms would open: the device has long been silent.
    await rows(
      `update obs_last set ts = now() - interval '1 day', slot_ts = array[now() - interval '1 day'] where company_id = $1`,
    );
    await test.pool.query('select pg_notify($1, $2)', ['readings', String(scope.company_id)]);
    const before = await at();
    await sleep(2500);
    assert.deepEqual(await at(), before, 'nothing is polled, stored, followed or raised any more');
    assert.equal(await count('obs_dirty', 'day < current_date - 1'), 1, 'its days wait');
  });

  it('takes up all of it again when it is enabled', async () => {
    assert.equal(await enable(), true);
    assert.equal((await ask('listColleagues', {}, owner)).status, 200);
    await isPolled();
    await figureIsFollowed();
    await until(
      async () => (await count('obs_dirty', 'day < current_date - 1')) === 0,
      'the day updater at work',
    );
  });

  /** A file of two steps of the writer, waiting for its import. */
  async function anImport(): Promise<{
    job: Parameters<ImportWorker['perform']>[0];
    state(): Promise<string>;
  }> {
    const lines = Array.from({ length: 4000 }, (_, i) => {
      const at = new Date(Date.UTC(2025, 0, 1) + i * 60_000).toISOString();
      return `${at};${i % 50}`;
    });
    const [file] = await rows<{ id: number }>(
      `insert into import_file (company_id, device_id, content) values ($1, $2, $3) returning id`,
      device,
      Buffer.from(['time;power', ...lines].join('\n')),
    );
    const [work] = await rows<{ id: number }>(
      `insert into progress (company_id, kind) values ($1, 'import') returning id`,
    );
    const mapping = {
      separator: ';',
      decimal: '.',
      header_rows: 1,
      time_column: 0,
      time_format: 'iso',
      time_zone: 'Europe/Rome',
      columns: [{ column: 1, variable: 'ac_power_kw', unit: 'kW' }],
    } as const;
    const { company_id } = scope;
    return {
      job: {
        company_id,
        import_id: file?.id ?? 0,
        progress_id: work?.id ?? 0,
        mapping: { ...mapping, columns: [...mapping.columns] },
      },
      state: async () =>
        (
          await rows<{ state: string }>(
            'select state from progress where company_id = $1 and id = $2',
            work?.id,
          )
        )[0]?.state ?? '',
    };
  }
  /** In the hot table or, once their days are made, packed. */
  const imported = async () => {
    // In one question: between two, days are packed and their readings leave the hot table.
    const [all] = await rows<{ n: number }>(
      `select ((select coalesce(sum(instants), 0) from obs_stretch where company_id = $1 and start_at < '2025-02-01')
               + (select count(*) from obs where company_id = $1 and ts < '2025-02-01'))::int as n`,
    );
    return all?.n ?? 0;
  };

  it('imports nothing, neither from its beginning nor on from where it was', async () => {
    const { pool } = test;
    const writer = new ReadingWriter(pool);
    const half = {
      write: async (of: Scope, batch: never) => {
        await writer.write(of, batch);
        await disable();
      },
    };
    const deps = { pool, log, now: () => new Date() };
    const going = await anImport();
    await new ImportWorker({ ...deps, writer: half as never }).perform(going.job, { last: false });
    assert.deepEqual([await going.state(), await imported()], ['failed', 2000], 'one step was on its way');
    const waiting = await anImport();
    await new ImportWorker({ ...deps, writer }).perform(waiting.job, { last: false });
    assert.deepEqual([await waiting.state(), await imported()], ['failed', 2000]);
    await enable();
    const again = await anImport();
    await new ImportWorker({ ...deps, writer }).perform(again.job, { last: false });
    assert.deepEqual([await again.state(), await imported()], ['done', 4000]);
    await writer.close();
  });
});
