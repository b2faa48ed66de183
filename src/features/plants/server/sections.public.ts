import type { z } from 'zod';
import { recordAudit } from '../../../shared/server/audit.ts';
import { beforeAndAfter, changedFields, definedFields } from '../../../shared/server/changed-fields.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { nameTaken, tooMany } from '../../../shared/server/records/company-list.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { SECTIONS_OF_PLANT } from '../catalogue.model.ts';
import type { NewPlantSection, PlantSection, PlantSectionChange } from '../sections.contract.ts';
import { takePlantId } from './catalogue-changes.repository.ts';
import {
  deleteSection,
  findSection,
  insertSection,
  listDevicesInSection,
  listPlantSections,
  placeSections,
  updateSection,
} from './sections.repository.ts';

/** What stands in these is said in the history. */
const TOLD = ['name', 'tilt_deg', 'azimuth_deg', 'kw_peak', 'losses_percent'] as const;

/** Charts, trees and the expected energy follow at once. */
const tell = (tx: Tx): Promise<void> => notifyTopics(tx, ['configuration', 'devices']);

async function sectionsOf(tx: Tx, proj_code: string): Promise<{ plant_id: number; held: PlantSection[] }> {
  const plant_id = (await takePlantId(tx, proj_code)) ?? notFound();
  return { plant_id, held: await listPlantSections(tx, proj_code) };
}

/**
 * Adds a section to a plant, after its others.
 * @throws AppError not_found for the plant; conflict when the name is taken or there are too many
 */
export async function createSection(
  tx: Tx,
  { proj_code, ...given }: z.output<typeof NewPlantSection>,
): Promise<PlantSection> {
  const { plant_id, held } = await sectionsOf(tx, proj_code);
  if (held.some(({ name }) => name === given.name)) throw nameTaken();
  if (held.length >= SECTIONS_OF_PLANT) throw tooMany(SECTIONS_OF_PLANT);
  const position = Math.max(-1, ...held.map((section) => section.position)) + 1;
  const id = await insertSection(tx, { ...definedFields(given), plant_id, position });
  await recordAudit(tx, 'section.created', String(id), { proj_code, name: given.name });
  await tell(tx);
  return (await findSection(tx, id)) ?? notFound();
}

/** @throws AppError not_found; conflict when somebody saved in between, or the name is taken in the plant */
export async function changeSection(
  tx: Tx,
  id: number,
  { version, ...given }: z.output<typeof PlantSectionChange>,
): Promise<PlantSection> {
  const { proj_code } = (await findSection(tx, id)) ?? notFound();
  // The plant first, as whoever adds a section takes it: two of one name would be seen by neither.
  const { held } = await sectionsOf(tx, proj_code);
  const before = held.find((section) => section.id === id) ?? notFound();
  await assertVersion(before, version, () => before);
  const changes = changedFields(before, definedFields(given));
  if (Object.keys(changes).length === 0) return before;
  if (held.some((other) => other.id !== id && other.name === changes.name)) throw nameTaken();
  await updateSection(tx, id, changes);
  const name = changes.name ?? before.name;
  await recordAudit(tx, 'section.changed', String(id), {
    proj_code,
    name,
    fields: Object.keys(changes),
    ...beforeAndAfter(before, changes, TOLD),
  });
  await tell(tx);
  return (await findSection(tx, id)) ?? notFound();
}

/** @throws AppError not_found for the plant; conflict when these are not the sections that it has now */
export async function orderSections(
  tx: Tx,
  { proj_code, ids }: { proj_code: string; ids: readonly number[] },
): Promise<PlantSection[]> {
  const { held } = await sectionsOf(tx, proj_code);
  const same = ids.length === held.length && held.every(({ id }) => ids.includes(id));
  if (!same) {
    const message = 'The plant has other sections by now: look at them and order them again';
    throw new AppError('conflict', message, { errors: [{ path: 'ids', message, code: 'other_sections' }] });
  }
  await placeSections(tx, ids);
  await recordAudit(tx, 'section.ordered', proj_code, {
    names: ids.flatMap((id) => held.find((section) => section.id === id)?.name ?? []),
  });
  await tell(tx);
  return listPlantSections(tx, proj_code);
}

/** Deletes a section. @throws AppError not_found; conflict while devices stand in it, with some of their names */
export async function removeSection(tx: Tx, id: number): Promise<void> {
  const { name, proj_code } = (await findSection(tx, id, 'kept')) ?? notFound();
  const standing = await listDevicesInSection(tx, id);
  const [first] = standing;
  if (first) {
    const names = `${standing.map(({ short_name }) => short_name).join(', ')}${first.of > standing.length ? '…' : ''}`;
    const message = `${first.of} devices stand in this section: ${names}. Move them to another section first`;
    throw new AppError('conflict', message, {
      errors: [{ path: '', message, code: 'section_in_use', params: { devices: first.of, names } }],
    });
  }
  await deleteSection(tx, id);
  await recordAudit(tx, 'section.removed', String(id), { proj_code, name });
  await tell(tx);
}
