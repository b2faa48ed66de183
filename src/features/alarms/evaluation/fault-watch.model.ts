import { HOUR_MS, MINUTE_MS } from '../../../shared/units/zones.ts';

/** What an observation says of a fault: it is there, it is not, or nothing can be said (night, silence, dusk). */
export type FaultStatus = 'faulty' | 'fine' | 'unknown';

export interface Observation {
  readonly status: FaultStatus;
  /** When the fault began, where the readings tell (epoch ms). */
  readonly since?: number;
  /** Not yet long enough to be called a fault, but on the way to one: what would follow from it waits for it. */
  readonly pending?: boolean;
}

export const FINE: Observation = { status: 'fine' };
export const UNKNOWN: Observation = { status: 'unknown' };
export const FAULTY: Observation = { status: 'faulty' };

export interface Delays {
  /** A fault must have been seen for so long before its alarm opens. */
  readonly open_ms: number;
  /** And must have been gone for so long, without a break, before it closes. */
  readonly close_ms: number;
}

/** One possible fault of one thing. Instants are epoch ms. */
export interface Watch {
  readonly open: boolean;
  /** When the fault of the open alarm began. */
  readonly began_at: number;
  /** When what speaks against the present state was first and last seen; null when nothing does. */
  readonly since: number | null;
  readonly seen: number | null;
  /** For how long it was seen, times without evidence left out. */
  readonly held_ms: number;
  /** Of the last observation with a known status; null when there was an unknown one since. */
  readonly at: number | null;
  /** How often the fault came back after it had seemed gone, and when it last did. */
  readonly turns: number;
  readonly turned_at: number;
}

/** Evidence older than this is not joined to new evidence. */
const FORGET_MS = HOUR_MS;
/** While closed, what speaks for the fault fades at a quarter of the pace at which it is gathered. */
const FADING = 0.25;
/** Once it has come back the fault must be gone for this long, the second time and later for that long, before it is over. */
const PATIENCE_MS = [0, 10 * MINUTE_MS, 30 * MINUTE_MS] as const;
/** It counts as having come back when that was within so long. */
const RETURNS_WITHIN_MS = 8 * HOUR_MS;

export const quietWatch = (open: boolean, began_at = 0): Watch => ({
  open,
  began_at,
  since: null,
  seen: null,
  held_ms: 0,
  at: null,
  turns: 0,
  turned_at: 0,
});

/** Whether nothing of it needs to be remembered. */
export const isQuiet = (watch: Watch, now: number): boolean =>
  !watch.open && watch.since === null && (watch.turns === 0 || now - watch.turned_at > RETURNS_WITHIN_MS);

const cleared = (watch: Watch, at: number | null): Watch =>
  watch.since === null && watch.at === at ? watch : { ...watch, since: null, seen: null, held_ms: 0, at };

function turned(watch: Watch, now: number): Watch {
  const before = now - watch.turned_at > RETURNS_WITHIN_MS ? 0 : watch.turns;
  return { ...watch, turns: before + 1, turned_at: now };
}

/** For how long the fault of an open alarm must be gone. */
export const patience_ms = ({ turns }: Watch, close_ms: number): number =>
  Math.max(close_ms, PATIENCE_MS[Math.min(turns, 2)] ?? 0);

/** How an open alarm closes. */
export interface Closing {
  /** For how long (ms) its fault must be gone now, without a break: longer once it has come back. */
  readonly after_ms: number;
  /** While it is gone: since when, and when the alarm closes if that holds (epoch ms). Null while it is there, or its status is unknown. */
  readonly back: { readonly since: number; readonly closes_at: number } | null;
}

/** What comes and goes from one observation to the next does not count as back. */
const BACK_FROM_MS = MINUTE_MS / 3;

export function closingOf(watch: Watch, close_ms: number): Closing {
  const after_ms = patience_ms(watch, close_ms);
  const { since, at, held_ms } = watch;
  if (since === null || at === null || held_ms < BACK_FROM_MS) return { after_ms, back: null };
  return { after_ms, back: { since, closes_at: at + after_ms - held_ms } };
}

/** Of what stands while any of its parts does: it is back when all are, and closes with the last. */
export function lastOf(parts: readonly Closing[]): Closing {
  const backs = parts.flatMap(({ back }) => back ?? []);
  const all = backs.length === parts.length && backs.length > 0;
  return {
    after_ms: Math.max(...parts.map(({ after_ms }) => after_ms)),
    back: all
      ? {
          since: Math.max(...backs.map(({ since }) => since)),
          closes_at: Math.max(...backs.map(({ closes_at }) => closes_at)),
        }
      : null,
  };
}

export interface StepContext {
  readonly now: number;
  readonly delays: Delays;
  /** Observations further apart than this (the program stood still) say nothing of the time between. */
  readonly apart_ms: number;
  /** A cause of it is on the way: it is gathered, and opens no alarm yet. */
  readonly suppressed?: boolean;
}

/** A watch without stamps that are later than now, as a clock that was ahead leaves them: it goes on, and waits for none of them. */
export function withoutFuture(watch: Watch, now: number): Watch {
  const { since, seen, at, turned_at } = watch;
  if (Math.max(since ?? 0, seen ?? 0, at ?? 0, turned_at) <= now) return watch;
  const past = (instant: number | null) => instant && Math.min(instant, now);
  return {
    ...watch,
    since: past(since),
    seen: past(seen),
    at: past(at),
    turned_at: Math.min(turned_at, now),
  };
}

/** The time that this observation stands for. */
function lasted(watch: Watch, { now, apart_ms }: StepContext): number {
  if (watch.at === null || now - watch.at > apart_ms) return 0;
  return now - watch.at;
}

/** Nothing can be said: what was gathered waits, and is forgotten after an hour. */
function wait(watch: Watch, now: number): Watch {
  if (watch.seen !== null && now - watch.seen > FORGET_MS) return cleared(watch, null);
  return watch.at === null ? watch : { ...watch, at: null };
}

function whileClosed(watch: Watch, observation: Observation, context: StepContext): Watch {
  const { now, delays } = context;
  if (observation.status === 'fine') {
    if (watch.since === null) return watch;
    const held_ms = Math.max(0, watch.held_ms - FADING * lasted(watch, context));
    const gone_ms = now - (watch.seen ?? now);
    const over = gone_ms > (held_ms > 0 ? FORGET_MS : delays.open_ms);
    return over ? cleared(watch, null) : { ...watch, held_ms, at: now };
  }
  const since = watch.since ?? Math.min(observation.since ?? now, now);
  const reported_ms = observation.since === undefined ? 0 : now - observation.since;
  const held_ms = Math.max(watch.since === null ? 0 : watch.held_ms + lasted(watch, context), reported_ms);
  const back = watch.since !== null && watch.at !== null && watch.seen !== null && watch.at > watch.seen;
  const gathered = { ...(back ? turned(watch, now) : watch), since, seen: now, held_ms, at: now };
  if (held_ms < delays.open_ms || context.suppressed) return gathered;
  const { turns, turned_at } = gathered;
  const remembered = now - turned_at > RETURNS_WITHIN_MS ? 0 : turns;
  return { ...quietWatch(true, since), at: now, turns: remembered, turned_at };
}

function whileOpen(watch: Watch, observation: Observation, context: StepContext): Watch {
  const { now, delays } = context;
  if (observation.status === 'faulty') {
    return cleared(watch.since === null ? watch : turned(watch, now), null);
  }
  const since = watch.since ?? now;
  const held_ms = watch.since === null ? 0 : watch.held_ms + lasted(watch, context);
  const gathered = { ...watch, since, seen: now, held_ms, at: now };
  if (held_ms < patience_ms(watch, delays.close_ms)) return gathered;
  const { turns, turned_at } = turned(watch, now);
  return { ...quietWatch(false), turns, turned_at };
}

/**
 * Adds one observation to a watch. It opens when the fault was seen for its delay, observations of the contrary making
 * that less by a quarter of their time; it closes when it was gone for its delay without a break, and longer once it
 * has come back. So
 * what comes and goes at any pace is one alarm.
 */
export function stepWatch(stored: Watch, observation: Observation, context: StepContext): Watch {
  const watch = withoutFuture(stored, context.now);
  if (observation.status === 'unknown') return wait(watch, context.now);
  return watch.open ? whileOpen(watch, observation, context) : whileClosed(watch, observation, context);
}

/** A watch as plain numbers, and back. */
export function packWatch(watch: Watch): number[] {
  const { open, began_at, since, seen, held_ms, at, turns, turned_at } = watch;
  return [Number(open), began_at, since ?? -1, seen ?? -1, held_ms, at ?? -1, turns, turned_at];
}

const instantOf = (value: number | undefined): number | null =>
  value === undefined || value < 0 ? null : value;

export function unpackWatch(packed: readonly number[]): Watch {
  const [open = 0, began_at = 0, since, seen, held_ms = 0, at, turns = 0, turned_at = 0] = packed;
  return {
    open: open === 1,
    began_at,
    since: instantOf(since),
    seen: instantOf(seen),
    held_ms,
    at: instantOf(at),
    turns,
    turned_at,
  };
}
