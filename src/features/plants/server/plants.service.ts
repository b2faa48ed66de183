import type { z } from 'zod';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound, Refusal } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type {
  DeviceDetails,
  NewDevice,
  NewPlant,
  NewVariable,
  Plant,
  PlantChange,
  VariableName,
} from '../plants.contract.ts';
import { VARIABLES_AT_MOST } from '../plants.model.ts';
import { findDevice, insertDevice, insertVariables, savePort } from './devices.repository.ts';
import {
  findPlant,
  insertPlant,
  insertVariableName,
  listVariableNames,
  markAllDays,
  notifyConfiguration,
  type PlantFields,
  updatePlant,
} from './plants.repository.ts';

type Change = z.output<typeof PlantChange>;

function columns({ productionType, version: _v, ...rest }: Change): Partial<PlantFields> {
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), ...(productionType ? { production_type: productionType } : {}) };
}

export async function getPlant(tx: Tx, proj_code: string): Promise<Plant> {
  return (await findPlant(tx, proj_code)) ?? notFound();
}

/** Adds a plant. @throws Refusal conflict when the code is taken */
export async function createPlant(tx: Tx, given: z.output<typeof NewPlant>): Promise<Plant> {
  const { proj_code, name, ...rest } = given;
  const plant = await insertPlant(tx, { ...columns(rest), proj_code, name });
  if (plant === undefined) {
    throw new Refusal('conflict', 'A plant with this code already exists', {
      errors: [{ path: 'proj_code', message: 'already taken' }],
    });
  }
  await recordAudit(tx, 'plant.created', proj_code, { name });
  await notifyConfiguration(tx);
  return plant;
}

/** Changes a plant. @throws Refusal not_found; conflict (with the stored plant) when somebody saved in between */
export async function changePlant(tx: Tx, proj_code: string, change: Change): Promise<Plant> {
  const before = await getPlant(tx, proj_code);
  const fields = columns(change);
  const saved = await updatePlant(tx, before.master_id, { ...fields, version: change.version });
  if (!saved) {
    throw new Refusal('conflict', 'Somebody else saved this plant in the meantime', {
      extra: { stored: before },
    });
  }
  // Borders of days hang on the zone, what a device can make at most on the power.
  const moves = (['time_zone', 'potenza_nominale'] as const).some(
    (field) => fields[field] !== undefined && fields[field] !== before[field],
  );
  if (moves) await markAllDays(tx, before.master_id);
  await recordAudit(tx, 'plant.changed', proj_code, { ...change });
  await notifyConfiguration(tx);
  return getPlant(tx, proj_code);
}

async function rowsOf(tx: Tx, variables: readonly z.output<typeof NewVariable>[]) {
  const ids = new Map((await listVariableNames(tx)).map(({ name, id }) => [name, id]));
  const seen = new Set<string>();
  return variables.map(({ name, register }, i) => {
    const variable_name_id = ids.get(name);
    const path = `variables.${i}.name`;
    if (variable_name_id === undefined) {
      throw new Refusal('invalid', `Unknown variable name ${name}`, {
        errors: [{ path, message: 'unknown' }],
      });
    }
    if (seen.has(name))
      throw new Refusal('invalid', `${name} stands twice`, { errors: [{ path, message: 'twice' }] });
    seen.add(name);
    return { variable_name_id, register };
  });
}

async function storeVariables(
  tx: Tx,
  device_id: number,
  variables: readonly z.output<typeof NewVariable>[],
): Promise<void> {
  if (await insertVariables(tx, device_id, await rowsOf(tx, variables))) return;
  throw new Refusal('invalid', `A device has ${VARIABLES_AT_MOST} variables at most`, {
    errors: [{ path: 'variables', message: 'too many for this device' }],
  });
}

/** Adds a device with its port and variables, all or nothing. @throws Refusal not_found for the plant, conflict, invalid */
export async function createDevice(tx: Tx, given: z.output<typeof NewDevice>): Promise<DeviceDetails> {
  const { proj_code, port, variables, ...fields } = given;
  const plant = await getPlant(tx, proj_code);
  if (port && fields.unit_id == null) {
    throw new Refusal('invalid', 'A device behind a port needs its unit id', {
      errors: [{ path: 'unit_id', message: 'required with a port' }],
    });
  }
  const port_id = port ? await savePort(tx, plant.master_id, port) : null;
  const id = await insertDevice(tx, { ...fields, plant_id: plant.master_id, port_id });
  if (id === undefined) {
    throw new Refusal('conflict', 'A device with this short name or serial number already exists', {
      errors: [{ path: 'short_name', message: 'already taken, or the serial number is' }],
    });
  }
  await storeVariables(tx, id, variables);
  await recordAudit(tx, 'device.created', String(id), { proj_code, short_name: given.short_name });
  await notifyConfiguration(tx);
  return (await findDevice(tx, id)) ?? notFound();
}

/** Adds variables to a device. @throws Refusal not_found, invalid, conflict when it has one of them */
export async function addVariables(
  tx: Tx,
  device_id: number,
  variables: readonly z.output<typeof NewVariable>[],
): Promise<DeviceDetails> {
  const device = (await findDevice(tx, device_id)) ?? notFound();
  const double = variables.findIndex(({ name }) => device.variables.some((has) => has.name === name));
  if (double >= 0) {
    throw new Refusal('conflict', `This device has ${variables[double]?.name} already`, {
      errors: [{ path: `variables.${double}.name`, message: 'already there' }],
    });
  }
  await storeVariables(tx, device_id, variables);
  await recordAudit(tx, 'device.variables_added', String(device_id), { names: variables.map((v) => v.name) });
  await notifyConfiguration(tx);
  return (await findDevice(tx, device_id)) ?? notFound();
}

/** Adds a name to the catalogue. @throws Refusal conflict when it is there already */
export async function createVariableName(tx: Tx, given: Omit<VariableName, 'id'>): Promise<VariableName> {
  const made = await insertVariableName(tx, given);
  if (made === undefined) {
    throw new Refusal('conflict', 'This name is in the catalogue already', {
      errors: [{ path: 'name', message: 'already taken' }],
    });
  }
  await recordAudit(tx, 'variable_name.created', String(made.id), { name: made.name });
  return made;
}
