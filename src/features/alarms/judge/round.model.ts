import type { Rule } from '../alarm-rules.model.ts';
import type { Evidence } from '../alarms.contract.ts';
import type { AlarmCode } from '../alarms.model.ts';
import { evidenceOf, type Found } from './evidence.model.ts';
import {
  type Closing,
  closingOf,
  type Delays,
  isQuiet,
  type Look,
  quietWatch,
  stepWatch,
  UNKNOWN,
  type Watch,
} from './fault-watch.model.ts';
import type { PlantSight } from './plant-sight.model.ts';
import {
  type AlarmParams,
  type StandingAlarm,
  type Subject,
  subjectKey,
  type UnseenEnd,
} from './standing.model.ts';
import type { PlantWatches } from './watch-book.model.ts';

const MINUTE_MS = 60_000;

/** Delays of a rule, in ms; silence carries its own limit, and has none to open. */
export const delaysOf = (
  values: { open_after_min?: number; close_after_min: number },
  times = 1,
): Delays => ({
  open_ms: (values.open_after_min ?? 0) * MINUTE_MS * times,
  close_ms: values.close_after_min * MINUTE_MS,
});

/** One possible fault, as it is looked at. */
export interface Case<C extends AlarmCode = AlarmCode> {
  readonly subject: Subject;
  readonly code: C;
  readonly rule: Rule<C>;
  readonly look: Look;
  readonly delays: Delays;
  /** Of what is seen only over a time: how long that is (ms). */
  readonly span_ms?: number;
  /** Codes and subjects that it would follow from: while one of them is on the way it opens nothing. */
  readonly after?: readonly string[];
  readonly hold?: boolean;
  readonly params: () => AlarmParams;
  readonly found: (began_at: number) => Found;
}

interface Noted {
  readonly faulty: boolean;
  readonly open_ms: number;
  readonly span_ms?: number;
}

type Draft = Omit<StandingAlarm, 'cause'>;

/** One look at one plant: takes the looks into the watches and gathers the alarms that stand. */
export class PlantRound {
  readonly sight: PlantSight;
  readonly next: PlantWatches = new Map();
  readonly standing: Draft[] = [];
  readonly #before: PlantWatches | undefined;
  readonly #apart_ms: number;
  readonly #coming = new Set<string>();
  /** What is open no more and was not seen to be over, by key. */
  readonly unseen = new Map<string, UnseenEnd>();
  /** Delays of what is seen to be faulty at this look. */
  readonly #faulty = new Map<string, number>();
  /** How long what stands takes to show itself, once it is there. */
  readonly #takes = new Map<string, number>();

  constructor(
    sight: PlantSight,
    { before, apart_ms }: { before: PlantWatches | undefined; apart_ms: number },
  ) {
    this.sight = sight;
    this.#before = before;
    this.#apart_ms = apart_ms;
  }

  /** What is on the way, so that what would follow from it waits. */
  isComing(keys: readonly string[]): boolean {
    return this.#coming.size > 0 && keys.some((key) => this.#coming.has(key));
  }

  /** Whether a fault is seen, and what explained it was over for its delay. */
  showsItself(key: string, since: number): boolean {
    const open_ms = this.#faulty.get(key);
    return open_ms !== undefined && this.sight.now - since >= open_ms;
  }

  /** How long (ms) a fault that is there takes to show itself from an instant on: its window or silence, and its delay. */
  takes_ms(key: string): number {
    return this.#takes.get(key) ?? 0;
  }

  /** Forgets what was gathered of a fault of which nothing can be said any more, with why. */
  giveUp(alarm: Subject & { readonly code: AlarmCode }, why: UnseenEnd): void {
    const key = subjectKey(alarm);
    if (this.stoodBefore(key)) this.unseen.set(key, why);
    for (const each of [...this.next.keys()])
      if (each === key || each.startsWith(`${key}/`)) this.next.delete(each);
  }

  /** Notes that a fault is looked at, and whether it is there: after its cause it must show itself anew for its delay. */
  note(key: string, { faulty, open_ms, span_ms = 0 }: Noted): void {
    this.#takes.set(key, open_ms + span_ms);
    if (faulty) this.#faulty.set(key, open_ms);
  }

  /** Whether an alarm of this key, a box's by one of its strings, stood before this look. */
  stoodBefore(key: string): boolean {
    if (this.#before?.get(key)?.open) return true;
    if (!key.endsWith('/string_weak')) return false;
    for (const [each, { open }] of this.#before ?? []) if (open && each.startsWith(`${key}/`)) return true;
    return false;
  }

  before(key: string): Watch | undefined {
    return this.#before?.get(key);
  }

  /** Takes a look into the watch of this key. A quiet one that sees no fault costs nothing. */
  step(key: string, look: Look, { delays, hold }: { delays: Delays; hold?: boolean }): Watch | undefined {
    const known = this.#before?.get(key);
    if (known === undefined && look.sight !== 'faulty') return undefined;
    const { now } = this.sight;
    const circumstances = { now, delays, apart_ms: this.#apart_ms, hold: hold ?? false };
    const watch = stepWatch(known ?? quietWatch(false), look, circumstances);
    if (!isQuiet(watch, now)) this.next.set(key, watch);
    return watch;
  }

  /** Whether the watch of this key has opened at this look. */
  hasOpened(key: string): boolean {
    return this.next.get(key)?.open === true && this.#before?.get(key)?.open !== true;
  }

  /** Judges one case; a rule that is switched off forgets what it had gathered. */
  take<C extends AlarmCode>(one: Case<C>): void {
    if (!one.rule.enabled) return;
    const key = subjectKey({ ...one.subject, code: one.code });
    const faulty = one.look.sight === 'faulty';
    const hold = one.hold === true || (one.after !== undefined && this.isComing(one.after));
    const watch = this.step(key, one.look, { delays: one.delays, hold });
    // What neither stands nor is seen needs no note: most of what is looked at.
    if (faulty || watch?.open)
      this.note(key, { faulty, open_ms: one.delays.open_ms, span_ms: one.span_ms ?? 0 });
    if (watch?.open) {
      const { began_at } = watch;
      const found = this.hasOpened(key) ? one.found(began_at) : null;
      this.stand(one, { began_at, found, closing: closingOf(watch, one.delays.close_ms) });
    } else if (faulty || one.look.coming === true) {
      this.#coming.add(key);
    }
  }

  stand<C extends AlarmCode>(
    one: Omit<Case<C>, 'look' | 'delays' | 'found'>,
    { began_at, found, closing }: { began_at: number; found: Found | null; closing: Closing },
  ): void {
    const evidence: Evidence | null = found && evidenceOf(one.code, one.rule.values, found);
    this.standing.push({ ...one.subject, code: one.code, params: one.params(), began_at, evidence, closing });
  }
}

/** A fault that something else explains says nothing. */
export const unless = (excused: boolean, look: Look): Look =>
  excused && look.sight === 'faulty' ? UNKNOWN : look;
