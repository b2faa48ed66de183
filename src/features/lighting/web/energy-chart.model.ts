import type { Answer } from '../../../shared/web/api/call-key.ts';
import { bucketEnd } from '../../../shared/web/charts/window.model.ts';
import type { boxesCalls } from '../boxes.contract.ts';
import { litHours } from '../lit.model.ts';

export type ResultData = Answer<(typeof boxesCalls)['resultData']>;

interface Part {
  /** Null: the energy of the box. */
  readonly line: number | null;
  readonly at: readonly number[];
  readonly values: readonly (number | null)[];
}

/** What is drawn of a box: its energy, and the hours of each line of which something was read. What is to come is not missing. */
export function chartPartsOf(
  { series, resolution }: ResultData,
  { now, zone }: { readonly now: number; readonly zone: string },
): Part[] {
  const [energy, ...lines] = series;
  const all = (energy?.ts ?? []).map((at) => Date.parse(at));
  const at = all.filter((start) => start < now);
  const last = at.at(-1);
  if (last === undefined) return [];
  const borders = [...at, all[at.length] ?? bucketEnd(last, resolution, zone, 0)];
  const lit = lines.flatMap(({ ts, values }, i) => {
    const changes = ts.map((one, nth) => ({ at_ms: Date.parse(one), is_on: values[nth] === 1 }));
    return changes.length === 0 ? [] : [{ line: i + 1, at, values: litHours(changes, borders, now) }];
  });
  return [{ line: null, at, values: (energy?.values ?? []).slice(0, at.length) }, ...lit];
}
