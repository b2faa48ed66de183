import type { BadRegister } from '../features/cloudcontrol/device-log.model.ts';

/**
 * What a device refused before, so that it is not asked in vain at each poll: registers that it does not answer, and
 * places where two neighbours may not be read in one request (a hole between them that the device refuses).
 * One memory belongs to one device; make a new one when its variables change.
 */
export type RegisterMemory = {
  /** Polls made with this memory. */
  polls: number;
  readonly entries: Map<string, RememberedRefusal>;
  /** Grows with each change of the entries. */
  changes: number;
  /** Key of a span that was answered with its neighbours not long ago. */
  good: string | null;
  /** Probes in a row that brought no answer. */
  probes: number;
  /** Keys of spans that were ever answered: whatever refuses them now may pass. */
  readonly known: Set<string>;
  /** The poll from which everything was refused, so that nothing of the device is good; null while something is. */
  refused_since: number | null;
};

export type RememberedRefusal = {
  /** Refusals in a row. */
  failures: number;
  /** The poll, counted in `polls`, from which it is tried again. */
  retry_at_poll: number;
  /** The protocol's exception code; 0 for no answer. */
  code: number;
  /** The poll in which it was refused first. */
  since_poll: number;
};

/**
 * After how many polls is something tried again that was refused this many times in a row (from 1)?
 * @param passing it is expected to be answered again: it was before, or the device only says that it failed
 */
export type RetryPolicy = (failures: number, passing: boolean) => number;

const MAX_POLLS = 60;
const MAX_PAUSE_MS = 15 * 60_000;
const MAX_PASSING_MS = 60_000;
const MAX_LISTED = 200;
/** "Server device failure": of the device as it is now (an inverter that sleeps behind its gateway), not of a register. */
const DEVICE_FAILURE = 4;

/** The first refusal is tried again at the next poll, then after 2, 4, … and at most 60. */
export const retryDoubling: RetryPolicy = (failures) => Math.min(MAX_POLLS, 2 ** (failures - 1));

/**
 * The same for devices polled at any pace: a register that does not exist costs one request in a quarter of an hour, one
 * whose refusal may pass is asked for each minute.
 */
export function retryByTime(interval_ms: number): RetryPolicy {
  const polls = (pause_ms: number) => Math.max(1, Math.ceil(pause_ms / interval_ms));
  const [longest, passing_longest] = [polls(MAX_PAUSE_MS), polls(MAX_PASSING_MS)];
  return (failures, passing) => Math.min(passing ? passing_longest : longest, 2 ** (failures - 1));
}

export function createRegisterMemory(): RegisterMemory {
  return {
    polls: 0,
    entries: new Map(),
    changes: 0,
    good: null,
    probes: 0,
    known: new Set(),
    refused_since: null,
  };
}

/** Is this refused and not yet due for another try? */
export function isLeftOut(memory: RegisterMemory, key: string): boolean {
  const entry = memory.entries.get(key);
  return entry !== undefined && memory.polls < entry.retry_at_poll;
}

/** Notes a refusal with its exception code. */
export function noteRefusal(
  memory: RegisterMemory,
  key: string,
  refusal: { code: number; retry: RetryPolicy },
): void {
  const { code, retry } = refusal;
  const before = memory.entries.get(key);
  const failures = (before?.failures ?? 0) + 1;
  const retry_at_poll = memory.polls + retry(failures, code === DEVICE_FAILURE || memory.known.has(key));
  memory.entries.set(key, { failures, retry_at_poll, code, since_poll: before?.since_poll ?? memory.polls });
  memory.changes += 1;
}

/**
 * Notes whether anything was good in the poll that ends. What a device refused while it refused everything was the device's
 * and not the registers': once something is good again, all of that is forgotten.
 */
export function noteGood(memory: RegisterMemory, good: boolean): void {
  if (!good) {
    if (memory.entries.size > 0) memory.refused_since ??= memory.polls;
    return;
  }
  const since = memory.refused_since;
  memory.refused_since = null;
  if (since === null) return;
  for (const [key, { since_poll }] of memory.entries) if (since_poll >= since) noteAnswer(memory, key);
}

/** Notes that what was refused before is answered now. */
export function noteAnswer(memory: RegisterMemory, key: string): void {
  if (memory.entries.delete(key)) memory.changes += 1;
}

/**
 * What the device refuses now, the first 200 by function and address. A range that it was silent about once is not
 * listed: the answer may have been lost.
 * @param at_ms epoch milliseconds of the last poll with this memory.
 */
export function listBadRegisters(memory: RegisterMemory, at_ms: number, interval_ms: number): BadRegister[] {
  const found: BadRegister[] = [];
  for (const [key, { code, failures, retry_at_poll }] of memory.entries) {
    const [, quiet, function_code, address, quantity] = /^(quiet:)?(\d):(\d+):(\d+)$/.exec(key) ?? [];
    if (function_code === undefined || (quiet !== undefined && failures < 2)) continue;
    const next_try_ms = at_ms + Math.max(1, retry_at_poll - memory.polls) * interval_ms;
    found.push({
      function_code: Number(function_code),
      address: Number(address),
      quantity: Number(quantity),
      exception: code,
      next_try_at: new Date(next_try_ms).toISOString(),
    });
  }
  found.sort((a, b) => a.function_code - b.function_code || a.address - b.address);
  return found.slice(0, MAX_LISTED);
}
