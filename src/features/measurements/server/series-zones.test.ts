import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { aggregatesOf, chartOf, type SeriesQuery } from '../../../../tests/support/series.ts';
import type { Scope } from '../../../shared/server/tenancy.ts';
import { recomputeDirty } from './day-row-updater.ts';
import { ReadingWriter } from './reading-writer.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const NOW = new Date('2027-02-01T00:00:00Z');
const ROUND = 65_536;

/** Weeks around both changes of the clock, where there are any, and around the year's end. */
const BLOCKS = [
  '2026-03-24',
  '2026-04-01',
  '2026-09-23',
  '2026-09-30',
  '2026-10-20',
  '2026-10-27',
  '2026-12-27',
] as const;
const BLOCK_DAYS = 7;

interface Step {
  ts: number;
  shown: number;
  /** What was really made since the step before. */
  kwh: number;
}

/**
 * A counter read every five minutes that rolls over, is swapped for another, and starts again at nothing. What was made
 * is written down beside it, as nobody who reads a counter knows it.
 */
function counterOf(): Step[] {
  const stamps = [...new Set(BLOCKS.flatMap((day) => stampsFrom(Date.parse(`${day}T00:00:00Z`))))];
  let shown = ROUND - 5000.25;
  return stamps.map((ts, i) => {
    let kwh = ((i * 7919) % 29) / 4;
    shown += kwh;
    if (shown >= ROUND && i < 4000) shown -= ROUND;
    if (i === 4000) [shown, kwh] = [500_000, 0];
    if (i === 9000) shown = kwh;
    return { ts, shown, kwh: i === 0 ? 0 : kwh };
  });
}

const stampsFrom = (start: number) =>
  Array.from({ length: (BLOCK_DAYS * DAY) / (5 * MINUTE) }, (_, i) => start + i * 5 * MINUTE);

const sum = (values: readonly (number | null)[] = []) =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

/** The local date of an instant as the runtime itself writes it. */
function datesOf(zone: string): (ts: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  return (ts) => format.format(ts);
}

describe("energy in the plant's own zone", () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  const steps = counterOf();
  before(async () => {
    base = await openTestPool();
    scope = await makeCompany(base.pool, 'Zones');
  });
  after(() => base?.close());

  async function makeCounter(zone: string): Promise<number> {
    const plant = await makePlant(base.pool, scope, zone.replace('/', '-'), { time_zone: zone });
    const id = await makeDevice(base.pool, scope, plant, 'M', ['energy_total_kwh'], {
      interval_s: 300,
      nominal_power: 100,
    });
    const writer = new ReadingWriter(base.pool, { announce: async () => undefined });
    const rows = steps.map(({ ts, shown }) => ({
      device_id: id,
      ts,
      values: Float64Array.of(shown),
      quality: null,
    }));
    await writer.write(scope, rows);
    await writer.close();
    await recomputeDirty(base.pool, scope, { clock: () => NOW.getTime() });
    return id;
  }

  /** kWh by local date (or month, or year): what a reading on a border closes belongs before it. */
  function expected(zone: string, length: number): Map<string, number> {
    const dateOf = datesOf(zone);
    const made = new Map<string, number>();
    for (const { ts, kwh } of steps) {
      const date = dateOf(ts - 1).slice(0, length);
      made.set(date, (made.get(date) ?? 0) + kwh);
    }
    return made;
  }

  for (const [zone, from, until] of [
    ['Europe/Rome', '2025-12-31T23:00:00Z', '2026-12-31T23:00:00Z'],
    ['Asia/Kolkata', '2025-12-31T18:30:00Z', '2026-12-31T18:30:00Z'],
    ['Australia/Adelaide', '2025-12-31T13:30:00Z', '2026-12-31T13:30:00Z'],
    ['America/Santiago', '2026-01-01T03:00:00Z', '2027-01-01T03:00:00Z'],
  ] as const) {
    it(`is what was made, by day, month and year, also over changes of the clock: ${zone}`, async () => {
      const id = await makeCounter(zone);
      const ask = async (query: Partial<SeriesQuery>) => {
        const [series] = await chartOf(
          { pool: base.pool, scope, now: NOW },
          { devices: String(id), start: from, end: until, points: '5000', ...query },
        );
        assert.ok(series);
        return series;
      };
      const dateOf = datesOf(zone);
      const check = async (resolution: 'day' | 'month' | 'year', length: number) => {
        const made = expected(zone, length);
        const series = await ask({ resolution });
        assert.equal(series.resolution, resolution);
        for (const [i, ts] of series.ts.entries()) {
          const date = dateOf(Date.parse(ts)).slice(0, length);
          const value = series.values[i] ?? null;
          if (!made.has(date)) assert.equal(value, null, date);
          else assert.ok(Math.abs((value ?? Number.NaN) - (made.get(date) ?? 0)) < 1e-6, `${date}: ${value}`);
        }
        return series;
      };
      const days = await check('day', 10);
      const months = await check('month', 7);
      const years = await check('year', 4);
      assert.equal(days.ts.length, 365);
      assert.ok(Math.abs(sum(days.values) - sum(months.values)) < 1e-6);
      assert.ok(Math.abs(sum(days.values) - sum(years.values)) < 1e-6);
      const [aggregate] = (
        await aggregatesOf(
          { pool: base.pool, scope, now: NOW },
          { devices: String(id), start: from, end: until, resolution: 'month' },
        )
      ).devices;
      assert.ok(Math.abs((aggregate?.results[0]?.figures.energy ?? 0) - sum(days.values)) < 1e-6);
    });
  }

  it('adds up from quarters and hours to days of 23, 24 and 25 hours', async () => {
    const id = await makeCounter('Europe/Vienna');
    const ask = async (query: Pick<SeriesQuery, 'start' | 'end' | 'resolution'>) =>
      (
        await chartOf(
          { pool: base.pool, scope, now: NOW },
          { devices: String(id), variables: 'energy_total_kwh', ...query },
        )
      )[0];
    const made = expected('Europe/Vienna', 10);
    for (const [date, start, end, hours] of [
      ['2026-03-28', '2026-03-27T23:00:00Z', '2026-03-28T23:00:00Z', 24],
      ['2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 23],
      ['2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 25],
    ] as const) {
      for (const [resolution, count] of [
        ['15m', hours * 4],
        ['hour', hours],
        ['day', 1],
      ] as const) {
        const series = await ask({ start, end, resolution });
        assert.equal(series?.ts.length, count, `${date} ${resolution}`);
        assert.ok(Math.abs(sum(series?.values) - (made.get(date) ?? 0)) < 1e-6, `${date} ${resolution}`);
      }
    }
  });
});
