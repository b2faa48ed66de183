/**
 * What a device refused before, so that it is not asked in vain at each poll: registers that it does not answer, and
 * places where two neighbours may not be read in one request (a hole between them that the device refuses).
 * One memory belongs to one device; make a new one when its variables change.
 */
export type RegisterMemory = {
  /** Polls made with this memory. */
  polls: number;
  readonly entries: Map<string, RememberedRefusal>;
};

export type RememberedRefusal = {
  /** Refusals in a row. */
  failures: number;
  /** The poll, counted in `polls`, from which it is tried again. */
  retry_at_poll: number;
  /** The protocol's exception code. */
  code: number;
};

/** After how many polls is something tried again that was refused this many times in a row (from 1)? */
export type RetryPolicy = (failures: number) => number;

const MOST_POLLS = 60;

/**
 * The first refusal is tried again at the next poll, then after 2, 4, … and at most 60: a register that does not
 * exist costs one request an hour at one poll a minute, and a device that was ill for a while is soon whole again.
 */
export const retryDoubling: RetryPolicy = (failures) => Math.min(MOST_POLLS, 2 ** (failures - 1));

export function createRegisterMemory(): RegisterMemory {
  return { polls: 0, entries: new Map() };
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
}

/** Notes that what was refused before is answered now. */
export function noteAnswer(memory: RegisterMemory, key: string): void {
  memory.entries.delete(key);
}
