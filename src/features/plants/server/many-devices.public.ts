import { notFound, Refusal } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { DeviceFields } from '../device-fields.contract.ts';
import type { ManyFault } from '../many-devices.model.ts';
import { noteChange } from './configuring.public.ts';
import { type DeviceWish, faultOf, judgeMany } from './judge-many.ts';
import {
  holdPlant,
  insertAttributeLists,
  insertDevices,
  insertPorts,
  insertVariableLists,
  type NewRow,
} from './many-devices.repository.ts';
import { findPlant } from './plants.repository.ts';

export type { DeviceWish };

export interface AddedDevice {
  id: number;
  short_name: string;
}

/** @throws Refusal with each fault at `devices.<n>.<field>`: a conflict where all of them are names that others have */
export function refuseMany(faults: readonly ManyFault[]): void {
  if (faults.length === 0) return;
  const taken = faults.every(({ code }) => code === 'name_taken' || code === 'serial_taken');
  const devices = new Set(faults.map(({ index }) => index)).size;
  const detail = `${devices === 1 ? 'A device' : `${devices} devices`} cannot be added, so none was`;
  throw new Refusal(taken ? 'conflict' : 'invalid', detail, { errors: faults.map(faultOf) });
}

function takenMeanwhile(wishes: readonly DeviceWish[], made: readonly AddedDevice[]): never {
  const names = new Set(made.map(({ short_name }) => short_name));
  const errors = wishes.flatMap(({ short_name }, index) =>
    names.has(short_name) ? [] : [faultOf({ index, field: 'short_name', code: 'name_taken' })],
  );
  throw new Refusal('conflict', 'Another device took a short name or serial number just now', { errors });
}

const FIELDS_OF_WISH = ['port', 'variables', 'attributes'] as const;

function bare(wish: DeviceWish & DeviceFields): Omit<DeviceWish, (typeof FIELDS_OF_WISH)[number]> {
  const { port: _p, variables: _v, attributes: _a, ...fields } = wish;
  const told = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(told) as typeof fields;
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
 * @throws Refusal not_found for the plant, or a port, section or category; invalid or conflict with every fault
 */
export async function addManyDevices(
  tx: Tx,
  proj_code: string,
  wishes: readonly DeviceWish[],
): Promise<AddedDevice[]> {
  const plant = (await findPlant(tx, proj_code)) ?? notFound();
  const plant_id = plant.master_id;
  await holdPlant(tx, plant_id);
  const judged = await judgeMany(tx, plant_id, wishes);
  refuseMany(judged.faults);
  const made_ports = judged.newPorts.length > 0 ? await insertPorts(tx, plant_id, judged.newPorts) : [];
  const rows: NewRow[] = wishes.map((wish, i) => {
    const way = judged.ways[i];
    return {
      ...bare(wish),
      ...judged.kinds[i],
      template_key: wish.template_key ?? null,
      template_version: wish.template_version ?? null,
      port_id: way?.made === undefined ? (way?.port_id ?? null) : (made_ports[way.made] ?? null),
      plant_id,
      next_slot: wish.variables.length,
    };
  });
  const made = await insertDevices(tx, rows);
  if (made.length < wishes.length) takenMeanwhile(wishes, made);
  const idOf = new Map(made.map(({ short_name, id }) => [short_name, id]));
  const added = wishes.map(({ short_name }) => ({ id: idOf.get(short_name) ?? 0, short_name }));
  const variables = numbered(judged.rows);
  await insertVariableLists(
    tx,
    variables.lists,
    added.map(({ id }, i) => ({ device_id: id, list: variables.numbers[i] ?? 0 })),
  );
  const attributes = numbered(wishes.map((wish) => wish.attributes));
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
