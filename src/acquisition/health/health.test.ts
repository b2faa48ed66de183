import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type pg from 'pg';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../tests/support/field.ts';
import { inScope, type Scope } from '../../shared/server/tenancy.ts';
import { ModbusTimeout } from '../modbus/errors.ts';
import type { PolledDevice, PollFacts } from '../poll-observer.ts';
import { silenceOf } from '../silence.ts';
import { removeOldHealth } from './health.repository.ts';
import { HealthBook } from './health-book.ts';
import { HealthWriter } from './health-writer.ts';

const NOON = Date.parse('2026-06-01T12:00:00Z');
const FAR_OFF_MS = 3_600_000;

describe('the health of devices', () => {
  let pool: pg.Pool;
  let close: () => Promise<void>;
  let scope: Scope;
  let plant_id: number;
  let count = 0;

  before(async () => {
    ({ pool, close } = await openTestPool());
    scope = await makeCompany(pool, 'Health');
    plant_id = await makePlant(pool, scope, 'H1');
  });
  after(() => close());

  async function device(): Promise<PolledDevice> {
    count += 1;
    const short_name = `D${count}`;
    const device_id = await makeDevice(pool, scope, plant_id, short_name, ['ac_power_kw']);
    return { company_id: scope.company_id, port_id: 1, device_id, short_name, proj_code: 'H1' };
  }

  const rows = <T>(text: string, values: unknown[] = []) =>
    inScope(pool, scope, async (tx) => (await tx.query<T>(text, [scope.company_id, ...values])).rows);
  const healthOf = async ({ device_id }: PolledDevice) =>
    (
      await rows<{
        state: string;
        reason: unknown;
        since: Date;
        last_contact_at: Date;
        bad_registers: unknown[];
      }>('select * from device_health where company_id = $1 and device_id = $2', [device_id])
    )[0];
  const logOf = async ({ device_id }: PolledDevice) =>
    rows<{ kind: string; detail: Record<string, unknown> }>(
      'select kind, detail from device_log where company_id = $1 and device_id = $2 order by id',
      [device_id],
    );

  function polled(at_ms: number, fields: Partial<PollFacts> = {}): PollFacts {
    const tally = {
      requests: 2,
      failed: 0,
      latency_sum_ms: 50,
      latency_max_ms: 30,
      bytes_in: 40,
      bytes_out: 24,
    };
    const next_try_ms = at_ms + 5000;
    return {
      at_ms,
      next_try_ms,
      answered: true,
      silence: null,
      tally,
      bad_registers: undefined,
      renewed: false,
      ...fields,
    };
  }
  const silent = (at_ms: number) =>
    polled(at_ms, { answered: false, silence: silenceOf(new ModbusTimeout(800)) });

  /** A program that polls: its clock stands where the test puts it. */
  function program(through: Pick<pg.Pool, 'connect'> = pool) {
    const clock = { now: NOON };
    const book = new HealthBook(() => clock.now);
    const messages: string[] = [];
    const log = { warn: () => messages.push('warn'), info: () => messages.push('info') } as never;
    const write = async () => {
      const [now, ways] = [() => clock.now, () => []];
      const options = {
        pool: through as pg.Pool,
        log,
        book,
        holder: 'test',
        ways,
        now,
        every_ms: FAR_OFF_MS,
      };
      await new HealthWriter(options).close();
    };
    return { clock, book, messages, write };
  }

  it('counts no poll that found nothing to ask', async () => {
    const one = await device();
    const { book, write } = program();
    book.polled(one, polled(NOON - 2000));
    book.polled(one, polled(NOON, { answered: false }));
    await write();
    const [hour] = await rows<{ polls: number; answered: number; requests: number }>(
      'select sum(polls)::int as polls, sum(answered)::int as answered, sum(requests)::int as requests from device_health_hour where company_id = $1 and device_id = $2',
      [one.device_id],
    );
    assert.deepEqual(hour, { polls: 1, answered: 1, requests: 4 });
    assert.equal((await healthOf(one))?.state, 'answering');
  });

  it("is the state with its beginning and reason, the last contact, and the hour's counts", async () => {
    const one = await device();
    const { clock, book, write } = program();
    book.polled(one, polled(NOON));
    await write();
    clock.now = NOON + 20_000;
    book.polled(one, silent(NOON + 15_000));
    book.polled(one, silent(NOON + 20_000));
    await write();
    const health = await healthOf(one);
    assert.deepEqual(
      [health?.state, health?.reason, health?.since.getTime(), health?.last_contact_at.getTime()],
      ['silent', { code: 'timeout', timeout_ms: 800 }, NOON + 15_000, NOON],
    );
    const hours = await rows(
      'select polls, answered, requests, bytes_in, latency_sum_ms from device_health_hour where company_id = $1 and device_id = $2',
      [one.device_id],
    );
    assert.deepEqual(hours, [{ polls: 3, answered: 1, requests: 6, bytes_in: 120, latency_sum_ms: 150 }]);
    assert.deepEqual(await logOf(one), [
      { kind: 'first_answer', detail: {} },
      { kind: 'silent', detail: { reason: { code: 'timeout', timeout_ms: 800 } } },
    ]);
  });

  it('goes on with another program: no news where nothing changed', async () => {
    const one = await device();
    const first = program();
    first.book.polled(one, silent(NOON));
    await first.write();
    const second = program();
    second.book.polled(one, silent(NOON + 60_000));
    await second.write();
    assert.equal((await healthOf(one))?.since.getTime(), NOON);
    assert.equal((await logOf(one)).length, 1);
  });

  it('lists refused registers and logs them once, and their return', async () => {
    const one = await device();
    const { clock, book, write } = program();
    const bad = {
      function_code: 3,
      address: 40,
      quantity: 2,
      exception: 2,
      next_try_at: '2026-06-01T13:00:00.000Z',
    };
    book.polled(one, polled(NOON, { bad_registers: [bad] }));
    book.polled(
      one,
      polled(NOON + 1, { bad_registers: [{ ...bad, next_try_at: '2026-06-01T14:00:00.000Z' }] }),
    );
    await write();
    assert.deepEqual((await healthOf(one))?.bad_registers, [
      { ...bad, next_try_at: '2026-06-01T14:00:00.000Z' },
    ]);
    clock.now += 60_000;
    book.polled(one, polled(clock.now, { bad_registers: [] }));
    await write();
    assert.deepEqual(
      (await logOf(one)).map(({ kind, detail }) => `${kind} ${detail.address ?? ''}`),
      ['refused 40', 'first_answer ', 'answered 40'],
    );
  });

  it('does not say that registers answer again which a changed configuration asks for no more', async () => {
    const one = await device();
    const { clock, book, write } = program();
    const next_try_at = '2026-06-01T13:00:00.000Z';
    const bad = { function_code: 3, address: 40, quantity: 2, exception: 2, next_try_at };
    book.polled(one, polled(NOON, { bad_registers: [bad] }));
    clock.now += 60_000;
    book.polled(one, polled(clock.now, { bad_registers: [], renewed: true }));
    await write();
    assert.deepEqual((await healthOf(one))?.bad_registers, []);
    assert.deepEqual(
      (await logOf(one)).map(({ kind }) => kind),
      ['refused', 'first_answer'],
    );
  });

  it('writes some exchanges of a second and says how many more there were', async () => {
    const one = await device();
    const { book, write } = program();
    const error = new ModbusTimeout(800);
    const exchange = { sent: Uint8Array.of(1, 255), received: null, bytes_in: 0, latency_ms: 800.04, error };
    for (let i = 0; i < 25; i += 1) book.exchanged(one, exchange);
    await write();
    const log = await logOf(one);
    assert.equal(log.length, 11);
    const detail = { request: '01ff', answer: null, latency_ms: 800, outcome: 'timeout' };
    assert.deepEqual(log[0], { kind: 'exchange', detail });
    assert.deepEqual(log[10], { kind: 'exchanges_left_out', detail: { count: 15 } });
  });

  it('keeps texts that were read by the definition that stands, and their age when they fail', async () => {
    const one = await device();
    const [row] = await rows<{ id: number }>(
      `insert into device_attribute (company_id, device_id, name, function_code, address, length)
       values ($1, $2, 'firmware', 3, 100, 4) returning id`,
      [one.device_id],
    );
    const id = row?.id ?? 0;
    const definition = { id, function_code: 3, address: 100, length: 4, swapped: false } as const;
    const { clock, book, write } = program();
    const texts = () =>
      rows('select value, read_at from device_attribute where company_id = $1 and id = $2', [id]);
    book.textsRead(one, [{ definition, value: 'v1.2' }], 0);
    await write();
    const kept = [{ value: 'v1.2', read_at: new Date(NOON) }];
    assert.deepEqual(await texts(), kept);
    clock.now += 86_400_000;
    book.textsRead(one, [], 1);
    book.textsRead(one, [{ definition: { ...definition, address: 90 }, value: 'old' }], 0);
    await write();
    assert.deepEqual(await texts(), kept);
  });

  it('loses nothing but freshness while the database is away', async () => {
    const one = await device();
    let away = true;
    const through = {
      connect: () =>
        away ? Promise.reject(Object.assign(new Error('gone'), { code: '57P01' })) : pool.connect(),
    } as unknown as pg.Pool;
    const { clock, book, messages, write } = program(through);
    book.polled(one, polled(NOON));
    await write();
    clock.now += 20_000;
    book.polled(one, polled(clock.now));
    await write();
    away = false;
    await write();
    const [hour] = await rows<{ polls: number }>(
      'select polls from device_health_hour where company_id = $1 and device_id = $2',
      [one.device_id],
    );
    assert.deepEqual([hour?.polls, (await logOf(one)).length], [2, 1]);
    assert.ok(messages.includes('warn'));
  });

  it('says nothing of a device that is deleted, and writes the others', async () => {
    const [one, gone] = [await device(), await device()];
    await inScope(pool, scope, async (tx) => {
      await tx.query("set local app.with_deleted = 'on'");
      const ids = [scope.company_id, gone.device_id];
      await tx.query('update device set deleted_at = now() where company_id = $1 and id = $2', ids);
    });
    const { book, write } = program();
    book.polled(gone, polled(NOON));
    book.polled(one, polled(NOON));
    await write();
    assert.equal((await healthOf(one))?.state, 'answering');
    assert.deepEqual([await healthOf(gone), await logOf(gone)], [undefined, []]);
  });

  it('is removed after seven days, and a log beyond a thousand entries', async () => {
    const one = await device();
    await rows(
      `insert into device_log (company_id, device_id, at, kind)
       select $1, $2, now() - case when i <= 5 then interval '8 days' else interval '1 hour' end, 'n' || i
       from generate_series(1, 1010) i`,
      [one.device_id],
    );
    await rows(
      `insert into device_health_hour select $1, $2, now() - d * interval '1 day', 0, 0, 0, 0, 0, 0, 0, 0
       from unnest('{1,8}'::int[]) d`,
      [one.device_id],
    );
    await inScope(pool, scope, removeOldHealth);
    const log = await logOf(one);
    assert.deepEqual([log.length, log[0]?.kind], [1000, 'n11']);
    const hours = await rows('select from device_health_hour where company_id = $1 and device_id = $2', [
      one.device_id,
    ]);
    assert.equal(hours.length, 1);
  });
});
