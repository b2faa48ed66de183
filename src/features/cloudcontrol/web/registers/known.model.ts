import type { WordOrder } from '../../../../devices/decode/data-type.ts';
import { judgeValue } from '../../../../devices/plausible/order.ts';
import { wordsAt } from '../../../../devices/plausible/seen.ts';
import { REGISTERS } from '../../../../devices/register.ts';
import { gatewayKey } from '../../../plants/field.model.ts';
import type { DeviceTree } from '../../configuration.contract.ts';
import type { ConfiguredVariable, DeviceDetails } from '../../configured.contract.ts';
import { placedOf, type TreePort } from '../field/home/home.model.ts';
import { type Reading, type ReadQuestion, wordsOfEarlier } from './reading.model.ts';

/** A variable that reads registers which were just looked at. */
export interface Known {
  readonly device: DeviceDetails['device'];
  readonly variable: ConfiguredVariable;
  readonly address: number;
  /** Registers, or bits, from there. */
  readonly length: number;
  /** Another order than its own, which alone reads sanely here; null where nothing speaks against its own. */
  readonly disagrees: WordOrder | null;
}

/** The port through which a question goes: the one that it names, or one that leads to the same gateway. */
export function portOf(tree: DeviceTree, target: ReadQuestion['target']): TreePort | null {
  const ports = tree.flatMap((plant) => plant.ports);
  const isIt = (one: TreePort) =>
    'port_id' in target
      ? one.id === target.port_id
      : one.type === 'tcp' && gatewayKey(one) === gatewayKey(target);
  return ports.find(isIt) ?? null;
}

/** The devices that stand at a unit behind a port; patterns are never asked. */
export function devicesAt(tree: DeviceTree, port: TreePort | null, unit_id: number) {
  if (!port) return [];
  return placedOf(tree)
    .filter(({ port: behind, device }) => behind?.id === port.id && device.unit_id === unit_id)
    .filter(({ device }) => !device.template)
    .map(({ device, plant }) => ({ ...device, proj_code: plant.proj_code }));
}

/** The variables of these devices that lie within a reading. */
export function knownIn(
  reading: Reading,
  devices: readonly DeviceDetails[],
  earlier: Reading | null,
): Known[] {
  const { address: from, count, function_code } = reading.question;
  return devices.flatMap(({ device, variables }) =>
    variables.flatMap((variable): Known[] => {
      const { address, data_type } = variable;
      if (address === null || data_type === null || variable.function_code !== function_code) return [];
      const length = function_code <= 2 ? 1 : REGISTERS[data_type];
      if (address + length <= from || address >= from + count) return [];
      return [{ device, variable, address, length, disagrees: disagreement(reading, variable, earlier) }];
    }),
  );
}

/** The one order in which a variable's registers read sanely, where it is not the one that the variable has. */
function disagreement(
  reading: Reading,
  { address, data_type, word_order }: ConfiguredVariable,
  earlier: Reading | null,
): WordOrder | null {
  if (!reading.words || address === null || data_type === null) return null;
  const index = address - reading.question.address;
  const now = wordsAt(reading.words, index, data_type);
  if (!now) return null;
  const words = wordsOfEarlier(earlier, reading);
  const { pick, orders } = judgeValue(now, data_type, words && wordsAt(words, index, data_type));
  if (pick === null || pick === word_order) return null;
  const rawIn = (order: WordOrder) => orders.find((one) => one.word_order === order)?.raw;
  return Object.is(rawIn(pick), rawIn(word_order)) ? null : pick;
}
