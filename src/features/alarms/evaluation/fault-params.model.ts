import { eventsOf, eventTableOf, stateMeaning } from '../../../devices/values/meaning.ts';
import type { FaultParams } from '../fault-text.model.ts';
import type { DeviceSnapshot } from './plant-snapshot.model.ts';
import type { LastValue } from './watched.model.ts';

const isEvents = ({ quantity, value_table }: LastValue): boolean =>
  quantity === 'event_code' || eventTableOf(value_table) !== undefined;

const meansFault = ({ value, value_table }: LastValue): boolean =>
  value !== null && stateMeaning(value_table, value) === 'fault';

const gravityOf = ({ value, value_table }: LastValue): number => {
  if (value === null || value === 0) return 0;
  const [gravest] = eventsOf(value_table, value);
  if (!gravest) return 1;
  return { info: 2, warning: 3, fault: 4 }[gravest.severity];
};

/**
 * What an inverter in fault says of it: numbers with the lists that they are read by, so that the words are found in the
 * reader's language. Of several states the one that is a fault; of several words of events the one that says the gravest.
 */
export function faultParams({ device, states }: Pick<DeviceSnapshot, 'device' | 'states'>): FaultParams {
  const state = states.find(meansFault) ?? states[0];
  const [event] = device.values
    .filter((one) => isEvents(one) && !states.includes(one))
    .toSorted((a, b) => gravityOf(b) - gravityOf(a));
  return {
    state: state?.value ?? null,
    state_table: state?.value_table ?? null,
    event: event?.value ?? null,
    event_table: event?.value_table ?? null,
  };
}
