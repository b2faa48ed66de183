import type { z } from 'zod';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { notifyLive } from '../../../shared/server/live/notice.ts';
import { withBin } from '../../../shared/server/records/bin.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { changesOfMeaning, MAX_NAMES } from '../catalogue.model.ts';
import type { NewVariableName, VariableName, VariableNameChange } from '../variable-names.contract.ts';
import { catalogueRefusal, catalogueRefusals } from './catalogue-refusals.ts';
import {
  countUse,
  countVariableNames,
  deleteVariableName,
  hasGroup,
  insertVariableName,
  isNameTaken,
  lockCatalogue,
  lockVariableName,
  updateVariableName,
} from './variable-names.repository.ts';

/** Tells every open page of the company that its words are others now, once this transaction commits. */
export async function tellWords(tx: Tx): Promise<void> {
  await notifyLive(tx, { company_id: tx.scope.company_id, kind: 'configuration' });
}

async function assertGroup(tx: Tx, group_name: string): Promise<void> {
  if (group_name !== '' && !(await hasGroup(tx, group_name))) throw catalogueRefusal('unknown_group');
}

/** Adds a name to the catalogue. @throws AppError conflict when it is there already or there are too many; invalid for an unknown group */
export async function createVariableName(
  tx: Tx,
  given: z.output<typeof NewVariableName>,
): Promise<VariableName> {
  await lockCatalogue(tx);
  if (await isNameTaken(tx, given.name)) throw catalogueRefusal('name_taken');
  await assertGroup(tx, given.group_name);
  if ((await countVariableNames(tx)) >= MAX_NAMES) {
    throw catalogueRefusal('too_many', { most: MAX_NAMES });
  }
  const made = await insertVariableName(tx, given);
  await recordAudit(tx, 'variable_name.created', String(made.id), { name: made.name });
  await tellWords(tx);
  return made;
}

async function assertSameMeaning(tx: Tx, before: VariableName, after: VariableName): Promise<void> {
  const use = await withBin(tx, () => countUse(tx, before.id));
  const fields = changesOfMeaning(before, after, use);
  if (fields.length === 0) return;
  throw catalogueRefusals(
    fields.map((field) => `${field}_in_use` as const),
    { ...use },
  );
}

const COMPARED = [
  'name',
  'label_en',
  'label_it',
  'unit',
  'decimals',
  'colour',
  'group_name',
  'kind',
  'quantity',
] as const;

/**
 * Changes a name of the catalogue; what is left out stays.
 * @throws AppError not_found; conflict with the stored one when it was saved in between, when the new name is taken, and
 * when what is stored under it would mean something else; invalid for an unknown group
 */
export async function changeVariableName(
  tx: Tx,
  id: number,
  change: z.output<typeof VariableNameChange>,
): Promise<VariableName> {
  await lockCatalogue(tx);
  const before = (await lockVariableName(tx, id)) ?? notFound();
  const { version, ...given } = change;
  await assertVersion(before, version, () => before);
  const told = Object.entries(given).filter(([, value]) => value !== undefined);
  const after: VariableName = { ...before, ...Object.fromEntries(told) };
  const fields = COMPARED.filter((field) => after[field] !== before[field]);
  if (fields.length === 0) return before;
  await assertSameMeaning(tx, before, after);
  if (after.name !== before.name && (await isNameTaken(tx, after.name))) throw catalogueRefusal('name_taken');
  if (after.group_name !== before.group_name) await assertGroup(tx, after.group_name);
  const stored = (await updateVariableName(tx, id, after)) ?? notFound();
  await recordAudit(tx, 'variable_name.changed', String(id), { name: after.name, fields });
  await tellWords(tx);
  return stored;
}

/** Deletes a name that nothing uses. @throws AppError not_found; conflict with what uses it, deleted variables included */
export async function removeVariableName(tx: Tx, id: number): Promise<void> {
  await lockCatalogue(tx);
  const { name } = (await lockVariableName(tx, id)) ?? notFound();
  const use = await withBin(tx, () => countUse(tx, id));
  if (use.variables + use.binned > 0) throw catalogueRefusal('used_by_variables', { ...use });
  await deleteVariableName(tx, id);
  await recordAudit(tx, 'variable_name.removed', String(id), { name });
  await tellWords(tx);
}
