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
};

export type RememberedRefusal = {
  /** Refusals in a row. */
  failures: number;
  /** The poll, counted in `polls`, from which it is tried again. */
  retry_at_poll: number;
  /** The protocol's exception code; 0 for no answer. */
  code: number;
};

/** After how many polls is something tried again that was refused this many times in a row (from 1)? */
export type RetryPolicy = (failures: number) => number;

const MOST_POLLS = 60;
const LONGEST_PAUSE_MS = 3_600_000;
const MOST_LISTED = 200;

/**
 * The first refusal is tried again at the next poll, then after 2, 4, … and at most 60: a register that does not
 * exist costs one request an hour at one poll a minute, and a device that was ill for a while is soon whole again.
 */
export const retryDoubling: RetryPolicy = (failures) => Math.min(MOST_POLLS, 2 ** (failures - 1));

/** The same, but for devices polled at any pace: in the end what is refused is asked for once an hour. */
export function retryHourly(interval_ms: number): RetryPolicy {
  const most = Math.max(1, Math.ceil(LONGEST_PAUSE_MS / interval_ms));
  return (failures) => Math.min(most, 2 ** (failures - 1));
}

export function createRegisterMemory(): RegisterMemory {
  return { polls: 0, entries: new Map(), changes: 0, good: null, probes: 0 };
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
  const failures = (memory.entries.get(key)?.failures ?? 0) + 1;
  const retry_at_poll = memory.polls + refusal.retry(failures);
  memory.entries.set(key, { failures, retry_at_poll, code: refusal.code });
  memory.changes += 1;
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
  return found.slice(0, MOST_LISTED);
}
