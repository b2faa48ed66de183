import { changedFields } from '../../../shared/server/changed-fields.ts';
import { withBin } from '../../../shared/server/records/bin.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { DeviceFields, PortFields } from '../device-fields.contract.ts';
import { findPortFault, findUnitFault, type PortWay } from '../field.model.ts';
import type { LeftBehind, Snapshot } from '../snapshot.model.ts';
import { applyConfigChange } from './configuring.public.ts';
import {
  findCategory,
  findSection,
  findTaken,
  type HeldDevice,
  lockDeviceRows,
  markDeviceDays,
  updateDevice,
} from './device-changes.repository.ts';
import {
  type DeviceBehind,
  holdPort,
  listDevicesBehind,
  type StoredPort,
  updatePort,
} from './ports.repository.ts';
import { bringBackAttributes, rollBackVariables } from './rollback-parts.ts';

interface PortBack {
  /** The port that the device stands behind afterwards. */
  port: StoredPort | undefined;
  /** Its settings that come back with it. */
  fields: PortFields;
  devices: DeviceBehind[];
}

/** Where the device stands afterwards, and what of the port's settings comes back. */
async function findPortBack(
  tx: Tx,
  device: HeldDevice,
  { snapshot, with_port }: RollbackRequest,
  left: LeftBehind[],
): Promise<PortBack> {
  const id = device.virtual ? null : snapshot.port === null ? null : Number(snapshot.port.id);
  if (id === null) return { port: undefined, fields: {}, devices: [] };
  const port = await holdPort(tx, id);
  if (!port || port.plant_id !== device.plant_id) {
    left.push({ part: 'port', name: String(snapshot.port?.name ?? id), reason: 'gone' });
    const stays = device.port_id === null ? undefined : await holdPort(tx, device.port_id);
    return { port: stays, fields: {}, devices: [] };
  }
  const devices = (await listDevicesBehind(tx, id)).filter((one) => one.id !== device.id);
  if (!with_port || snapshot.port === null) return { port, fields: {}, devices: [] };
  const { id: _, protocol: __, ...settings } = snapshot.port;
  const fields = changedFields(port, settings as PortFields);
  const way = { ...port, ...fields } as PortWay & StoredPort;
  const misfits = devices.some(
    ({ unit_id }) => unit_id !== null && findUnitFault(unit_id, way.framer) !== null,
  );
  if (!misfits && findPortFault(way) === null) return { port: way, fields, devices };
  left.push({ part: 'port', name: port.name, reason: 'other_devices' });
  return { port, fields: {}, devices: [] };
}

/** The device's own fields as far as they can come back. */
async function findFieldsBack(
  tx: Tx,
  device: HeldDevice,
  { snapshot, port }: { snapshot: Snapshot; port: StoredPort | undefined },
  left: LeftBehind[],
): Promise<DeviceFields> {
  const { virtual: _v, in_bin: _b, port_id: _p, ...stored } = snapshot.device;
  const fields = { ...stored, port_id: port?.id ?? null } as DeviceFields;
  const leave = (field: keyof DeviceFields, reason: LeftBehind['reason']) => {
    left.push({ part: 'device', name: field, reason });
    delete fields[field];
  };
  const section = fields.section_id ? await findSection(tx, fields.section_id) : undefined;
  if (fields.section_id && section?.plant_id !== device.plant_id) leave('section_id', 'gone');
  const category = fields.category_id ? await findCategory(tx, { id: fields.category_id }) : undefined;
  if (fields.category_id && !category) {
    leave('category_id', 'gone');
    delete fields.category;
  }
  if (category) fields.category = category.kind;
  const { short_name = device.short_name, serial_number = null } = fields;
  const taken = await findTaken(tx, { id: device.id, plant_id: device.plant_id, short_name, serial_number });
  if (taken.short_name) leave('short_name', 'taken');
  if (taken.serial_number) leave('serial_number', 'taken');
  const unit_id = fields.unit_id ?? null;
  const fits = !port || (unit_id !== null && findUnitFault(unit_id, port.framer) === null);
  if (!fits) leave('unit_id', 'does_not_fit');
  return changedFields(device, fields);
}

interface RollbackRequest {
  snapshot: Snapshot;
  /** The version's, for the audit. */
  number: number;
  /** Whether the port's settings come back as well, for all devices behind it. */
  with_port: boolean;
  now: Date;
}

/**
 * Sets a device that the caller holds back to an earlier configuration. Variables come back to their slots, and those that
 * were added since go to the bin; what cannot come back stays as it is, and is answered.
 */
export async function rollBack(
  tx: Tx,
  device: HeldDevice,
  request: RollbackRequest,
): Promise<{ left: LeftBehind[]; others: { id: number; short_name: string }[] }> {
  const { snapshot, number, now } = request;
  const left: LeftBehind[] = [];
  const { port, fields: portFields, devices } = await findPortBack(tx, device, request, left);
  const fields = await findFieldsBack(tx, device, { snapshot, port }, left);
  const others =
    Object.keys(portFields).length > 0 ? devices.map(({ id, short_name }) => ({ id, short_name })) : [];
  const device_ids = [device.id, ...others.map(({ id }) => id)];
  await lockDeviceRows(tx, device_ids);
  await applyConfigChange(
    tx,
    { action: 'device.version_restored', device_ids, detail: { number } },
    async () => {
      if (port && Object.keys(portFields).length > 0) await updatePort(tx, port.id, portFields);
      await updateDevice(tx, device.id, fields);
      await withBin(tx, () => rollBackVariables(tx, device, { snapshot, now, left }));
      await bringBackAttributes(tx, device.id, snapshot);
    },
  );
  if ('nominal_power' in fields) await markDeviceDays(tx, device.id);
  return { left, others };
}
