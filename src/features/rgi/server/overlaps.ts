import { AppError } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { MAX_ITEMS, type Period, sharedBy } from '../rgi.model.ts';
import { listOthers } from './rgi.repository.ts';

/** A period of another entry. */
export interface OtherPeriod extends Period {
  readonly name: string;
}

/** Refuses more periods than an entry may have. @throws AppError invalid */
export function assertNotTooMany(items: readonly Period[]): void {
  if (items.length <= MAX_ITEMS) return;
  const message = 'An entry has 2,000 periods at most';
  throw new AppError('invalid', message, {
    errors: [{ path: 'items', message, code: 'too_many_periods', params: {} }],
  });
}

/** Periods of a plant's other entries that share time with some of these, by their start. */
export async function overlapping(
  tx: Tx,
  of: { readonly plant_id: number; readonly but?: readonly number[] },
  items: readonly Period[],
): Promise<OtherPeriod[]> {
  const start = items.reduce((least, item) => Math.min(least, item.start), items[0]?.start ?? 0);
  const end = items.reduce((most, item) => Math.max(most, item.end), 0);
  const isShared = sharedBy(items);
  const others = await listOthers(tx, { ...of, start, end });
  return others
    .map(({ name, start_at, end_at, working }) => ({
      name,
      start: start_at.getTime(),
      end: end_at.getTime(),
      working,
    }))
    .filter((other) => isShared(other.start, other.end));
}
