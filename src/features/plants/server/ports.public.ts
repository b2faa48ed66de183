import { changedFields, definedFields, fieldsOf, merge } from '../../../shared/server/changed-fields.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { PortFields } from '../device-fields.contract.ts';
import { type Framer, findPortFault, findUnitFault, type PortWay } from '../field.model.ts';
import { applyConfigChange, noteChange } from './configuring.public.ts';
import { lockDeviceRows } from './device-changes.repository.ts';
import { findPlant } from './plants.repository.ts';
import {
  type DeviceBehind,
  deletePort,
  holdPort,
  insertPort,
  insertPortCopy,
  listDevicesBehind,
  type StoredPort,
  updatePort,
} from './ports.repository.ts';

const NEW_PORT: PortWay = { type: 'tcp', framer: 'tcp', host: '', tty: null, window: 1 };

/** A port that the scope may see, held until the transaction ends. @throws AppError not_found */
export async function takePort(tx: Tx, id: number): Promise<StoredPort> {
  return (await holdPort(tx, id)) ?? notFound();
}

/** What is stored of the fields: a serial line has no host, a network port no line. */
function settled(way: PortWay, fields: PortFields): PortFields {
  return { ...fields, ...(way.type === 'serial' ? { host: '' } : { tty: null }) };
}

function assertWay(way: PortWay): void {
  const fault = findPortFault(way);
  if (!fault) return;
  throw new AppError('invalid', `This port could never be polled: ${fault.path} ${fault.message}`, {
    errors: [fault],
  });
}

function assertUnits(devices: readonly DeviceBehind[], framer: Framer): void {
  for (const { short_name, unit_id } of devices) {
    const message = unit_id === null ? null : findUnitFault(unit_id, framer);
    if (message === null) continue;
    throw new AppError('invalid', `${short_name} has the unit id ${unit_id}: it ${message}`, {
      errors: [
        {
          path: 'framer',
          message: `${short_name} has the unit id ${unit_id}`,
          code: 'unit_range',
          params: { short_name, unit_id: Number(unit_id) },
        },
      ],
    });
  }
}

const nameOf = ({ host, port = 502, tty }: PortFields): string =>
  (host ? `${host}:${port}` : (tty ?? '')).slice(0, 120);

/** Adds a port to a plant. @returns its id. @throws AppError not_found for the plant, invalid with the field */
export async function createPort(tx: Tx, proj_code: string, asked: PortFields): Promise<number> {
  const plant = (await findPlant(tx, proj_code)) ?? notFound();
  const fields = definedFields(asked);
  const way: PortWay = { ...NEW_PORT, ...fields };
  assertWay(way);
  const name = fields.name ?? nameOf(fields);
  const id = await insertPort(tx, { ...settled(way, fields), name, plant_id: plant.master_id });
  await noteChange(tx, { action: 'port.created', device_ids: [], target: String(id), detail: { proj_code } });
  return id;
}

/** Adds a port like another one. @returns its id. @throws AppError not_found */
export async function copyPort(tx: Tx, id: number, name: string): Promise<number> {
  await takePort(tx, id);
  const copy = await insertPortCopy(tx, id, name);
  await noteChange(tx, { action: 'port.copied', device_ids: [], target: String(copy), detail: { from: id } });
  return copy;
}

/** Changes a port that the caller holds; every device behind it gets a version. @throws AppError invalid with the field */
export async function changePort(tx: Tx, port: StoredPort, asked: PortFields): Promise<void> {
  const way = merge<StoredPort>(port, definedFields(asked));
  const fields = changedFields(port, settled(way, definedFields(asked)));
  if (Object.keys(fields).length === 0) return;
  assertWay(way);
  const devices = await listDevicesBehind(tx, port.id);
  assertUnits(devices, way.framer);
  const device_ids = devices.map(({ id }) => id);
  await lockDeviceRows(tx, device_ids);
  const detail = fieldsOf(fields);
  await applyConfigChange(tx, { action: 'port.changed', device_ids, target: String(port.id), detail }, () =>
    updatePort(tx, port.id, fields),
  );
}

const MAX_NAMED = 10;

/** Deletes a port without devices. @throws AppError not_found; conflict that names the devices behind it */
export async function removePort(tx: Tx, id: number): Promise<void> {
  const port = await takePort(tx, id);
  const devices = await listDevicesBehind(tx, id);
  if (devices.length > 0) {
    const names = devices.slice(0, MAX_NAMED).map(({ short_name }) => short_name);
    const more = devices.length > MAX_NAMED ? ` and ${devices.length - MAX_NAMED} more` : '';
    throw new AppError(
      'conflict',
      `Behind this port stand ${names.join(', ')}${more}: move or delete them first`,
      {
        errors: [
          {
            path: '',
            message: 'has devices',
            code: 'port_in_use',
            params: { devices: devices.length, names: names.join(', ') },
          },
        ],
      },
    );
  }
  const change = {
    action: 'port.removed',
    device_ids: [],
    target: String(id),
    detail: { name: port.name },
  } as const;
  await applyConfigChange(tx, change, () => deletePort(tx, id));
}

/**
 * The device behind a port through which it is looked at: the wished one, else the first; undefined without devices.
 * @throws AppError not_found when the wished one does not stand behind it
 */
export async function firstDeviceOf(
  tx: Tx,
  port_id: number,
  wished: number | undefined,
): Promise<number | undefined> {
  const devices = await listDevicesBehind(tx, port_id);
  if (wished === undefined) return devices[0]?.id;
  return devices.find(({ id }) => id === wished)?.id ?? notFound();
}
