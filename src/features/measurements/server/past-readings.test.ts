import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { daysOfDevice } from '../../../../tests/support/stored-days.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { MINUTE_MS } from '../../../shared/units/zones.ts';
import type { ReadingRow } from '../readings.model.ts';
import { recomputeDirty } from './day-row-updater.ts';
import { partRows } from './past-readings.ts';
import { ReadingWriter } from './reading-writer.ts';
import { checkStore } from './store-check.ts';

const NOW = Date.parse('2026-04-20T10:00:00Z');
const START = Date.parse('2026-04-01T00:00:00Z');

describe('readings of days that are over', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let plant: number;
  let writer: ReadingWriter;
  before(async () => {
    base = await openTestPool(6);
    scope = await makeCompany(base.pool, 'Past');
    plant = await makePlant(base.pool, scope, 'PAST');
    writer = new ReadingWriter(base.pool, { announce: async () => undefined, clock: () => NOW });
  });
  after(async () => {
    await writer.close();
    await base.close();
  });

  const device = (name: string, of = plant) =>
    makeDevice(base.pool, scope, of, name, ['energy_total_kwh', 'ac_power_kw'], { interval_s: 900 });
  const quarters = (device_id: number, count: number, add = 0): ReadingRow[] =>
    Array.from({ length: count }, (_, i) => ({
      device_id,
      ts: START + i * 15 * MINUTE_MS,
      values: Float64Array.of(i / 4 + add, i % 5),
      quality: null,
    }));
  const run = <T extends object>(text: string, values: unknown[] = []) =>
    inScope(base.pool, scope, async (tx) => (await tx.query<T>(text, values)).rows);
  const count = async (table: string, id: number) =>
    (await run<{ n: number }>(`select count(*)::int as n from ${table} where device_id = $1`, [id]))[0]?.n ??
    0;
  const days = (id: number) => inScope(base.pool, scope, (tx) => daysOfDevice(tx, id));
  const make = () => recomputeDirty(base.pool, scope, { clock: () => NOW, today: true });
  const faults = async () => {
    const found: string[] = [];
    await checkStore(base.pool, scope, (fault) => found.push(fault));
    return found;
  };

  it('are packed as they come and counted at once; a repeated delivery changes nothing', async () => {
    const [once, slowly] = [await device('once'), await device('slowly')];
    const rows = quarters(once, 6 * 96);
    assert.equal((await writer.write(scope, rows)).rows, rows.length);
    assert.deepEqual([await count('obs', once), await count('obs_dirty', once)], [0, 0]);
    for (const row of quarters(slowly, 6 * 96)) if (row.ts % 7 !== 0) await writer.write(scope, [row]);
    await writer.write(
      scope,
      quarters(slowly, 6 * 96).filter((row) => row.ts % 7 === 0),
    );
    await make();
    assert.deepEqual(await days(once), await days(slowly));
    const before = await days(once);
    assert.equal((await writer.write(scope, rows)).rows, 0);
    assert.equal(
      (await writer.write(scope, [...rows.slice(0, 200), ...quarters(once, 300, 1).slice(200, 203)])).rows,
      3,
    );
    assert.equal((await writer.write(scope, rows)).rows, 3);
    assert.deepEqual(await days(once), before);
    assert.deepEqual(await faults(), []);
  });

  it('win over what came before, hot and packed, slot by slot', async () => {
    const id = await device('over');
    await writer.write(scope, quarters(id, 300, 7));
    await writer.write(scope, quarters(id, 40, 9));
    assert.equal(await count('obs', id), 40);
    const silent = quarters(id, 300).map((row) => ({ ...row, values: Float64Array.of(Number.NaN, 3) }));
    await writer.write(scope, silent);
    await make();
    const [first] = await days(id);
    assert.deepEqual([first?.first[0], first?.max[1], first?.min[1]], [9, 3, 3]);
    assert.deepEqual(await faults(), []);
  });

  it('come through the hot table where packed ones cannot be read, or the plant has just moved', async () => {
    const id = await device('damaged');
    await writer.write(scope, quarters(id, 300));
    await run('update obs_stretch set packed = substring(packed for 20) where device_id = $1', [id]);
    await writer.write(scope, quarters(id, 200, 1));
    assert.equal(await count('obs', id), 200);
    for (const table of ['obs', 'obs_stretch', 'obs_figures', 'obs_year', 'obs_dirty'])
      await run(`delete from ${table} where device_id = $1`, [id]);
    const moving = await makePlant(base.pool, scope, 'MOVING');
    const moved = await device('moved', moving);
    await writer.write(scope, quarters(moved, 1));
    await run(`update plant set time_zone = 'Pacific/Auckland' where id = $1`, [moving]);
    await writer.write(scope, quarters(moved, 300));
    assert.equal(await count('obs', moved), 300);
    for (const day of ['2026-03-31', '2026-04-01', '2026-04-05'])
      await run(
        'insert into obs_dirty (company_id, device_id, day) values ($1, $2, $3) on conflict do nothing',
        [scope.company_id, moved, day],
      );
    await make();
    assert.equal(await count('obs', moved), 0);
    assert.deepEqual(await faults(), []);
  });

  it('are told from those of days that are not, device by device', () => {
    const place = (device_id: number) => ({ device_id, plant_id: 1, time_zone: 'UTC', interval_s: 900 });
    const places = new Map([1, 2].map((id) => [id, place(id)]));
    const rows = [...quarters(1, 400), ...quarters(2, 50)];
    const now = START + 5 * 86_400_000;
    const parted = partRows(rows, places, { now, packedFrom: 96 });
    // Two days of the first are over for two days; of the second too few came.
    assert.deepEqual([parted.past.length, parted.now.length], [192, 258]);
  });
});
