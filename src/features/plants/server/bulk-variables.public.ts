import type { AuditAction, Noted } from '../../../shared/server/audit.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { MappedVariable, NewVariable } from '../device-fields.contract.ts';
import { applyConfigChange } from './configuring.public.ts';
import type { HeldDevice } from './device-changes.repository.ts';
import { addMissingNames } from './missing-names.public.ts';
import {
  addToDevice,
  assertUncalculated,
  checkChange,
  storeVariables,
  type VariableChange,
} from './variables.public.ts';
import {
  binVariable,
  type StoredVariable,
  updateVariable,
  type VariableColumns,
} from './variables.repository.ts';

export interface BulkChanges {
  readonly change: readonly { variable: StoredVariable; asked: VariableChange }[];
  readonly remove: readonly StoredVariable[];
}

/** What is done to a device's variables together, and as what the audit and its version name it. */
export interface VariableSet extends BulkChanges {
  readonly add: readonly NewVariable[];
  readonly now: Date;
  /** Otherwise by what is done: added, else changed, else deleted. */
  readonly action?: AuditAction;
  /** Beside the names and fields that the audit tells. */
  readonly detail?: Noted;
}

const actionOf = (judged: readonly unknown[]): AuditAction =>
  judged.length > 0 ? 'device.variable_changed' : 'device.variable_removed';

/**
 * Adds, changes and deletes variables of a device that the caller holds, with one version and one row of the audit: all of
 * it or nothing. Whether there was anything to do.
 * @throws AppError invalid with the field, conflict where a calculation counts on a deleted one
 */
export async function setVariables(tx: Tx, device: HeldDevice, set: VariableSet): Promise<boolean> {
  const { add, change, remove, now } = set;
  const judged: { variable: StoredVariable; fields: Partial<VariableColumns> }[] = [];
  for (const { variable, asked } of change) {
    const fields = await checkChange(tx, { variable, device }, asked);
    if (Object.keys(fields).length > 0) judged.push({ variable, fields });
  }
  for (const { id } of remove) await assertUncalculated(tx, { device_id: device.id, variable_id: id });
  if (add.length + judged.length + remove.length === 0) return false;
  const fields = [...new Set(judged.flatMap((one) => Object.keys(one.fields)))];
  const names = [...judged.map(({ variable }) => variable), ...add, ...remove].map(({ name }) => name);
  const said = fields.length > 0 ? { names, fields } : { names };
  const action = set.action ?? (add.length > 0 ? 'device.variables_added' : actionOf(judged));
  const configChange = { action, device_ids: [device.id], detail: { ...said, ...set.detail } };
  await applyConfigChange(tx, configChange, async () => {
    for (const one of judged) await updateVariable(tx, one.variable.id, one.fields);
    for (const { id } of remove) await binVariable(tx, id, now);
    await storeVariables(tx, device, add);
  });
  return true;
}

/**
 * Adds variables to a device, with those of their names that the catalogue lacks and that say what they mean.
 * @throws AppError not_found, invalid, conflict when it has one of them; then no name is added either
 */
export async function addMappedVariables(
  tx: Tx,
  device_id: number,
  variables: readonly MappedVariable[],
): Promise<void> {
  const said = variables.flatMap((one, i) => (one.of_name ? [{ one, path: `variables.${i}.name` }] : []));
  await addMissingNames(
    tx,
    said.map(({ one }) => one),
    (i) => said[i]?.path ?? 'variables',
  );
  await addToDevice(
    tx,
    device_id,
    variables.map(({ of_name: _, ...variable }) => variable),
  );
}

/**
 * Changes and deletes several variables of a device that the caller holds, with one version and one row of the audit.
 * @throws AppError invalid with the field, conflict where a calculation counts on a deleted one
 */
export async function changeVariables(
  tx: Tx,
  device: HeldDevice,
  changes: BulkChanges & { now: Date },
): Promise<void> {
  await setVariables(tx, device, { ...changes, add: [] });
}
