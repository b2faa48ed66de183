import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { knownZone } from '../../../shared/units/zones.ts';
import { type CalcFault, type CalcFaultCode, faultsOf } from '../calculation-rules.model.ts';
import type { CalcDefinition } from '../calculations.contract.ts';
import {
  type ChosenInput,
  findInputs,
  findName,
  findPlace,
  findResultDevice,
  type NamedResult,
  type Place,
} from './calc-places.repository.ts';

/** A definition with all that it names found, and nothing wrong with it by its own facts. */
export interface Resolved {
  readonly definition: CalcDefinition;
  readonly inputs: readonly ChosenInput[];
  readonly name: NamedResult;
  readonly place: Place;
  /** The virtual device that there is; undefined for one that is to be made. */
  readonly device_id: number | undefined;
  readonly interval_s: number;
}

/** Faults of a definition, each at its field. */
export function refused(faults: readonly CalcFault[]): AppError {
  return new AppError('invalid', 'Data is not valid', { errors: faults });
}

/** One fault of a definition. */
export function fault(
  code: CalcFaultCode,
  path: string,
  message: string,
  params?: CalcFault['params'],
): AppError {
  return refused([{ path, message, code, ...(params ? { params } : {}) }]);
}

interface Target {
  place: Place;
  device_id: number | undefined;
  interval_s: number;
}

/** @throws AppError not_found for a plant or device that the scope does not see; invalid where both or none are named */
async function targetOf(tx: Tx, { device_id, device }: CalcDefinition['result']): Promise<Target> {
  const known = device_id === undefined ? undefined : ((await findResultDevice(tx, device_id)) ?? notFound());
  const place = device && ((await findPlace(tx, device.proj_code)) ?? notFound());
  if (known && device)
    throw fault('not_virtual', 'result.device', 'name one that there is, or one that is to be made');
  if (place && device) return { place, device_id: undefined, interval_s: device.interval_s };
  if (!known) throw fault('not_virtual', 'result.device_id', 'required');
  if (!known.virtual) throw fault('not_virtual', 'result.device_id', 'must be a virtual device');
  return { place: known, device_id: known.device_id, interval_s: known.interval_s };
}

const withoutNames = (inputs: readonly (ChosenInput | undefined)[]): CalcFault[] =>
  inputs.flatMap((input, i) =>
    input
      ? []
      : [
          {
            path: `inputs.${i}`,
            message: 'the device has no such variable',
            code: 'no_such_variable' as const,
          },
        ],
  );

/**
 * Finds everything that a definition names and checks it.
 * @throws AppError not_found for what the scope does not see; invalid with every fault at its field
 */
export async function resolve(tx: Tx, definition: CalcDefinition): Promise<Resolved> {
  const { operation, result } = definition;
  const found = (await findInputs(tx, definition.inputs)) ?? notFound();
  const target = await targetOf(tx, result);
  const name = await findName(tx, result.variable);
  const unknown = withoutNames(found);
  if (!name) {
    const message = 'is not in the catalogue of names';
    unknown.push({ path: 'result.variable', message, code: 'no_such_variable' });
  }
  if (unknown.length > 0 || !name) throw refused(unknown);
  const inputs = found.filter((input) => input !== undefined);
  const faults = faultsOf(operation, inputs, { ...name, interval_s: target.interval_s });
  if (faults.length > 0) throw refused(faults);
  const place = { ...target.place, time_zone: knownZone(target.place.time_zone) };
  return { definition, inputs, name, ...target, place };
}
