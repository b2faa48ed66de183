import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { recomputeDirty } from './day-row-updater.ts';
import { type DaySumsQuery, sumDays } from './day-sums.repository.ts';
import { ReadingWriter } from './reading-writer.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const HOUR = 3_600_000;

describe('sums of whole days', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let stranger: Scope;
  let devices: number[];
  const sums = (query: DaySumsQuery, who = scope) =>
    inScope(base.pool, who, (tx) => sumDays(tx, query), 'read only');

  before(async () => {
    base = await openTestPool();
    scope = await makeCompany(base.pool, 'Sums');
    stranger = await makeCompany(base.pool, 'Other');
    const plant = await makePlant(base.pool, scope, 'SUMS');
    const names = ['irradiance_poa_wm2', 'energy_total_kwh'];
    devices = [
      await makeDevice(base.pool, scope, plant, 'A', names, { interval_s: 3600 }),
      await makeDevice(base.pool, scope, plant, 'B', names.toReversed(), { interval_s: 3600 }),
    ];
    const writer = new ReadingWriter(base.pool, { announce: async () => undefined });
    const [a = 0, b = 0] = devices;
    // Two days of Rome, from midnight: A tells 1, 2, 3, …; B only its counter, which rises by 2 each hour.
    const start = Date.parse('2026-11-16T23:00:00Z');
    const rows = Array.from({ length: 48 }, (_, i) => [
      { device_id: a, ts: start + i * HOUR, values: Float64Array.of(i + 1, Number.NaN), quality: null },
      { device_id: b, ts: start + i * HOUR, values: Float64Array.of(i * 2, Number.NaN), quality: null },
    ]).flat();
    await writer.write(scope, rows);
    await writer.close();
    await recomputeDirty(base.pool, scope, { clock: () => NOW });
  });
  after(() => base.close());

  it('adds up devices whose variables stand in different slots', async () => {
    const [a = 0, b = 0] = devices;
    const slots = [
      { device_id: a, slot: 0 },
      { device_id: b, slot: 0 },
      { device_id: b, slot: 1 },
    ];
    const found = await sums({ slots, from: '2026-11-17', to: '2026-11-18' });
    assert.equal(found.sum, (48 * 49) / 2 + 47 * 48);
    assert.equal(found.energy, 94);
    assert.equal(found.n, 96);
  });

  it('takes the first and the last day in, and no other', async () => {
    const slots = [{ device_id: devices[0] ?? 0, slot: 0 }];
    assert.deepEqual(await sums({ slots, from: '2026-11-17', to: '2026-11-17' }), {
      sum: 300,
      energy: null,
      n: 24,
    });
    assert.equal((await sums({ slots, from: '2026-11-18', to: '2026-12-31' })).n, 24);
  });

  it('adds up whole months of many variables as it does their days', async () => {
    const names = ['ac', 'dc']
      .map((kind) => `${kind}_power_kw`)
      .concat([1, 2, 3].flatMap((phase) => [`voltage_l${phase}_v`, `current_l${phase}_a`]));
    const plant = await makePlant(base.pool, scope, 'WIDE');
    const wide = await makeDevice(base.pool, scope, plant, 'W', names, { interval_s: 3600 });
    const writer = new ReadingWriter(base.pool, { announce: async () => undefined });
    const [from, until] = [Date.parse('2026-07-19T22:00:00Z'), Date.parse('2026-10-10T22:00:00Z')];
    const rows = Array.from({ length: (until - from) / (12 * HOUR) }, (_, i) => ({
      device_id: wide,
      ts: from + i * 12 * HOUR,
      values: Float64Array.from(names, (_, slot) => slot * 1000 + i),
      quality: null,
    }));
    await writer.write(scope, rows);
    await writer.close();
    await recomputeDirty(base.pool, scope, { clock: () => NOW });
    // 83 days from 20 July to 10 October; the first of August is the 12th day after.
    const slots = [3, 7].map((slot) => ({ device_id: wide, slot }));
    const [first, last] = [24, 166];
    const sumOf = (a: number, b: number) =>
      [3, 7].reduce((sum, slot) => sum + (b - a) * slot * 1000 + ((b - a) * (a + b - 1)) / 2, 0);
    assert.equal((await sums({ slots, from: '2026-07-01', to: '2026-12-31' })).sum, sumOf(0, last));
    assert.equal(
      (await sums({ slots, from: '2026-08-01', to: '2026-09-30' })).sum,
      sumOf(first, first + 122),
    );
    assert.equal((await sums({ slots, from: '2026-07-31', to: '2026-10-01' })).sum, sumOf(22, first + 124));
    assert.equal((await sums({ slots, from: '2026-07-31', to: '2026-08-02' })).sum, sumOf(22, first + 4));
  });

  it('says null where there is nothing: that is not zero', async () => {
    const nothing = { sum: null, energy: null, n: 0 };
    const slots = [{ device_id: devices[0] ?? 0, slot: 1 }];
    assert.deepEqual(await sums({ slots, from: '2026-11-17', to: '2026-11-18' }), nothing);
    assert.deepEqual(await sums({ slots: [], from: '2026-11-17', to: '2026-11-18' }), nothing);
  });

  it('shows a company nothing of another', async () => {
    const slots = devices.map((device_id) => ({ device_id, slot: 0 }));
    assert.equal((await sums({ slots, from: '2026-11-01', to: '2026-11-30' }, stranger)).n, 0);
  });
});
