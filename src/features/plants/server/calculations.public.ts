import type { Tx } from '../../../shared/server/tenancy.ts';
import { lockCalculations } from './device-changes.repository.ts';

/**
 * One calculation of a company at a time, and none while its definitions, or the devices that they count on, change; until
 * the transaction ends. Whoever holds rows of devices as well takes this first: two changes then wait for one another
 * instead of for ever.
 */
export async function holdCalculations(tx: Tx): Promise<void> {
  await lockCalculations(tx);
}

/**
 * Looks at what is calculated with devices before they change; what it answers judges the change afterwards: it refuses
 * it, or says which further devices it changed.
 */
export type ChangeWatch = (
  tx: Tx,
  device_ids: readonly number[],
) => Promise<() => Promise<readonly number[]>>;

let watch: ChangeWatch | undefined;

/** Has every change of devices judged by `by`: rooms that count on devices stand above this one, which cannot ask them. */
export function checkChange(by: ChangeWatch): void {
  watch = by;
}

/** Begins to watch a change of these devices, for whoever counts on them. */
export async function watchChange(
  tx: Tx,
  device_ids: readonly number[],
): Promise<() => Promise<readonly number[]>> {
  if (!watch || device_ids.length === 0) return async () => [];
  return watch(tx, device_ids);
}
