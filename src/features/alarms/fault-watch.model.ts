/** What a look at the readings says of a fault: it is there, it is not, or nothing can be said (night, silence, dusk). */
export type Evidence = 'faulty' | 'fine' | 'unknown';

export interface Delays {
  /** A fault must have been seen for so long before its alarm opens. */
  readonly open_after_s: number;
  /** And must have been gone for so long before it closes. */
  readonly close_after_s: number;
}

/** One possible fault of one thing. Instants are epoch ms. */
export interface Watch {
  readonly open: boolean;
  /** When what speaks against the present state was first and last seen; null when nothing does. */
  readonly since: number | null;
  readonly seen: number | null;
  /** For how long it was seen, times without evidence left out. */
  readonly held_ms: number;
  /** Whether the last look saw it, so that the time since then counts. */
  readonly running: boolean;
}

/** Evidence older than this is not joined to new evidence. */
const FORGET_MS = 3_600_000;
/** Looks further apart than this (the program stood still) say nothing of the time between. */
const LOOKS_APART_MS = 120_000;

export const quietWatch = (open: boolean): Watch => ({
  open,
  since: null,
  seen: null,
  held_ms: 0,
  running: false,
});

function gather(watch: Watch, since: number, now: number): Watch {
  if (watch.since === null || watch.seen === null) {
    return { open: watch.open, since, seen: now, held_ms: Math.max(0, now - since), running: true };
  }
  const apart = now - watch.seen;
  const added = watch.running && apart <= LOOKS_APART_MS ? apart : 0;
  return { ...watch, seen: now, held_ms: watch.held_ms + added, running: true };
}

/** Nothing can be said: what was gathered waits, and is forgotten after an hour. */
function wait(watch: Watch, now: number): Watch {
  if (watch.seen !== null && now - watch.seen > FORGET_MS) return quietWatch(watch.open);
  return watch.running ? { ...watch, running: false } : watch;
}

export interface Look {
  readonly evidence: Evidence;
  /** When the fault began, where the readings tell (epoch ms). */
  readonly since?: number;
}

/**
 * Takes one look into a watch. It opens when the fault was seen for its delay, closes when it was gone for its delay;
 * evidence for the present state clears what was gathered against it.
 * @returns the watch, and when it has just opened the instant at which the fault began
 */
export function stepWatch(
  watch: Watch,
  look: Look,
  now: number,
  delays: Delays,
): { watch: Watch; opened_at?: number } {
  if (look.evidence === 'unknown') return { watch: wait(watch, now) };
  const contrary = (look.evidence === 'faulty') !== watch.open;
  if (!contrary) return { watch: watch.since === null ? watch : quietWatch(watch.open) };
  const gathered = gather(watch, look.since ?? now, now);
  const delay_ms = 1000 * (watch.open ? delays.close_after_s : delays.open_after_s);
  if (gathered.held_ms < delay_ms) return { watch: gathered };
  if (watch.open) return { watch: quietWatch(false) };
  return { watch: quietWatch(true), opened_at: gathered.since ?? now };
}
