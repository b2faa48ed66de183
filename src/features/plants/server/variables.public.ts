import type { z } from 'zod';
import { findRegisterFault, type RegisterPlace } from '../../../devices/register.ts';
import { changedFields, definedFields, fieldsOf } from '../../../shared/server/changed-fields.ts';
import { AppError, type FieldFault, notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { NewVariable, VariableFields } from '../device-fields.contract.ts';
import { MAX_VARIABLES } from '../plants.model.ts';
import { assertUnitStays, assertUnread } from './calculated-variables.ts';
import { applyConfigChange } from './configuring.public.ts';
import { type HeldDevice, listCalculations } from './device-changes.repository.ts';
import { lockDevice } from './devices.public.ts';
import { assertNames, assertUnit, rowsOf, wordsFor } from './new-variables.ts';
import { hasGroup } from './variable-names.repository.ts';
import {
  binVariable,
  findName,
  findVariable,
  hasVariable,
  insertVariables,
  listStored,
  type StoredVariable,
  updateVariable,
  type VariableColumns,
} from './variables.repository.ts';

export type VariableChange = z.output<typeof VariableFields>;

const refuse = (fault: FieldFault, detail = fault.message): never => {
  throw new AppError('invalid', detail, { errors: [fault] });
};

async function assertGroup(tx: Tx, group_name: string | null | undefined, path: string): Promise<void> {
  if (!group_name || (await hasGroup(tx, group_name))) return;
  refuse(
    { path, message: 'unknown', code: 'no_such_group', params: { name: group_name } },
    `There is no group of variables ${group_name}: make it first`,
  );
}

/** Stores variables of a device that the caller holds. @throws AppError invalid with the field */
export async function storeVariables(
  tx: Tx,
  device: Pick<HeldDevice, 'id' | 'byte_order' | 'virtual'>,
  variables: readonly NewVariable[],
): Promise<void> {
  if (variables.length === 0) return;
  const rows = rowsOf(await wordsFor(tx, variables), device, variables);
  await assertNames(tx, rows, (i) => ({ path: `variables.${i}.name`, name: variables[i]?.name ?? '' }));
  if (await insertVariables(tx, device.id, rows)) return;
  const message = `A device has ${MAX_VARIABLES} variables at most`;
  refuse({ path: 'variables', message, code: 'too_many_variables', params: { most: MAX_VARIABLES } });
}

/** Gives a device these names of the catalogue as variables that it delivers itself. @throws AppError not_found, invalid */
export async function addNames(tx: Tx, device_id: number, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const device = await lockDevice(tx, device_id);
  const change = { action: 'device.variables_added', device_ids: [device_id], detail: { names } } as const;
  await applyConfigChange(tx, change, () =>
    storeVariables(
      tx,
      device,
      names.map((name) => ({ name })),
    ),
  );
}

/** Adds variables to a device. @throws AppError not_found, invalid, conflict when it has one of them */
export async function addToDevice(
  tx: Tx,
  device_id: number,
  variables: readonly NewVariable[],
): Promise<void> {
  const device = await lockDevice(tx, device_id);
  const has = new Set((await listStored(tx, device_id)).map(({ name }) => name));
  const double = variables.findIndex(({ name }) => has.has(name));
  if (double >= 0) {
    throw new AppError('conflict', `This device has ${variables[double]?.name} already`, {
      errors: [{ path: `variables.${double}.name`, message: 'already there', code: 'taken' }],
    });
  }
  const detail = { names: variables.map(({ name }) => name) };
  await applyConfigChange(tx, { action: 'device.variables_added', device_ids: [device_id], detail }, () =>
    storeVariables(tx, device, variables),
  );
}

/** A variable of a device that the scope may see, with its device held. @throws AppError not_found */
export async function lockVariable(
  tx: Tx,
  id: number,
): Promise<{ variable: StoredVariable; device: HeldDevice }> {
  const found = (await findVariable(tx, id)) ?? notFound();
  const device = await lockDevice(tx, found.device_id);
  // As it is now that nobody else can change it.
  return { variable: (await findVariable(tx, id)) ?? notFound(), device };
}

/** What a register would be after a change: all of it, or nothing. */
function assertRegister(after: VariableColumns): void {
  const { function_code, address, data_type } = after;
  const parts = Object.entries({ function_code, address, data_type });
  const missing = parts.find(([, value]) => value === null)?.[0];
  if (missing === undefined) {
    const fault = findRegisterFault(after as RegisterPlace);
    if (fault)
      refuse(
        { path: fault.field, message: fault.message, code: 'register' },
        `This register could never be read: ${fault.message}`,
      );
    return;
  }
  if (parts.some(([, value]) => value !== null)) {
    refuse(
      { path: missing, message: 'required with the others', code: 'required' },
      'A register needs its function code, address and data type, or none of them',
    );
  }
}

/** Where a value is delivered, not read, nothing is left that says how to read it. */
function tidied(after: VariableColumns, fields: Partial<VariableColumns>): Partial<VariableColumns> {
  if (after.data_type === 'bit') return fields;
  const bits = {
    ...(fields.bit === undefined && after.bit !== null ? { bit: null } : {}),
    ...(after.bit_count > 1 && fields.bit_count === undefined ? { bit_count: 1 } : {}),
  };
  return { ...fields, ...bits };
}

/** Changes a variable that the caller holds; what is left out stays. @throws AppError invalid with the field */
export async function changeVariable(
  tx: Tx,
  { variable, device }: { variable: StoredVariable; device: HeldDevice },
  asked: VariableChange,
): Promise<void> {
  const fields = await checkChange(tx, { variable, device }, asked);
  if (Object.keys(fields).length === 0) return;
  const change = {
    action: 'device.variable_changed',
    device_ids: [device.id],
    detail: { names: [variable.name], ...fieldsOf(fields) },
  } as const;
  await applyConfigChange(tx, change, () => updateVariable(tx, variable.id, fields));
}

/** The fields that a change would store. @throws AppError invalid with the field */
export async function checkChange(
  tx: Tx,
  { variable, device }: { variable: StoredVariable; device: HeldDevice },
  asked: VariableChange,
): Promise<Partial<VariableColumns>> {
  const fields = changedFields(
    variable,
    tidied({ ...variable, ...definedFields(asked) }, definedFields(asked)),
  );
  if (Object.keys(fields).length === 0) return fields;
  const { name, quantity } = variable;
  assertUnread(device, fields);
  if (fields.unit !== undefined) await assertUnitStays(tx, device, variable.id);
  assertRegister({ ...variable, ...fields });
  assertUnit(fields.unit, { name, quantity, path: 'unit' });
  await assertGroup(tx, fields.group_name, 'group_name');
  return fields;
}

/** The variables of a device that the caller holds, by number. @throws AppError not_found for one that it does not have */
export async function takeOwnVariables(tx: Tx, device: HeldDevice): Promise<(id: number) => StoredVariable> {
  const own = new Map((await listStored(tx, device.id)).map(({ deleted_at: _, ...one }) => [one.id, one]));
  return (id) => own.get(id) ?? notFound();
}

/**
 * Adds a variable like another one under another name, to its own device or another.
 * @throws AppError not_found, invalid, conflict when the device has one of this name
 */
export async function copyVariable(
  tx: Tx,
  { variable, device }: { variable: StoredVariable; device: HeldDevice },
  { name, address }: { name: string; address?: number | undefined },
): Promise<void> {
  const entry =
    (await findName(tx, name)) ??
    refuse(
      { path: 'name', message: 'unknown', code: 'name_unknown', params: { name } },
      `Unknown variable name ${name}`,
    );
  await assertAbsent(tx, device, entry.id, name);
  const {
    id: _i,
    device_id: _d,
    name: _n,
    quantity: _q,
    slot: _s,
    version: _v,
    variable_name_id: _w,
    ...columns
  } = variable;
  const row = {
    ...columns,
    address: address ?? columns.address,
    unit: entry.quantity === 'other' ? columns.unit : null,
  };
  assertUnread(device, row);
  assertRegister(row);
  await assertNames(tx, [{ variable_name_id: entry.id }], () => ({ path: 'name', name }));
  const change = {
    action: 'device.variables_added',
    device_ids: [device.id],
    detail: { names: [name] },
  } as const;
  const stored = await applyConfigChange(tx, change, () =>
    insertVariables(tx, device.id, [{ ...row, variable_name_id: entry.id }]),
  );
  if (!stored)
    refuse(
      {
        path: 'name',
        message: 'too many for this device',
        code: 'too_many_variables',
        params: { most: MAX_VARIABLES },
      },
      `A device has ${MAX_VARIABLES} variables at most`,
    );
}

async function assertAbsent(
  tx: Tx,
  device: HeldDevice,
  variable_name_id: number,
  name: string,
): Promise<void> {
  if (!(await hasVariable(tx, device.id, variable_name_id))) return;
  throw new AppError('conflict', `This device has ${name} already`, {
    errors: [{ path: 'name', message: 'already there', code: 'taken' }],
  });
}

/** @throws AppError conflict that names the calculations that a variable, or any of a device, belongs to */
export async function assertUncalculated(
  tx: Tx,
  of: { device_id: number; variable_id?: number },
): Promise<void> {
  const found = await listCalculations(tx, of);
  if (found.length === 0) return;
  const names = found.map(({ name }) => name ?? 'one of a plant that you do not see').join(', ');
  throw new AppError(
    'conflict',
    `Calculations count on it: ${names}. Take it out of them, or delete them, first`,
    {
      errors: [{ path: '', message: 'is calculated with', code: 'in_calculations', params: { names } }],
    },
  );
}

/** Puts a variable into the bin: its readings are kept, and come back with its name. @throws AppError conflict */
export async function removeVariable(
  tx: Tx,
  { variable, device }: { variable: StoredVariable; device: HeldDevice },
  now: Date,
): Promise<void> {
  await assertUncalculated(tx, { device_id: device.id, variable_id: variable.id });
  const change = {
    action: 'device.variable_removed',
    device_ids: [device.id],
    detail: { names: [variable.name] },
  } as const;
  await applyConfigChange(tx, change, () => binVariable(tx, variable.id, now));
}
