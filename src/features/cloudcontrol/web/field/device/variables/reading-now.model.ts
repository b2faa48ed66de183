import type { ConfiguredVariable, DeviceDetails } from '../../../../configured.contract.ts';
import type { Standing } from '../standing.ts';
import { badRegisterOf, badRegistersOf, type Newest } from './variables.model.ts';

/** Whether what the device last said of a variable holds now: heard not long ago, and its registers are not refused. */
export function holdsNow(newest: Newest | undefined, refused: boolean): boolean {
  return !refused && newest?.value != null && newest.quality === 'good';
}

export interface ReadNow {
  /** Enabled variables with a good, fresh value; null while nothing was asked for yet. */
  good: number | null;
  enabled: number;
}

/** How many of the enabled variables a device tells now; of a silent device none, however young its last values are. */
export function countReadNow(
  variables: readonly ConfiguredVariable[],
  { values, health }: Pick<Standing, 'values' | 'health'>,
): ReadNow {
  const on = variables.filter(({ enabled }) => enabled);
  if (values === null) return { good: null, enabled: on.length };
  if (health.state === 'silent') return { good: 0, enabled: on.length };
  const newest = new Map(values.map((value) => [value.name, value]));
  const bad = badRegistersOf(health.bad_registers);
  const good = on.filter((one) => holdsNow(newest.get(one.name), badRegisterOf(one, bad) !== undefined));
  return { good: good.length, enabled: on.length };
}

export type RefusedKnown = 'some' | 'none' | 'unheard' | 'silent' | 'calculated';

/** What is known of the registers that a device refuses: one that does not answer may refuse any. */
export function refusedKnown(
  { device }: Pick<DeviceDetails, 'device'>,
  health: Standing['health'],
): RefusedKnown {
  if (badRegistersOf(health.bad_registers).length > 0) return 'some';
  if (device.virtual || device.port_id === null) return 'calculated';
  if (health.state === 'silent') return 'silent';
  return health.last_contact_at === null ? 'unheard' : 'none';
}
