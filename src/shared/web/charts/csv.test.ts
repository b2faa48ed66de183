import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { draw } from './chart.model.ts';
import { csvOf, plainNumber } from './csv.model.ts';
import type { ChartSeries } from './series.model.ts';

const QUARTER = 900_000;
const START = Date.parse('2026-10-24T23:45:00Z'); // 01:45 in Rome, 15 minutes before the clocks go back
const window = { start_at: START, end_at: START + 10 * QUARTER };
const make = (label: string, unit: string, values: (number | null)[], skip: number[] = []): ChartSeries => {
  const kept = values.map((value, i) => ({ value, i })).filter(({ i }) => !skip.includes(i));
  return {
    id: label,
    label,
    unit,
    decimals: 2,
    shape: 'line',
    step: '15m',
    step_s: 900,
    at: kept.map(({ i }) => START + i * QUARTER),
    values: kept.map(({ value }) => value),
  };
};
const words = { time: 'Data e ora', offset: 'UTC', recovered: 'al ritorno del contatore' };
const frame = { window, now: window.end_at, zone: 'Europe/Rome' };
const ten = Array.from({ length: 10 }, (_, i) => 1000.5 + i);

describe('CSV of a chart', () => {
  it('writes a decimal comma and semicolons in Italian, and the doubled hour with its offset', () => {
    const drawn = [draw(make('Potenza AC', 'kW', ten), frame)];
    const view = { start_at: START, end_at: START + 6 * QUARTER };
    const text = csvOf({ series: drawn, view, zone: frame.zone, locale: 'it-IT', words });
    assert.deepEqual(text.split('\r\n'), [
      'Data e ora (Europe/Rome);UTC;Potenza AC (kW)',
      '25/10/2026 01:45;+02:00;1000,5',
      '25/10/2026 02:00;+02:00;1001,5',
      '25/10/2026 02:15;+02:00;1002,5',
      '25/10/2026 02:30;+02:00;1003,5',
      '25/10/2026 02:45;+02:00;1004,5',
      '25/10/2026 02:00;+01:00;1005,5',
      '',
    ]);
  });

  it('leaves gaps empty and writes only the view', () => {
    const power = draw(make('AC, power', 'kW', ten, [2, 3]), frame);
    const sun = draw(
      make(
        'Sun',
        'W/m²',
        ten.map((value, i) => (i === 1 ? null : value)),
      ),
      frame,
    );
    const view = { start_at: START + QUARTER, end_at: START + 4 * QUARTER };
    const text = csvOf({ series: [power, sun], view, zone: frame.zone, locale: 'en-GB', words });
    assert.deepEqual(text.split('\r\n'), [
      'Data e ora (Europe/Rome),UTC,"AC, power (kW)",Sun (W/m²)',
      '25/10/2026 02:00,+02:00,1001.5,',
      '25/10/2026 02:15,+02:00,,1002.5',
      '25/10/2026 02:30,+02:00,,1003.5',
      '',
    ]);
  });

  it('disarms what a spreadsheet would run, and leaves negative figures numbers', () => {
    const series = [draw(make('x;=HYPERLINK("x")', '', ten), frame)];
    const text = csvOf({ series, view: window, zone: frame.zone, locale: 'en-GB', words });
    assert.match(text, /,"x;'=HYPERLINK\(""x""\)"\r\n/);
    assert.equal(plainNumber(-3.25, 2, true), '-3,25');
    assert.equal(plainNumber(-0.001, 2, false), '0');
    assert.equal(plainNumber(12345678.9, 2, true), '12345678,9');
    assert.equal(plainNumber(1200, 0, true), '1200');
  });
});
