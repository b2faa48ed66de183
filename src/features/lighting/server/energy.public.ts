import type { Tx } from '../../../shared/server/tenancy.ts';
import { type PowerAt, sharesOfHours } from '../energy.model.ts';
import { addHours } from './used-energy.repository.ts';

/** Two readings of a box's power. */
export interface PowerStep {
  readonly box_id: number;
  readonly previous: PowerAt;
  readonly next: PowerAt;
}

/** Counts what boxes used between two readings of their power each; nothing where they are too far apart. */
export async function noteEnergy(tx: Tx, steps: readonly PowerStep[]): Promise<void> {
  await addHours(
    tx,
    steps.flatMap(({ box_id, previous, next }) =>
      sharesOfHours(previous, next).map((share) => ({ ...share, box_id })),
    ),
  );
}
