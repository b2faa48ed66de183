import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { dayBorders, periodBorders } from '../../shared/units/zones.ts';
import type { Quantity } from '../plants/plants.model.ts';
import { addEnergySteps, Buckets, type Points } from './buckets.model.ts';
import { columnsOfRows, type HotRow } from './columns.model.ts';
import { type DeviceMeta, slotSteps, summariseDay } from './day-row.model.ts';
import { QUALITIES } from './measurements.model.ts';
import { alignSources, combineSources, plantRule, plantSources } from './plant-series.model.ts';
import { chooseResolution, markGaps, maxPeriods, thin } from './series.model.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const NONE = Number.NaN;
const ROME = 'Europe/Rome';
const q = (name: (typeof QUALITIES)[number]) => QUALITIES.indexOf(name);
const points = (list: [ts: number, value: number][]): Points => ({
  ts: Float64Array.from(list, ([ts]) => ts),
  values: Float64Array.from(list, ([, value]) => value),
  quality: Uint8Array.from(list, ([, value]) => (Number.isNaN(value) ? q('missing') : 0)),
});

describe('periods of a series', () => {
  const power = { slot: 0, kind: 'gauge', quantity: 'ac_power_kw' } as const;
  const counter = { slot: 1, kind: 'counter', quantity: 'energy_export_kwh' } as const;
  const device: DeviceMeta = { slots: [power, counter], interval_s: 300, nominalOf: () => null };

  it('add up to the day, whatever the day has of hours', () => {
    const reading = fc.tuple(
      fc.integer({ min: -60, max: 1560 }),
      fc.double({ min: 0, max: 100, noNaN: true }),
    );
    const days = fc.constantFrom('2026-03-29', '2026-06-01', '2026-10-25');
    fc.assert(
      fc.property(fc.uniqueArray(reading, { selector: ([minute]) => minute }), days, (readings, name) => {
        const day = dayBorders(ROME, name);
        let kwh = 0;
        const all: HotRow[] = readings
          .sort((a, b) => a[0] - b[0])
          .map(([minute, kw]) => {
            kwh += kw;
            return { ts: day.start + minute * MINUTE, values: Float64Array.of(kw, kwh), quality: null };
          });
        const rows = columnsOfRows(all.filter((row) => row.ts >= day.start && row.ts <= day.end + 300_000));
        const before = all.findLast((row) => row.ts < day.start);
        const past = new Map([
          [1, { previous: before && { ts: before.ts, value: before.values[1] ?? NONE } }],
        ]);
        const { row } = summariseDay(day, rows, device, past);
        for (const meta of [power, counter]) {
          const hours = new Buckets(periodBorders(ROME, 'hour', day.start, day.end));
          const steps = slotSteps(rows, meta, device, past.get(meta.slot));
          hours.addValues(steps, day);
          addEnergySteps(hours, steps, day);
          const sum = hours.energy.reduce((total, x) => total + (Number.isNaN(x) ? 0 : x), 0);
          const whole = row.energy[meta.slot] ?? NONE;
          assert.ok(Math.abs(sum - (Number.isNaN(whole) ? 0 : whole)) < 1e-9);
          assert.equal(
            hours.n.reduce((a, b) => a + b, 0),
            row.n[meta.slot],
          );
        }
      }),
    );
  });

  it('are null where nothing was read, with the reason where it is known', () => {
    const buckets = new Buckets([0, 10, 20, 30]);
    const given = { ts: Float64Array.of(-1, 3, 5, 30), values: Float64Array.of(7, 4, 8, 99) };
    buckets.addValues(given, { start: -10, end: 40 });
    buckets.addBad(12, q('failed'));
    const mean = buckets.points('mean');
    assert.deepEqual([...mean.ts], [0, 10, 20]);
    assert.deepEqual([...mean.values], [6, NONE, NONE]);
    assert.deepEqual([...mean.quality], [q('good'), q('failed'), q('missing')]);
    assert.deepEqual([...buckets.points('max').values], [8, NONE, NONE]);
    assert.deepEqual([...buckets.points('energy').values], [NONE, NONE, NONE]);
  });
});

describe('points that are thinned', () => {
  it('are never more than asked for, also where they begin before the window or come in heaps', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    for (let round = 0; round < 200; round++) {
      const length = 3 + Math.floor(random() * 400);
      let ts = -50 + Math.floor(random() * 60);
      const all = points(
        Array.from({ length }, () => {
          ts += Math.floor(random() ** 4 * 40);
          return [ts, random() < 0.1 ? NONE : Math.round(random() * 1000)];
        }),
      );
      const max = 3 + Math.floor(random() * 60);
      const kept = thin(all, max, { start: 0, end: 1000 });
      assert.ok(kept.ts.length <= Math.max(max, 3), `${kept.ts.length} of ${max}`);
      const known = (values: Float64Array) => [...values].filter((value) => !Number.isNaN(value));
      assert.equal(Math.max(...known(kept.values)), Math.max(...known(all.values)));
      assert.equal(Math.min(...known(kept.values)), Math.min(...known(all.values)));
      assert.equal(kept.values.some(Number.isNaN), all.values.some(Number.isNaN));
      assert.deepEqual(
        [...kept.ts],
        [...kept.ts].sort((a, b) => a - b),
      );
    }
  });
});

describe('the resolution', () => {
  it('that was asked for stays for values, which can be thinned, but not for what adds up', () => {
    const max = { seriesSources: 20, points: 2000 };
    assert.equal(maxPeriods('auto', { ...max, addsUp: false }), 2000);
    assert.equal(maxPeriods('hour', { ...max, addsUp: true }), 2000);
    assert.equal(maxPeriods('hour', { ...max, addsUp: false }), 50_000);
    assert.equal(maxPeriods('15m', { seriesSources: 500, points: 1000, addsUp: false }), 2000);
    assert.equal(maxPeriods('day', { seriesSources: 1, points: 5000, addsUp: true }), 4999);
  });

  it('suits the window, and is coarser where points would be too many', () => {
    const wish = (energy: boolean, number = 2000) => ({ energy, points: number });
    assert.equal(chooseResolution('auto', DAY, wish(false)), 'raw');
    assert.equal(chooseResolution('auto', DAY, wish(true)), '15m');
    assert.equal(chooseResolution('auto', 365 * DAY, wish(false)), 'day');
    assert.equal(chooseResolution('auto', 25 * 3_600_000, wish(true)), '15m');
    assert.equal(chooseResolution('hour', 365 * DAY, wish(false, 5000)), 'day');
    assert.equal(chooseResolution('month', 366 * DAY, wish(true, 12)), 'month');
    assert.equal(chooseResolution('hour', 25 * 3_600_000, wish(true, 25)), 'hour');
    assert.equal(chooseResolution('hour', 31 * DAY, wish(false)), 'hour');
    assert.equal(chooseResolution('raw', 365 * DAY, wish(false)), 'raw');
    assert.equal(chooseResolution('raw', DAY, wish(true)), '15m');
  });
});

describe('raw series', () => {
  it('break at a silence, also where older readings stand further apart', () => {
    const fine = Array.from({ length: 10 }, (_, i): [number, number] => [i * MINUTE, 1]);
    const coarse = Array.from({ length: 10 }, (_, i): [number, number] => [10 * MINUTE + i * 5 * MINUTE, 2]);
    assert.equal(markGaps(points([...fine, ...coarse]), MINUTE).ts.length, 20);
    const gone = coarse.filter((_, i) => i < 3 || i > 6);
    const marked = markGaps(points([...fine, ...gone]), MINUTE);
    assert.equal(marked.ts.length, 17);
    assert.equal(marked.ts[13], 21 * MINUTE);
    assert.ok(Number.isNaN(marked.values[13]));
  });

  it('keep the least, the greatest and the gap of each pixel', () => {
    const list = Array.from({ length: 10_000 }, (_, i): [number, number] => [i, Math.sin(i / 50)]);
    list[5000] = [5000, 77];
    list[5001] = [5001, NONE];
    const few = thin(points(list), 300, { start: 0, end: 10_000 });
    assert.ok(few.ts.length <= 300);
    assert.ok(few.values.includes(77));
    assert.ok(few.values.some((value) => Number.isNaN(value)));
    assert.ok(few.ts.every((ts, i) => i === 0 || ts > (few.ts[i - 1] ?? 0)));
    const some = points(list.slice(0, 10));
    assert.equal(thin(some, 10, { start: 0, end: 10 }), some);
  });
});

describe("a plant's own series", () => {
  it('adds what is there and marks what is partial; sleep is not absence', () => {
    const ts = Float64Array.of(1, 2, 3, 4, 5);
    const sources = [
      {
        ts,
        since: 0,
        values: Float64Array.of(1, 2, NONE, NONE, NONE),
        quality: Uint8Array.of(0, 0, 3, 2, 2),
      },
      {
        ts,
        since: 2,
        values: Float64Array.of(NONE, NONE, NONE, 7, NONE),
        quality: Uint8Array.of(3, 3, 3, 0, 2),
      },
    ];
    const { values, quality } = combineSources(sources, 'sum');
    assert.deepEqual([...values], [1, 2, NONE, 7, NONE]);
    assert.deepEqual([...quality], [0, q('stale'), q('missing'), 0, q('asleep')]);
    const both = sources.map((source) => ({ ...source, values: Float64Array.of(4, 6, NONE, NONE, NONE) }));
    assert.deepEqual([...combineSources(both, 'mean').values].slice(0, 2), [4, 6]);
  });

  it('is the sum of shares, and the mean of what sensors see of the same thing', () => {
    for (const share of ['ac_power_kw', 'energy_export_kwh', 'gas_flow_m3h', 'water_flow_m3s'] as const)
      assert.equal(plantRule(share), 'sum', share);
    for (const seen of ['irradiance_poa_wm2', 'ambient_temperature_c', 'water_level_m'] as const)
      assert.equal(plantRule(seen), 'mean', seen);
    assert.equal(plantRule('device_state'), null);
  });

  it('brings sources that are read at different moments together', () => {
    const one = {
      points: points([
        [1000, 10],
        [61_000, 12],
      ]),
      since: 0,
      interval_s: 60,
    };
    const two = {
      points: points([
        [59_000, 5],
        [121_000, 6],
      ]),
      since: 0,
      interval_s: 60,
    };
    const [a, b] = alignSources([one, two], MINUTE);
    assert.deepEqual([...(a?.ts ?? [])], [0, MINUTE, 2 * MINUTE]);
    assert.deepEqual([...(a?.values ?? [])], [10, 12, 12]);
    assert.deepEqual([...(b?.values ?? [])], [5, 5, 6]);
  });

  it('comes from the production meter, else from what makes power', () => {
    const make = (
      category: 'inverter' | 'production_meter' | 'exchange_meter',
      ...quantities: Quantity[]
    ) => ({
      category,
      enabled: true,
      slots: quantities.map((quantity, slot) => {
        const kind = quantity.startsWith('energy_') ? ('counter' as const) : ('gauge' as const);
        return { slot, kind, quantity };
      }),
    });
    const inverter = make('inverter', 'dc_power_kw', 'ac_power_kw');
    const meter = make('production_meter', 'energy_export_kwh');
    const exchange = make('exchange_meter', 'ac_power_kw', 'energy_export_kwh', 'energy_import_kwh');
    const all = [inverter, meter, exchange];
    assert.deepEqual(plantSources(all, 'ac_power_kw'), [{ device: inverter, slot: 1 }]);
    assert.deepEqual(plantSources(all, 'energy_export_kwh'), [{ device: meter, slot: 0 }]);
    assert.deepEqual(plantSources([inverter, exchange], 'energy_export_kwh'), [
      { device: inverter, slot: 1 },
    ]);
    assert.deepEqual(plantSources(all, 'energy_import_kwh'), [{ device: exchange, slot: 2 }]);
    const twoSensors = make('inverter', 'irradiance_poa_wm2', 'frequency_hz', 'irradiance_poa_wm2');
    assert.deepEqual(
      plantSources([twoSensors], 'irradiance_poa_wm2').map((source) => source.slot),
      [0, 2],
    );
    const both = make('inverter', 'ac_power_kw', 'energy_export_kwh');
    const mute = { ...both, slots: both.slots.map((slot) => ({ ...slot, heard: slot.slot === 0 })) };
    assert.deepEqual(plantSources([both], 'energy_export_kwh'), [{ device: both, slot: 1 }]);
    assert.deepEqual(plantSources([mute], 'energy_export_kwh'), [{ device: mute, slot: 0 }]);
    const fresh = { ...both, slots: both.slots.map((slot) => ({ ...slot, heard: false })) };
    assert.deepEqual(plantSources([fresh], 'energy_export_kwh'), [{ device: fresh, slot: 1 }]);
    const counter = { ...mute, slots: mute.slots.slice(1) };
    assert.deepEqual(plantSources([counter], 'energy_export_kwh'), [{ device: counter, slot: 1 }]);
    const off = { ...meter, enabled: false };
    assert.deepEqual(plantSources([inverter, off], 'energy_export_kwh'), [{ device: inverter, slot: 1 }]);
    assert.deepEqual(plantSources([off], 'energy_export_kwh'), [{ device: off, slot: 0 }]);
    const gauge = {
      ...inverter,
      slots: [{ slot: 0, kind: 'gauge' as const, quantity: 'energy_export_kwh' as const }],
    };
    assert.deepEqual(plantSources([gauge], 'energy_export_kwh'), []);
  });
});
