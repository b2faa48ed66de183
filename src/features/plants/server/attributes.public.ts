import type { z } from 'zod';
import { changedFields, definedFields, fieldsOf } from '../../../shared/server/changed-fields.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { AttributeFields } from '../device-fields.contract.ts';
import {
  type AttributeColumns,
  countAttributes,
  deleteAttribute,
  findAttribute,
  hasAttribute,
  insertAttribute,
  type StoredAttribute,
  updateAttribute,
} from './attributes.repository.ts';
import { applyConfigChange } from './configuring.public.ts';
import { lockDevice } from './devices.public.ts';
import { type ReadAttribute, saveReadAttributes } from './read-attributes.repository.ts';

/** Attributes that a device may have: each costs a request of its own. */
export const MAX_ATTRIBUTES = 50;

type Fields = z.output<typeof AttributeFields>;

function assertPlace({ address, length }: Pick<AttributeColumns, 'address' | 'length'>): void {
  if (address + length <= 0x1_0000) return;
  const message = `${length} registers from ${address} reach beyond 65535`;
  throw new AppError('invalid', `This string could never be read: ${message}`, {
    errors: [{ path: 'length', message, code: 'attribute_place', params: { address, length } }],
  });
}

function taken(name: string): never {
  throw new AppError('conflict', `This device has an attribute ${name} already`, {
    errors: [{ path: 'name', message: 'already there', code: 'taken' }],
  });
}

/** An attribute of a device that the scope may see, with its device held. @throws AppError not_found */
export async function takeAttribute(tx: Tx, id: number): Promise<StoredAttribute> {
  const found = (await findAttribute(tx, id)) ?? notFound();
  await lockDevice(tx, found.device_id);
  return (await findAttribute(tx, id)) ?? notFound();
}

/** Adds a string that is to be read from a device. @throws AppError not_found, invalid, conflict */
export async function addAttribute(tx: Tx, device_id: number, fields: Fields): Promise<void> {
  await lockDevice(tx, device_id);
  assertPlace(fields);
  if ((await countAttributes(tx, device_id)) >= MAX_ATTRIBUTES) {
    throw new AppError('invalid', `A device has ${MAX_ATTRIBUTES} attributes at most`, {
      errors: [
        {
          path: 'name',
          message: 'too many for this device',
          code: 'too_many',
          params: { most: MAX_ATTRIBUTES },
        },
      ],
    });
  }
  const change = {
    action: 'device.attribute_added',
    device_ids: [device_id],
    detail: { name: fields.name },
  } as const;
  await applyConfigChange(
    tx,
    change,
    async () => (await insertAttribute(tx, device_id, fields)) ?? taken(fields.name),
  );
}

/** Changes an attribute that the caller holds. @throws AppError invalid, conflict */
export async function changeAttribute(
  tx: Tx,
  stored: StoredAttribute,
  asked: { [K in keyof Fields]?: Fields[K] | undefined },
): Promise<void> {
  const fields = changedFields(stored, definedFields(asked));
  if (Object.keys(fields).length === 0) return;
  const after: AttributeColumns = { ...stored, ...fields };
  assertPlace(after);
  if (after.name !== stored.name && (await hasAttribute(tx, stored.device_id, after.name))) taken(after.name);
  const detail = { name: stored.name, ...fieldsOf(fields) };
  const change = { action: 'device.attribute_changed', device_ids: [stored.device_id], detail } as const;
  await applyConfigChange(tx, change, () => updateAttribute(tx, stored.id, after));
}

/** Deletes an attribute that the caller holds, with what was read of it. */
export async function removeAttribute(tx: Tx, { id, device_id, name }: StoredAttribute): Promise<void> {
  const change = { action: 'device.attribute_removed', device_ids: [device_id], detail: { name } } as const;
  await applyConfigChange(tx, change, () => deleteAttribute(tx, id));
}

/** Keeps texts that were read of devices, where they are still defined as they were when they were read. */
export const saveTextsRead = (tx: Tx, read: readonly ReadAttribute[]): Promise<void> =>
  saveReadAttributes(tx, read);
