import { recordAudit } from '../../../shared/server/audit.ts';
import { notifyConfiguration } from '../../../shared/server/configuration-notice.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import { type BinKind, restore, softDelete, withBin } from '../../../shared/server/records/bin.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { ArchivedPlant, Plant } from '../plants.contract.ts';
import {
  type ArchiveRow,
  holdPlant,
  listArchived,
  listReadElsewhere,
  setArchived,
} from './archive.repository.ts';
import { holdCalculations } from './calculations.public.ts';
import { findPlant } from './plants.repository.ts';

const present = ({ archived_at, last_reading_at, ...row }: ArchiveRow): ArchivedPlant[] =>
  archived_at === null
    ? []
    : [
        {
          proj_code: row.proj_code,
          name: row.name,
          devices: row.devices,
          archived_at: archived_at.toISOString(),
          last_reading_at: last_reading_at?.toISOString() ?? null,
        },
      ];

export async function listArchive(tx: Tx): Promise<ArchivedPlant[]> {
  return (await withBin(tx, () => listArchived(tx))).flatMap(present);
}

/** @throws AppError conflict where another plant's calculation reads from it */
async function assertUnread(tx: Tx, { id }: ArchiveRow): Promise<void> {
  // What stands elsewhere may count on a device that lies in the bin.
  const elsewhere = await withBin(tx, () => listReadElsewhere(tx, id));
  if (elsewhere.length === 0) return;
  const params = { names: elsewhere.map((name) => name ?? '…').join(', ') };
  throw new AppError('conflict', 'Calculations of other plants read from this one', {
    errors: [{ path: '', code: 'in_calculations', message: 'is calculated with', params }],
  });
}

/** Plants are archived: their bin is the archive, of which nothing is ever purged. */
const archive: BinKind<string, ArchiveRow> = {
  hold: holdPlant,
  deletedAt: ({ archived_at }) => archived_at,
  present: (tx, { proj_code }) => findPlant(tx, proj_code),
  beforeDelete: assertUnread,
  async save(tx, { id, proj_code, name, devices }, archived_at) {
    await setArchived(tx, id, archived_at);
    await recordAudit(tx, archived_at ? 'plant.archived' : 'plant.restored', proj_code, { name, devices });
    await notifyConfiguration(tx);
  },
};

/**
 * Archives a plant: from here on it is neither shown nor polled, and readings of its devices are refused; what is stored
 * stays. @throws AppError not_found; conflict when somebody saved in between, or another plant's calculation reads from it
 */
export async function archivePlant(
  tx: Tx,
  proj_code: string,
  when: { version: number | undefined; now: Date },
): Promise<void> {
  await holdCalculations(tx);
  await softDelete(tx, archive, proj_code, when);
}

/** Restores an archived plant with its ports, devices and history. @throws AppError not_found */
export async function restorePlant(tx: Tx, proj_code: string): Promise<Plant> {
  await restore(tx, archive, proj_code);
  return (await findPlant(tx, proj_code)) ?? notFound();
}
