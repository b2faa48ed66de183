import type { z } from 'zod';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notifyConfiguration } from '../../../shared/server/configuration-notice.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import { withBin } from '../../../shared/server/records/bin.ts';
import { savedMeanwhile } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { Device, DeviceDetails, NewDevice, NewVariable } from '../device-fields.contract.ts';
import type { NewPlant, Plant, PlantChange } from '../plants.contract.ts';
import { findArchivedName } from './archive.repository.ts';
import { noteChange } from './configuring.public.ts';
import { addDevice } from './devices.public.ts';
import { findDevice, listDevices } from './devices.repository.ts';
import { findPlant, insertPlant, markAllDays, type PlantFields, updatePlant } from './plants.repository.ts';
import { createPort } from './ports.public.ts';
import { listSamePorts } from './ports.repository.ts';
import { addToDevice, storeVariables } from './variables.public.ts';

type Change = z.output<typeof PlantChange>;

function columns({ productionType, version: _v, ...rest }: Change): Partial<PlantFields> {
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), ...(productionType ? { production_type: productionType } : {}) };
}

export async function getPlant(tx: Tx, proj_code: string): Promise<Plant> {
  return (await findPlant(tx, proj_code)) ?? notFound();
}

/** Devices that the scope may see, of one plant where its code is given. @throws AppError not_found */
export async function listDevicesOf(tx: Tx, proj_code: string | undefined): Promise<Device[]> {
  if (proj_code) await getPlant(tx, proj_code);
  return listDevices(tx, proj_code);
}

/** What the devices of a plant are called. @throws AppError not_found */
export async function listNamesOfDevices(tx: Tx, proj_code: string) {
  const found = await listDevicesOf(tx, proj_code);
  return found.map(({ id, device_id, proj_code, short_name }) => ({ id, device_id, proj_code, short_name }));
}

/** @throws AppError conflict, which points to the archive where the reader may look there */
async function refuseCode(tx: Tx, proj_code: string): Promise<never> {
  const name = await withBin(tx, () => findArchivedName(tx, proj_code));
  if (name === undefined)
    throw new AppError('conflict', 'A plant with this code already exists', {
      errors: [{ path: 'proj_code', message: 'already taken', code: 'taken' }],
    });
  const message = `taken by the archived plant ${name}`;
  throw new AppError('conflict', 'An archived plant has this code: restore it, or choose another code', {
    errors: [{ path: 'proj_code', message, code: 'taken_archived', params: { name } }],
  });
}

/** Adds a plant. @throws AppError conflict when the code is taken, by an archived plant too */
export async function createPlant(tx: Tx, given: z.output<typeof NewPlant>): Promise<Plant> {
  const { proj_code, name, ...rest } = given;
  const plant = await insertPlant(tx, { ...columns(rest), proj_code, name });
  if (plant === undefined) return refuseCode(tx, proj_code);
  await recordAudit(tx, 'plant.created', proj_code, { name });
  await notifyConfiguration(tx);
  return plant;
}

/** Changes a plant. @throws AppError not_found; conflict (with the stored plant) when somebody saved in between */
export async function changePlant(tx: Tx, proj_code: string, change: Change): Promise<Plant> {
  const before = await getPlant(tx, proj_code);
  const fields = columns(change);
  const saved = await updatePlant(tx, before.master_id, { ...fields, version: change.version });
  if (!saved) throw savedMeanwhile(await getPlant(tx, proj_code));
  // Borders of days hang on the zone, what a device can make at most on the power.
  const moves = (['time_zone', 'potenza_nominale'] as const).some(
    (field) => fields[field] !== undefined && fields[field] !== before[field],
  );
  if (moves) await markAllDays(tx, before.master_id);
  await recordAudit(tx, 'plant.changed', proj_code, { ...change });
  await notifyConfiguration(tx);
  return getPlant(tx, proj_code);
}

/** The port of a plant that reaches the field this way, made when it is not there yet. */
async function portFor(
  tx: Tx,
  { master_id, proj_code }: Plant,
  port: NonNullable<NewDevice['port']>,
): Promise<number> {
  const [same] = await listSamePorts(tx, master_id, [port]);
  return same ?? createPort(tx, proj_code, port);
}

/**
 * Adds a device with its port and variables, all or nothing; it is the first version of its configuration.
 * @throws AppError not_found for the plant, conflict, invalid
 */
export async function createDevice(tx: Tx, given: NewDevice): Promise<DeviceDetails> {
  const { proj_code, port, variables, ...fields } = given;
  const plant = await getPlant(tx, proj_code);
  if (port && fields.unit_id == null) {
    throw new AppError('invalid', 'A device behind a port needs its unit id', {
      errors: [{ path: 'unit_id', message: 'required with a port', code: 'unit_needed' }],
    });
  }
  const port_id = port ? await portFor(tx, plant, port) : fields.port_id;
  const id = await addDevice(tx, { ...fields, plant_id: plant.master_id, port_id });
  const { byte_order = 'ABCD', virtual = false } = fields;
  await storeVariables(tx, { id, byte_order, virtual }, variables);
  const detail = { proj_code, short_name: given.short_name };
  await noteChange(tx, { action: 'device.created', device_ids: [id], detail });
  return (await findDevice(tx, id)) ?? notFound();
}

/** Adds variables to a device. @throws AppError not_found, invalid, conflict when it has one of them */
export async function addVariables(
  tx: Tx,
  device_id: number,
  variables: readonly NewVariable[],
): Promise<DeviceDetails> {
  await addToDevice(tx, device_id, variables);
  return (await findDevice(tx, device_id)) ?? notFound();
}
