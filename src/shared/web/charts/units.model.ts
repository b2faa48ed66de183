import { type Shown, shownIn } from '../../units/units.ts';
import type { DrawnSeries } from './series.model.ts';

/** The largest size of each unit's values; 0 where there is none. */
function largestOf(all: readonly DrawnSeries[]): Map<string, number> {
  const largest = new Map<string, number>();
  for (const { series, points } of all) {
    let max = largest.get(series.unit) ?? 0;
    for (let i = 0; i < points.length; i++) {
      const size = Math.abs(points.value[i] ?? 0);
      if (size > max) max = size;
    }
    largest.set(series.unit, max);
  }
  return largest;
}

/**
 * How each declared unit of a chart is shown: one choice by its largest value, the same for its axis, legend, tooltip
 * and table. A unit that another series declares itself is not taken: two axes would bear one name.
 * @returns by declared unit the unit shown and what values are divided by; units shown as declared are absent
 */
export function shownUnits(all: readonly DrawnSeries[]): Map<string, Shown> {
  const largest = largestOf(all);
  const shown = new Map<string, Shown>();
  for (const [unit, max] of largest) {
    const larger = shownIn(unit, max);
    if (larger.factor > 1 && !largest.has(larger.unit)) shown.set(unit, larger);
  }
  return shown;
}

/** A series in the unit in which its chart shows it. The declared series stays as it is, for the CSV. */
export function inShownUnit(drawn: DrawnSeries, shown: ReadonlyMap<string, Shown>): DrawnSeries {
  const scale = shown.get(drawn.series.unit);
  if (!scale) return drawn;
  const points = { ...drawn.points, value: drawn.points.value.map((value) => value / scale.factor) };
  return {
    ...drawn,
    points,
    series: { ...drawn.series, unit: scale.unit, decimals: Math.max(2, drawn.series.decimals) },
  };
}
