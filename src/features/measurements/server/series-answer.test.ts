import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { aggregatesOf, chartOf, resultsOf, type SeriesQuery } from '../../../../tests/support/series.ts';
import type { AppError } from '../../../shared/server/errors.ts';
import { inScope, type Scope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { recomputeDirty } from './day-row-updater.ts';
import { ReadingWriter } from './reading-writer.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = new Date('2026-07-10T12:00:00Z');
const FROM = Date.parse('2026-06-30T22:00:00Z');
const NAMES = ['ac_power_kw', 'energy_total_kwh'];
const NONE = Number.NaN;

/** Power that rises and falls from four to twenty o'clock UTC and is not told at night; its counter beside it. */
function daylight(days: number): [ts: number, kw: number, kwh: number][] {
  const readings: [number, number, number][] = [];
  let kwh = 100;
  for (let ts = FROM; ts < FROM + days * 24 * HOUR; ts += 15 * MINUTE) {
    const hour = (ts / HOUR) % 24;
    if (hour < 4 || hour >= 20) continue;
    const kw = 50 * Math.sin(((hour - 4) / 16) * Math.PI) ** 2;
    kwh += kw / 4;
    readings.push([ts, kw, kwh]);
  }
  return readings;
}

describe('an answer about series', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let writer: ReadingWriter;
  const ids = { first: 0, second: 0, meter: 0 };
  const plants: number[] = [];
  const asker = (who = scope) => ({ pool: base.pool, scope: who, now: NOW });
  const window = { start: new Date(FROM).toISOString(), end: new Date(FROM + 5 * 24 * HOUR).toISOString() };
  const ask = (query: Partial<SeriesQuery>) => chartOf(asker(), { ...window, ...query });

  before(async () => {
    base = await openTestPool();
    scope = await makeCompany(base.pool, 'Answers');
    for (const code of ['ONE', 'TWO', 'EMPTY']) plants.push(await makePlant(base.pool, scope, code));
    await inScope(base.pool, scope, (tx) =>
      tx.query('update plant set latitude = 45, longitude = 9 where company_id = $1', [scope.company_id]),
    );
    const fields = { interval_s: 900, nominal_power: 100 };
    ids.first = await makeDevice(base.pool, scope, plants[0] ?? 0, 'A', NAMES, fields);
    ids.second = await makeDevice(base.pool, scope, plants[1] ?? 0, 'B', NAMES, fields);
    ids.meter = await makeDevice(base.pool, scope, plants[1] ?? 0, 'M', ['ac_power_kw'], {
      ...fields,
      category: 'exchange_meter',
    });
    writer = new ReadingWriter(base.pool, { announce: async () => undefined });
    const rows = (device_id: number, width: number) =>
      daylight(5).map(([ts, ...values]) => ({
        device_id,
        ts,
        values: Float64Array.from(values.slice(0, width)),
        quality: null,
      }));
    await writer.write(scope, rows(ids.first, 2));
    await writer.write(scope, rows(ids.second, 2));
    await writer.write(scope, rows(ids.meter, 1));
    await recomputeDirty(base.pool, scope, { clock: () => NOW.getTime() });
  });
  after(async () => {
    await writer?.close();
    await base?.close();
  });

  it('holds the own series of several plants, and devices of others beside them', async () => {
    const series = await ask({
      plants: 'ONE,TWO,EMPTY',
      quantities: 'energy_export_kwh',
      devices: String(ids.meter),
      resolution: 'day',
    });
    assert.deepEqual(
      series.map((one) => [one.proj_code, one.short_name, one.name]),
      [
        ['ONE', null, 'energy_export_kwh'],
        ['TWO', null, 'energy_export_kwh'],
        ['TWO', 'M', 'ac_power_kw'],
      ],
    );
    assert.deepEqual(series[0]?.values, series[1]?.values);
    const { devices } = await resultsOf(asker(), { ...window, plants: 'ONE,TWO', quantities: 'ac_power_kw' });
    assert.deepEqual(
      devices.map((device) => [device.device_id, device.proj_code, device.results.length]),
      [
        [null, 'ONE', 1],
        [null, 'TWO', 1],
      ],
    );
  });

  it('is refused as a whole when one plant or device of a list is not to be seen', async () => {
    const narrow = scopeOfWork(scope.company_id, plants.slice(0, 1));
    const refused = (query: Partial<SeriesQuery>, who = scope) =>
      assert.rejects(chartOf(asker(who), { ...window, ...query }), { name: 'AppError', code: 'not_found' });
    await refused({ plants: 'ONE,NONE', quantities: 'ac_power_kw' });
    await refused({ plants: 'ONE,TWO', quantities: 'ac_power_kw' }, narrow);
    await refused({ plants: 'ONE', devices: `${ids.second}`, quantities: 'ac_power_kw' }, narrow);
    await refused({ devices: `${ids.first},${ids.second}` }, narrow);
    await refused({ proj_code: 'ONE', devices: `${ids.second}` });
    await assert.rejects(ask({ quantities: 'ac_power_kw', devices: `${ids.first}` }), (error: AppError) => {
      return error.options.errors?.[0]?.path === 'proj_code';
    });
    assert.equal((await ask({ plants: 'EMPTY' })).length, 0);
  });

  it('says what the whole window comes to, from whole days as from hours', async () => {
    const query = { ...window, devices: `${ids.first},${ids.meter}` };
    const [ofDays, ofHours] = await Promise.all(
      (['day', 'hour'] as const).map((resolution) => aggregatesOf(asker(), { ...query, resolution })),
    );
    const readings = daylight(5);
    const kw = readings.map(([, value]) => value);
    const sum = kw.reduce((total, value) => total + value, 0);
    for (const answer of [ofDays, ofHours]) {
      assert.equal(answer?.count, 2);
      const [power, counter] = answer?.devices[0]?.results ?? [];
      assert.equal(power?.figures.n, kw.length);
      assert.ok(Math.abs((power?.figures.sum ?? 0) - sum) < 1e-6);
      assert.ok(Math.abs((power?.figures.mean ?? 0) - sum / kw.length) < 1e-9);
      assert.equal(power?.figures.min, Math.min(...kw));
      assert.equal(power?.figures.max, Math.max(...kw));
      assert.equal(power?.figures.first, kw[0]);
      assert.equal(power?.figures.last, kw.at(-1));
      const made = (readings.at(-1)?.[2] ?? 0) - (readings[0]?.[2] ?? 0);
      assert.ok(Math.abs((counter?.figures.energy ?? 0) - made) < 1e-6);
    }
    const later = { start: '2026-07-08T00:00:00Z', end: '2026-07-09T00:00:00Z', devices: `${ids.first}` };
    const { devices } = await aggregatesOf(asker(), later);
    const nothing = {
      n: 0,
      sum: null,
      mean: null,
      min: null,
      max: null,
      first: null,
      last: null,
      energy: null,
    };
    assert.deepEqual(devices[0]?.results[0]?.figures, nothing);
    const own = await aggregatesOf(asker(), { ...window, proj_code: 'TWO', quantities: 'energy_export_kwh' });
    const [whole] = own.devices[0]?.results ?? [];
    assert.equal(
      whole?.figures.energy,
      whole?.values.reduce<number>((all, one) => all + (one ?? 0), 0),
    );
  });

  it('tells sleep from silence: the night of what the sun drives, not of a meter', async () => {
    const [inverter, meter] = await ask({
      devices: `${ids.first},${ids.meter}`,
      variables: 'ac_power_kw',
      resolution: '15m',
    });
    const at = (series: typeof inverter, ts: string) => series?.quality?.[series.ts.indexOf(ts)];
    assert.equal(at(inverter, '2026-07-01T22:00:00.000Z'), 'asleep');
    assert.equal(at(meter, '2026-07-01T22:00:00.000Z'), 'missing');
    assert.equal(at(inverter, '2026-07-01T10:00:00.000Z'), 'good');
    // At 45° N, 9° E the sun rises at 3:41 UTC: the quarter in which it does so is no night any more.
    assert.equal(at(inverter, '2026-07-02T03:15:00.000Z'), 'asleep');
    assert.equal(at(inverter, '2026-07-02T03:30:00.000Z'), 'missing');
    const [raw] = await ask({ devices: `${ids.first}`, variables: 'ac_power_kw', resolution: 'raw' });
    assert.deepEqual(new Set(raw?.quality), new Set(['good', 'asleep']));
    const [plant] = await ask({ proj_code: 'ONE', quantities: 'ac_power_kw', resolution: 'hour' });
    assert.equal(at(plant, '2026-07-01T22:00:00.000Z'), 'asleep');
  });

  it('names the ranges that were declared bad, within the window', async () => {
    const mark = (slots: number[] | null, [start, end]: [number, number], undone: boolean) =>
      inScope(base.pool, scope, (tx) =>
        tx.query(
          `insert into reading_mark (company_id, device_id, slots, start_at, end_at, reason, undone_at)
           values ($1, $2, $3, $4, $5, 'sensor covered', case when $6 then now() end)`,
          [scope.company_id, ids.second, slots, new Date(start), new Date(end), undone],
        ),
      );
    await mark([0], [FROM - HOUR, FROM + HOUR], false);
    await mark(null, [FROM + 5 * HOUR, FROM + 6 * HOUR], true);
    await mark([0], [FROM - 2 * HOUR, FROM], false);
    const [power, counter] = await ask({ devices: String(ids.second), resolution: 'day' });
    assert.deepEqual(power?.marked, [
      { start: window.start, end: new Date(FROM + HOUR).toISOString(), reason: 'sensor covered' },
    ]);
    assert.equal(counter?.marked, undefined);
    const [plant] = await ask({ proj_code: 'TWO', quantities: 'ac_power_kw', resolution: 'hour' });
    assert.equal(plant?.marked?.length, 1);
  });

  it('keeps the extremes of values that are thinned, and coarsens energy', async () => {
    const device = await makeDevice(base.pool, scope, plants[2] ?? 0, 'T', NAMES, {
      interval_s: 900,
      nominal_power: 10_000,
    });
    const rows = Array.from({ length: 5 * 96 }, (_, i) => ({
      device_id: device,
      ts: FROM + i * 15 * MINUTE,
      values: Float64Array.of(i === 77 ? 9999 : i === 300 ? -5 : i === 200 ? NONE : (i * 31) % 100, i),
      quality: null,
    }));
    await writer.write(scope, rows);
    await recomputeDirty(base.pool, scope, { clock: () => NOW.getTime() });
    const [power, counter] = await ask({ devices: String(device), resolution: '15m', points: '60' });
    assert.equal(power?.resolution, '15m');
    assert.ok((power?.ts.length ?? 99) <= 60);
    for (const kept of [9999, -5, null]) assert.ok(power?.values.includes(kept), String(kept));
    assert.equal(counter?.resolution, 'day');
    assert.equal(
      counter?.values.reduce<number>((all, one) => all + (one ?? 0), 0),
      5 * 96 - 1,
    );
    const [sums] = await ask({
      devices: String(device),
      variables: 'ac_power_kw',
      resolution: '15m',
      aggregate: 'sum',
      points: '60',
    });
    assert.equal(sums?.resolution, 'day');
  });
});
