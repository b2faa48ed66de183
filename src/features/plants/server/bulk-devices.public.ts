import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { ManyFault } from '../bulk-devices.model.ts';
import type { DeviceFields } from '../device-fields.contract.ts';
import {
  holdPlant,
  insertAttributeLists,
  insertDevices,
  insertPorts,
  insertVariableLists,
  type NewRow,
} from './bulk-devices.repository.ts';
import { checkBulk, type DeviceRequest, faultOf } from './check-bulk.ts';
import { noteChange } from './configuring.public.ts';
import { findPlant } from './plants.repository.ts';

export type { DeviceRequest };

export interface AddedDevice {
  id: number;
  short_name: string;
}

/** @throws AppError with each fault at `devices.<n>.<field>`: a conflict where all of them are names that others have */
export function refuseBulk(faults: readonly ManyFault[]): void {
  if (faults.length === 0) return;
  const taken = faults.every(({ code }) => code === 'name_taken' || code === 'serial_taken');
  const devices = new Set(faults.map(({ index }) => index)).size;
  const detail = `${devices === 1 ? 'A device' : `${devices} devices`} cannot be added, so none was`;
  throw new AppError(taken ? 'conflict' : 'invalid', detail, { errors: faults.map(faultOf) });
}

function takenMeanwhile(requests: readonly DeviceRequest[], made: readonly AddedDevice[]): never {
  const names = new Set(made.map(({ short_name }) => short_name));
  const errors = requests.flatMap(({ short_name }, index) =>
    names.has(short_name) ? [] : [faultOf({ index, field: 'short_name', code: 'name_taken' })],
  );
  throw new AppError('conflict', 'Another device took a short name or serial number just now', { errors });
}

const FIELDS_OF_WISH = ['port', 'variables', 'attributes'] as const;

function bare(request: DeviceRequest & DeviceFields): Omit<DeviceRequest, (typeof FIELDS_OF_WISH)[number]> {
  const { port: _p, variables: _v, attributes: _a, ...fields } = request;
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as typeof fields;
}

/** Numbers lists so that each different one is counted once: those that share one were given the same. */
function numbered<T>(lists: readonly T[]): { lists: T[]; numbers: number[] } {
  const known = new Map<T, number>();
  for (const list of lists) if (!known.has(list)) known.set(list, known.size);
  return { lists: [...known.keys()], numbers: lists.map((list) => known.get(list) ?? 0) };
}

/**
 * Adds several devices to a plant with their ports, variables and attributes: all of them or none, as one row of the audit
 * and a first version of each. Statements do not become more with the devices.
 * @throws AppError not_found for the plant, or a port, section or category; invalid or conflict with every fault
 */
export async function addDevicesInBulk(
  tx: Tx,
  proj_code: string,
  requests: readonly DeviceRequest[],
): Promise<AddedDevice[]> {
  const plant = (await findPlant(tx, proj_code)) ?? notFound();
  const plant_id = plant.master_id;
  await holdPlant(tx, plant_id);
  const judged = await checkBulk(tx, plant_id, requests);
  refuseBulk(judged.faults);
  const made_ports = judged.newPorts.length > 0 ? await insertPorts(tx, plant_id, judged.newPorts) : [];
  const rows: NewRow[] = requests.map((request, i) => {
    const way = judged.ways[i];
    return {
      ...bare(request),
      ...judged.kinds[i],
      template_key: request.template_key ?? null,
      template_version: request.template_version ?? null,
      port_id: way?.made === undefined ? (way?.port_id ?? null) : (made_ports[way.made] ?? null),
      plant_id,
      next_slot: request.variables.length,
    };
  });
  const made = await insertDevices(tx, rows);
  if (made.length < requests.length) takenMeanwhile(requests, made);
  const idOf = new Map(made.map(({ short_name, id }) => [short_name, id]));
  const added = requests.map(({ short_name }) => ({ id: idOf.get(short_name) ?? 0, short_name }));
  const variables = numbered(judged.rows);
  await insertVariableLists(
    tx,
    variables.lists,
    added.map(({ id }, i) => ({ device_id: id, list: variables.numbers[i] ?? 0 })),
  );
  const attributes = numbered(requests.map((request) => request.attributes));
  await insertAttributeLists(
    tx,
    attributes.lists,
    added.map(({ id }, i) => ({ device_id: id, list: attributes.numbers[i] ?? 0 })),
  );
  await noteChange(tx, {
    action: 'device.added_many',
    each: 'device.created',
    device_ids: added.map(({ id }) => id),
    target: proj_code,
    detail: {
      devices: added.length,
      short_names: added.map(({ short_name }) => short_name),
      ports_made: judged.newPorts.length,
    },
  });
  return added;
}
