import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkReadings, type KnownDevice, parseInstant } from './ingest.model.ts';

const NOW = Date.parse('2026-06-01T10:00:00Z');
const inverter: KnownDevice = {
  device_id: 5,
  slots: new Map([
    ['ac_power_kw', 0],
    ['energy_total_kwh', 2],
  ]),
  length: 3,
};
const field = { find: (name: string) => (name === 'INV1' || name === 'P1/INV1' ? inverter : undefined) };
const check = (readings: unknown[]) => checkReadings(readings, field, NOW);
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
        [5, null, 'ts is'],
        [6, null, 'values must'],
        [7, null, 'values must'],
        [8, null, 'values must'],
        [9, null, 'unknown device'],
        [10, 'ac_power_kw', 'value must'],
        [10, 'energy_total_kwh', 'value must'],
      ],
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
