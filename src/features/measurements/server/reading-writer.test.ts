import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { daysOfDevice } from '../../../../tests/support/stored-days.ts';
import { inScope, type Scope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { MINUTE_MS } from '../../../shared/units/zones.ts';
import type { ReadingRow } from '../readings.model.ts';
import { settleAhead } from './ahead-readings.public.ts';
import { recomputeDirty } from './day-row-updater.ts';
import { ReadingWriter } from './reading-writer.ts';

const NOW = Date.parse('2026-06-01T10:00:00Z');
const NONE = Number.NaN;

function row(device_id: number, ts: number, values: number[], quality: number[] | null = null): ReadingRow {
  return {
    device_id,
    ts,
    values: Float64Array.from(values),
    quality: quality && Uint8Array.from(quality),
  };
}

describe('the writer', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let plant: number;
  let writer: ReadingWriter;
  const counts: number[] = [];
  const device = (name: string, variables = ['ac_power_kw', 'dc_power_kw', 'energy_total_kwh']) =>
    makeDevice(base.pool, scope, plant, name, variables);
  const read = <T>(table: string, device_id: number) =>
    inScope(base.pool, scope, async (tx) => {
      const { rows } = await tx.query<T>(`select * from ${table} where device_id = $1 order by 3`, [
        device_id,
      ]);
      return rows;
    });

  before(async () => {
    base = await openTestPool();
    scope = await makeCompany(base.pool, 'Writer');
    plant = await makePlant(base.pool, scope, 'W1');
    writer = new ReadingWriter(base.pool, {
      announce: async (company_id) => {
        counts.push(company_id);
      },
    });
  });
  after(async () => {
    await writer.close();
    await base.close();
  });

  it('stores rows of devices with different numbers of slots, and makes their months', async () => {
    const [a, b] = [await device('a'), await device('b', ['ac_power_kw'])];
    const result = await writer.write(scope, [
      row(b, Date.parse('2026-01-31T23:59:00Z'), [7]),
      row(a, NOW, [1, NONE, 3]),
      row(a, Date.parse('2025-12-31T00:00:00Z'), [0.1, 2, 16777217]),
    ]);
    assert.deepEqual(result, { rows: 3, readings: 6 });
    const rows = await read<{ ts: Date; vals: number[] }>('obs', a);
    assert.deepEqual(
      rows.map((r) => r.vals),
      [
        [0.1, 2, 16777217],
        [1, null, 3],
      ],
    );
    assert.equal(rows[1]?.ts.getTime(), NOW);
    assert.deepEqual((await read<{ vals: number[] }>('obs', b))[0]?.vals, [7]);
    assert.deepEqual(counts.slice(0, 1), [scope.company_id]);
  });

  it('changes nothing when a delivery is repeated', async () => {
    const a = await device('repeat');
    const batch = [row(a, NOW, [1, NONE, 3], [0, 4, 0]), row(a, NOW + 1000, [2, NONE, NONE])];
    assert.equal((await writer.write(scope, batch)).rows, 2);
    const versions = () =>
      inScope(base.pool, scope, async (tx) => {
        const all = await tx.query<{ x: string }>(
          `select tableoid::text || ctid::text || xmin::text as x from obs where device_id = $1
           union all select 'l' || ctid::text || xmin::text from obs_last where device_id = $1
           union all select 'd' || ctid::text || xmin::text from obs_dirty where device_id = $1`,
          [a],
        );
        return all.rows.map((r) => r.x).sort();
      });
    const once = await versions();
    assert.deepEqual(await writer.write(scope, batch), { rows: 0, readings: 4 });
    assert.deepEqual(await versions(), once);
  });

  it('merges partial rows slot by slot, also within one delivery', async () => {
    const a = await device('partial');
    await writer.write(scope, [row(a, NOW, [1, NONE, NONE]), row(a, NOW, [NONE, 2])]);
    await writer.write(scope, [row(a, NOW, [NONE, NONE, 3])]);
    assert.deepEqual((await read<{ vals: number[] }>('obs', a))[0]?.vals, [1, 2, 3]);
    await writer.write(scope, [row(a, NOW, [NONE, 9, NONE], [0, 1, 0])]);
    const [merged] = await read<{ vals: number[]; q: Buffer }>('obs', a);
    assert.deepEqual(merged?.vals, [1, 9, 3]);
    assert.deepEqual([...(merged?.q ?? [])], [0, 1, 0]);
    await writer.write(scope, [row(a, NOW, [NONE, 8, NONE])]);
    const [healed] = await read<{ vals: number[]; q: Buffer | null }>('obs', a);
    assert.deepEqual([healed?.vals, healed?.q], [[1, 8, 3], null]);
  });

  it('keeps the last good value of each slot with its own instant, whatever order deliveries come in', async () => {
    const a = await device('last');
    await writer.write(scope, [row(a, NOW, [1, 2, 3])]);
    await writer.write(scope, [row(a, NOW + 60_000, [5, NONE, NONE], [0, 4, 0])]);
    await writer.write(scope, [row(a, NOW - 60_000, [0, 0, 0])]);
    const [last] = await read<{ ts: Date; vals: number[]; slot_ts: Date[]; q: Buffer }>('obs_last', a);
    assert.deepEqual(last?.vals, [5, 2, 3]);
    assert.deepEqual(
      last?.slot_ts.map((ts) => ts.getTime() - NOW),
      [60_000, 0, 0],
    );
    assert.equal(last?.ts.getTime(), NOW + 60_000);
    assert.deepEqual([...(last?.q ?? [])], [0, 4, 0]);
    await writer.write(scope, [row(a, NOW + 120_000, [NONE, 7, NONE, 4])]);
    const [next] = await read<{ vals: number[]; q: Buffer | null }>('obs_last', a);
    assert.deepEqual([next?.vals, next?.q], [[5, 7, 3, 4], null]);
  });

  it('takes what is all newer as it came, and keeps what a shorter delivery does not name', async () => {
    const a = await device('newer');
    const last = async () => {
      const [found] = await read<{ ts: Date; vals: number[]; slot_ts: Date[] }>('obs_last', a);
      return [found?.ts.getTime(), found?.vals, found?.slot_ts.map((at) => at?.getTime())];
    };
    await writer.write(scope, [row(a, NOW, [1, 2])]);
    const [t1, t2] = [NOW + 60_000, NOW + 120_000];
    await writer.write(scope, [row(a, t1, [4, 5, 6])]);
    assert.deepEqual(await last(), [t1, [4, 5, 6], [t1, t1, t1]]);
    await writer.write(scope, [row(a, t2, [7, 8])]);
    assert.deepEqual(await last(), [t2, [7, 8, 6], [t2, t2, t1]]);
    await writer.write(scope, [row(a, t1 + 1, [9, 9, 9])]);
    assert.deepEqual(await last(), [t2, [7, 8, 9], [t2, t2, t1 + 1]]);
  });

  it('ends the fault of a slot with a newer good value that comes late, and with no older one', async () => {
    const a = await device('late');
    const at = (second: number) => NOW + second * 1000;
    const slotZero = async () => {
      const [last] = await read<{ vals: number[]; q: Buffer | null }>('obs_last', a);
      return [last?.vals[0], last?.q?.[0] ?? 0];
    };
    await writer.write(scope, [row(a, at(0), [5, 5])]);
    await writer.write(scope, [row(a, at(10), [NONE, NONE], [4, 0])]);
    await writer.write(scope, [row(a, at(30), [NONE, 6])]);
    assert.deepEqual(await slotZero(), [5, 4]);
    await writer.write(scope, [row(a, at(20), [7])]);
    assert.deepEqual(await slotZero(), [7, 0]);
    await writer.write(scope, [row(a, at(40), [NONE], [4])]);
    await writer.write(scope, [row(a, at(35), [8])]);
    assert.deepEqual(await slotZero(), [8, 4]);
    await writer.write(scope, [row(a, at(38), [NONE], [3])]);
    assert.deepEqual(await slotZero(), [8, 4]);
    await writer.write(scope, [row(a, at(41), [9])]);
    assert.deepEqual(await slotZero(), [9, 0]);
  });

  it('a reading ahead of the clock hides no true one, and is the newest when its time comes', async () => {
    const a = await device('early');
    let now = NOW;
    const own = new ReadingWriter(base.pool, { announce: async () => undefined, clock: () => now });
    const newest = async () => {
      const [last] = await read<{ ts: Date; vals: number[]; slot_ts: Date[] }>('obs_last', a);
      return last && [(last.ts.getTime() - NOW) / MINUTE_MS, last.vals[0]];
    };
    const settle = () => inScope(base.pool, scope, (tx) => settleAhead(tx, now));
    await own.write(scope, [row(a, NOW, [1]), row(a, NOW + 9 * MINUTE_MS, [9])]);
    assert.deepEqual(await newest(), [0, 1]);
    await own.write(scope, [row(a, NOW + 30_000, [2])]);
    assert.deepEqual(await newest(), [0.5, 2]);
    await settle();
    assert.deepEqual(await newest(), [0.5, 2]);
    assert.equal((await read('obs', a)).length, 3);
    now = NOW + 8 * MINUTE_MS;
    await settle();
    assert.deepEqual(await newest(), [9, 9]);
  });

  it('what stands as the newest though the clock was set back gives way to what is true', async () => {
    const a = await device('setback');
    let now = NOW + 60 * MINUTE_MS;
    const own = new ReadingWriter(base.pool, { announce: async () => undefined, clock: () => now });
    await own.write(scope, [row(a, NOW - MINUTE_MS, [1, 11]), row(a, NOW + 60 * MINUTE_MS, [60])]);
    now = NOW;
    await own.write(scope, [row(a, NOW, [2])]);
    await inScope(base.pool, scope, (tx) => settleAhead(tx, now));
    const [last] = await read<{ ts: Date; vals: (number | null)[] }>('obs_last', a);
    assert.deepEqual([last?.ts.getTime(), last?.vals], [NOW, [2, 11]]);
    now = NOW + 60 * MINUTE_MS;
    await inScope(base.pool, scope, (tx) => settleAhead(tx, now));
    const [later] = await read<{ ts: Date; vals: (number | null)[] }>('obs_last', a);
    assert.deepEqual([later?.ts.getTime(), later?.vals], [now, [60, 11]]);
  });

  it('makes a new month while somebody reads the readings of the others', async () => {
    const a = await device('ahead');
    await writer.write(scope, [row(a, NOW, [1])]);
    const reader = await base.pool.connect();
    try {
      await reader.query('begin');
      await reader.query('select count(*) from obs');
      const other = new ReadingWriter(base.pool, { announce: async () => undefined });
      const written = other.write(scope, [row(a, Date.parse('2024-02-10T10:00:00Z'), [2])]);
      const first = await Promise.race([written, pause(3000, 'kept waiting', { ref: false })]);
      assert.deepEqual(first, { rows: 1, readings: 1 });
    } finally {
      await reader.query('rollback');
      reader.release();
    }
  });

  it('marks the days of the plant, and the day before when its last reading is cut short', async () => {
    const a = await device('days');
    // 22:00:30Z is half a minute past midnight in Rome in summer, within the device's minute.
    await writer.write(scope, [
      row(a, Date.parse('2026-05-31T22:00:30Z'), [1]),
      row(a, Date.parse('2026-06-02T21:59:00Z'), [1]),
    ]);
    const marks = await read<{ day: string }>('obs_dirty', a);
    assert.deepEqual(
      marks.map((m) => m.day),
      ['2026-05-31', '2026-06-01', '2026-06-02'],
    );
  });

  it('stores and counts the readings of a plant whose zone nobody knows, by the days of UTC', async () => {
    const lost = await makePlant(base.pool, scope, 'LOST', { time_zone: 'Europe/Atlantis' });
    const a = await makeDevice(base.pool, scope, lost, 'atlantis', ['ac_power_kw']);
    const b = await device('beside');
    const at = Date.parse('2026-05-20T23:30:00Z');
    await writer.write(scope, [row(a, at, [1]), row(b, at, [1])]);
    await recomputeDirty(base.pool, scope, { clock: () => NOW });
    const days = await Promise.all(
      [a, b].map((id) => inScope(base.pool, scope, (tx) => daysOfDevice(tx, id))),
    );
    assert.deepEqual(
      days.map((rows) => rows.map((r) => r.day)),
      [['2026-05-20'], ['2026-05-21']],
    );
  });

  it("refuses another company's device and stores nothing of that delivery", async () => {
    const a = await device('mine');
    const other = await makeCompany(base.pool, 'Other', 'apart');
    const foreign = await makeDevice(base.pool, other, await makePlant(base.pool, other, 'O1'), 'x', [
      'ac_power_kw',
    ]);
    await assert.rejects(writer.write(scope, [row(a, NOW, [1]), row(foreign, NOW, [1])]), {
      code: 'not_found',
    });
    assert.deepEqual(await read('obs', a), []);
    await assert.rejects(writer.write(scopeOfWork(scope.company_id, []), [row(a, NOW, [1])]), {
      code: 'not_found',
    });
  });

  it('makes a new month once when several deliveries need it at the same moment', async () => {
    const a = await device('month');
    const others = Array.from(
      { length: 4 },
      () => new ReadingWriter(base.pool, { announce: async () => undefined }),
    );
    await Promise.all(
      others.map((other, i) =>
        other.write(scope, [row(a, Date.parse('2025-02-10T10:00:00Z') + i * 1000, [i])]),
      ),
    );
    assert.equal((await read('obs', a)).length, 4);
  });

  it('lets many writers of the same devices through at once', async () => {
    const ids = [await device('p1'), await device('p2'), await device('p3')];
    const batches = Array.from({ length: 12 }, (_, k) =>
      Array.from({ length: 60 }, (_, i) =>
        row(ids[(i + k) % 3] ?? 0, NOW + ((i * 7 + k) % 60) * 1000, [k, i]),
      ),
    );
    await Promise.all(batches.map((batch) => writer.write(scope, batch)));
    const counts = await Promise.all(ids.map(async (id) => (await read('obs', id)).length));
    const keys = new Set(batches.flat().map((r) => `${r.device_id}/${r.ts}`));
    assert.equal(
      counts.reduce((a, b) => a + b),
      keys.size,
    );
  });
});
