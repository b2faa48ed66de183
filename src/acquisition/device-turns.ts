import type { DevicePolling } from './device-polling.ts';
import type { DeviceState } from './poll-observer.ts';

export type TurnLimits = {
  /** How long a silent device may keep the line. */
  readonly timeout_ms: number;
  /** Can only one more request go out now, so that a silent device would keep all others waiting? */
  readonly alone: boolean;
  /** Was the last one asked a silent one? */
  readonly probed: boolean;
  /** For how long somebody who comes first has been due whenever it was asked. */
  readonly busy_ms: number;
  /** Was it a silent one who went before the last time? */
  readonly late_was_silent: boolean;
};

export type Turn =
  /** `besides`: what is read of it besides its polls; `forced`: somebody may have to wait for it. */
  | { readonly device: DevicePolling; readonly besides: boolean; readonly forced: boolean }
  | { readonly device: null; readonly wait_ms: number };

/** A silent device that has waited for so long is asked though somebody may have to wait for it. */
const MAX_WAIT_MS = 60_000;
/** Where the line was free for nobody else for so long, one of those who come last goes before: each in turn is heard. */
const MAX_BUSY_MS = 30_000;

/**
 * The device whose poll is due and may not be kept waiting by what is under way: one that answers, else one that
 * nobody knows yet; each time who has been due longest. Undefined when none is due.
 * @param some.own counts as free  @param some.admits whom to choose from
 */
export function chooseUrgent(
  devices: readonly DevicePolling[],
  now_ms: number,
  some: Choice = {},
): DevicePolling | undefined {
  const { answering, unknown } = findEarliest(devices, now_ms, some);
  for (const due of [answering, unknown]) if (due !== undefined && due.due_ms <= now_ms) return due.device;
  return undefined;
}

type Choice = {
  readonly own?: DevicePolling | undefined;
  readonly admits?: (device: DevicePolling) => boolean;
};

type Due = { readonly device: DevicePolling; readonly due_ms: number };

/** Who of each state is due first, of those of whom nothing is under way. */
function findEarliest(
  devices: readonly DevicePolling[],
  now_ms: number,
  { own, admits = () => true }: Choice = {},
): Partial<Record<DeviceState, Due>> {
  const earliest: Partial<Record<DeviceState, Due>> = {};
  for (const device of devices) {
    if (device.idle || device.polling || (device.reading && device !== own) || !admits(device)) continue;
    const due_ms = device.pace.dueMs(now_ms);
    const known = earliest[device.state];
    if (known === undefined || due_ms < known.due_ms) earliest[device.state] = { device, due_ms };
  }
  return earliest;
}

function findBesides(devices: readonly DevicePolling[], now_ms: number): DevicePolling | undefined {
  return devices.find(
    (device) => !(device.polling || device.reading) && device.dueBesides(now_ms) !== undefined,
  );
}

// One silent device at a time may keep one of several turns busy that others want.
function isProbing(devices: readonly DevicePolling[]): boolean {
  return devices.some(({ polling, state }) => polling && state === 'silent');
}

/**
 * Whose turn it is: first devices that answer, then those that nobody knows yet, each by how long they have been due;
 * then what is read besides the polls; then silent devices, where nobody else is due within the time that asking them
 * may take. A few looks over the devices, nothing is sorted.
 */
export function chooseNext(devices: readonly DevicePolling[], now_ms: number, limits: TurnLimits): Turn {
  const { answering, unknown, silent } = findEarliest(devices, now_ms);
  const late = limits.busy_ms >= MAX_BUSY_MS ? findLate(devices, now_ms, { silent, limits }) : undefined;
  if (late !== undefined) return late;
  for (const due of [answering, unknown])
    if (due !== undefined && due.due_ms <= now_ms)
      return { device: due.device, besides: false, forced: false };
  const besides = findBesides(devices, now_ms);
  if (besides !== undefined) return { device: besides, besides: true, forced: false };
  const free_ms = Math.min(answering?.due_ms ?? Infinity, unknown?.due_ms ?? Infinity) - now_ms;
  if (silent === undefined) return { device: null, wait_ms: free_ms };
  if (silent.due_ms > now_ms) return { device: null, wait_ms: Math.min(free_ms, silent.due_ms - now_ms) };
  const fits = free_ms >= limits.timeout_ms || !(limits.alone || isProbing(devices));
  const patience_ends_ms = silent.due_ms + MAX_WAIT_MS - now_ms;
  if (fits || (!limits.probed && patience_ends_ms <= 0))
    return { device: silent.device, besides: false, forced: !fits };
  return { device: null, wait_ms: free_ms };
}

/** Who has no turn while others are due all the time: a silent device and what is read besides the polls, by turns. */
function findLate(
  devices: readonly DevicePolling[],
  now_ms: number,
  { silent, limits }: { silent: Due | undefined; limits: TurnLimits },
): Turn | undefined {
  const besides = findBesides(devices, now_ms);
  const waits = silent !== undefined && silent.due_ms <= now_ms;
  if (waits && (besides === undefined || !limits.late_was_silent))
    return { device: silent.device, besides: false, forced: true };
  return besides && { device: besides, besides: true, forced: false };
}

/** Is no poll of a device that answers, or that nobody knows yet, under way or due? */
export function isFree(devices: readonly DevicePolling[], now_ms: number): boolean {
  const polled = devices.some(({ polling, state }) => polling && state !== 'silent');
  return !polled && chooseUrgent(devices, now_ms) === undefined;
}

/** What stands at a unit was heard: however long it was silent, nobody knows now how it is. @returns whether any was */
export function hurrySilent(devices: readonly DevicePolling[], unit_id: number, now_ms: number): boolean {
  const silent = devices.filter(
    (device) => device.state === 'silent' && device.configuration.unit_id === unit_id,
  );
  for (const device of silent) {
    device.state = 'unknown';
    device.silence = null;
    device.pace.hurry(now_ms);
  }
  return silent.length > 0;
}
