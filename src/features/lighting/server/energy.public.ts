import type { Tx } from '../../../shared/server/tenancy.ts';
import { type PowerAt, sharesOfHours } from '../energy.model.ts';
import { addHours } from './used-energy.repository.ts';

/** Counts what a box used between two readings of its power; nothing where they are too far apart. */
export async function noteEnergy(
  tx: Tx,
  box_id: number,
  { previous, next }: { readonly previous: PowerAt; readonly next: PowerAt },
): Promise<void> {
  const hours = sharesOfHours(previous, next);
  if (hours.length > 0) await addHours(tx, box_id, hours);
}
