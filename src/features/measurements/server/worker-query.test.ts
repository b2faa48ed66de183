import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { makeCompany, makeDevice, makePlant } from '../../../../tests/support/field.ts';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/postgres.ts';
import { createPool } from '../../../shared/server/db.ts';
import { AppError } from '../../../shared/server/errors.ts';
import { type Scope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { Question, type Series } from '../series.contract.ts';
import { QueryWorkerPool } from './query-worker-pool.ts';
import { ReadingWriter } from './reading-writer.ts';
import { answerIfLight } from './series.service.ts';
import { answerQuery, type WorkerQuery } from './worker-query.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const START = Date.parse('2026-11-01T00:00:00Z');
const NAMES = [
  'ac_power_kw',
  'dc_power_kw',
  'energy_total_kwh',
  'irradiance_poa_wm2',
  'module_temperature_c',
  'cabinet_temperature_c',
];
const DEVICES = 6;
const MINUTES = 15_000;

/** Readings of every minute, without pattern enough that thinning leaves the extremes of each pixel. */
const rowsOf = (device_id: number) =>
  Array.from({ length: MINUTES }, (_, i) => ({
    device_id,
    ts: START + i * 60_000,
    values: Float64Array.from(NAMES, (_name, slot) => (slot === 2 ? i : ((i * 7919) % 1000) / 7 + slot)),
    quality: null,
  }));

describe('heavy questions', () => {
  let base: TestDatabase;
  let pool: ReturnType<typeof createPool>;
  let scope: Scope;
  let threads: QueryWorkerPool;
  let heavy: ReturnType<typeof chart>;
  let lighter: ReturnType<typeof chart>;
  const ids: number[] = [];
  const lost: unknown[] = [];
  const log = { level: 'silent', error: (fault: unknown) => lost.push(fault) };
  const options = () => ({ database: base.database, log, now: () => NOW });
  const asked = (query: Record<string, string>) =>
    Question.parse({ start: '2026-11-01T00:00:00Z', end: '2026-11-11T00:00:00Z', ...query });
  const chart = (query: Record<string, string>) =>
    ({ kind: 'series', query: { shape: 'chart', asked: asked(query) } }) as const;
  const read = (json: Uint8Array): unknown => JSON.parse(Buffer.from(json).toString());
  const inline = async (query: WorkerQuery, who = scope): Promise<unknown> =>
    read(Buffer.concat([...(await answerQuery(pool, who, query, NOW))]));

  before(async () => {
    base = await createTestDatabase();
    pool = createPool(base.database, { max: 2, name: 'test' });
    scope = await makeCompany(pool, 'Questions');
    const plant = await makePlant(pool, scope, 'HEAVY');
    const writer = new ReadingWriter(pool, { announce: async () => undefined });
    for (let i = 0; i < DEVICES; i++) {
      const id = await makeDevice(pool, scope, plant, `D${i}`, NAMES);
      ids.push(id);
      await writer.write(scope, rowsOf(id));
    }
    await writer.close();
    heavy = chart({ devices: ids.join(','), resolution: 'raw', points: '300' });
    lighter = chart({ devices: String(ids[0]), resolution: 'raw', points: '300' });
    threads = new QueryWorkerPool(options());
  });
  after(async () => {
    await threads?.close();
    await pool?.end();
    await base?.drop();
  });

  /** How often this thread's own pool was asked for a connection while a piece of work was done. */
  async function borrowedHere(work: () => Promise<unknown>): Promise<number> {
    let times = 0;
    const note = () => {
      times++;
    };
    pool.on('acquire', note);
    try {
      await work();
    } finally {
      pool.off('acquire', note);
    }
    return times;
  }

  it('are read and worked at elsewhere: the thread that takes readings in has nothing to do with them', async () => {
    assert.ok((await borrowedHere(() => inline(heavy))) > 0);
    assert.equal(await borrowedHere(() => threads.ask(scope, heavy)), 0);
  });

  it('are answered by a thread as they are inline', async () => {
    const power = chart({
      proj_code: 'HEAVY',
      quantities: 'ac_power_kw',
      resolution: '15m',
      ...window('2026-11-03'),
    });
    for (const query of [lighter, power])
      assert.deepEqual(read(await threads.ask(scope, query)), await inline(query));
    const hours = asked({ ...window('2026-11-02'), devices: String(ids[1]), resolution: 'hour' });
    const results = { kind: 'series', query: { shape: 'results', asked: hours } } as const;
    assert.deepEqual(read(await threads.ask(scope, results)), await inline(results));
    const light = await answerIfLight(pool, scope, results.query, NOW);
    assert.deepEqual(light && read(light), await inline(results));
  });

  function window(day: string): { start: string; end: string } {
    return { start: `${day}T00:00:00Z`, end: `${day}T06:00:00Z` };
  }

  it('are told from light ones before much is read, and by what is really there', async () => {
    assert.equal(await answerIfLight(pool, scope, heavy.query, NOW), undefined);
    // It says that it is read every hour, and holds a reading of each minute.
    const plant = await makePlant(pool, scope, 'DENSE');
    const dense = await makeDevice(pool, scope, plant, 'D', NAMES, { interval_s: 3600 });
    const writer = new ReadingWriter(pool, { announce: async () => undefined });
    await writer.write(scope, rowsOf(dense));
    await writer.close();
    const { query } = chart({ devices: String(dense), resolution: 'raw' });
    assert.equal(await answerIfLight(pool, scope, query, NOW), undefined);
  });

  it('see what the scope sees, and are refused by a thread in the same words', async () => {
    const other = await makeCompany(pool, 'Elsewhere');
    const narrow = scopeOfWork(scope.company_id, []);
    const refused = async (work: Promise<unknown>) => {
      const error: unknown = await work.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      assert.ok(error instanceof AppError, String(error));
      return { code: error.code, status: error.status, message: error.message, options: error.options };
    };
    const file = (text: string): WorkerQuery => ({
      kind: 'new file',
      device_id: ids[0] ?? 0,
      file_name: 'x.csv',
      bytes: new TextEncoder().encode(text),
    });
    for (const [who, make, code] of [
      [other, () => heavy, 'not_found'],
      [narrow, () => heavy, 'not_found'],
      [scope, () => chart({ devices: String(ids[0]), variables: 'wrong' }), 'invalid'],
      [scope, () => chart({ devices: String(ids[0]), end: '2026-01-01T00:00:00Z' }), 'invalid'],
      [scope, () => file('PK\u0003\u0004\u0000'), 'invalid'],
      [other, () => file('time;kW\n2026-01-01 00:00;1\n'), 'not_found'],
    ] as const) {
      const there = await refused(threads.ask(who, make()));
      assert.equal(there.code, code);
      assert.deepEqual(there, await refused(inline(make(), who)));
    }
  });

  it('have fewer points each where there are many series', async () => {
    const plant = await makePlant(pool, scope, 'WIDE');
    const wide: number[] = [];
    for (let i = 0; i < 60; i++) wide.push(await makeDevice(pool, scope, plant, `W${i}`, NAMES));
    const query = {
      ...window('2026-11-02'),
      end: '2026-11-08T00:00:00Z',
      points: '5000',
      resolution: '15m',
    };
    const steps = async (devices: readonly number[]) => {
      const asked = chart({ ...query, devices: devices.join(',') });
      return ((await inline(asked)) as { step_s: number }[]).map((series) => series.step_s);
    };
    // 6 days are 576 quarters: 360 series may have 1,388 points each, 500,000 in all.
    assert.deepEqual(new Set(await steps(wide)), new Set([900]));
    const long = { ...query, start: '2026-10-20T00:00:00Z', end: '2026-11-10T00:00:00Z' };
    const few = await inline(chart({ ...long, devices: String(wide[0]) }));
    const many = await inline(chart({ ...long, devices: wide.join(',') }));
    const of = (answer: unknown, name: string) => (answer as Series[]).find((series) => series.name === name);
    assert.equal(of(few, 'ac_power_kw')?.ts.length, 2016);
    // Values are thinned at the resolution that was asked for; energy comes coarser, and still adds up.
    assert.equal(of(many, 'ac_power_kw')?.step_s, 900);
    assert.ok((of(many, 'ac_power_kw')?.ts.length ?? 0) <= 1388);
    assert.equal(of(many, 'energy_total_kwh')?.step_s, 3600);
    const kwh = (answer: unknown) =>
      of(answer, 'energy_total_kwh')?.values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
    assert.equal(kwh(many), kwh(few));
  });

  it('that are long come while they are written, and nobody waits for a client that does not read', async () => {
    const long = chart({ devices: ids.join(','), resolution: 'raw', points: '5000' });
    const unread = await threads.stream(scope, long);
    assert.ok(unread instanceof Readable);
    const whole = await inline(long);
    assert.deepEqual(read(await threads.ask(scope, long)), whole);
    // It was kept for its client, who comes late.
    assert.deepEqual(read(Buffer.concat(await unread.toArray())), whole);
    const left = await threads.stream(scope, long);
    assert.ok(left instanceof Readable);
    left.destroy();
    assert.ok((await threads.stream(scope, lighter)) instanceof Uint8Array);
  });

  it('that are long end broken, not short, when the program ends', async () => {
    const own = new QueryWorkerPool(options());
    const begun = await own.stream(
      scope,
      chart({ devices: ids.join(','), resolution: 'raw', points: '5000' }),
    );
    assert.ok(begun instanceof Readable);
    const gathered = assert.rejects(begun.toArray(), { code: 'unavailable' });
    await own.close();
    await gathered;
  });

  it('fail when their thread dies, and the next one is answered by another', async () => {
    const own = new QueryWorkerPool(options());
    const starting = once(process, 'worker') as Promise<[Worker]>;
    try {
      const asked = own.ask(scope, lighter);
      const failed = assert.rejects(asked, { name: 'AppError', code: 'unavailable' });
      const [started] = await starting;
      await started.terminate();
      await failed;
      assert.equal(lost.length, 1);
      assert.ok(Array.isArray(read(await own.ask(scope, lighter))));
    } finally {
      await own.close();
    }
    assert.equal(lost.length, 1);
  });

  it('are refused when too many wait, and not waited for when nobody listens', async () => {
    const own = new QueryWorkerPool({ ...options(), waiting: { party: 5, all: 2 } });
    try {
      const gone = new AbortController();
      const running = [own.ask(scope, lighter), own.ask(scope, lighter)];
      const waits = own.ask(scope, lighter);
      const given = own.ask(scope, lighter, gone.signal);
      await assert.rejects(own.ask(scope, lighter), (error: AppError) => {
        return error.code === 'unavailable' && (error.options.retryAfter_s ?? 0) > 0;
      });
      gone.abort();
      await assert.rejects(given, { code: 'unavailable' });
      await assert.rejects(own.ask(scope, lighter, gone.signal), { code: 'unavailable' });
      for (const answered of [...running, waits]) assert.ok((await answered).byteLength > 0);
    } finally {
      await own.close();
    }
  });

  it('end with the program, busy or idle', async () => {
    const own = new QueryWorkerPool(options());
    const starting = once(process, 'worker');
    const asked = [1, 2, 3].map(() => own.ask(scope, lighter));
    const failed = Promise.all(asked.map((one) => assert.rejects(one, { code: 'unavailable' })));
    await starting;
    await own.close();
    await failed;
    await assert.rejects(own.ask(scope, lighter), { code: 'unavailable' });
  });
});
