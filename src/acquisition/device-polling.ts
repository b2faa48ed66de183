import { isDeepStrictEqual } from 'node:util';
import type { BadRegister } from '../features/cloudcontrol/device-log.model.ts';
import { DAY_MS, localDay } from '../shared/units/zones.ts';
import { AttributeReads } from './attribute-reads.ts';
import type { Exchange } from './modbus/link.ts';
import { makePlan, type PlanVariable, type ReadPlan } from './plan.ts';
import type { DeviceState, PortStatus, Tally } from './poll-observer.ts';
import { PollSchedule } from './poll-schedule.ts';
import type { DeviceConfiguration } from './port-configuration.ts';
import {
  createRegisterMemory,
  listBadRegisters,
  type RegisterMemory,
  type RetryPolicy,
  retryByTime,
} from './register-memory.ts';
import type { Silence } from './silence.ts';

/** Variables that are read together, and what is known of their registers. */
export type Part = {
  readonly variables: readonly PlanVariable[];
  readonly interval_ms: number;
  readonly plan: ReadPlan;
  readonly memory: RegisterMemory;
  readonly retry: RetryPolicy;
};

const DAILY_RETRY_MS = 15 * 60_000;
/** A device that is only read once a day is looked at so often at least: is a new day there, is it back? */
const MAX_LOOK_MS = 15 * 60_000;
const HURRIED_TIMEOUT_MS = 3000;
/** An instant is not polled twice because the clock was corrected; a clock set back by more is believed. */
const CORRECTION_MS = 10_000;

const emptyTally = (): Tally => ({
  requests: 0,
  failed: 0,
  latency_sum_ms: 0,
  latency_max_ms: 0,
  bytes_in: 0,
  bytes_out: 0,
});

/** What does not change how a device is polled. */
function polledFields(configuration: DeviceConfiguration): object {
  const { trace_until_ms: _, short_name: __, proj_code: ___, ...polled } = configuration;
  return polled;
}

/** Do both configurations poll the device in the same way? They may differ in its name, or in whether it is traced. */
export function pollsAlike(a: DeviceConfiguration, b: DeviceConfiguration): boolean {
  return isDeepStrictEqual(polledFields(a), polledFields(b));
}

/** One device of a port: what is read of it and when, and how it behaves. Holds no connection. */
export class DevicePolling {
  configuration: DeviceConfiguration;
  /** What each poll reads: the fast variables; where they give nothing to ask, the slow ones too; then the daily ones too. */
  readonly primary: Part;
  /** When its polls ask anything: each time, once a day, or when texts are due, where it has nothing but them. */
  readonly asks: 'always' | 'daily' | 'texts';
  readonly pace: PollSchedule;
  /** Read between the polls, when its own instants come. */
  readonly slow: Part | null;
  readonly slow_pace: PollSchedule;
  readonly daily: Part | null;
  readonly texts: AttributeReads;
  state: DeviceState = 'unknown';
  silence: Silence | null = null;
  silent_since_ms = 0;
  /** A poll of it is under way. */
  polling = false;
  /** What it is read besides its polls is under way. */
  reading = false;
  /** Replaced or removed: whatever of it is still under way counts no more. */
  gone = false;
  /** For how long its polls that are answered keep the line, of late. */
  line_ms = 0;
  tally = emptyTally();
  #last_ts = Number.NEGATIVE_INFINITY;
  #reported_changes = -1;
  #slowest_ms = 0;
  /** Instant for which the slow variables are wanted out of turn: that of the first answered poll. */
  #slow_wanted_ts: number | null = null;
  /** Instant of the day's first answered poll, while the daily variables have not been read for it. */
  #daily_wanted_ts: number | null = null;
  #daily_day = '';
  #daily_not_before_ms = Number.NEGATIVE_INFINITY;

  /**
   * @param parts.old the same device before its configuration changed, on the same way: what is still true is kept.
   * @param parts.paced the same device wherever it was: a poll that was due stays due.
   */
  constructor(
    configuration: DeviceConfiguration,
    parts: {
      now_ms: number;
      random: () => number;
      old?: DevicePolling | undefined;
      paced?: DevicePolling | undefined;
    },
  ) {
    const { now_ms, random, old, paced = old } = parts;
    this.configuration = configuration;
    const { slow_interval_s } = configuration;
    const { asks, primary, slow, daily, interval_ms, look_ms } = arrange(configuration);
    this.asks = asks;
    this.primary = makePart(primary, interval_ms, old?.primary);
    this.slow = slow.length === 0 ? null : makePart(slow, slow_interval_s * 1000, old?.slow);
    this.daily = daily.length === 0 ? null : makePart(daily, DAY_MS, old?.daily);
    const kept = paced?.pace.interval_ms === look_ms ? paced.pace : undefined;
    kept?.restart(now_ms);
    this.pace = kept ?? new PollSchedule(look_ms, now_ms, random);
    this.slow_pace = new PollSchedule(slow_interval_s * 1000, now_ms, random);
    this.texts = new AttributeReads(configuration.attributes, old?.texts);
    if (old?.configuration.unit_id === configuration.unit_id) this.#takeOver(old);
  }

  #takeOver(old: DevicePolling): void {
    this.state = old.state;
    this.silence = old.silence;
    this.silent_since_ms = old.silent_since_ms;
    this.tally = old.tally;
    this.#last_ts = old.#last_ts;
    this.#slowest_ms = old.#slowest_ms;
    // New slow and daily variables are read with the next poll that is answered.
    if (this.#dailyPart?.memory === old.#dailyPart?.memory) this.#daily_day = old.#daily_day;
    if (this.slow?.memory !== old.slow?.memory && this.state === 'answering')
      this.#slow_wanted_ts = old.#last_ts;
  }

  get #dailyPart(): Part | null {
    return this.asks === 'daily' ? this.primary : this.daily;
  }

  /** Would a poll for this instant ask anything? */
  wants(ts: number, now_ms: number): boolean {
    if (this.asks === 'texts') return this.texts.due(now_ms) !== undefined;
    return this.asks === 'always' || this.#dayOf(ts) !== this.#daily_day;
  }

  #dayOf(ts: number): string {
    return localDay(this.configuration.time_zone, ts).day;
  }

  /** For whoever looks at its port. */
  status(now_ms: number): PortStatus['devices'][number] {
    const { device_id, short_name } = this.configuration;
    const reason = this.silence?.message ?? null;
    return { device_id, short_name, state: this.state, reason, due_ms: this.pace.dueMs(now_ms) };
  }

  /** Is there anything to read of it? */
  get idle(): boolean {
    return this.configuration.variables.length === 0 && this.configuration.attributes.length === 0;
  }

  /** Has this instant been polled already, by a clock that was corrected since? */
  hasPolled(ts: number): boolean {
    const behind_ms = this.#last_ts - ts;
    return behind_ms >= 0 && behind_ms <= CORRECTION_MS;
  }

  notePolled(ts: number): void {
    this.#last_ts = ts;
  }

  /** Notes an answered poll: what else is due with it. @param first after a silence, or ever */
  noteAnswered(ts: number, first: boolean): void {
    if (first && this.slow !== null) this.#slow_wanted_ts = ts;
    if (this.asks === 'daily') this.#daily_day = this.#dayOf(ts);
    if (this.daily === null || this.#daily_wanted_ts !== null || ts < this.#daily_not_before_ms) return;
    if (this.#dayOf(ts) !== this.#daily_day) this.#daily_wanted_ts = ts;
  }

  /** What is due besides the polls: a part and the instant it is read for, or texts; undefined when nothing is. */
  dueBesides(
    now_ms: number,
  ): { kind: 'slow' | 'daily'; part: Part; ts: number } | { kind: 'texts' } | undefined {
    if (this.state !== 'answering') return undefined;
    const { slow, daily } = this;
    if (slow !== null && (this.#slow_wanted_ts !== null || this.slow_pace.dueMs(now_ms) <= now_ms))
      return { kind: 'slow', part: slow, ts: this.#slow_wanted_ts ?? this.#slowInstant(now_ms) };
    if (daily !== null && this.#daily_wanted_ts !== null)
      return { kind: 'daily', part: daily, ts: this.#daily_wanted_ts };
    return this.asks === 'texts' || this.texts.due(now_ms) === undefined ? undefined : { kind: 'texts' };
  }

  // What could only be read long after its own instant is stamped with the poll's instant that has just been.
  #slowInstant(now_ms: number): number {
    const ts = this.slow_pace.instantMs(now_ms);
    return now_ms - ts < this.pace.interval_ms ? ts : this.pace.instantMs(now_ms);
  }

  noteSlow(now_ms: number): void {
    this.#slow_wanted_ts = null;
    this.slow_pace.keepPace(now_ms);
  }

  noteDaily(ts: number, { answered, now_ms }: { answered: boolean; now_ms: number }): void {
    this.#daily_wanted_ts = null;
    if (answered) this.#daily_day = this.#dayOf(ts);
    this.#daily_not_before_ms = answered ? Number.NEGATIVE_INFINITY : now_ms + DAILY_RETRY_MS;
  }

  /**
   * How long it may keep others waiting who need the line: a moment, or as long as it has ever taken for an answer.
   * @param timeout_ms of its port
   */
  hurriedTimeoutMs(timeout_ms: number): number {
    return Math.min(timeout_ms, Math.max(HURRIED_TIMEOUT_MS, 2 * this.#slowest_ms));
  }

  /** Notes how long an answered poll had the line for itself. */
  noteLineTime(ms: number): void {
    this.line_ms = this.line_ms === 0 ? ms : (3 * this.line_ms + ms) / 4;
  }

  /** Counts a request; a refusal is an answer. */
  count({ sent, received, bytes_in, latency_ms }: Exchange): void {
    const { tally } = this;
    tally.requests += 1;
    tally.bytes_out += sent.length;
    tally.bytes_in += bytes_in;
    if (received === null) {
      tally.failed += 1;
      return;
    }
    this.#slowest_ms = Math.max(this.#slowest_ms, latency_ms);
    tally.latency_sum_ms += latency_ms;
    tally.latency_max_ms = Math.max(tally.latency_max_ms, latency_ms);
  }

  /** Leaves what is read besides the polls for later: reading it failed by a defect of ours. */
  postponeBesides(now_ms: number): void {
    this.noteSlow(now_ms);
    this.noteDaily(now_ms, { answered: false, now_ms });
    const definition = this.texts.due(now_ms);
    if (definition !== undefined) this.texts.noteFailed(definition, now_ms);
  }

  /**
   * What it refuses, if that has changed since the last time; `anew` the first time after its configuration changed: what
   * is listed no more may have been forgotten, not answered.
   */
  takeBadRegisters(now_ms: number): { list: BadRegister[]; anew: boolean } | undefined {
    const parts = [this.primary, this.slow, this.daily].filter((part) => part !== null);
    const changes = parts.reduce((sum, { memory }) => sum + memory.changes, 0);
    if (changes === this.#reported_changes) return undefined;
    const anew = this.#reported_changes < 0;
    this.#reported_changes = changes;
    const list = parts.flatMap(({ memory, interval_ms }) => listBadRegisters(memory, now_ms, interval_ms));
    return { list, anew };
  }

  /** What was counted since the last time. */
  takeTally(): Tally {
    const { tally } = this;
    this.tally = emptyTally();
    return tally;
  }
}

type Arrangement = {
  readonly asks: DevicePolling['asks'];
  readonly primary: readonly PlanVariable[];
  readonly slow: readonly PlanVariable[];
  readonly daily: readonly PlanVariable[];
  /** Of what the polls read, and of the polls themselves. */
  readonly interval_ms: number;
  readonly look_ms: number;
};

/** What is read with the polls and what besides: polls are for the quickest variables that can be asked for. */
function arrange(configuration: DeviceConfiguration): Arrangement {
  const { variables, attributes, interval_s, slow_interval_s } = configuration;
  const of = (wanted: string) => variables.filter(({ poll = 'fast' }) => poll === wanted);
  const [fast, slow, daily] = [of('fast'), of('slow'), of('daily')];
  const [fast_ms, slow_ms] = [interval_s * 1000, slow_interval_s * 1000];
  const look_ms = Math.min(fast_ms, MAX_LOOK_MS);
  if (canAsk(fast))
    return { asks: 'always', primary: fast, slow, daily, interval_ms: fast_ms, look_ms: fast_ms };
  const rest = { primary: [...fast, ...slow], slow: [], daily, interval_ms: slow_ms, look_ms: slow_ms };
  if (canAsk(slow)) return { ...rest, asks: 'always' };
  const all = { primary: variables, slow: [], daily: [], interval_ms: DAY_MS, look_ms };
  if (canAsk(daily)) return { ...all, asks: 'daily' };
  if (attributes.length > 0) return { ...all, asks: 'texts' };
  return { ...all, asks: 'always', interval_ms: fast_ms, look_ms: fast_ms };
}

const canAsk = (variables: readonly PlanVariable[]): boolean => makePlan(variables).blocks.length > 0;

function makePart(
  variables: readonly PlanVariable[],
  interval_ms: number,
  old: Part | null | undefined,
): Part {
  const kept = old && isDeepStrictEqual(old.variables, variables) ? old : undefined;
  return {
    variables,
    interval_ms,
    plan: kept?.plan ?? makePlan(variables),
    memory: kept?.memory ?? createRegisterMemory(),
    retry: retryByTime(interval_ms),
  };
}
