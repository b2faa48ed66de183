import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import pg from 'pg';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { chartOf, type SeriesQuery } from '../../../../tests/support/series.ts';
import { daysOfDevice } from '../../../../tests/support/stored-days.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { DAY_MS, dayBorders, HOUR_MS, MINUTE_MS } from '../../../shared/units/zones.ts';
import type { Readings } from '../columns.model.ts';
import type { ReadingRow } from '../readings.model.ts';
import { recomputeDirty } from './day-row-updater.ts';
import { markOpenDays } from './open-days.ts';
import { ReadingWriter } from './reading-writer.ts';
import { listMonths } from './readings.repository.ts';
import { StoreTidy } from './store-tidy.ts';
import { loadReadings } from './stored-readings.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const NONE = Number.NaN;
const VARIABLES = ['ac_power_kw', 'energy_total_kwh', 'module_temperature_c'];
const at = (text: string) => Date.parse(text);

const row = (device_id: number, ts: number, values: number[], quality?: number[]): ReadingRow => ({
  device_id,
  ts,
  values: Float64Array.from(values),
  quality: quality ? Uint8Array.from(quality) : null,
});

/** Days of quarters around the change of Rome's clock, with a swapped and a reset counter, gaps and failures. */
function eventfulDays(device_id: number, from: number, days: number): ReadingRow[] {
  const rows: ReadingRow[] = [];
  let kwh = 4000.1;
  for (let i = 0; i < days * 96; i++) {
    const ts = from + i * 15 * MINUTE_MS;
    kwh += (i % 7) / 10;
    if (i === 70) kwh = 3;
    if (i === 150) kwh = 900_000.5;
    if (i % 31 === 30) continue;
    const quality = i % 17 === 5 ? [0, 0, 4] : i % 40 === 7 ? [1, 0, 0] : undefined;
    rows.push(row(device_id, ts, [(i * 13) % 50, kwh, quality?.[2] === 4 ? NONE : i / 3], quality));
  }
  return rows;
}

describe('packed days', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let plant: number;
  let writer: ReadingWriter;
  before(async () => {
    base = await openTestPool(6);
    scope = await makeCompany(base.pool, 'Packed');
    plant = await makePlant(base.pool, scope, 'PACKED');
    // What is over goes through the hot table here as well.
    writer = new ReadingWriter(base.pool, {
      announce: async () => undefined,
      packedFrom: Number.POSITIVE_INFINITY,
    });
  });
  after(async () => {
    await writer.close();
    await base.close();
  });

  const device = (name: string, of = plant) =>
    makeDevice(base.pool, scope, of, name, VARIABLES, { interval_s: 900, nominal_power: 100 });
  const run = <T extends object>(text: string, values: unknown[] = []) =>
    inScope(base.pool, scope, async (tx) => (await tx.query<T>(text, values)).rows);
  const pack = (now = NOW) => recomputeDirty(base.pool, scope, { clock: () => now });
  const touch = (device_id: number) =>
    run(
      `insert into obs_dirty (company_id, device_id, day) select company_id, device_id, day from measurements.stored_day
       where device_id = $1 on conflict do nothing`,
      [device_id],
    );
  const hotRows = async (device_id: number) =>
    Number(
      (await run<{ n: string }>('select count(*) as n from obs where device_id = $1', [device_id]))[0]?.n,
    );
  const days = (device_id: number) => inScope(base.pool, scope, (tx) => daysOfDevice(tx, device_id));
  const figures = async (device_id: number) =>
    (await days(device_id)).map(({ packed: _, ...figure }) => figure);
  const events = (device_id: number) =>
    run(
      'select slot, at, kind, value_before, value_after from counter_event where device_id = $1 order by at',
      [device_id],
    );
  const stored = async (device_id: number): Promise<Readings | undefined> =>
    inScope(base.pool, scope, async (tx) => {
      const windows = [{ device_id, start: at('2000-01-01'), end: NOW }];
      const found = (await loadReadings(tx, { windows, slots: null }))?.[0];
      return (
        found && { ts: found.ts, columns: found.columns.map(({ values, quality }) => ({ values, quality })) }
      );
    });
  const marks = (device_id: number) =>
    run<{ day: string }>('select day from obs_dirty where device_id = $1 order by day', [device_id]);
  const charts = async (device_id: number) => {
    const asked: object[] = [];
    for (const resolution of ['raw', '15m', 'hour', 'day'])
      for (const aggregate of ['energy', 'mean', 'max', 'last']) {
        if (resolution === 'raw' && aggregate !== 'mean') continue;
        const window = { start: '2026-10-22T22:00:00Z', end: '2026-10-29T23:00:00Z' };
        const query = { devices: String(device_id), resolution, aggregate, ...window };
        asked.push(await chartOf({ pool: base.pool, scope, now: new Date(NOW) }, query as SeriesQuery));
      }
    return asked;
  };
  /** One load, sorted, of a device that is never packed: what everything else must come to. */
  const loadedAtOnce = async (name: string, rows: (id: number) => ReadingRow[]) => {
    const id = await device(name);
    const all = rows(id);
    await writer.write(scope, all);
    await recomputeDirty(base.pool, scope, { clock: () => at('2026-10-23T00:00:00Z'), today: true });
    return { id, all };
  };

  it('leave the hot table and answer as before: raw, quarters, hours, days, energy over borders', async () => {
    const { id, all } = await loadedAtOnce('whole', (of) => eventfulDays(of, at('2026-10-22T22:00Z'), 6));
    assert.equal(await hotRows(id), all.length);
    const [came, shown, figured, found] = [
      await stored(id),
      await charts(id),
      await figures(id),
      await events(id),
    ];
    assert.ok(found.length >= 2);
    await touch(id);
    assert.equal(await pack(), 6);
    assert.equal(await hotRows(id), 0);
    assert.ok((await days(id)).every((day) => day.packed));
    assert.deepEqual(await stored(id), came);
    assert.deepEqual(await figures(id), figured);
    assert.deepEqual(await events(id), found);
    assert.deepEqual(await charts(id), shown);
    // A day whose figures alone are made anew keeps its bytes.
    await touch(id);
    await pack();
    assert.deepEqual(await stored(id), came);
    assert.deepEqual(await figures(id), figured);
  });

  it('take late, shuffled and doubled deliveries as one sorted load does', async () => {
    const whole = await loadedAtOnce('sorted', (of) => eventfulDays(of, at('2026-10-23T22:00Z'), 4));
    const [came, figured, found] = [await stored(whole.id), await figures(whole.id), await events(whole.id)];
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { minLength: 5, maxLength: 9 }), async (seeds) => {
        const id = await device(`shuffled${++runs}`);
        // Each row comes whole once or, slot by slot, twice; in any order and with packing in between.
        const parts = whole.all.flatMap((one, i): ReadingRow[] => {
          const mine = { ...one, device_id: id };
          if (i % 3 !== 0) return [mine];
          const alone = mine.values.map((value, slot) => (slot === i % 2 ? value : NONE));
          const result = mine.quality?.map((state, slot) => (slot === i % 2 ? state : 0)) ?? null;
          return [mine, { ...mine, values: alone, quality: result }];
        });
        const order = parts.map((part, i) => ({
          part,
          key: ((i + 1) * ((seeds[i % seeds.length] ?? 0) + 7919)) % 10_007,
        }));
        order.sort((a, b) => a.key - b.key);
        const size = Math.ceil(order.length / seeds.length);
        for (let i = 0; i < order.length; i += size) {
          await writer.write(
            scope,
            order.slice(i, i + size).map(({ part }) => part),
          );
          await pack();
        }
        assert.equal(await hotRows(id), 0);
        assert.deepEqual(await stored(id), came);
        assert.deepEqual(await figures(id), figured);
        assert.deepEqual(await events(id), found);
        await writer.write(
          scope,
          whole.all.map((one) => ({ ...one, device_id: id })),
        );
        await pack();
        assert.deepEqual([await hotRows(id), await stored(id)], [0, came]);
      }),
      { numRuns: 4, includeErrorInReport: true, endOnFailure: true },
    );
  });

  it('show a late reading at once, over what is packed, and count it when its day is packed anew', async () => {
    const id = await device('late');
    const start = at('2026-10-10T22:00Z');
    await writer.write(
      scope,
      [0, 1, 2, 3].map((i) => row(id, start + i * 15 * MINUTE_MS, [10, 100 + i, 5])),
    );
    await pack();
    await writer.write(scope, [
      row(id, start + 15 * MINUTE_MS, [20]),
      row(id, start + 20 * MINUTE_MS, [7, NONE, NONE], [0, 4, 0]),
    ]);
    assert.equal(await hotRows(id), 2);
    const seen = await stored(id);
    assert.deepEqual([...(seen?.columns[0]?.values ?? [])], [10, 20, 7, 10, 10]);
    assert.deepEqual([...(seen?.columns[1]?.values ?? [])], [100, 101, NONE, 102, 103]);
    assert.deepEqual([...(seen?.columns[1]?.quality ?? [])], [0, 0, 4, 0, 0]);
    await pack();
    assert.deepEqual([await hotRows(id), await stored(id)], [0, seen]);
    assert.deepEqual((await days(id))[0]?.n, [5, 4, 4]);
  });

  it('are whole, old or new, whatever step of packing fails', async () => {
    const id = await device('crash');
    await writer.write(scope, eventfulDays(id, at('2026-09-10T22:00Z'), 2));
    await pack();
    await writer.write(scope, [row(id, at('2026-09-11T10:01Z'), [50, NONE, 1])]);
    const [came, hot, marked] = [await stored(id), await hotRows(id), await marks(id)];
    const figured = await figures(id);
    const original = pg.Client.prototype.query;
    let fails = 0;
    for (let step = 1; step < 60; step++) {
      let left = step;
      pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
        if (--left === 0) return Promise.reject(new Error('cut off')) as never;
        return (original as (...all: unknown[]) => unknown).apply(this, given) as never;
      } as typeof original;
      const failed = await pack().then(
        () => false,
        (error: Error) => error.message === 'cut off',
      );
      pg.Client.prototype.query = original;
      if (left > 0) break;
      if (failed) fails++;
      assert.deepEqual(await stored(id), came, `step ${step}`);
      if ((await hotRows(id)) === 0) continue;
      assert.deepEqual([await hotRows(id), await marks(id), await figures(id)], [hot, marked, figured]);
    }
    assert.ok(fails > 10, `${fails} steps failed`);
    await pack();
    assert.deepEqual([await hotRows(id), await stored(id), await marks(id)], [0, came, []]);
  });

  it('lose nothing to a writer that is at the same days', async () => {
    const id = await device('race');
    const start = at('2026-08-01T22:00Z');
    let over = false;
    const packer = (async () => {
      while (!over) await pack();
    })();
    const resolved = new Map<number, number[]>();
    const write = async (seed: number) => {
      for (let i = 0; i < 60; i++) {
        const rows = [0, 1, 2].map((k) => {
          const ts = start + ((i * 7 + k * 5 + seed) % 40) * 4 * HOUR_MS;
          const values = resolved.get(ts) ?? [NONE, NONE, NONE];
          values[seed] = i + k;
          resolved.set(ts, values);
          return row(
            id,
            ts,
            [0, 1, 2].map((slot) => (slot === seed ? i + k : NONE)),
          );
        });
        await writer.write(scope, rows);
      }
    };
    await Promise.all([write(0), write(1), write(2)]);
    over = true;
    await packer;
    await pack();
    const found = await stored(id);
    const expected = [...resolved].sort((a, b) => a[0] - b[0]);
    assert.equal(await hotRows(id), 0);
    assert.deepEqual(
      [...(found?.ts ?? [])],
      expected.map(([ts]) => ts),
    );
    for (const slot of [0, 1, 2])
      assert.deepEqual(
        [...(found?.columns[slot]?.values ?? [])],
        expected.map(([, values]) => values[slot]),
      );
  });

  it('hold days of nothing but failures, which are no first day', async () => {
    const id = await device('failures');
    await writer.write(scope, [
      row(id, at('2026-05-01T10:00Z'), [NONE], [4]),
      row(id, at('2026-05-02T10:00Z'), [3]),
    ]);
    await pack();
    assert.deepEqual(
      (await days(id)).map(({ day, packed, n }) => [day, packed, n[0]]),
      [
        ['2026-05-01', true, 0],
        ['2026-05-02', true, 1],
      ],
    );
    const { listFirstDays } = await import('./stored-days.repository.ts');
    const first = await inScope(base.pool, scope, (tx) => listFirstDays(tx, [id]));
    assert.equal(first.get(id), dayBorders('Europe/Rome', '2026-05-02').start);
  });

  it('move with the zone of their plant, no reading lost or doubled', async () => {
    const moving = await makePlant(base.pool, scope, 'MOVING');
    const id = await device('moving', moving);
    const rows = eventfulDays(id, at('2026-07-01T22:00Z'), 3);
    await writer.write(scope, rows);
    await pack();
    const came = await stored(id);
    for (const zone of ['America/Denver', 'Pacific/Auckland', 'Europe/Rome']) {
      await run('update plant set time_zone = $2 where id = $1', [moving, zone]);
      await run(
        `insert into obs_dirty (company_id, device_id, day) select distinct company_id, device_id, day + beside
         from measurements.stored_day, generate_series(-1, 1) beside where device_id = $1`,
        [id],
      );
      await writer.write(scope, [row(id, rows[5]?.ts ?? 0, [33])]);
      // In portions that end in the middle of what must move.
      for (;;) if ((await recomputeDirty(base.pool, scope, { clock: () => NOW, atMost: 1 })) === 0) break;
      const found = await stored(id);
      assert.deepEqual(found?.ts, came?.ts);
      assert.deepEqual(found?.columns.slice(1), came?.columns.slice(1));
      assert.equal(found?.columns[0]?.values[5], 33);
      assert.equal(await hotRows(id), 0);
      for (const { day, start_at } of await days(id))
        assert.equal(start_at.getTime(), dayBorders(zone, day).start);
      assert.deepEqual(await marks(id), []);
    }
  });

  it('count nothing that a person marked as bad, and everything again when the mark is undone', async () => {
    const id = await device('marked');
    const start = at('2026-06-01T22:00Z');
    await writer.write(
      scope,
      [1, 2, 3, 4].map((i) => row(id, start + i * HOUR_MS, [i, NONE, i])),
    );
    await pack();
    const before = await figures(id);
    const mark = `insert into reading_mark (company_id, device_id, slots, start_at, end_at, reason)
                  values ($1, $2, $3, $4, $5, 'test')`;
    await run(mark, [
      scope.company_id,
      id,
      [0],
      new Date(start + 2 * HOUR_MS),
      new Date(start + 4 * HOUR_MS),
    ]);
    await touch(id);
    await pack();
    assert.deepEqual((await days(id))[0]?.n, [2, 0, 4]);
    const asked: SeriesQuery = {
      devices: String(id),
      resolution: 'hour',
      start: new Date(start).toISOString(),
      end: new Date(start + 6 * HOUR_MS).toISOString(),
      variables: 'ac_power_kw',
      aggregate: 'max',
    };
    const [series] = await chartOf({ pool: base.pool, scope, now: new Date(NOW) }, asked);
    assert.deepEqual(series?.values, [null, 1, null, null, 4, null]);
    assert.deepEqual(series?.quality?.slice(2, 4), ['failed', 'failed']);
    await run('update reading_mark set undone_at = now() where device_id = $1', [id]);
    await touch(id);
    await pack();
    assert.deepEqual(await figures(id), before);
  });

  it('whose readings were let go stay as they are; what comes for them is removed', async () => {
    const id = await device('expired');
    await writer.write(scope, [
      row(id, at('2026-03-05T10:00Z'), [1, 5]),
      row(id, at('2026-03-06T10:00Z'), [2, 6]),
    ]);
    await pack();
    await run('update obs_figures set expired = 1 << 4 where device_id = $1', [id]);
    const before = await figures(id);
    await writer.write(scope, [row(id, at('2026-03-05T11:00Z'), [9, 9])]);
    await pack();
    assert.deepEqual(await figures(id), before);
    assert.deepEqual([await hotRows(id), await marks(id)], [0, []]);
    await inScope(base.pool, scope, (tx) => markOpenDays(tx, new Date(NOW), 100));
    assert.deepEqual(await marks(id), []);
  });

  it('that cannot be read keep their marks and hold no other device up', async () => {
    const [bad, good] = [await device('damaged'), await device('sound')];
    for (const id of [bad, good]) await writer.write(scope, [row(id, at('2026-02-05T10:00Z'), [1])]);
    await pack();
    await run('update obs_stretch set packed = substring(packed for 20) where device_id = $1', [bad]);
    for (const id of [bad, good]) await writer.write(scope, [row(id, at('2026-02-05T11:00Z'), [2])]);
    await assert.rejects(pack(), {
      message: new RegExp(`device ${bad} on 2026-02-05 are damaged: its checksum is wrong`),
    });
    assert.deepEqual((await days(good))[0]?.n, [2, 0, 0]);
    assert.deepEqual([await marks(bad), await hotRows(bad)], [[{ day: '2026-02-05' }], 1]);
    for (const table of ['obs_dirty', 'obs']) await run(`delete from ${table} where device_id = $1`, [bad]);
  });

  it('that cannot be read hold up no day of their device but those that lie in the same bytes', async () => {
    const id = await device('between');
    const list = ['2026-02-03', '2026-02-04', '2026-02-05', '2026-02-06'];
    const write = (hour: string, value: number) =>
      writer.write(
        scope,
        [...list, '2026-11-20'].map((day) => row(id, at(`${day}T${hour}:00Z`), [value])),
      );
    await write('05', 1);
    await pack();
    await run('update obs_stretch set packed = substring(packed for 20) where device_id = $1', [id]);
    await write('06', 2);
    const settle = () => recomputeDirty(base.pool, scope, { clock: () => NOW, today: true });
    await assert.rejects(settle(), /on 2026-02-03 are damaged/);
    assert.deepEqual(
      await marks(id),
      list.map((day) => ({ day })),
    );
    const counts = (await days(id)).map(({ day, n }) => [day, n[0]]);
    assert.deepEqual(counts, [
      ['2026-02-03', 1],
      ['2026-02-04', 1],
      ['2026-02-05', 1],
      ['2026-02-06', 1],
      ['2026-11-20', 2],
    ]);
    await assert.rejects(settle(), /on 2026-02-03 are damaged/, 'it is told again');
    for (const table of ['obs_dirty', 'obs']) await run(`delete from ${table} where device_id = $1`, [id]);
  });

  it('whose readings are damaged too often leave their device alone', async () => {
    const id = await device('ruined');
    const first = at('2026-03-01T10:00Z');
    const write = (hour: number) =>
      writer.write(
        scope,
        Array.from({ length: 50 }, (_, i) => row(id, first + i * DAY_MS + hour * HOUR_MS, [1])),
      );
    await write(0);
    await pack();
    await run('update obs_stretch set packed = substring(packed for 20) where device_id = $1', [id]);
    await write(1);
    await assert.rejects(pack(), /are damaged/);
    assert.equal((await marks(id)).length, 50);
    for (const table of ['obs_dirty', 'obs']) await run(`delete from ${table} where device_id = $1`, [id]);
  });

  it('are marked after those that are marked already', async () => {
    const id = await device('open');
    await writer.write(scope, [
      row(id, at('2024-04-01T10:00Z'), [1]),
      row(id, at('2024-04-02T10:00Z'), [1]),
      row(id, at('2024-04-03T10:00Z'), [1]),
    ]);
    await pack(at('2024-04-03T22:00Z'));
    const open = () => inScope(base.pool, scope, (tx) => markOpenDays(tx, new Date('2024-04-10'), 1));
    assert.deepEqual([await open(), await open(), await open(), await open()], [1, 1, 1, 0]);
    assert.equal((await marks(id)).length, 3);
    await pack();
  });

  it('wait until they are two days over', async () => {
    const id = await device('fresh');
    const ts = at('2026-04-01T10:00Z');
    const end = dayBorders('Europe/Rome', '2026-04-01').end;
    await writer.write(scope, [row(id, ts, [1])]);
    await pack(end + 2 * DAY_MS);
    assert.equal(await hotRows(id), 1);
    const open = (now: number) => inScope(base.pool, scope, (tx) => markOpenDays(tx, new Date(now), 10));
    assert.equal(await open(end), 0);
    assert.equal(await open(end + 1), 1);
    await pack(end + 2 * DAY_MS + 1);
    assert.equal(await hotRows(id), 0);
  });

  it('empty their months, which are dropped and come back with a late reading', async () => {
    const id = await device('month');
    const months = async () =>
      (
        await base.pool.query<{ name: string }>(
          `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'obs'::regclass`,
        )
      ).rows.map(({ name }) => name);
    const drop = async () =>
      (
        await base.pool.query<{ dropped: boolean }>(
          `select cross_tenant_drop_partition('2025-11-01') as dropped`,
        )
      ).rows[0]?.dropped;
    await writer.write(scope, [row(id, at('2025-11-05T10:00Z'), [1])]);
    assert.equal(await drop(), false);
    await pack();
    assert.equal(await drop(), true);
    assert.ok(!(await months()).includes('obs_202511'));
    // The writer has the month in mind still.
    await writer.write(scope, [row(id, at('2025-11-05T11:00Z'), [2])]);
    assert.ok((await months()).includes('obs_202511'));
    await pack();
    assert.deepEqual([...((await stored(id))?.columns[0]?.values ?? [])], [1, 2]);
    assert.equal(await drop(), true);
  });

  it('that grew old without a new reading leave by and by, then their months', async () => {
    const id = await device('byandby');
    const start = at('2024-02-03T10:00Z');
    await writer.write(
      scope,
      Array.from({ length: 130 }, (_, i) => row(id, start + i * DAY_MS, [i])),
    );
    await recomputeDirty(base.pool, scope, { clock: () => start, today: true });
    assert.equal(await hotRows(id), 130);
    const tidy = new StoreTidy({
      pool: base.pool,
      log: { warn: (fields) => assert.fail(JSON.stringify(fields)) },
      recompute: (of, atMost) => recomputeDirty(base.pool, of, { atMost, clock: () => NOW }),
      clock: () => NOW,
      firstMs: 0,
    });
    const left: number[] = [];
    for (let i = 0; i < 9; i++) {
      const wait_ms = await tidy.turn();
      left.push(await hotRows(id));
      if (wait_ms > 1000) break;
      await pause(wait_ms + 1);
    }
    assert.equal(left[0], 30);
    assert.equal(left.at(-1), 0);
    assert.deepEqual(
      (await listMonths(base.pool)).filter((month) => month.startsWith('2024')),
      [],
    );
  });
});
