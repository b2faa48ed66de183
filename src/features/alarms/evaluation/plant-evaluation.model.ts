import { MINUTE_MS } from '../../../shared/units/zones.ts';
import type { EvaluatedCode } from '../../notifications/alarm-codes.model.ts';
import type { Rule } from '../alarm-rules.model.ts';
import type { Evidence } from '../alarms.contract.ts';
import {
  type ActiveAlarm,
  type AlarmParams,
  type Subject,
  subjectKey,
  type UnobservedEnd,
} from './active-alarm.model.ts';
import { type EvidenceSource, evidenceOf } from './evidence.model.ts';
import {
  type Closing,
  closingOf,
  type Delays,
  isQuiet,
  type Observation,
  quietWatch,
  stepWatch,
  UNKNOWN,
  type Watch,
} from './fault-watch.model.ts';
import type { PlantSnapshot } from './plant-snapshot.model.ts';
import type { PlantWatches } from './watch-store.model.ts';

/** Delays of a rule, in ms; silence carries its own limit, and has none to open. */
export const delaysOf = (
  values: { open_after_min?: number; close_after_min: number },
  times = 1,
): Delays => ({
  open_ms: (values.open_after_min ?? 0) * MINUTE_MS * times,
  close_ms: values.close_after_min * MINUTE_MS,
});

/** One possible fault and what is observed of it. */
export interface FaultCheck<C extends EvaluatedCode = EvaluatedCode> {
  readonly subject: Subject;
  readonly code: C;
  readonly rule: Rule<C>;
  readonly observation: Observation;
  readonly delays: Delays;
  /** Of what is seen only over a time: how long that is (ms). */
  readonly span_ms?: number;
  /** Codes and subjects that it would follow from: while one of them is on the way it opens nothing. */
  readonly after?: readonly string[];
  readonly suppressed?: boolean;
  readonly params: () => AlarmParams;
  readonly evidenceSource: (began_at: number) => EvidenceSource;
}

interface FaultNote {
  readonly faulty: boolean;
  readonly open_ms: number;
  readonly span_ms?: number;
}

type ActiveAlarmDraft = Omit<ActiveAlarm, 'cause'>;

/** One evaluation of one plant: adds observations to the watches and collects the alarms that are active. */
export class PlantEvaluation {
  readonly snapshot: PlantSnapshot;
  readonly next: PlantWatches = new Map();
  readonly active: ActiveAlarmDraft[] = [];
  readonly #before: PlantWatches | undefined;
  readonly #apart_ms: number;
  readonly #pending = new Set<string>();
  /** What is open no more and was not seen to be over, by key. */
  readonly unobserved = new Map<string, UnobservedEnd>();
  /** Delays of what is observed to be faulty in this evaluation. */
  readonly #faulty = new Map<string, number>();
  /** How long an active fault takes to be observed, once it is there. */
  readonly #detectionTimes = new Map<string, number>();

  constructor(
    snapshot: PlantSnapshot,
    { before, apart_ms }: { before: PlantWatches | undefined; apart_ms: number },
  ) {
    this.snapshot = snapshot;
    this.#before = before;
    this.#apart_ms = apart_ms;
  }

  /** What is on the way, so that what would follow from it waits. */
  isPending(keys: readonly string[]): boolean {
    return this.#pending.size > 0 && keys.some((key) => this.#pending.has(key));
  }

  /** Whether a fault is seen, and what explained it was over for its delay. */
  isConfirmedSince(key: string, since: number): boolean {
    const open_ms = this.#faulty.get(key);
    return open_ms !== undefined && this.snapshot.now - since >= open_ms;
  }

  /** How long (ms) a fault that is there takes to show itself from an instant on: its window or silence, and its delay. */
  detection_ms(key: string): number {
    return this.#detectionTimes.get(key) ?? 0;
  }

  /** Forgets what was gathered of a fault of which nothing can be said any more, with why. */
  giveUp(alarm: Subject & { readonly code: EvaluatedCode }, why: UnobservedEnd): void {
    const key = subjectKey(alarm);
    if (this.wasActive(key)) this.unobserved.set(key, why);
    for (const each of [...this.next.keys()])
      if (each === key || each.startsWith(`${key}/`)) this.next.delete(each);
  }

  /** Notes that a fault is checked, and whether it is there: after its cause it must be observed anew for its delay. */
  note(key: string, { faulty, open_ms, span_ms = 0 }: FaultNote): void {
    this.#detectionTimes.set(key, open_ms + span_ms);
    if (faulty) this.#faulty.set(key, open_ms);
  }

  /** Whether an alarm of this key, a box's by one of its strings, was active before this evaluation. */
  wasActive(key: string): boolean {
    if (this.#before?.get(key)?.open) return true;
    if (!key.endsWith('/string_weak')) return false;
    for (const [each, { open }] of this.#before ?? []) if (open && each.startsWith(`${key}/`)) return true;
    return false;
  }

  before(key: string): Watch | undefined {
    return this.#before?.get(key);
  }

  /** Adds an observation to the watch of this key. A quiet watch without a fault costs nothing. */
  step(
    key: string,
    observation: Observation,
    { delays, suppressed }: { delays: Delays; suppressed?: boolean },
  ): Watch | undefined {
    const known = this.#before?.get(key);
    if (known === undefined && observation.status !== 'faulty') return undefined;
    const { now } = this.snapshot;
    const circumstances = { now, delays, apart_ms: this.#apart_ms, suppressed: suppressed ?? false };
    const watch = stepWatch(known ?? quietWatch(false), observation, circumstances);
    if (!isQuiet(watch, now)) this.next.set(key, watch);
    return watch;
  }

  /** Whether the watch of this key has opened at this look. */
  hasOpened(key: string): boolean {
    return this.next.get(key)?.open === true && this.#before?.get(key)?.open !== true;
  }

  /** Evaluates one check; a rule that is switched off forgets what it had gathered. */
  check<C extends EvaluatedCode>(check: FaultCheck<C>): void {
    if (!check.rule.enabled) return;
    const key = subjectKey({ ...check.subject, code: check.code });
    const faulty = check.observation.status === 'faulty';
    const suppressed =
      check.suppressed === true || (check.after !== undefined && this.isPending(check.after));
    const watch = this.step(key, check.observation, { delays: check.delays, suppressed });
    // What is neither active nor observed needs no note: most checks.
    if (faulty || watch?.open)
      this.note(key, { faulty, open_ms: check.delays.open_ms, span_ms: check.span_ms ?? 0 });
    if (watch?.open) {
      const { began_at } = watch;
      const evidenceSource = this.hasOpened(key) ? check.evidenceSource(began_at) : null;
      this.activate(check, { began_at, evidenceSource, closing: closingOf(watch, check.delays.close_ms) });
    } else if (faulty || check.observation.pending === true) {
      this.#pending.add(key);
    }
  }

  activate<C extends EvaluatedCode>(
    check: Omit<FaultCheck<C>, 'observation' | 'delays' | 'evidenceSource'>,
    {
      began_at,
      evidenceSource,
      closing,
    }: { began_at: number; evidenceSource: EvidenceSource | null; closing: Closing },
  ): void {
    const evidence: Evidence | null =
      evidenceSource && evidenceOf(check.code, check.rule.values, evidenceSource);
    this.active.push({
      ...check.subject,
      code: check.code,
      params: check.params(),
      began_at,
      evidence,
      closing,
    });
  }
}

/** A fault that something else explains says nothing. */
export const unless = (excused: boolean, observation: Observation): Observation =>
  excused && observation.status === 'faulty' ? UNKNOWN : observation;
