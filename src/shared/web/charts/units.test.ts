import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { draw } from './chart.model.ts';
import type { ChartSeries } from './series.model.ts';
import { inShownUnit, shownUnits } from './units.model.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-05-31T22:00:00Z');
const frame = {
  window: { start_at: START, end_at: START + 2 * DAY },
  now: START + 9 * DAY,
  zone: 'Europe/Rome',
};
const of = (unit: string, values: (number | null)[]) => {
  const series: ChartSeries = {
    id: `${unit} ${values}`,
    label: unit,
    unit,
    decimals: 1,
    shape: 'bar',
    step: 'day',
    step_s: 86_400,
    at: values.map((_, i) => START + i * DAY),
    values,
  };
  return draw(series, frame);
};

describe('shown units', () => {
  it('makes one choice for a unit by the largest value of all its series', () => {
    const all = [of('kWh', [500, null]), of('kWh', [900_000, 3])];
    const shown = shownUnits(all);
    assert.deepEqual([...shown], [['kWh', { unit: 'MWh', factor: 1000 }]]);
    const [small, large] = all.map((one) => inShownUnit(one, shown));
    assert.deepEqual([...(small?.points.value.subarray(0, 2) ?? [])], [0.5, Number.NaN]);
    assert.deepEqual([...(large?.points.value.subarray(0, 2) ?? [])], [900, 0.003]);
    assert.equal(large?.series.unit, 'MWh');
    assert.equal(large?.series.decimals, 2);
    assert.equal(all[1]?.points.value[0], 900_000);
  });

  it('takes GWh and MW where they are due, and leaves small values and other units alone', () => {
    assert.deepEqual(shownUnits([of('kWh', [20_000_000])]).get('kWh'), { unit: 'GWh', factor: 1e6 });
    assert.deepEqual(shownUnits([of('kW', [10_000])]).get('kW'), { unit: 'MW', factor: 1000 });
    assert.equal(shownUnits([of('kW', [999]), of('W/m²', [20_000])]).size, 0);
  });

  it('does not take a unit that another series declares', () => {
    assert.equal(shownUnits([of('kWh', [50_000]), of('MWh', [3])]).size, 0);
  });
});
