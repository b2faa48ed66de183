import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { DAY_MS, dayBorders } from '../../../shared/units/zones.ts';
import { between } from '../columns.model.ts';
import type { DayRow } from '../day-row.model.ts';
import { recomputeDirty } from './day-row-updater.ts';
import { MonthBook } from './month-book.ts';
import { ReadingWriter } from './reading-writer.ts';
import { checkStore } from './store-check.ts';
import { unpackStretchOf } from './stored-readings.ts';
import { stretchesOf } from './stretch-store.ts';
import { listStretches, listTouching, replaceStretches } from './stretches.repository.ts';

const START = Date.parse('2026-10-20T22:00:00Z');
const VARIABLES = ['ac_power_kw', 'energy_total_kwh', 'module_temperature_c'];

describe('the check of the store', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let writer: ReadingWriter;
  before(async () => {
    base = await openTestPool();
    writer = new ReadingWriter(base.pool, {
      announce: async () => undefined,
      packedFrom: Number.POSITIVE_INFINITY,
    });
  });
  after(async () => {
    await writer.close();
    await base.close();
  });

  const run = <T extends object>(text: string, values: unknown[] = []) =>
    inScope(base.pool, scope, async (tx) => (await tx.query<T>(text, values)).rows);
  const check = async () => {
    const faults: string[] = [];
    const counts = await checkStore(base.pool, scope, (sentence) => faults.push(sentence));
    return { counts, faults };
  };
  const rows = (device_id: number, from: number, until: number) => {
    const made = [];
    for (let i = from; i < until; i++) {
      const quality = i % 13 === 5 ? Uint8Array.of(0, 0, 4) : null;
      const kwh = i < 300 ? 800 + i / 10 : i / 7;
      const values = Float64Array.of((i * 7) % 40, kwh, quality ? Number.NaN : 20 + (i % 3) / 3);
      made.push({ device_id, ts: START + i * 900_000, values, quality });
    }
    return made;
  };
  /** Figures of a day as somebody else would have written them. */
  const change = (device_id: number, day: string, as: (row: DayRow) => DayRow) =>
    inScope(base.pool, scope, async (tx) => {
      const book = new MonthBook(tx);
      await book.open([{ device_id, day }]);
      const row = book.rowOf({ device_id, day });
      assert.ok(row);
      book.put({ device_id, day }, 'Europe/Rome', as(row));
      await book.save();
    });
  /** As if a day had been let go, and those before had never been. */
  const letGo = (device_id: number, day: string) =>
    inScope(base.pool, scope, async (tx) => {
      const { start, end } = dayBorders('Europe/Rome', day);
      const stretches = await listTouching(tx, [{ device_id, start, end: end - 1 }]);
      await replaceStretches(tx, {
        gone: stretches,
        made: stretches.flatMap((stretch) => {
          const all = unpackStretchOf(stretch);
          const parts = [between(all, 0, start), between(all, end, Number.POSITIVE_INFINITY)];
          return parts.flatMap((part) => stretchesOf(device_id, stretch.level, part));
        }),
      });
      const book = new MonthBook(tx);
      await book.open([{ device_id, day }]);
      book.expire([{ device_id, day }]);
      await book.save();
    });
  /** A company with a device whose eight days are packed, but for two that are hot and one that waits. */
  const arrange = async (name: string): Promise<number> => {
    scope = await makeCompany(base.pool, name);
    const plant = await makePlant(base.pool, scope, 'CHECK');
    const id = await makeDevice(base.pool, scope, plant, 'INV', VARIABLES, {
      interval_s: 900,
      nominal_power: 50,
    });
    await writer.write(scope, rows(id, 0, 8 * 96));
    await recomputeDirty(base.pool, scope, { clock: () => START + 8 * DAY_MS, today: true });
    return id;
  };

  it('finds no fault with packed, hot, marked, expired and waiting days of 25 hours and others', async () => {
    const id = await arrange('Sound');
    await run(
      `insert into reading_mark (company_id, device_id, slots, start_at, end_at, reason) values ($1, $2, '{0}', $3, $4, 'test')`,
      [scope.company_id, id, new Date(START + 2.2 * DAY_MS), new Date(START + 3.4 * DAY_MS)],
    );
    await run(
      `insert into obs_dirty (company_id, device_id, day) select company_id, device_id, day from measurements.stored_day on conflict do nothing`,
    );
    await recomputeDirty(base.pool, scope, { clock: () => START + 8 * DAY_MS, today: true });
    await letGo(id, '2026-10-21');
    await writer.write(
      scope,
      rows(id, 200, 210).map((row) => ({ ...row, ts: row.ts + 1 })),
    );
    const { counts, faults } = await check();
    assert.deepEqual(faults, []);
    const { devices, days, packed, expired, waiting } = counts;
    assert.deepEqual([devices, days, packed, expired, waiting], [1, 8, 4, 1, 1]);
    assert.ok(counts.readings > 1500);
  });

  it('tells each planted fault in a sentence', async () => {
    const id = await arrange('Planted');
    assert.deepEqual((await check()).faults, []);
    await change(id, '2026-10-22', (row) => ({ ...row, sum: row.sum.map((sum) => sum + 0.001) }));
    await change(id, '2026-10-23', (row) => ({ ...row, n: row.n.map((n, slot) => (slot === 2 ? 1 : n)) }));
    await letGo(id, '2026-10-25');
    await run('update obs_year set sum[10] = sum[10] + 1 where device_id = $1', [id]);
    await writer.write(scope, rows(id, 4 * 96 + 30, 4 * 96 + 31));
    await writer.write(scope, [
      { device_id: id, ts: START - 40 * DAY_MS, values: Float64Array.of(1), quality: null },
    ]);
    await run('delete from obs_dirty');
    const { faults, counts } = await check();
    const said = [
      /CHECK\/INV .*2026-10-22, slot 0, sum: .* is kept, the readings come to /,
      /2026-10-23, slot 2, n: 1 is kept, the readings come to /,
      // The first reading of the day after ended it.
      /2026-10-24, slot 1, energy: .* is kept, the readings come to /,
      /the month 2026-10, slot 0, sum: .* is kept, its days come to /,
      /1 readings lie in days whose readings were let go/,
      /readings of 2026-09-11 are counted nowhere/,
    ];
    for (const sentence of said)
      assert.ok(
        faults.some((fault) => sentence.test(fault)),
        `${sentence}\n${faults.join('\n')}`,
      );
    assert.equal(counts.faults, faults.length);
    assert.equal(faults.length, said.length, faults.join('\n'));
  });

  it('tells of packed readings and figures that cannot be read, and of packed readings that overlap', async () => {
    const id = await arrange('Damaged');
    const [stretch] = await inScope(base.pool, scope, (tx) => listStretches(tx, id));
    assert.ok(stretch);
    await run('update obs_stretch set packed = substring(packed for length(packed) - 3)');
    const { faults } = await check();
    assert.ok(
      faults.some((fault) => /packed readings from 2026-10-20.* cannot be read: its checksum/.test(fault)),
      faults.join(),
    );
    await run('update obs_stretch set packed = $1', [stretch.bytes]);
    await run(
      `insert into obs_stretch select company_id, device_id, start_at + interval '1 hour', last_at + interval '1 hour', readings, instants,
         2, packed from obs_stretch`,
    );
    assert.ok((await check()).faults.some((fault) => /lie in others/.test(fault)));
    await run('delete from obs_stretch where level = 2');
    assert.deepEqual((await check()).faults, []);
    await run('update obs_figures set figures = substring(figures for length(figures) - 3)');
    assert.ok((await check()).faults.some((fault) => /the figures of 2026-10 cannot be read/.test(fault)));
  });

  it("keeps to one company's devices", async () => {
    await arrange('First');
    const first = scope;
    const id = await arrange('Second');
    await change(id, '2026-10-21', (row) => ({ ...row, n: row.n.map(() => 1) }));
    assert.equal((await check()).faults.length, 1);
    scope = first;
    assert.deepEqual((await check()).faults, []);
  });
});
