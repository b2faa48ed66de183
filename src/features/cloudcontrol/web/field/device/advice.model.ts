import type { DeviceTree } from '../../../configuration.contract.ts';
import type { DeviceDetails } from '../../../configured.contract.ts';
import type { Standing } from './standing.ts';

export const ADVICES = [
  'allow',
  'way',
  'gateway',
  'garbage',
  'wrong',
  'alone',
  'together',
  'only',
  'refusals',
] as const;
export type Advice = (typeof ADVICES)[number];

const ALLOW = ['refused_address', 'refused_tty'];
const WAY = ['connect_failed', 'connect_timeout', 'tty_failed', 'lost'];

/** Other devices behind the same port that are asked. */
export function neighboursOf({ device, port }: DeviceDetails, tree: DeviceTree | undefined) {
  const all = tree?.flatMap(({ ports }) => ports).find(({ id }) => id === port?.id)?.devices ?? [];
  return all.filter(({ id, enabled, template }) => id !== device.id && enabled && !template);
}

/** What to look at first, by the code of why nothing came and what is known of the devices behind the same port. */
export function adviceOn(code: string, details: DeviceDetails, tree: DeviceTree | undefined): Advice | null {
  if (ALLOW.includes(code)) return 'allow';
  if (WAY.includes(code)) return 'way';
  if (code === 'gateway') return 'gateway';
  if (code === 'garbage') return 'garbage';
  if (code.startsWith('wrong_')) return 'wrong';
  // What is behind the port as well is not known yet.
  if (tree === undefined) return null;
  const neighbours = neighboursOf(details, tree);
  if (neighbours.length === 0) return 'only';
  return neighbours.some(({ state }) => state === 'answering') ? 'alone' : 'together';
}

function ofSilence(details: DeviceDetails, standing: Standing, tree: DeviceTree | undefined): Advice | null {
  const code = String((standing.health.reason ?? standing.port_state?.reason)?.code ?? '');
  if (standing.port_state?.connected === false && !ALLOW.includes(code)) return 'way';
  return adviceOn(code, details, tree);
}

/** What is known of a device whose first reading does not come: whether its port is polled at all. */
export type FirstWait = 'reading_served' | 'reading_quiet' | 'reading_late';

/**
 * Why a first reading may still be missing. Only where nothing at all was heard of the port may it be that nobody polls:
 * an open connection, or a device beside it that answers, shows that somebody does.
 */
export function firstWaitOf(
  details: DeviceDetails,
  { health, port_state }: Pick<Standing, 'health' | 'port_state'>,
  tree: DeviceTree | undefined,
): FirstWait | null {
  if (neighboursOf(details, tree).some(({ state }) => state === 'answering')) return 'reading_served';
  if (port_state !== null || health.requests > 0) return 'reading_quiet';
  return tree === undefined ? null : 'reading_late';
}

/** What to look at first where a device does not answer by day, or refuses registers; null where nothing is amiss. */
export function adviceOf(
  details: DeviceDetails,
  standing: Standing,
  tree: DeviceTree | undefined,
): Advice | null {
  const { health } = standing;
  if (!details.port?.enabled || !details.device.enabled || health.asleep) return null;
  if (health.state === 'silent') return ofSilence(details, standing, tree);
  return health.state === 'answering' && health.bad_registers.length > 0 ? 'refusals' : null;
}
