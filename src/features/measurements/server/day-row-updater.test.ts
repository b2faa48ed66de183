import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { until } from '../../../../tests/support/program.ts';
import { daysOfDevice } from '../../../../tests/support/stored-days.ts';
import { findLateDays } from '../../../shared/server/late-days.repository.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { recomputeDirty, startDayRowUpdater } from './day-row-updater.ts';
import { lockDays } from './day-rows.repository.ts';
import { ReadingWriter } from './reading-writer.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const clock = () => Date.parse('2026-06-20T10:00:00Z');
const VARIABLES = ['ac_power_kw', 'energy_total_kwh'];

describe('the updater of day rows', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let plant: number;
  let writer: ReadingWriter;
  before(async () => {
    base = await openTestPool();
    scope = await makeCompany(base.pool, 'Updater');
    plant = await makePlant(base.pool, scope, 'K1');
    writer = new ReadingWriter(base.pool, {
      announce: async () => undefined,
      packedFrom: Number.POSITIVE_INFINITY,
    });
  });
  after(async () => {
    await writer.close();
    await base.close();
  });

  const device = (name: string) =>
    makeDevice(base.pool, scope, plant, name, VARIABLES, { interval_s: 900, nominal_power: 100 });
  const write = (device_id: number, readings: [ts: number, kw: number, kwh: number][]) =>
    writer.write(
      scope,
      readings.map(([ts, kw, kwh]) => ({ device_id, ts, values: Float64Array.of(kw, kwh), quality: null })),
    );
  const days = (device_id: number) => inScope(base.pool, scope, (tx) => daysOfDevice(tx, device_id));
  const marks = (device_id: number) =>
    inScope(base.pool, scope, async (tx) => {
      const { rows } = await tx.query<{ day: string }>(
        'select day from obs_dirty where device_id = $1 order by day',
        [device_id],
      );
      return rows.map((row) => row.day);
    });
  /** Quarters of an hour of a day in Rome, 40 kW and 10 kWh each. */
  const quarters = (from: string, to: string, kwh: number): [number, number, number][] => {
    const readings: [number, number, number][] = [];
    for (let ts = Date.parse(from); ts < Date.parse(to); ts += 15 * MINUTE)
      readings.push([ts, 40, kwh + ((ts - Date.parse(from)) / HOUR) * 40]);
    return readings;
  };

  it('makes days from readings and counts anew when history arrives newest first', async () => {
    const id = await device('newest');
    await write(id, quarters('2026-06-10T22:00Z', '2026-06-11T22:00Z', 960));
    await recomputeDirty(base.pool, scope, { clock });
    assert.deepEqual(
      (await days(id)).map((d) => [d.day, d.n, d.energy]),
      [['2026-06-11', [96, 96], [960, 950]]],
    );
    await write(id, quarters('2026-06-09T22:00Z', '2026-06-10T22:00Z', 0));
    await recomputeDirty(base.pool, scope, { clock });
    assert.deepEqual(
      (await days(id)).map((d) => [d.day, d.energy]),
      [
        ['2026-06-10', [960, 960]],
        ['2026-06-11', [960, 950]],
      ],
    );
    assert.deepEqual(await marks(id), []);
  });

  it('tells those who keep sums of days that older ones have changed, and not of those into which readings still come', async () => {
    const id = await device('late');
    const late = () => inScope(base.pool, scope, findLateDays);
    await inScope(base.pool, scope, (tx) => tx.query('delete from late_days'));
    await write(id, quarters('2026-06-18T22:00Z', '2026-06-19T10:00Z', 0));
    await recomputeDirty(base.pool, scope, { clock });
    assert.equal(await late(), undefined);
    await write(id, quarters('2026-06-09T22:00Z', '2026-06-10T22:00Z', 0));
    await recomputeDirty(base.pool, scope, { clock });
    assert.equal((await late())?.quiet, false);
  });

  it('books what a silent counter made on the day of its return, once that border is known', async () => {
    const id = await device('silent');
    await write(id, [[Date.parse('2026-06-12T08:00Z'), 0, 500]]);
    await recomputeDirty(base.pool, scope, { clock });
    assert.deepEqual(
      (await days(id)).map((d) => d.energy[1]),
      [null],
    );
    await write(id, [[Date.parse('2026-06-10T08:00Z'), 0, 300]]);
    await recomputeDirty(base.pool, scope, { clock });
    assert.deepEqual(
      (await days(id)).map((d) => [d.day, d.energy[1]]),
      [
        ['2026-06-10', null],
        ['2026-06-12', 200],
      ],
    );
  });

  it('leaves today to the hot rows until its mark is ten minutes old', async () => {
    const id = await device('today');
    await write(id, [[Date.parse('2026-06-20T09:00Z'), 1, 1]]);
    const real = Date.now();
    await recomputeDirty(base.pool, scope, { clock: () => real });
    // By the machine's clock the day is long over or far ahead: pin it to the mark's own time instead.
    await inScope(base.pool, scope, (tx) =>
      tx.query(
        `insert into obs_dirty (company_id, device_id, day, marked_at) values ($1, $2, '2026-06-20', $3)
                on conflict (company_id, device_id, day) do update set marked_at = excluded.marked_at`,
        [scope.company_id, id, new Date(clock() - 9 * MINUTE)],
      ),
    );
    assert.equal(await recomputeDirty(base.pool, scope, { clock, device_id: id }), 0);
    assert.equal(
      await recomputeDirty(base.pool, scope, { clock: () => clock() + 2 * MINUTE, device_id: id }),
      1,
    );
    assert.deepEqual(await marks(id), []);
  });

  it('keeps the events of a counter as rows, once', async () => {
    const id = await device('events');
    await write(id, [
      [Date.parse('2026-06-12T08:00Z'), 0, 500],
      [Date.parse('2026-06-12T08:15Z'), 0, 3],
    ]);
    await recomputeDirty(base.pool, scope, { clock });
    await write(id, [[Date.parse('2026-06-12T08:30Z'), 0, 9]]);
    await recomputeDirty(base.pool, scope, { clock });
    const events = await inScope(base.pool, scope, (tx) =>
      tx.query(
        'select slot, kind, value_before, value_after, found from counter_event where device_id = $1',
        [id],
      ),
    );
    assert.deepEqual(events.rows, [
      { slot: 1, kind: 'reset', value_before: 500, value_after: 3, found: true },
    ]);
    assert.equal((await days(id))[0]?.energy[1], 9);
  });

  it('counts nothing twice when the zone of the plant changes', async () => {
    const moving = await makePlant(base.pool, scope, 'ZONE');
    const id = await makeDevice(base.pool, scope, moving, 'zone', VARIABLES, {
      interval_s: 900,
      nominal_power: 100,
    });
    await write(id, quarters('2026-06-10T22:00Z', '2026-06-11T02:00Z', 0));
    await write(id, [[Date.parse('2026-06-11T02:00Z'), 0, 3]]);
    await recomputeDirty(base.pool, scope, { clock });
    assert.deepEqual(
      (await days(id)).map((d) => [d.day, d.energy[0]]),
      [['2026-06-11', 160]],
    );
    await inScope(base.pool, scope, async (tx) => {
      await tx.query(`update plant set time_zone = 'America/Denver' where id = $1`, [moving]);
      await tx.query(
        `insert into obs_dirty (company_id, device_id, day)
         select $1, $2, y from unnest(array['2026-06-10', '2026-06-11', '2026-06-12']::date[]) as y`,
        [scope.company_id, id],
      );
    });
    await recomputeDirty(base.pool, scope, { clock });
    assert.deepEqual(
      (await days(id)).map((d) => [d.day, d.energy]),
      [['2026-06-10', [160, 153]]],
    );
    const events = await inScope(base.pool, scope, (tx) =>
      tx.query('select kind from counter_event where device_id = $1', [id]),
    );
    assert.deepEqual(events.rows, [{ kind: 'reset' }]);
    assert.deepEqual(await marks(id), []);
  });

  it("loses no day's energy when several workers are at one device's days", async () => {
    const id = await device('crowd');
    const from = Date.parse('2026-05-01T10:00Z');
    await write(
      id,
      Array.from({ length: 20 }, (_, day) => [from + day * 24 * HOUR, 0, day * 100]),
    );
    const work = async () => {
      while ((await recomputeDirty(base.pool, scope, { clock, device_id: id, atMost: 1 })) > 0);
    };
    await Promise.all([work(), work(), work()]);
    await recomputeDirty(base.pool, scope, { clock });
    assert.deepEqual(
      (await days(id)).map((d) => d.energy[1]),
      [null, ...Array.from({ length: 19 }, () => 100)],
    );
  });

  it('makes the next month before its first reading comes', async () => {
    const partitions = async () => {
      const { rows } = await base.pool.query<{ name: string }>(
        `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'obs'::regclass`,
      );
      return rows.map((row) => row.name);
    };
    assert.ok(!(await partitions()).includes('obs_202512'));
    const updater = startDayRowUpdater({
      pool: base.pool,
      clock: () => Date.parse('2025-12-31T23:00:00Z'),
      log: { warn: (fields) => assert.fail(JSON.stringify(fields)) },
    });
    await updater.close();
    const made = await partitions();
    assert.ok(made.includes('obs_202512') && made.includes('obs_202601'), made.join(' '));
  });

  it('never loses a mark to a writer that is under way', async () => {
    const id = await device('race');
    const start = Date.parse('2026-06-05T00:00Z');
    const updater = startDayRowUpdater({
      pool: base.pool,
      clock,
      everyMs: 1,
      log: { warn: (fields) => assert.fail(JSON.stringify(fields)) },
    });
    for (let i = 0; i < 60; i++) await write(id, [[start + i * MINUTE, 1, i]]);
    await updater.close();
    await recomputeDirty(base.pool, scope, { clock });
    assert.deepEqual(
      (await days(id)).map((d) => d.n[0]),
      [60],
    );
  });

  it('ends after the transaction that is under way, and leaves the other days marked', async () => {
    // So many readings of a second fill a transaction with one day.
    const id = await makeDevice(base.pool, scope, plant, 'long', VARIABLES, {
      interval_s: 1,
      nominal_power: 100,
    });
    const firsts = [1, 2, 3, 4].map((day) => Date.UTC(2026, 5, day, 12));
    await write(
      id,
      firsts.map((ts, i) => [ts, 1, i]),
    );
    const log = { warn: (fields: object) => assert.fail(JSON.stringify(fields)) };
    const waits = async () => {
      const { rows } = await base.pool.query(
        `select from pg_locks join pg_database d on d.oid = database and d.datname = current_database()
         where locktype = 'advisory' and objid = $1 and not granted`,
        [scope.company_id],
      );
      return rows.length > 0;
    };
    const ended = await inScope(base.pool, scope, async (tx) => {
      await lockDays(tx);
      const updater = startDayRowUpdater({ pool: base.pool, clock, log });
      await until(waits, 'a updater that waits for its turn');
      return { underway: updater.close() };
    });
    await ended.underway;
    assert.deepEqual([(await days(id)).length, (await marks(id)).length], [1, 3]);
    await recomputeDirty(base.pool, scope, { clock });
    assert.equal((await days(id)).length, 4);
  });
});
