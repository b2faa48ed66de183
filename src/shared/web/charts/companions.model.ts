import { spellUnit } from '../../units/units.ts';
import type { ChartSeries } from './series.model.ts';

/** A series with what was expected of it, as a line of its own that accompanies it. */
function withExpected(series: ChartSeries, words: string): ChartSeries[] {
  const { expected, ...rest } = series;
  if (!expected) return [series];
  const { states: _states, marked: _marked, ...bare } = rest;
  const line: ChartSeries = {
    ...bare,
    id: `${series.id} expected`,
    label: `${series.label} – ${words}`,
    shape: 'line',
    values: expected,
    beside: { as: 'expected', id: series.id },
  };
  return [rest, line];
}

/** All lines and bars of a chart, their units spelled: each series and, behind it, what was expected of it. */
export const withCompanions = (series: readonly ChartSeries[], words: { expected: string }): ChartSeries[] =>
  series
    .map((one) => ({ ...one, unit: spellUnit(one.unit) }))
    .flatMap((one) => withExpected(one, words.expected));
