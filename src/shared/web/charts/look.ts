import type { DrawnSeries } from './chart.model.ts';
import { huesFor, type Scheme, variantOf } from './colours.model.ts';
import { unitsOf } from './unit-guard.model.ts';

/** The colours of the page, as the theme in force gives them. */
export interface Palette {
  scheme: Scheme;
  text: string;
  muted: string;
  border: string;
  surface: string;
  brand: string;
  raised: string;
}

export function paletteOf(place: Element, scheme: Scheme): Palette {
  const style = getComputedStyle(place);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    scheme,
    text: of('--text'),
    muted: of('--text-muted'),
    border: of('--border'),
    surface: of('--surface'),
    brand: of('--brand'),
    raised: of('--raised'),
  };
}

/** A series with the look that it keeps while others are hidden. */
export interface StyledSeries {
  drawn: DrawnSeries;
  colour: string;
  dash: 'solid' | 'dashed' | 'dotted';
}

export interface AxisLook {
  unit: string;
  line: string;
  label: string;
}

/** Colours for all series of a chart, hidden ones included, so that hiding one recolours none. */
export function styleAll(all: readonly DrawnSeries[], scheme: Scheme): StyledSeries[] {
  const units = unitsOf(all.map((one) => one.series));
  const hues = huesFor(units, scheme);
  const seen = new Map<string, number>();
  return all.map((drawn) => {
    const { unit } = drawn.series;
    const n = seen.get(unit) ?? 0;
    seen.set(unit, n + 1);
    return { drawn, ...variantOf(hues.get(unit)?.line ?? '#475467', n) };
  });
}

export function axesOf(all: readonly DrawnSeries[], scheme: Scheme): AxisLook[] {
  const units = unitsOf(all.map((one) => one.series));
  const hues = huesFor(units, scheme);
  return units.map((unit) => ({ unit, line: '#475467', label: '#475467', ...hues.get(unit) }));
}
