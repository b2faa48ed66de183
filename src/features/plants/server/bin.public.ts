import type pg from 'pg';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notifyConfiguration } from '../../../shared/server/configuration-notice.ts';
import { AppError } from '../../../shared/server/errors.ts';
import type { PageQuery } from '../../../shared/server/http/pages.ts';
import type { JobQueue } from '../../../shared/server/jobs.ts';
import {
  type BinKind,
  restore,
  softDelete,
  withBin,
  withDeleted,
} from '../../../shared/server/records/bin.ts';
import { deleteNotes } from '../../../shared/server/records/record-notes.repository.ts';
import { inScope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { findUnitFault } from '../field.model.ts';
import type { LeftBehind } from '../snapshot.model.ts';
import {
  type BinnedRow,
  deleteDevice,
  deletePortion,
  isLeaving,
  listBinned,
  listLeaving,
} from './bin.repository.ts';
import { applyConfigChange } from './configuring.public.ts';
import { findTaken, type HeldDevice, updateDevice } from './device-changes.repository.ts';
import { DEVICE } from './device-notes.ts';
import { lockDevice } from './devices.public.ts';
import { holdPort } from './ports.repository.ts';
import { type RemovalJob, removalQueue } from './removal-queue.ts';
import { assertUncalculated } from './variables.public.ts';

/** @throws AppError conflict that names what another device has taken of it meanwhile */
async function assertFree(tx: Tx, device: HeldDevice): Promise<void> {
  const taken = await findTaken(tx, device);
  const errors = (['short_name', 'serial_number'] as const)
    .filter((path) => taken[path])
    .map((path) => ({ path, message: `taken by another device: ${device[path]}`, code: 'taken' }));
  if (errors.length === 0) return;
  const what = errors.map(({ message }) => message).join('; ');
  throw new AppError('conflict', `It cannot come back as it was: ${what}. Rename the other one first`, {
    errors,
  });
}

/** What a device does without where its port has become another meanwhile, by which it could not be polled. */
async function findMisfit(tx: Tx, { port_id, unit_id }: HeldDevice): Promise<LeftBehind | undefined> {
  const port = port_id === null ? undefined : await holdPort(tx, port_id);
  if (!port || (unit_id !== null && findUnitFault(unit_id, port.framer) === null)) return undefined;
  return { part: 'port', name: port.name, reason: 'does_not_fit' };
}

/** Devices keep their history in the bin; one that is being removed for ever cannot come back. */
const bin: BinKind<number, HeldDevice, LeftBehind[]> = {
  hold: lockDevice,
  deletedAt: ({ deleted_at, purged_at }) => (purged_at === null ? deleted_at : null),
  beforeDelete: (tx, { id }) => assertUncalculated(tx, { device_id: id }),
  beforeRestore: assertFree,
  async save(tx, device, deleted_at) {
    const { id, proj_code, short_name } = device;
    const misfit = deleted_at === null ? await findMisfit(tx, device) : undefined;
    const alone = misfit ? { port_id: null, enabled: false } : {};
    const action = deleted_at === null ? 'device.restored' : 'device.binned';
    const change = { action, device_ids: [id], detail: { proj_code, short_name } } as const;
    await applyConfigChange(tx, change, () => updateDevice(tx, id, { ...alone, deleted_at }));
    return misfit ? [misfit] : [];
  },
};

/** Puts a device into the bin: it is polled and shown no more, its history is kept. @throws AppError not_found, conflict */
export async function binDevice(tx: Tx, id: number, now: Date): Promise<void> {
  await softDelete(tx, bin, id, { now });
}

/** One page of the bin. */
export async function listBin(tx: Tx, page: PageQuery): Promise<{ count: number; rows: BinnedRow[] }> {
  return withBin(tx, () => listBinned(tx, page));
}

/**
 * Brings a device back with its history; one that does not fit its port any more comes without it, switched off.
 * @returns what could not come back. @throws AppError not_found; conflict that names what another device has taken
 */
export async function restoreDevice(tx: Tx, id: number): Promise<LeftBehind[]> {
  return restore(tx, bin, id);
}

/**
 * Removes a device of the bin for ever: from now on it cannot come back, and a worker deletes its readings and then itself.
 * @throws AppError not_found
 */
export async function purgeDevice(
  tx: Tx,
  id: number,
  { jobs, now }: { jobs: Pick<JobQueue, 'send'>; now: Date },
): Promise<void> {
  const { proj_code, short_name } = await withDeleted(tx, bin, id, async (device) => {
    await updateDevice(tx, id, { purged_at: now });
    return device;
  });
  await recordAudit(tx, 'device.purged', String(id), { proj_code, short_name });
  await jobs.send(tx, removalQueue, { company_id: tx.scope.company_id, device_id: id });
}

/** Removes what was given up and is still there, as after its job was lost with the queue that a restore leaves out. */
export async function goOnRemoving(pool: pg.Pool, company_id: number): Promise<void> {
  const scope = scopeOfWork(company_id);
  const leaving = await inScope(pool, scope, (tx) => withBin(tx, () => listLeaving(tx)), 'read only');
  for (const device_id of leaving) await performRemoval(pool, { company_id, device_id });
}

/**
 * Deletes the readings of a device that is being removed, portion by portion, each in a transaction of its own, and then the
 * device. It lies in the bin meanwhile: nobody sees half of it. Done again from anywhere it comes to the same.
 */
export async function performRemoval(pool: pg.Pool, { company_id, device_id }: RemovalJob): Promise<void> {
  const scope = scopeOfWork(company_id);
  const leaves = await inScope(pool, scope, (tx) => withBin(tx, () => isLeaving(tx, device_id)), 'read only');
  if (!leaves) return;
  while (await inScope(pool, scope, (tx) => deletePortion(tx, device_id)));
  await inScope(pool, scope, async (tx) => {
    await withBin(tx, () => deleteDevice(tx, device_id));
    await deleteNotes(tx, { kind: DEVICE, id: device_id });
    // Whoever holds a connection by its credential.
    await notifyConfiguration(tx);
  });
}
