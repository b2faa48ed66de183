import { changedFields } from '../../../shared/server/changed-fields.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { LeftBehind, Snapshot } from '../snapshot.model.ts';
import {
  type AttributeColumns,
  deleteAttribute,
  insertAttribute,
  listAttributes,
  updateAttribute,
} from './attributes.repository.ts';
import { isCalculated, withoutReading } from './calculated-variables.ts';
import { type HeldDevice, listCalculations } from './device-changes.repository.ts';
import { hasGroup } from './variable-names.repository.ts';
import {
  listStored,
  type StoredVariable,
  updateVariable,
  type VariableColumns,
} from './variables.repository.ts';

type Was = Snapshot['variables'][number];

/** The unit of a variable afterwards, and why it is not the earlier one. */
async function unitBack(
  tx: Tx,
  device: HeldDevice,
  stored: StoredVariable,
  was: Was,
): Promise<{ unit: Was[string]; reason: LeftBehind['reason'] }> {
  const earlier = was.unit ?? null;
  if (earlier !== stored.unit && (await isCalculated(tx, device, stored.id)))
    return { unit: stored.unit, reason: 'in_calculations' };
  return { unit: stored.quantity === 'other' ? earlier : null, reason: 'unit_fixed' };
}

/** The columns of a variable afterwards, as far as they can come back. */
async function columnsBack(
  tx: Tx,
  device: HeldDevice,
  { stored, was, left }: { stored: StoredVariable; was: Was; left: LeftBehind[] },
): Promise<Partial<VariableColumns>> {
  const { id: _i, name, slot: _s, ...earlier } = was;
  const columns = { value_table: null, ...withoutReading(device, earlier) } as Partial<VariableColumns>;
  const { unit, reason } = await unitBack(tx, device, stored, was);
  if (unit !== (was.unit ?? null)) left.push({ part: 'variable', name, reason });
  const { group_name } = columns;
  const gone = group_name && group_name !== stored.group_name && !(await hasGroup(tx, group_name));
  if (gone) left.push({ part: 'variable', name, reason: 'group_gone' });
  return { ...columns, unit, ...(gone ? { group_name: stored.group_name } : {}) } as Partial<VariableColumns>;
}

/**
 * Sets variables back, each in the slot that it has now: a calculation that was defined anew has moved its own, and what it
 * left in the bin stays there, because nothing writes it any more. The transaction sees the bin.
 */
export async function rollBackVariables(
  tx: Tx,
  device: HeldDevice,
  { snapshot, now, left }: { snapshot: Snapshot; now: Date; left: LeftBehind[] },
): Promise<void> {
  const earlier = new Map(snapshot.variables.map((one) => [one.id, one]));
  for (const stored of await listStored(tx, device.id)) {
    const was = earlier.get(stored.id);
    if (was && device.virtual && stored.deleted_at !== null) {
      left.push({ part: 'variable', name: was.name, reason: 'not_calculated' });
    } else if (was) {
      const back = { ...(await columnsBack(tx, device, { stored, was, left })), deleted_at: null };
      const fields = changedFields(stored, back);
      if (Object.keys(fields).length > 0) await updateVariable(tx, stored.id, fields);
    } else if (stored.deleted_at === null) {
      const counted = await listCalculations(tx, { device_id: device.id, variable_id: stored.id });
      if (counted.length > 0) left.push({ part: 'variable', name: stored.name, reason: 'in_calculations' });
      else await updateVariable(tx, stored.id, { deleted_at: now });
    }
  }
}

/** Sets attributes back; one whose place is the same keeps what was read of it. */
export async function bringBackAttributes(tx: Tx, device_id: number, snapshot: Snapshot): Promise<void> {
  const earlier = new Map(snapshot.attributes.map((one) => [one.name, one as unknown as AttributeColumns]));
  for (const stored of await listAttributes(tx, device_id)) {
    const was = earlier.get(stored.name);
    earlier.delete(stored.name);
    if (!was) await deleteAttribute(tx, stored.id);
    else if (Object.keys(changedFields(stored, was)).length > 0) await updateAttribute(tx, stored.id, was);
  }
  for (const was of earlier.values()) await insertAttribute(tx, device_id, was);
}
