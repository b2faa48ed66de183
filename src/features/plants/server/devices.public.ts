import { changedFields, definedFields, fieldsOf, merge } from '../../../shared/server/changed-fields.ts';
import { AppError, type FieldFault, notFound } from '../../../shared/server/errors.ts';
import { seesPlant, type Tx } from '../../../shared/server/tenancy.ts';
import type { DeviceFields } from '../device-fields.contract.ts';
import { findUnitFault } from '../field.model.ts';
import { copyAttributes } from './attributes.repository.ts';
import { holdCalculations } from './calculations.public.ts';
import { applyConfigChange, noteChange } from './configuring.public.ts';
import {
  findCategory,
  findPortOf,
  findSection,
  findTaken,
  type HeldDevice,
  insertDevice,
  lockDeviceRow,
  markDeviceDays,
  updateDevice,
  updateTrace,
} from './device-changes.repository.ts';
import { findPlant } from './plants.repository.ts';
import { holdPort } from './ports.repository.ts';
import { copyVariables } from './variables.repository.ts';

export type { HeldDevice };

/** Ports first, in the order of their numbers, then the device: whoever changes any of them waits in the same order. */
async function holdPorts(tx: Tx, ids: readonly (number | null | undefined)[]): Promise<void> {
  const known = [...new Set(ids.filter((id) => id !== null && id !== undefined))].sort((a, b) => a - b);
  for (const id of known) await holdPort(tx, id);
}

/**
 * A device that the scope may see, held until the transaction ends, with its port and the one that it is to move to; and
 * before it the calculations that may count on it.
 * @throws AppError not_found
 */
export async function lockDevice(tx: Tx, id: number, next_port_id?: number | null): Promise<HeldDevice> {
  if (!(await findPortOf(tx, id))) notFound();
  await holdCalculations(tx);
  const behind = (await findPortOf(tx, id)) ?? notFound();
  await holdPorts(tx, [behind.port_id, next_port_id]);
  return (await lockDeviceRow(tx, id)) ?? notFound();
}

const refuse = (fault: FieldFault, detail = fault.message): never => {
  throw new AppError('invalid', detail, { errors: [fault] });
};

async function assertSection(tx: Tx, section_id: number, plant_id: number): Promise<void> {
  const section = await findSection(tx, section_id);
  if (!section || !seesPlant(tx.scope, section.plant_id)) notFound();
  if (section.plant_id !== plant_id)
    refuse(
      { path: 'section_id', message: 'of another plant', code: 'section_elsewhere' },
      'This section belongs to another plant',
    );
}

type Place = Pick<HeldDevice, 'plant_id' | 'port_id' | 'unit_id' | 'virtual'>;

async function assertPort(tx: Tx, { plant_id, port_id, unit_id, virtual }: Place): Promise<void> {
  if (port_id === null) return;
  const port = (await holdPort(tx, port_id)) ?? notFound();
  if (virtual)
    refuse(
      { path: 'port_id', message: 'not for a virtual device', code: 'virtual' },
      'A virtual device is calculated from others: it has no port',
    );
  if (port.plant_id !== plant_id)
    refuse(
      { path: 'port_id', message: 'of another plant', code: 'port_elsewhere' },
      'This port belongs to another plant',
    );
  if (unit_id === null)
    refuse(
      { path: 'unit_id', message: 'required with a port', code: 'unit_needed' },
      'A device behind a port needs its unit id',
    );
  const message = unit_id === null ? null : findUnitFault(unit_id, port.framer);
  if (message !== null) refuse({ path: 'unit_id', message, code: 'unit_range' }, `The unit id ${message}`);
}

/** @throws AppError conflict that names the field whose value another device has */
async function assertFree(tx: Tx, asked: Parameters<typeof findTaken>[1]): Promise<void> {
  const taken = await findTaken(tx, asked);
  if (!taken.short_name && !taken.serial_number) return;
  const errors = [
    ...(taken.short_name
      ? [{ path: 'short_name', message: `already taken: ${asked.short_name}`, code: 'taken' }]
      : []),
    ...(taken.serial_number
      ? [{ path: 'serial_number', message: `already taken: ${asked.serial_number}`, code: 'taken' }]
      : []),
  ];
  const what = errors
    .map(({ path }) => (path === 'short_name' ? 'short name' : 'serial number'))
    .join(' and ');
  throw new AppError('conflict', `Another device has this ${what}`, { errors });
}

function takenMeanwhile(): never {
  throw new AppError('conflict', 'Another device took this short name or serial number just now', {
    errors: [{ path: 'short_name', message: 'already taken, or the serial number is', code: 'taken' }],
  });
}

/** A category brings its kind; a kind alone means the category that is named like it. */
async function withKind(tx: Tx, fields: DeviceFields): Promise<DeviceFields> {
  const { category, category_id } = fields;
  if (category_id !== undefined && category_id !== null) {
    const found = (await findCategory(tx, { id: category_id })) ?? notFound();
    return { ...fields, category: found.kind };
  }
  if (category === undefined || category_id === null) return fields;
  return { ...fields, category_id: (await findCategory(tx, { kind: category }))?.id ?? null };
}

/** Adds a device without variables. @returns its id. @throws AppError not_found, invalid, conflict */
export async function addDevice(
  tx: Tx,
  asked: DeviceFields & { short_name: string; plant_id: number; virtual?: boolean | undefined },
): Promise<number> {
  const { plant_id, short_name, virtual = false, ...rest } = asked;
  const fields = await withKind(tx, definedFields(rest));
  const { port_id = null, unit_id = null, section_id, serial_number = null } = fields;
  await assertPort(tx, { plant_id, port_id, unit_id, virtual });
  if (section_id) await assertSection(tx, section_id, plant_id);
  await assertFree(tx, { id: 0, plant_id, short_name, serial_number });
  return (await insertDevice(tx, { ...fields, short_name, plant_id, virtual })) ?? takenMeanwhile();
}

/** Changes a device that the caller holds; what is left out stays. @throws AppError not_found, invalid, conflict */
export async function changeDevice(tx: Tx, device: HeldDevice, asked: DeviceFields): Promise<void> {
  const fields = changedFields(device, await withKind(tx, definedFields(asked)));
  if (Object.keys(fields).length === 0) return;
  const after = merge(device, fields);
  await assertPort(tx, after);
  if (fields.section_id) await assertSection(tx, fields.section_id, device.plant_id);
  await assertFree(tx, after);
  const change = { action: 'device.changed', device_ids: [device.id], detail: fieldsOf(fields) } as const;
  await applyConfigChange(tx, change, () => updateDevice(tx, device.id, fields));
  if (after.nominal_power !== device.nominal_power) await markDeviceDays(tx, device.id);
}

export interface CopyOfDevice {
  short_name: string;
  unit_id?: number | null | undefined;
  /** The same one, where it is left out and the plant is the same. */
  port_id?: number | null | undefined;
  proj_code?: string | undefined;
  serial_number?: string | null | undefined;
  template?: boolean | undefined;
}

/** What a copy of a device has of it. */
export const COPIED = [
  'description',
  'category',
  'category_id',
  'nominal_power',
  'manufacturer',
  'model',
  'panel_watt',
  'number_of_panels',
  'number_of_strings',
  'kw_peak',
  'network',
  'subnet',
  'byte_order',
  'interval_s',
  'slow_interval_s',
  'enabled',
] as const satisfies readonly (keyof DeviceFields)[];

/**
 * Adds a device like another one, with all its variables and attributes; its serial number is its own, and in another plant
 * its port and section.
 * @returns its id. @throws AppError not_found, invalid, conflict
 */
export async function copyDevice(tx: Tx, id: number, request: CopyOfDevice): Promise<number> {
  const source = await lockDevice(tx, id, request.port_id);
  const plant = (await findPlant(tx, request.proj_code ?? source.proj_code)) ?? notFound();
  const stays = plant.proj_code === source.proj_code;
  const stored = source as unknown as DeviceFields;
  const copy = await addDevice(tx, {
    ...Object.fromEntries(COPIED.map((field) => [field, stored[field]])),
    virtual: source.virtual,
    short_name: request.short_name,
    serial_number: request.serial_number ?? null,
    unit_id: request.unit_id === undefined ? source.unit_id : request.unit_id,
    port_id: request.port_id === undefined && stays ? source.port_id : (request.port_id ?? null),
    section_id: stays ? source.section_id : null,
    template: request.template ?? false,
    plant_id: plant.master_id,
  });
  await copyVariables(tx, id, copy);
  await copyAttributes(tx, id, copy);
  const detail = { from: id, proj_code: plant.proj_code, short_name: request.short_name };
  await noteChange(tx, { action: 'device.copied', device_ids: [copy], detail });
  return copy;
}

/** Whether the scope may see a device. */
export async function seesDevice(tx: Tx, id: number): Promise<boolean> {
  return (await findPortOf(tx, id)) !== undefined;
}

/** Keeps a device's log in detail until then, or no longer; acquisition takes it up like any change. */
export async function traceDevice(tx: Tx, id: number, until: Date | null): Promise<void> {
  await lockDevice(tx, id);
  const detail = { until: until?.toISOString() ?? null };
  await applyConfigChange(tx, { action: 'device.traced', device_ids: [id], detail }, () =>
    updateTrace(tx, id, until),
  );
}
