import { allows } from '../../../shared/contract/capabilities.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { type IoProfile, SIX_LINES, writesAlike } from '../io-profile.model.ts';
import { findClaimedMap, isMapVouched } from './claims.repository.ts';
import type { ControllerRow } from './controllers.repository.ts';
import { refusals } from './refusals.ts';

/** Whether somebody may say where registers stand that are written to, or hold the pairing code. */
export const mayMap = (tx: Tx): boolean => allows('lighting.municipality', tx.scope.roles);

/**
 * What of a company may be the controller of a box: it stands behind a port, and is nothing that makes, measures or counts energy.
 * @throws AppError conflict
 */
export function assertCanSwitch({ has_port, category }: { has_port: boolean; category: string }): void {
  if (!has_port) throw refusals.noPort();
  if (category !== 'other') throw refusals.notOfCabinets();
}

/**
 * A code that is read anywhere proves nothing, and what is written goes where the map says: it is the program's own, one that a
 * manager saved in the company, or a manager's word.
 * @throws AppError forbidden
 */
export async function assertKnownMap(tx: Tx, profile: IoProfile): Promise<void> {
  if (mayMap(tx) || writesAlike(profile, SIX_LINES) || (await isMapVouched(tx, profile))) return;
  throw refusals.mapOfManagers();
}

/**
 * Who may switch keeps the addresses that a controller has, or those by which its device was claimed.
 * @returns whether a manager stands for them
 * @throws AppError forbidden
 */
export async function assertMapStays(
  tx: Tx,
  {
    profile,
    before,
    claimed,
  }: {
    readonly profile: IoProfile;
    readonly before: ControllerRow | undefined;
    /** The device that takes its place, and where its code was read; undefined: it stays the same device. */
    readonly claimed: { readonly device_id: number; readonly place: string } | undefined;
  },
): Promise<boolean> {
  if (mayMap(tx)) return true;
  const kept = claimed ? await findClaimedMap(tx, claimed) : before?.profile;
  if (kept === undefined || !writesAlike(profile, kept)) throw refusals.mapOfManagers();
  if (claimed === undefined) return before?.map_vouched ?? false;
  await assertKnownMap(tx, profile);
  return true;
}
