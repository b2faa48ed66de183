import { recordAudit } from '../../../shared/server/audit.ts';
import { withBin } from '../../../shared/server/bin.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
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
import { findPlant, notifyConfiguration } from './plants.repository.ts';

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

/**
 * Archives a plant: from here on it is neither shown nor polled, and readings of its devices are refused; what is stored
 * stays. @throws AppError not_found; conflict when somebody saved in between, or another plant's calculation reads from it
 */
export async function archivePlant(
  tx: Tx,
  proj_code: string,
  { version, now }: { version: number | undefined; now: Date },
): Promise<void> {
  await holdCalculations(tx);
  await withBin(tx, async () => {
    const plant = await holdPlant(tx, proj_code);
    if (!plant || plant.archived_at !== null) return notFound();
    await assertVersion(plant, version, () => findPlant(tx, proj_code));
    const elsewhere = await listReadElsewhere(tx, plant.id);
    if (elsewhere.length > 0) {
      throw new AppError('conflict', 'Calculations of other plants read from this one', {
        errors: [
          {
            ...{ path: '', code: 'in_calculations', message: 'is calculated with' },
            params: { names: elsewhere.join(', ') },
          },
        ],
      });
    }
    await setArchived(tx, plant.id, now);
    const { name, devices } = plant;
    await recordAudit(tx, 'plant.archived', proj_code, { name, devices });
    await notifyConfiguration(tx);
  });
}

/** Restores an archived plant with its ports, devices and history. @throws AppError not_found */
export async function restorePlant(tx: Tx, proj_code: string): Promise<Plant> {
  await withBin(tx, async () => {
    const plant = await holdPlant(tx, proj_code);
    if (!plant || plant.archived_at === null) return notFound();
    await setArchived(tx, plant.id, null);
    await recordAudit(tx, 'plant.restored', proj_code, { name: plant.name, devices: plant.devices });
    await notifyConfiguration(tx);
  });
  return (await findPlant(tx, proj_code)) ?? notFound();
}
