import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { chartOf, resultsOf, type SeriesQuery } from '../../../../tests/support/series.ts';
import { inScope, type Scope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { recomputeDirty } from './day-row-updater.ts';
import { getLastResults } from './last-results.public.ts';
import { ReadingWriter } from './reading-writer.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const NOW = new Date('2026-11-20T10:07:00Z');
const NONE = Number.NaN;
const at = (text: string) => Date.parse(text);
const total = (values: readonly (number | null)[]) =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** Power and a counter every five minutes around both changes of Rome's clock, with a gap each morning. */
function springAndAutumn(): [number, number, number][] {
  const readings: [number, number, number][] = [];
  let kwh = 1234.5;
  for (const [from, to] of [
    ['2026-03-27T23:00Z', '2026-03-31T22:00Z'],
    ['2026-10-23T22:00Z', '2026-10-26T23:00Z'],
  ] as const) {
    for (let ts = at(from); ts < at(to); ts += 5 * MINUTE) {
      kwh += 0.1 * ((ts / MINUTE) % 7);
      if (new Date(ts).getUTCHours() !== 7) readings.push([ts + 17_000, (ts / MINUTE) % 11, kwh]);
    }
  }
  return readings;
}

describe('questions about measurements', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let writer: ReadingWriter;
  const ask = (query: Record<string, string>, who = scope) =>
    chartOf({ pool: base.pool, scope: who, now: NOW }, query as SeriesQuery);
  const write = (device_id: number, readings: [ts: number, ...values: number[]][], quality?: number[]) =>
    writer.write(
      scope,
      readings.map(([ts, ...values]) => ({
        device_id,
        ts,
        values: Float64Array.from(values),
        quality: quality ? Uint8Array.from(quality) : null,
      })),
    );
  const lastResults = (of: Scope, id: number, now: Date) =>
    inScope(base.pool, of, (tx) => getLastResults(tx, id, now), 'read only');
  const settle = () => recomputeDirty(base.pool, scope, { clock: () => NOW.getTime() });

  before(async () => {
    base = await openTestPool();
    scope = await makeCompany(base.pool, 'Series');
    writer = new ReadingWriter(base.pool, { announce: async () => undefined });
  });
  after(async () => {
    await writer.close();
    await base.close();
  });

  it('makes hours, days and months of the same sums, also when the clock changes', async () => {
    const plant = await makePlant(base.pool, scope, 'CLOCK');
    const id = await makeDevice(base.pool, scope, plant, 'I1', ['ac_power_kw', 'energy_total_kwh'], {
      interval_s: 300,
    });
    const readings = springAndAutumn();
    const made = (readings.at(-1)?.[2] ?? 0) - 1234.5;
    await write(id, readings);
    await settle();
    for (const [start, end, hours] of [
      ['2026-03-28T23:00Z', '2026-03-29T22:00Z', 23],
      ['2026-10-24T22:00Z', '2026-10-25T23:00Z', 25],
    ] as const) {
      for (const variables of ['ac_power_kw', 'energy_total_kwh']) {
        const query = {
          devices: String(id),
          variables,
          start: start.replace('Z', ':00Z'),
          end: end.replace('Z', ':00Z'),
          aggregate: 'energy',
        };
        const [byHour] = await ask({ ...query, resolution: 'hour' });
        const [byQuarter] = await ask({ ...query, resolution: '15m' });
        const [byDay] = await ask({ ...query, resolution: 'day' });
        assert.equal(byHour?.ts.length, hours);
        assert.equal(byQuarter?.ts.length, hours * 4);
        assert.equal(byDay?.ts.length, 1);
        assert.ok(Math.abs(total(byHour?.values ?? []) - (byDay?.values[0] ?? NONE)) < 1e-9);
        assert.ok(Math.abs(total(byQuarter?.values ?? []) - (byDay?.values[0] ?? NONE)) < 1e-9);
        assert.ok((byDay?.values[0] ?? 0) > 50);
      }
    }
    const year = {
      devices: String(id),
      variables: 'energy_total_kwh',
      start: '2025-12-31T23:00:00Z',
      end: '2026-12-31T23:00:00Z',
    };
    const [days] = await ask({ ...year, resolution: 'day' });
    const [months] = await ask({ ...year, resolution: 'month' });
    const [years] = await ask({ ...year, resolution: 'year' });
    assert.equal(months?.ts.length, 11);
    assert.equal(days?.ts.length, 324);
    assert.equal(months?.values[1], null);
    assert.equal(months?.quality?.[1], 'missing');
    assert.ok(Math.abs(total(days?.values ?? []) - total(months?.values ?? [])) < 1e-9);
    assert.ok(Math.abs(total(days?.values ?? []) - total(years?.values ?? [])) < 1e-9);
    assert.ok(Math.abs(total(days?.values ?? []) - made) < 1);
  });

  it('sums days of devices whose variables stand in different slots; nothing is not zero', async () => {
    const plant = await makePlant(base.pool, scope, 'SUMS');
    const names = ['irradiance_poa_wm2', 'energy_total_kwh'];
    const a = await makeDevice(base.pool, scope, plant, 'A', names, { interval_s: 3600 });
    const b = await makeDevice(base.pool, scope, plant, 'B', names.toReversed(), { interval_s: 3600 });
    // Two days of Rome, from midnight: A tells 1, 2, 3, … of the sun, B its counter, which rises by 2 each hour.
    const hours = Array.from({ length: 48 }, (_, i) => Date.parse('2026-10-16T22:00:00Z') + i * HOUR);
    await write(
      a,
      hours.map((ts, i) => [ts, i + 1, Number.NaN]),
    );
    await write(
      b,
      hours.map((ts, i) => [ts, i * 2, Number.NaN]),
    );
    await settle();
    const days = async (variables: string, aggregate: string) => {
      const window = { start: '2026-10-16T22:00:00Z', end: '2026-10-18T22:00:00Z' };
      const query = { devices: `${a},${b}`, variables, aggregate, resolution: 'day', ...window };
      return (await ask(query)).map(({ values }) => values);
    };
    assert.deepEqual(await days('irradiance_poa_wm2', 'sum'), [
      [300, 876],
      [null, null],
    ]);
    assert.deepEqual(await days('energy_total_kwh', 'energy'), [
      [null, null],
      [48, 46],
    ]);
  });

  it('shows a gap as nulls, in periods and between raw readings', async () => {
    const plant = await makePlant(base.pool, scope, 'GAP');
    const id = await makeDevice(base.pool, scope, plant, 'I1', ['ac_power_kw', 'cabinet_temperature_c']);
    const readings: [number, number, number][] = [];
    for (let m = 0; m < 120; m++)
      if (m < 30 || m >= 90) readings.push([at('2026-06-01T06:00Z') + m * MINUTE, m, 20]);
    await write(id, readings);
    await write(id, [[at('2026-06-01T06:45Z'), NONE, NONE]], [4, 4]);
    await settle();
    const query = {
      devices: String(id),
      variables: 'ac_power_kw',
      start: '2026-06-01T06:00:00Z',
      end: '2026-06-01T08:00:00Z',
    };
    const [raw] = await ask(query);
    assert.equal(raw?.resolution, 'raw');
    assert.equal(raw?.step_s, 60);
    assert.equal(raw?.values.filter((value) => value !== null).length, 60);
    const nulls = raw?.ts.filter((_, i) => raw.values[i] === null);
    assert.deepEqual(nulls, ['2026-06-01T06:30:00.000Z', '2026-06-01T06:45:00.000Z']);
    assert.equal(raw?.quality?.[31], 'failed');
    const [quarters] = await ask({ ...query, resolution: '15m' });
    assert.deepEqual(quarters?.values, [7, 22, null, null, null, null, 97, 112]);
    assert.deepEqual(quarters?.quality?.slice(2, 6), ['missing', 'failed', 'missing', 'missing']);
    const [spike] = await ask({ ...query, points: '12' });
    assert.ok((spike?.ts.length ?? 99) <= 12);
    assert.ok(spike?.values.includes(0) && spike.values.includes(119) && spike.values.includes(null));
  });

  it('answers hours where readings come by the hour, beside quarters of what comes more often', async () => {
    const plant = await makePlant(base.pool, scope, 'HOURLY');
    const slow = await makeDevice(base.pool, scope, plant, 'SLOW', ['ac_power_kw', 'energy_total_kwh']);
    const quick = await makeDevice(base.pool, scope, plant, 'QUICK', ['ac_power_kw']);
    const start = at('2026-06-01T00:00Z');
    const hours = Array.from({ length: 168 }, (_, i) => i).filter((i) => i < 50 || i > 53);
    await write(
      slow,
      hours.map((i) => [start + i * HOUR, 5, 1000 + 5 * i]),
    );
    await write(
      quick,
      Array.from({ length: 672 }, (_, i) => [start + i * 15 * MINUTE, 1]),
    );
    const week = { start: '2026-06-01T00:00:00Z', end: '2026-06-08T00:00:00Z', resolution: '15m' };
    const both = await ask({ ...week, devices: `${slow},${quick}` });
    assert.deepEqual(
      both.map(({ short_name, name, resolution, step_s }) => [short_name, name, resolution, step_s]),
      [
        ['QUICK', 'ac_power_kw', '15m', 900],
        ['SLOW', 'ac_power_kw', 'hour', 3600],
        ['SLOW', 'energy_total_kwh', 'hour', 3600],
      ],
    );
    assert.equal(both[0]?.values.length, 672);
    const gaps = both[1]?.values.flatMap((value, i) => (value === null ? [i] : []));
    assert.deepEqual(gaps, [50, 51, 52, 53]);
    const [sum] = await ask({ ...week, proj_code: 'HOURLY', quantities: 'ac_power_kw' });
    assert.deepEqual([sum?.resolution, sum?.values[0], sum?.values.length], ['hour', 6, 168]);
    const [auto] = await ask({ ...week, devices: String(slow), resolution: 'auto' });
    assert.equal(auto?.resolution, 'hour');
  });

  it('adds inverters up, marks what is partial, and prefers the meter', async () => {
    const plant = await makePlant(base.pool, scope, 'SUM');
    const inverters = [];
    for (const name of ['I1', 'I2'])
      inverters.push(await makeDevice(base.pool, scope, plant, name, ['ac_power_kw', 'irradiance_poa_wm2']));
    const [one = 0, two = 0] = inverters;
    const start = at('2026-06-02T08:00Z');
    for (let m = 0; m < 60; m++) {
      await write(one, [[start + m * MINUTE + 1000, 10, 800]]);
      if (m < 30) await write(two, [[start + m * MINUTE + 59_000, 5, 900]]);
    }
    await settle();
    const query = {
      proj_code: 'SUM',
      quantities: 'ac_power_kw,irradiance_poa_wm2',
      start: '2026-06-02T08:00:00Z',
      end: '2026-06-02T09:00:00Z',
    };
    const [power, sun] = await ask({ ...query, resolution: '15m' });
    assert.deepEqual(power?.values, [15, 15, 10, 10]);
    assert.deepEqual(power?.quality, ['good', 'good', 'stale', 'stale']);
    assert.deepEqual(sun?.values, [850, 850, 800, 800]);
    assert.equal(power?.device_id, null);
    const [raw] = await ask({ ...query, quantities: 'ac_power_kw' });
    assert.equal(raw?.values.length, 60);
    assert.deepEqual(
      raw?.values.slice(1, 31).every((value) => value === 15),
      true,
    );
    assert.equal(raw?.values.at(-1), 10);
    assert.equal(raw?.quality?.at(-1), 'stale');
    const [energy] = await ask({ ...query, quantities: 'energy_export_kwh', resolution: 'hour' });
    assert.ok(Math.abs((energy?.values[0] ?? 0) - 12.5) < 0.02);
    assert.deepEqual([energy?.quantity, energy?.unit], ['energy_export_kwh', 'kWh']);
    const meter = await makeDevice(base.pool, scope, plant, 'M1', ['ac_power_kw'], {
      category: 'production_meter',
    });
    for (let m = 0; m < 60; m++) await write(meter, [[start + m * MINUTE, 14]]);
    const [metered] = await ask({ ...query, quantities: 'ac_power_kw', resolution: '15m' });
    assert.deepEqual(metered?.values, [14, 14, 14, 14]);
  });

  it('tells the days whose energy was booked when a counter came back, of a device and of its plant', async () => {
    const plant = await makePlant(base.pool, scope, 'RETURNS');
    const id = await makeDevice(base.pool, scope, plant, 'M1', ['energy_total_kwh'], {
      category: 'production_meter',
      interval_s: 300,
    });
    const run = (from: string, to: string, first: number) =>
      Array.from({ length: (at(to) - at(from)) / (5 * MINUTE) }, (_, i): [number, number] => [
        at(from) + i * 5 * MINUTE,
        first + i,
      ]);
    // Twelve days of silence; on the day after, two hours of it.
    const readings = [
      ...run('2026-06-01T04:00Z', '2026-06-01T18:00Z', 0),
      ...run('2026-06-13T16:00Z', '2026-06-14T08:00Z', 5_000),
      ...run('2026-06-14T10:00Z', '2026-06-15T22:00Z', 5_250),
    ];
    await write(id, readings);
    await settle();
    const window = { start: '2026-05-31T22:00:00Z', end: '2026-06-30T22:00:00Z' };
    for (const resolution of ['day', 'month'])
      for (const whose of [
        { devices: String(id), variables: 'energy_total_kwh' },
        { proj_code: 'RETURNS', quantities: 'energy_export_kwh' },
      ]) {
        const [series] = await ask({ ...whose, ...window, resolution });
        const result = series?.recovered?.map(({ day, start, energy }) => [day, start, Math.round(energy)]);
        assert.deepEqual(result, [['2026-06-13', '2026-06-12T22:00:00.000Z', 4_833]], JSON.stringify(whose));
      }
    const [power] = await ask({ devices: String(id), ...window, resolution: 'day', aggregate: 'last' });
    assert.equal(power?.recovered, undefined);
  });

  it('reads today from the hot rows', async () => {
    const plant = await makePlant(base.pool, scope, 'TODAY');
    const id = await makeDevice(base.pool, scope, plant, 'I1', ['energy_total_kwh'], { interval_s: 900 });
    await write(id, [
      [at('2026-11-19T22:50Z'), 100],
      [at('2026-11-20T06:00Z'), 104],
      [at('2026-11-20T10:00Z'), 140],
    ]);
    await settle();
    const query = { devices: String(id), start: '2026-11-18T23:00:00Z', end: '2026-11-20T23:00:00Z' };
    const [days] = await ask({ ...query, resolution: 'day' });
    assert.deepEqual(days?.values, [null, 40]);
    const [month] = await ask({ ...query, resolution: 'month' });
    assert.deepEqual(month?.values, [40]);
    const [hours] = await ask({ ...query, resolution: 'hour', start: '2026-11-19T23:00:00Z' });
    // Up to now, not into the future.
    assert.equal(hours?.ts.length, 12);
    assert.equal(hours?.ts.at(-1), '2026-11-20T10:00:00.000Z');
  });

  it('tells the last value of each variable, how old and how good', async () => {
    const plant = await makePlant(base.pool, scope, 'LAST');
    const id = await makeDevice(base.pool, scope, plant, 'I1', [
      'ac_power_kw',
      'dc_power_kw',
      'cabinet_temperature_c',
    ]);
    await write(id, [[at('2026-11-20T09:00Z'), 7, 8, NONE]]);
    await write(id, [[at('2026-11-20T10:06Z'), 9, NONE, NONE]], [0, 4, 0]);
    const last = await lastResults(scope, id, NOW);
    assert.equal(last.ts, '2026-11-20T10:06:00.000Z');
    assert.deepEqual(
      last.values.map(({ value, quality }) => [value, quality]),
      [
        [9, 'good'],
        [8, 'failed'],
        [null, 'missing'],
      ],
    );
    const later = await lastResults(scope, id, new Date(NOW.getTime() + HOUR));
    assert.equal(later.values[0]?.quality, 'stale');
    await inScope(base.pool, scope, (tx) =>
      tx.query('update plant set latitude = 41.9, longitude = 12.5 where company_id = $1 and id = $2', [
        scope.company_id,
        plant,
      ]),
    );
    const atNight = await lastResults(scope, id, new Date(at('2026-11-20T22:00Z')));
    assert.deepEqual(
      atNight.values.map(({ quality }) => quality),
      ['asleep', 'failed', 'missing'],
    );
  });

  it('tells no last value that a person declared bad, until that is undone', async () => {
    const plant = await makePlant(base.pool, scope, 'LASTBAD');
    const id = await makeDevice(base.pool, scope, plant, 'I1', ['ac_power_kw', 'dc_power_kw']);
    await write(id, [[at('2026-11-20T10:06Z'), 9, 8]]);
    const mark = (slots: number[] | null, start: string, end: string) =>
      inScope(base.pool, scope, (tx) =>
        tx.query(
          `insert into reading_mark (company_id, device_id, slots, start_at, end_at, reason)
           values ($1, $2, $3, $4, $5, 'wrong')`,
          [scope.company_id, id, slots, start, end],
        ),
      );
    const last = async () =>
      (await lastResults(scope, id, NOW)).values.map(({ value, quality }) => [value, quality]);
    await mark(null, '2026-11-20T10:00Z', '2026-11-20T10:06Z');
    assert.deepEqual(await last(), [
      [9, 'good'],
      [8, 'good'],
    ]);
    await mark([1], '2026-11-20T10:06Z', '2026-11-20T10:07Z');
    assert.deepEqual(await last(), [
      [9, 'good'],
      [null, 'failed'],
    ]);
    await mark(null, '2026-11-20T10:06Z', '2026-11-20T10:07Z');
    assert.deepEqual(await last(), [
      [null, 'failed'],
      [null, 'failed'],
    ]);
    await inScope(base.pool, scope, (tx) =>
      tx.query('update reading_mark set undone_at = now() where company_id = $1 and device_id = $2', [
        scope.company_id,
        id,
      ]),
    );
    assert.deepEqual(await last(), [
      [9, 'good'],
      [8, 'good'],
    ]);
  });

  it('refuses what cannot be answered, naming the field, and hides what is not mine', async () => {
    const plant = await makePlant(base.pool, scope, 'MINE');
    const id = await makeDevice(base.pool, scope, plant, 'I1', ['ac_power_kw']);
    const other = await makeCompany(base.pool, 'Elsewhere');
    const window = { start: '2026-06-01T00:00:00Z', end: '2026-06-02T00:00:00Z' };
    const foreign = { code: 'not_found' };
    const names = (path: string) => (error: { code: string; options: { errors: { path: string }[] } }) =>
      error.code === 'invalid' && error.options.errors[0]?.path === path;
    await assert.rejects(ask({ ...window, devices: String(id) }, other), foreign);
    await assert.rejects(ask({ ...window, proj_code: 'MINE' }, other), foreign);
    await assert.rejects(ask({ ...window, devices: `${id},999999` }), foreign);
    const narrow = scopeOfWork(scope.company_id, []);
    await assert.rejects(ask({ ...window, devices: String(id) }, narrow), foreign);
    await assert.rejects(ask({ ...window, proj_code: 'MINE', quantities: 'ac_power_kw' }, narrow), foreign);
    await assert.rejects(lastResults(narrow, id, NOW), foreign);
    await assert.rejects(ask({ ...window, devices: String(id), variables: 'wrong' }), names('variables'));
    await assert.rejects(ask({ ...window, devices: String(id), end: window.start }), names('end'));
    await assert.rejects(
      ask({ ...window, devices: String(id), start: '1980-01-01T00:00:00Z' }),
      names('end'),
    );
    await assert.rejects(ask(window), names('proj_code'));
    const { devices: byDevice } = await resultsOf(
      { pool: base.pool, scope: scope, now: NOW },
      { ...window, proj_code: 'MINE' },
    );
    assert.deepEqual(
      byDevice.map((device) => [device.short_name, device.results.map((series) => series.name)]),
      [['I1', ['ac_power_kw']]],
    );
  });
});
