import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Checker, checkReadings, type KnownDevice } from './ingest.model.ts';
import { parseInstant } from './instants.model.ts';

const NOW = Date.parse('2026-06-01T10:00:00Z');
const inverter: KnownDevice = {
  device_id: 5,
  name: 'P1/INV1',
  slots: new Map([
    ['ac_power_kw', 0],
    ['energy_total_kwh', 2],
  ]),
  length: 3,
};
const field = { find: (name: string) => (name === 'INV1' || name === 'P1/INV1' ? inverter : undefined) };
const check = (readings: unknown[]) => checkReadings(readings, new Checker(field, NOW));
const ts = '2026-06-01T10:00:00Z';

describe('a delivery', () => {
  it('becomes rows by slot, duplicates merged, null storing nothing', () => {
    const { rows, stored, refused } = check([
      { device: 'INV1', ts, values: { ac_power_kw: 1 } },
      { device: 'P1/INV1', ts: NOW, values: { ac_power_kw: 2, energy_total_kwh: null } },
      { device: 'INV1', ts: '2026-06-01T12:00:00.000+02:00', values: { energy_total_kwh: 9 } },
      { device: 'INV1', ts: NOW - 1000, values: { ac_power_kw: null } },
    ]);
    assert.deepEqual([stored, refused, rows.length], [3, 0, 1]);
    assert.deepEqual([...(rows[0]?.values ?? [])], [2, Number.NaN, 9]);
    assert.equal(rows[0]?.ts, NOW);
  });

  it('names each bad reading with its place and reason, and keeps the good ones beside it', () => {
    const { rows, stored, refused, errors } = check([
      { device: 'INV9', ts, values: { ac_power_kw: 1, energy_total_kwh: 2 } },
      { device: 'INV1', ts, values: { ac_power_kw: 'NaN', energy_total_kwh: 7 } },
      { device: 'INV1', ts, values: { frequency_hz: 50 } },
      { device: 'INV1', ts: '2026-06-01T10:00:00', values: { ac_power_kw: 1 } },
      { device: 'INV1', ts: NOW + 11 * 60_000, values: { ac_power_kw: 1 } },
      { device: 'INV1', ts: NOW / 1000, values: { ac_power_kw: 1 } },
      { device: 'INV1', ts, values: [1] },
      null,
      'INV1',
      { device: { $ne: null }, ts, values: { ac_power_kw: 1 } },
      {
        device: 'INV1',
        ts: NOW - 60_000,
        values: { ac_power_kw: Number.POSITIVE_INFINITY, energy_total_kwh: true },
      },
    ]);
    assert.deepEqual([stored, refused], [1, 13]);
    assert.deepEqual(
      rows.map((row) => [...row.values]),
      [[Number.NaN, Number.NaN, 7]],
    );
    assert.deepEqual(
      errors.map((error) => [error.row, error.variable, error.reason.split(' ').slice(0, 2).join(' ')]),
      [
        [0, null, 'unknown device'],
        [1, 'ac_power_kw', 'value must'],
        [2, 'frequency_hz', 'unknown variable'],
        [3, null, 'ts must'],
        [4, null, 'ts is'],
        [5, null, 'ts looks'],
        [6, null, 'values must'],
        [7, null, 'values must'],
        [8, null, 'values must'],
        [9, null, 'unknown device'],
        [10, 'ac_power_kw', 'value must'],
        [10, 'energy_total_kwh', 'value must'],
      ],
    );
  });

  it('says which unit a number of ticks looks like when it is not milliseconds', () => {
    const { stored, errors } = check(
      [NOW / 1000, NOW * 1000, NOW * 1e6, 12, NOW - 500 * 86_400_000].map((ticks) => ({
        device: 'INV1',
        ts: ticks,
        values: { ac_power_kw: 1 },
      })),
    );
    assert.equal(stored, 0);
    assert.deepEqual(
      errors.map(({ code }) => code),
      ['looks_like_s', 'looks_like_us', 'looks_like_ns', 'too_old', 'too_old'],
    );
    assert.equal(errors[0]?.reason, 'ts looks like seconds: send milliseconds');
  });

  it('takes how each value is along with it, and a missing or failed one without a value', () => {
    const { rows, stored, refused } = check([
      {
        device: 'INV1',
        ts,
        values: { ac_power_kw: 3, energy_total_kwh: null },
        quality: { ac_power_kw: 'stale', energy_total_kwh: 'failed' },
      },
      { device: 'INV1', ts: NOW - 1000, quality: { ac_power_kw: 'missing' } },
      { device: 'INV1', ts: NOW - 2000, values: { ac_power_kw: 4 }, quality: { ac_power_kw: 'good' } },
      { device: 'INV1', ts: NOW - 3000, values: { ac_power_kw: null }, quality: {} },
    ]);
    assert.deepEqual([stored, refused], [4, 0]);
    assert.deepEqual(
      rows.map((row) => [row.ts - NOW, [...row.values], row.quality && [...row.quality]]),
      [
        [-2000, [4, Number.NaN, Number.NaN], null],
        [-1000, [Number.NaN, Number.NaN, Number.NaN], [3, 0, 0]],
        [0, [3, Number.NaN, Number.NaN], [1, 0, 4]],
      ],
    );
  });

  it('refuses a quality that is none, and one that contradicts its value', () => {
    const of = (quality: unknown, values: unknown = { ac_power_kw: 1 }) =>
      check([{ device: 'INV1', ts, values, quality }]).errors.map(({ code }) => code);
    assert.deepEqual(of({ ac_power_kw: 'excellent' }), ['bad_quality']);
    assert.deepEqual(of({ ac_power_kw: 4 }), ['bad_quality']);
    assert.deepEqual(of('good'), ['bad_quality']);
    assert.deepEqual(of({ ac_power_kw: 'failed' }), ['value_without_quality']);
    assert.deepEqual(of({ ac_power_kw: 'stale' }, { ac_power_kw: null }), ['quality_without_value']);
    assert.deepEqual(of({ frequency_hz: 'failed' }, {}), ['unknown_variable']);
    assert.deepEqual(of({ ac_power_kw: 'stale' }, { ac_power_kw: 1e30 }), ['out_of_range']);
  });

  it('counts what it refuses by device and reason, however many names a stranger thinks of', () => {
    const strangers = Array.from({ length: 5000 }, (_, i) => ({
      device: `${i}\u0000${'x'.repeat(200)}`,
      ts,
      values: { ac_power_kw: 1 },
    }));
    const { tally, refused } = check([
      { device: 'INV1', ts, values: { a: 1, b: 2 } },
      { device: 'INV9', ts, values: { a: 1, b: 2 } },
      ...strangers,
    ]);
    assert.deepEqual(tally.slice(0, 2), [
      { device: 'INV1', reason: 'unknown_variable', count: 2 },
      { device: 'INV9', reason: 'unknown_device', count: 2 },
    ]);
    assert.ok(tally.length <= 201);
    assert.ok(tally.every(({ device }) => device.length <= 80 && !device.includes('\0')));
    assert.equal(
      tally.reduce((sum, { count }) => sum + count, 0),
      refused,
    );
  });

  it('refuses figures that nothing measures', () => {
    const { rows, stored, errors } = check([
      { device: 'INV1', ts, values: { ac_power_kw: 1e30, energy_total_kwh: -1e15 } },
      { device: 'INV1', ts, values: { energy_total_kwh: 9.9e14 } },
    ]);
    assert.deepEqual([stored, rows[0]?.values[2]], [1, 9.9e14]);
    assert.deepEqual(
      errors.map(({ variable, reason }) => [variable, reason.split(':')[0]]),
      [
        ['ac_power_kw', 'out_of_range'],
        ['energy_total_kwh', 'out_of_range'],
      ],
    );
  });

  it('lists a hundred bad readings and counts all', () => {
    const { refused, errors } = check(
      Array.from({ length: 250 }, () => ({ device: 'X', ts, values: { a: 1 } })),
    );
    assert.deepEqual([refused, errors.length], [250, 100]);
  });

  it('reads instants with an offset and nothing else', () => {
    assert.equal(parseInstant('2026-06-01T12:00+02:00'), NOW);
    assert.equal(parseInstant('2026-06-01T10:00:00.5Z'), NOW + 500);
    for (const wrong of [
      '2026-02-30T10:00:00Z',
      '2026-06-01',
      'now',
      '2026-06-01T25:00:00Z',
      {},
      null,
      Number.NaN,
    ])
      assert.equal(parseInstant(wrong), undefined, String(wrong));
  });
});
