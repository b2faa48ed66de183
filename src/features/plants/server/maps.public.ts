import type { AuditAction, Noted } from '../../../shared/server/audit.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { deleteAttribute, insertAttribute, updateAttribute } from './attributes.repository.ts';
import { applyConfigChange } from './configuring.public.ts';
import { lockDevice } from './devices.public.ts';
import { changesOf, type DeviceMap, type Known, type MapChanges } from './map-changes.ts';
import {
  listAttributesOf,
  listCountedOn,
  listMappedDevices,
  listVariablesOf,
  replaceVariables,
  updateTemplateOf,
} from './maps.repository.ts';
import { listGroupWords, listVariableNames } from './variable-names.repository.ts';
import { storeVariables } from './variables.public.ts';
import { binVariable } from './variables.repository.ts';

export type { DeviceMap, MapChanges };

async function knownOf(tx: Tx, map: DeviceMap): Promise<Known> {
  const names = new Map((await listVariableNames(tx)).map(({ name, quantity }) => [name, quantity]));
  const quantityOf = ({ name, of_name }: DeviceMap['variables'][number]) =>
    names.get(name) ?? of_name?.quantity;
  return {
    groups: new Set((await listGroupWords(tx)).map(({ name }) => name)),
    fixed: new Set(
      map.variables.filter((one) => (quantityOf(one) ?? 'other') !== 'other').map(({ name }) => name),
    ),
  };
}

/**
 * What bringing each of these devices to a map would change, by plant and name.
 * @param remove whether variables and attributes that the map does not name go.
 * @throws AppError not_found where the scope may not see one of them
 */
export async function findMapChanges(
  tx: Tx,
  device_ids: readonly number[],
  { map, remove }: { map: DeviceMap; remove: boolean },
): Promise<MapChanges[]> {
  const devices = await listMappedDevices(tx, device_ids);
  if (devices.length < new Set(device_ids).size) notFound();
  const known = await knownOf(tx, map);
  const variables = Map.groupBy(await listVariablesOf(tx, device_ids), (one) => one.device_id);
  const attributes = Map.groupBy(await listAttributesOf(tx, device_ids), (one) => one.device_id);
  const counted = await listCountedOn(tx, device_ids);
  return devices.map((device) => {
    const has = {
      device,
      variables: variables.get(device.id) ?? [],
      attributes: attributes.get(device.id) ?? [],
      counted,
    };
    return changesOf(has, map, { remove, known });
  });
}

/** Holds devices until the transaction ends, in the order of their numbers. @throws AppError not_found */
export async function lockDevices(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) await lockDevice(tx, id);
}

function assertPossible({ device, fault }: MapChanges): void {
  const refuse = (detail: string, code: string): never => {
    throw new AppError('invalid', `${device.short_name}: ${detail}`, {
      errors: [{ path: '', message: detail, code, params: { short_name: device.short_name } }],
    });
  };
  if (fault?.code === 'virtual') refuse('its variables are calculated', 'virtual');
  if (fault?.code === 'no_slots')
    refuse(`it has ${fault.free} slots left, the map needs ${fault.needed}`, 'no_slots');
  if (fault?.code === 'attributes')
    refuse(`it has room for ${fault.free} attributes more, the map needs ${fault.needed}`, 'attributes');
}

/** Which names and fields a change is about, for the audit and the version. */
function saidOf({ added, changed, removed, attributes }: MapChanges): { names: string[]; fields: string[] } {
  const stored = changed.map((one) => one.stored);
  return {
    names: [...stored, ...added, ...removed].map(({ name }) => name),
    fields: [...new Set([...changed, ...attributes.changed].flatMap(({ fields }) => Object.keys(fields)))],
  };
}

async function store(tx: Tx, changes: MapChanges, now: Date): Promise<void> {
  const { device, added, changed, removed, attributes } = changes;
  await replaceVariables(
    tx,
    changed.map(({ stored, fields }) => ({ ...stored, ...fields })),
  );
  for (const { id } of removed) await binVariable(tx, id, now);
  await storeVariables(
    tx,
    device as Parameters<typeof storeVariables>[1],
    added.map(({ name, columns }) => asNew(name, columns)),
  );
  for (const { id } of attributes.removed) await deleteAttribute(tx, id);
  for (const { stored, fields } of attributes.changed)
    await updateAttribute(tx, stored.id, { ...stored, ...fields });
  for (const columns of attributes.added) await insertAttribute(tx, device.id, columns);
}

type Added = MapChanges['added'][number]['columns'];

function asNew(name: string, columns: Added): Parameters<typeof storeVariables>[2][number] {
  const {
    function_code,
    address,
    data_type,
    unit,
    decimals,
    colour,
    group_name,
    value_table,
    poll,
    enabled,
    ...rest
  } = columns;
  const read = function_code !== null && address !== null && data_type !== null;
  const register = read ? { function_code, address, data_type, ...rest } : null;
  // They were parsed on their way into the map; the table's columns say less of them than they are.
  return { name, register, unit, decimals, colour, group_name, value_table, poll, enabled } as Parameters<
    typeof storeVariables
  >[2][number];
}

/**
 * Brings a device that the caller holds to a map, with one version and one row of the audit. The names are in the catalogue.
 * @param template what the device remembers to have been brought to.
 * @throws AppError invalid where it cannot be, conflict with calculations that could not go on
 */
export async function applyMap(
  tx: Tx,
  changes: MapChanges,
  change: {
    action: AuditAction;
    detail: Noted;
    template: { key: string; version: number };
    now: Date;
  },
): Promise<void> {
  const { id } = changes.device;
  assertPossible(changes);
  const detail = { ...saidOf(changes), ...change.detail };
  await applyConfigChange(tx, { action: change.action, device_ids: [id], detail }, async () => {
    await store(tx, changes, change.now);
    await updateTemplateOf(tx, id, change.template);
  });
}
