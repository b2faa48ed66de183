import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { dayBorders } from '../../shared/units/zones.ts';
import { columnsOfRows, type HotRow } from './columns.model.ts';
import { type DeviceMeta, nominalOf, type SlotPast, summariseDay as summarise } from './day-row.model.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const NONE = Number.NaN;
const ROME = 'Europe/Rome';

const summariseDay = (
  window: Parameters<typeof summarise>[0],
  rows: readonly HotRow[],
  meta: DeviceMeta,
  past?: ReadonlyMap<number, SlotPast>,
) => summarise(window, columnsOfRows(rows), meta, past);
const device = (nominal: number | null, interval_s = 900): DeviceMeta => ({
  slots: [
    { slot: 0, kind: 'gauge', quantity: 'ac_power_kw' },
    { slot: 1, kind: 'counter', quantity: 'energy_export_kwh' },
    { slot: 3, kind: 'gauge', quantity: 'irradiance_poa_wm2' },
  ],
  interval_s,
  nominalOf: () => nominal,
});
const row = (ts: number, values: number[], quality?: number[]): HotRow => ({
  ts,
  values: Float64Array.from(values),
  quality: quality ? Uint8Array.from(quality) : null,
});
const counterRows = (start: number, readings: [minute: number, kwh: number][]) =>
  readings.map(([minute, kwh]) => row(start + minute * MINUTE, [NONE, kwh]));
const after = (ts: number, value: number): Map<number, SlotPast> =>
  new Map([[1, { previous: { ts, value } }]]);

describe('a day row', () => {
  const day = dayBorders(ROME, '2026-06-01');

  it('counts good readings only, and leaves null where there are none', () => {
    const { row: made } = summariseDay(
      day,
      [
        row(day.start, [NONE, NONE, NONE, 100]),
        row(day.start + MINUTE, [NONE, NONE, NONE, 300], [0, 0, 0, 1]),
        row(day.start + 2 * MINUTE, [NONE, NONE, NONE, 250]),
        row(day.end, [NONE, NONE, NONE, 900]),
      ],
      device(100),
    );
    assert.equal(made.n[3], 2);
    assert.deepEqual(
      [made.sum[3], made.min[3], made.max[3], made.first[3], made.last[3]],
      [350, 100, 250, 100, 250],
    );
    assert.equal(made.last_ts[3], day.start + 2 * MINUTE);
    assert.equal(made.energy[3], NONE);
    assert.equal(made.n[0], 0);
    for (const field of ['sum', 'min', 'max', 'first', 'last', 'last_ts', 'energy', 'recovered'] as const)
      assert.equal(made[field][0], NONE, field);
  });

  it('integrates a power over a day of 23 and of 25 hours, and nothing over a gap', () => {
    for (const [name, hours] of [
      ['2026-03-29', 23],
      ['2026-10-25', 25],
    ] as const) {
      const { start, end } = dayBorders(ROME, name);
      const rows: HotRow[] = [];
      for (let ts = start; ts <= end; ts += 15 * MINUTE) rows.push(row(ts, [2, NONE]));
      const whole = summariseDay({ start, end }, rows, device(100)).row;
      assert.equal(whole.energy[0], 2 * hours);
      assert.equal(whole.n[0], hours * 4);
      // Eight quarters are lost, the ninth stands for its quarter only.
      const gap = rows.filter((_, i) => i < 20 || i >= 28);
      assert.equal(summariseDay({ start, end }, gap, device(100)).row.energy[0], 2 * hours - 4);
    }
  });

  it('caps a power by its device, else by its plant', () => {
    const capOf = (nominal_power: number | null) => nominalOf({ nominal_power, potenza_nominale: 9 });
    assert.deepEqual([capOf(3)('ac_power_kw'), capOf(null)('ac_power_kw')], [3, 9]);
    assert.equal(capOf(null)('energy_import_kwh'), null);
    const rows = [3, 1e30, 3, -5].map((kw, i) => row(day.start + i * 15 * MINUTE, [kw]));
    const { row: made } = summariseDay(day, rows, device(3));
    assert.equal(made.energy[0], 1.5);
    assert.equal(made.max[0], 1e30);
  });

  it('ends the time of a power when the slot speaks again, also badly', () => {
    const { row: made } = summariseDay(
      day,
      [
        row(day.start, [60]),
        row(day.start + 5 * MINUTE, [NONE], [4]),
        row(day.start + 6 * MINUTE, [60]),
        row(day.start + 7 * MINUTE, [NONE]),
        row(day.start + 10 * MINUTE, [0]),
      ],
      device(100),
    );
    assert.equal(made.energy[0], 5 + 4);
  });

  it('takes a counter across both midnights, the reading on the border closing the day before it', () => {
    const rows = counterRows(day.start, [
      [0, 1000],
      [60, 1010],
      [1380, 1090],
      [1440, 1095],
      [1441, 1099],
    ]);
    const { row: made } = summariseDay(day, rows, device(100, 3600), after(day.start - 10 * MINUTE, 998));
    assert.equal(made.energy[1], 95);
    assert.equal(made.last[1], 1090);
    assert.equal(made.recovered[1], 80);
  });

  it('books the difference over a long silence where the counter returned, and says so', () => {
    const rows = counterRows(day.start, [
      [600, 1500],
      [610, 1501],
    ]);
    const { row: made } = summariseDay(day, rows, device(100), after(day.start - 5 * HOUR, 1000));
    assert.deepEqual([made.energy[1], made.recovered[1]], [501, 500]);
    const first = summariseDay(day, rows, device(100)).row;
    assert.deepEqual([first.energy[1], first.recovered[1]], [1, 0]);
    const lone = summariseDay(day, rows.slice(0, 1), device(100)).row;
    assert.equal(lone.energy[1], NONE);
  });

  it('counts what a reset counter shows when that is plausible', () => {
    const rows = counterRows(day.start, [
      [1, 5000],
      [10, 5010],
      [20, 8],
      [30, 18],
    ]);
    const { row: made, events } = summariseDay(day, rows, device(100));
    assert.equal(made.energy[1], 10 + 8 + 10);
    assert.deepEqual(events, [
      { slot: 1, event: { at: day.start + 20 * MINUTE, kind: 'reset', value_before: 5010, value_after: 8 } },
    ]);
    assert.equal(summariseDay(day, rows, device(null)).row.energy[1], 20);
  });

  it('knows a roll-over by the size of the register', () => {
    const rows = counterRows(day.start, [
      [1, 999_990],
      [10, 999_996],
      [20, 6],
    ]);
    const { row: made, events } = summariseDay(day, rows, device(100));
    assert.equal(made.energy[1], 6 + 10);
    assert.equal(events[0]?.event.kind, 'rollover');
  });

  it('counts nothing across a swap, up or down', () => {
    const rows = counterRows(day.start, [
      [0, 100],
      [10, 110],
      [20, 40_000],
      [30, 40_010],
      [40, 7000],
      [50, 7004],
    ]);
    const { row: made, events } = summariseDay(day, rows, device(100), after(day.start - MINUTE, 100));
    assert.equal(made.energy[1], 10 + 10 + 4);
    assert.deepEqual(
      events.map((e) => e.event.kind),
      ['swap', 'swap'],
    );
  });

  it('lets a coarse register step, however often it is read', () => {
    const rows: HotRow[] = [];
    // 50 kW on a register of whole kWh, read every five seconds.
    for (let s = 0; s < 7200; s += 5)
      rows.push(row(day.start + s * 1000, [NONE, Math.floor((s * 50) / 3600)]));
    const { row: made, events } = summariseDay(day, rows, device(50, 5));
    assert.deepEqual([made.energy[1], events.length], [99, 0]);
  });

  it('follows a swap that a person entered', () => {
    const rows = counterRows(day.start, [
      [10, 1000],
      [20, 1010],
      [30, 2005],
      [40, 2006],
    ]);
    const entered = [{ at: day.start + 25 * MINUTE, value_before: 1012, value_after: 2000 }];
    const past = new Map([[1, { entered }]]);
    const { row: made, events } = summariseDay(day, rows, device(null), past);
    assert.deepEqual([made.energy[1], events.length], [10 + 2 + 5 + 1, 0]);
  });

  it('never counts less than nothing, nor more than the device can make', () => {
    const reading = fc.tuple(fc.integer({ min: 0, max: 1439 }), fc.double({ min: 0, max: 1e7, noNaN: true }));
    fc.assert(
      fc.property(fc.uniqueArray(reading, { selector: ([minute]) => minute, minLength: 2 }), (readings) => {
        const rows = counterRows(
          day.start,
          readings.sort((a, b) => a[0] - b[0]),
        );
        const energy = summariseDay(day, rows, device(100)).row.energy[1] ?? NONE;
        assert.ok(energy >= 0 && energy <= 1.2 * 100 * 24.25 + readings.length * 25, String(energy));
      }),
    );
  });
});
