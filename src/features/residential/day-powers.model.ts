import type { HomePowers } from './home-energies.contract.ts';

type PowerName = HomePowers['series'][number]['name'];
export interface PowerLine {
  readonly name: PowerName | 'used';
  readonly at: readonly number[];
  readonly values: readonly (number | null)[];
}

/** What the house took: made, and out of the battery, less fed in; null where one of them is not known. */
function usedOf(lines: ReadonlyMap<PowerName, PowerLine>): PowerLine | undefined {
  const [produced, grid, battery] = [lines.get('produced'), lines.get('grid'), lines.get('battery')];
  if (!produced || !grid) return undefined;
  const values = produced.values.map((made, i) => {
    const [fed, out] = [grid.values[i] ?? null, battery ? (battery.values[i] ?? null) : 0];
    return made === null || fed === null || out === null ? null : Math.max(0, made + out - fed);
  });
  return { name: 'used', at: produced.at, values };
}

/** A home's powers of a day as lines, with what the house took. */
export function linesOf({ series }: Pick<HomePowers, 'series'>): PowerLine[] {
  const lines = series.map(({ name, ts, values }) => ({ name, at: ts.map((at) => Date.parse(at)), values }));
  const used = usedOf(new Map(lines.map((line) => [line.name, line])));
  const known = (line: PowerLine) => line.values.some((value) => value !== null);
  return [...lines, ...(used ? [used] : [])].filter(known);
}
