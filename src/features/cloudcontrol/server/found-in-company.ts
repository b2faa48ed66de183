import type { Tx } from '../../../shared/server/tenancy.ts';
import type { FoundDevice } from '../field-tools.contract.ts';
import {
  type DeviceThere,
  listDevicesAt,
  listTakenNames,
  listUnitsOfNames,
} from './found-device.repository.ts';
import type { FoundHere } from './found-device.ts';

/** Where something was found: a port of the company, or none yet, and the number on its bus. */
export interface FoundPlace {
  readonly port_id: number | null;
  readonly unit_id: number;
}

/**
 * What was found at a unit beside what the company has: which of its devices each is already, a short name that is
 * free in the plant, and its own unit where the company's catalogue counts a name in another.
 */
export async function inCompany(
  tx: Tx,
  place: FoundPlace,
  found: readonly FoundHere[],
): Promise<FoundDevice[]> {
  if (found.length === 0) return [];
  const { port_id, unit_id } = place;
  const there = port_id === null ? [] : await listDevicesAt(tx, port_id, unit_id);
  const names = found.map(({ short_name }) => short_name);
  const taken = new Set(await listTakenNames(tx, port_id, names.flatMap(proposals)));
  const units = await listUnitsOfNames(
    tx,
    found.flatMap(({ variables }) => variables.map(({ name }) => name)),
  );
  const left = [...there];
  return found.map((device) => {
    const standing = takeStanding(left, device, found.length);
    const short_name = proposals(device.short_name).find((name) => !taken.has(name)) ?? device.short_name;
    taken.add(short_name);
    return {
      ...device,
      short_name,
      variables: device.variables.map((one) => inOwnUnit(one, units.get(one.name))),
      device_id: standing?.id ?? null,
    };
  });
}

/** Which of the devices at the unit it is: the one of its serial number, else the first of its kind, else the only one. */
function takeStanding(left: DeviceThere[], device: FoundHere, of: number): DeviceThere | undefined {
  const { serial_number, category } = device;
  const standing =
    left.find((one) => serial_number !== '' && one.serial_number === serial_number) ??
    left.find((one) => one.category === category) ??
    (of === 1 ? left[0] : undefined);
  if (standing) left.splice(left.indexOf(standing), 1);
  return standing;
}

/** A name and those that come into question where it is taken; 40 characters are the most that one has. */
function proposals(name: string): string[] {
  const more = Array.from({ length: 20 }, (_, index) => `${name.slice(0, 36)}-${index + 2}`);
  return [name, ...more];
}

type SeenVariable = FoundDevice['variables'][number];

function inOwnUnit(variable: SeenVariable, unit: string | undefined): SeenVariable {
  const own = variable.of_name?.unit;
  return unit === undefined || own === undefined || unit === own ? variable : { ...variable, unit: own };
}
