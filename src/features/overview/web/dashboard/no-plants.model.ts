/** Why a company shows no plant to a reader, as far as it is known. */
export type NoPlantsHint = 'none_hint' | 'first_step' | 'all_archived';

/**
 * What whoever sees no plant is told. A company with archived plants is not new; before the archive is known (undefined),
 * or where it is not the reader's to see, nothing is said of it.
 */
export function noPlantsHint(writes: boolean, archived: number | undefined): NoPlantsHint {
  if (!writes || archived === undefined) return 'none_hint';
  return archived > 0 ? 'all_archived' : 'first_step';
}
