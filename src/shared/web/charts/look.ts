import { huesFor, isAlike, nextLook, type Scheme, variableColour } from './colours.model.ts';
import type { DrawnSeries } from './series.model.ts';
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
  /** Hatches of what a person declared bad. */
  marked: string;
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
    marked: scheme === 'dark' ? '#C58BF2' : '#8238B5',
  };
}

/** A series with the look that it keeps while others are hidden. */
export interface StyledSeries {
  drawn: DrawnSeries;
  colour: string;
  dash: 'solid' | 'dashed' | 'dotted';
  opacity: number;
  /** Pixels. */
  width: number;
}

export interface AxisLook {
  unit: string;
  line: string;
  label: string;
}

const LOOKS = {
  own: { opacity: 1, width: 1.75 },
  expected: { dash: 'dashed', opacity: 0.9, width: 1.5 },
  compared: { dash: 'dotted', opacity: 0.7, width: 1.5 },
} as const;

/**
 * Colours for all series of a chart, hidden ones included, so that hiding one recolours none. The first of a unit has its
 * variable's colour or its unit's, further ones theirs where it looks like no other, else a hue that is not in use. What
 * accompanies another takes its hue: expected values dashed, compared ones dotted and paler.
 */
export function styleAll(all: readonly DrawnSeries[], scheme: Scheme): StyledSeries[] {
  const hues = huesFor(unitsOf(all.map((one) => one.series)), scheme);
  const own = new Map<string, StyledSeries>();
  const put = (drawn: DrawnSeries, look: Pick<StyledSeries, 'colour' | 'dash'>) =>
    own.set(drawn.series.id, { drawn, ...look, ...LOOKS.own });
  const inUse = () => [...own.values()];
  const further: DrawnSeries[] = [];
  const units = new Set<string>();
  for (const drawn of all) {
    const { unit, colour, beside } = drawn.series;
    if (beside) continue;
    const wanted = variableColour(colour, scheme) ?? (units.has(unit) ? undefined : hues.get(unit)?.line);
    units.add(unit);
    const isFree =
      wanted &&
      !isAlike(
        wanted,
        inUse().map((one) => one.colour),
      );
    if (isFree) put(drawn, { colour: wanted, dash: 'solid' });
    else further.push(drawn);
  }
  for (const drawn of further) put(drawn, nextLook(inUse(), scheme));
  return all.map((drawn) => {
    const { beside, unit, id } = drawn.series;
    const self = own.get(id);
    if (!beside && self) return self;
    const colour = own.get(beside?.id ?? '')?.colour ?? hues.get(unit)?.line ?? '#475467';
    return { drawn, colour, ...LOOKS[beside?.as ?? 'expected'] };
  });
}

export function axesOf(all: readonly DrawnSeries[], scheme: Scheme): AxisLook[] {
  const units = unitsOf(all.map((one) => one.series));
  const hues = huesFor(units, scheme);
  return units.map((unit) => ({ unit, line: '#475467', label: '#475467', ...hues.get(unit) }));
}
