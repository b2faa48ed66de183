import type { Tx } from '../../../shared/server/tenancy.ts';
import type { Period } from '../rgi.model.ts';
import { listOthers } from './rgi.repository.ts';

/** A period of another entry. */
export interface OtherPeriod extends Period {
  readonly name: string;
}

/** Periods of a plant's other entries that share time with some of these, by their start. */
export async function overlapping(
  tx: Tx,
  of: { readonly plant_id: number; readonly but?: readonly number[] },
  items: readonly Period[],
): Promise<OtherPeriod[]> {
  const ordered = items.toSorted((a, b) => a.start - b.start);
  const [start, end] = [ordered[0]?.start ?? 0, Math.max(0, ...items.map((item) => item.end))];
  const others = await listOthers(tx, { ...of, start, end });
  return others
    .map(({ name, start_at, end_at, working }) => ({
      ...{ name, start: start_at.getTime(), end: end_at.getTime(), working },
    }))
    .filter((other) => ordered.some((item) => item.start < other.end && other.start < item.end));
}
