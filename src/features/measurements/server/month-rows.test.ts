import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/units/zones.ts';
import { recomputeDirty } from './day-row-updater.ts';
import { lockDays } from './day-rows.repository.ts';
import { listYears } from './figures.repository.ts';
import { MonthBook } from './month-book.ts';
import { moveOldMonths } from './old-layout.ts';
import { ReadingWriter } from './reading-writer.ts';
import { checkStore } from './store-check.ts';
import { listDayRows } from './stored-days.repository.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const FIRST = '2026-01-15';
const DAYS = 150;
const dayOf = (i: number) => new Date(Date.parse(FIRST) + i * DAY_MS).toISOString().slice(0, 10);

describe('rows of months', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let plant: number;
  let writer: ReadingWriter;
  before(async () => {
    base = await openTestPool(8);
    writer = new ReadingWriter(base.pool, { announce: async () => undefined });
    scope = await makeCompany(base.pool, 'Months');
    plant = await makePlant(base.pool, scope, 'MONTHS');
  });
  after(async () => {
    await writer.close();
    await base.close();
  });

  const run = <T extends object>(text: string, values: unknown[] = []) =>
    inScope(base.pool, scope, async (tx) => (await tx.query<T>(text, values)).rows);
  const device = (name: string, of = plant) =>
    makeDevice(base.pool, scope, of, name, ['energy_total_kwh', 'module_temperature_c'], {
      interval_s: 3600,
      nominal_power: 100,
    });
  const hours = (device_id: number, from: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      device_id,
      ts: Date.parse(from) + i * HOUR_MS,
      values: Float64Array.of(100 + i, i % 5 === 0 ? Number.NaN : i / 8),
      quality: null,
    }));
  const make = (options = {}) => recomputeDirty(base.pool, scope, { clock: () => NOW, ...options });
  /** Months of a device that the sums of its years know: good readings by slot. */
  const months = async (device_id: number) => {
    const years = await inScope(base.pool, scope, (tx) => listYears(tx, [device_id]));
    return years.flatMap(({ year, n }) =>
      Array.from({ length: 12 }, (_, month) => ({
        month: `${year}-${String(month + 1).padStart(2, '0')}-01`,
        n: Array.from({ length: n.length / 12 }, (_, slot) => n[slot * 12 + month] ?? 0),
      })).filter((month) => month.n.some((count) => count > 0)),
    );
  };
  const faults = async () => {
    const messages: string[] = [];
    await checkStore(base.pool, scope, (sentence) => messages.push(sentence));
    return messages;
  };

  it('are made with their days, and made anew with each late reading', async () => {
    const id = await device('LATE');
    await writer.write(scope, hours(id, '2026-08-30T22:00:00Z', 72));
    await make();
    const [august, september] = await months(id);
    assert.deepEqual([august?.month, august?.n[0]], ['2026-08-01', 24]);
    assert.deepEqual([september?.month, september?.n[0]], ['2026-09-01', 48]);
    await writer.write(scope, hours(id, '2026-09-20T22:30:00Z', 10));
    await make();
    assert.equal((await months(id))[1]?.n[0], 58);
    assert.deepEqual(await faults(), []);
  });

  it('go when their last day goes, and move with the zone of their plant', async () => {
    const moving = await makePlant(base.pool, scope, 'MOVING');
    const id = await device('MOVED', moving);
    await writer.write(scope, hours(id, '2026-05-31T22:00:00Z', 2));
    await make();
    assert.deepEqual(
      (await months(id)).map(({ month }) => month),
      ['2026-06-01'],
    );
    await run(`update plant set time_zone = 'UTC' where id = $1`, [moving]);
    await run(
      `insert into obs_dirty (company_id, device_id, day) select company_id, device_id, day + beside
       from measurements.stored_day, generate_series(-1, 1) beside where device_id = $1 on conflict do nothing`,
      [id],
    );
    await make();
    assert.deepEqual(
      (await months(id)).map(({ month }) => month),
      ['2026-05-01'],
    );
    assert.deepEqual(await faults(), []);
  });

  it('are whole when two workers make days of one month at once', async () => {
    const id = await device('BUSY');
    await writer.write(scope, hours(id, '2026-07-20T00:00:00Z', 48));
    const { promise: written, resolve: tell } = Promise.withResolvers<void>();
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const one = inScope(base.pool, scope, async (tx) => {
      await lockDays(tx);
      const book = new MonthBook(tx);
      await book.open([{ device_id: id, day: '2026-07-02' }]);
      const one = Float64Array.of(1);
      const none = Float64Array.of(Number.NaN);
      const row = {
        n: Int32Array.of(5),
        sum: one,
        min: one,
        max: one,
        first: one,
        last: none,
        last_ts: none,
        energy: one,
      };
      book.put({ device_id: id, day: '2026-07-02' }, 'Europe/Rome', { ...row, recovered: one });
      await book.save();
      tell();
      await mayCommit;
    });
    await written;
    const other = make();
    await pause(300);
    commit();
    await Promise.all([one, other]);
    assert.equal((await months(id))[0]?.n[0], 53);
    await inScope(base.pool, scope, async (tx) => {
      const book = new MonthBook(tx);
      await book.open([{ device_id: id, day: '2026-07-02' }]);
      book.remove({ device_id: id, day: '2026-07-02' });
      await book.save();
    });
    assert.equal((await months(id))[0]?.n[0], 48);
    assert.deepEqual(await faults(), []);
  });

  it('hold what no float can: a sum that would overflow is unknown, and stops nothing', async () => {
    const id = await device('HUGE');
    const huge = hours(id, '2026-07-01T00:00:00Z', 48).map((row) => ({
      ...row,
      values: Float64Array.of(1, 1e306),
    }));
    await writer.write(scope, huge);
    await make();
    const [year] = await inScope(base.pool, scope, (tx) => listYears(tx, [id]));
    assert.deepEqual([year?.sum[12 + 6], year?.n[12 + 6]], [Number.NaN, 48]);
    assert.deepEqual(await faults(), []);
  });

  it('are compared with their days by the check of the store', async () => {
    const id = await device('PLANTED');
    await writer.write(scope, hours(id, '2026-08-30T22:00:00Z', 72));
    await make();
    await run('update obs_year set sum[8] = sum[8] + 1, n[9] = 0 where device_id = $1', [id]);
    const messages = await faults();
    assert.equal(messages.length, 1, messages.join('\n'));
    assert.match(
      messages[0] ?? '',
      /MONTHS\/PLANTED .*the month 2026-08, slot 0, sum: .* is kept, its days come to /,
    );
    await run('update obs_year set sum[8] = sum[8] - 1 where device_id = $1', [id]);
    assert.match((await faults())[0] ?? '', /the month 2026-09, slot 0, n: 0 is kept, its days come to 48/);
    await run('delete from obs_year where device_id = $1', [id]);
    assert.equal((await faults()).length, 1);
    await run('delete from obs_figures where device_id = $1', [id]);
    assert.match((await faults()).join(), /readings of 2026-08-31 are counted nowhere and wait for nothing/);
    for (const table of ['obs_stretch', 'obs_dirty'])
      await run(`delete from ${table} where device_id = $1`, [id]);
    assert.deepEqual(await faults(), []);
  });

  it('have the same days while they move into the layout of today, and after', async () => {
    const ids = [await device('SUM-1'), await device('SUM-2'), await device('SUM-3')];
    // Days with gaps, nulls, slots that came later, and a device that says nothing at all.
    const [spoken] = [ids.slice(0, 2)];
    await run(
      `insert into obs_day (company_id, device_id, day, start_at, end_at, n, sum, min, max, first, last, last_ts, energy, recovered)
       select $1::int, id, day, day, day + interval '1 day', array[n, m], array[case when n > 0 then v end, case when m > 0 then v / 3 end],
              array[v, v], array[v, v], array[v, v], array[v, v], array[day, day], array[case when k % 4 > 0 then v / 7 end, null], array[null, null]::float8[]
       from (select id, k, ($3::date + k)::timestamptz as day, (id * 7 + k) % 3 as n, case when k > 70 then (id + k) % 2 else 0 end as m,
                    sin(id + k) * 1000 as v
             from unnest($2::bigint[]) id, generate_series(0, $4::int - 1) k where k % 11 <> 5) as made`,
      [scope.company_id, spoken, FIRST, DAYS],
    );
    const file = new URL('../../../../database/migrations/0011_month_rows.sql', import.meta.url);
    const [, fill = ''] = readFileSync(file, 'utf8').split('that are there. ');
    await run(fill.slice(fill.indexOf('insert into obs_month')));
    const byDays = (slot: number, from: string, to: string) =>
      run<{ sum: number | null; energy: number | null; n: number }>(
        `select sum(sum[$1]) filter (where n[$1] > 0) as sum, sum(energy[$1]) as energy, coalesce(sum(n[$1]), 0)::float8 as n
         from obs_day where device_id = any($2::bigint[]) and day between $3 and $4`,
        [slot + 1, ids, from, to],
      );
    const sumDays = async (slot: number, from: string, to: string) => {
      const query = { device_ids: ids, slots: [slot], from, to, fields: ['n', 'sum', 'energy'] } as const;
      const days = await inScope(base.pool, scope, (tx) => listDayRows(tx, query));
      const add = (values: readonly (number | undefined)[]) =>
        values.reduce<number | null>(
          (sum, one = Number.NaN) => (Number.isNaN(one) ? sum : (sum ?? 0) + one),
          null,
        );
      const counted = days.filter(({ row }) => (row.n[0] ?? 0) > 0);
      return {
        sum: add(counted.map(({ row }) => row.sum[0])),
        energy: add(days.map(({ row }) => row.energy[0])),
        n: add(days.map(({ row }) => row.n[0])) ?? 0,
      };
    };
    const close = (a: number | null, b: number | null) =>
      a === b ||
      (a !== null && b !== null && Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b)));
    const anyDay = fc.integer({ min: -40, max: DAYS + 40 });
    const known = new Map<string, { sum: number | null; energy: number | null; n: number } | undefined>();
    const counted = async (slot: number, from: string, to: string) => {
      const key = `${slot} ${from} ${to}`;
      if (!known.has(key)) known.set(key, (await byDays(slot, from, to))[0]);
      return known.get(key);
    };
    const check = () =>
      fc.assert(
        fc.asyncProperty(anyDay, anyDay, fc.integer({ min: 0, max: 2 }), async (a, b, slot) => {
          const [from, to] = [dayOf(a), dayOf(b)];
          const found = await sumDays(slot, from, to);
          const messages = await counted(slot, from, to);
          assert.ok(messages);
          assert.equal(found.n, messages.n, `${from} to ${to}`);
          assert.ok(close(found.sum, messages.sum), `${from} to ${to}: ${found.sum} and ${messages.sum}`);
          assert.ok(
            close(found.energy, messages.energy),
            `${from} to ${to}: ${found.energy} and ${messages.energy}`,
          );
        }),
        {
          numRuns: 300,
          seed: 5,
          examples: [
            [17, 44, 0],
            [17, 45, 0],
            [16, 44, 1],
            [0, 149, 0],
            [44, 17, 0],
          ],
        },
      );
    await check();
    // Half of it, then all, in the new layout.
    for (const months of [
      [0, 2, 4],
      [1, 3, 5, 6],
    ]) {
      const moved = (spoken ?? []).flatMap((device_id) =>
        months.map((i) => ({ device_id, month: `2026-0${i + 1}-01` })),
      );
      await inScope(base.pool, scope, (tx) => moveOldMonths(tx, moved, NOW));
      await check();
    }
    assert.deepEqual(await run('select from obs_day union all select from obs_month'), []);
  });
});
