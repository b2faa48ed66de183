import { HOUR_MS } from '../../shared/units/zones.ts';
import { fastestUsual, GlitchFinder, type GlitchRule } from './counter-glitch.model.ts';

/**
 * Energy as steps: each reading carries the energy that it adds, so that quarters, hours, days and months are sums of
 * the same numbers and always agree.
 */

/** What the rules of a counter or a power need to know. */
export interface CounterRule {
  /** kW that the device can make at most; null when nobody said. */
  readonly nominal_kw: number | null;
  /** Seconds between two readings as a rule. */
  readonly interval_s: number;
}

export interface KnownValue {
  readonly ts: number;
  readonly value: number;
}

/** A swap, reset or roll-over that a person entered. */
export interface EnteredEvent {
  readonly at: number;
  readonly value_before: number | null;
  readonly value_after: number | null;
}

export interface FoundEvent {
  readonly at: number;
  readonly kind: 'reset' | 'rollover' | 'swap';
  readonly value_before: number;
  readonly value_after: number;
}

export interface CounterSteps {
  /** kWh that each reading adds to the one before it; NaN for a first reading that nothing stands before. */
  readonly energy: Float64Array;
  /** 1 where the counter came back after a long silence. */
  readonly recovered: Uint8Array;
  readonly events: readonly FoundEvent[];
}

/** A difference over a longer silence is booked where the counter came back. // measurements: within an hour */
const SILENCE_MS = HOUR_MS;
/** More than nominal power for the time between is no production. */
const MARGIN = 1.2;
/** Registers are renewed by the device in its own rhythm: the first step may belong to a longer time than it seems. */
const REGISTER_AGE_MS = 15 * 60_000;
const MODULI = [1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 2 ** 16, 2 ** 32].flatMap((size) =>
  size < 1e4 || Number.isInteger(Math.log10(size)) ? [size] : [size, size / 10, size / 100, size / 1000],
);

/** Steps in which counters count, the coarsest first. */
const UNITS = [3, 2, 1, 0, -1, -2, -3].map((exponent) => 10 ** exponent);

function isMultiple(value: number, unit: number): boolean {
  const ratio = value / unit;
  return Math.abs(ratio - Math.round(ratio)) < 1e-6;
}

function areMultiples(values: Float64Array, unit: number): boolean {
  for (let i = 0; i < values.length; i++) if (!isMultiple(values[i] ?? 0, unit)) return false;
  return true;
}

/** The step in which a counter counts, as a power of ten from 0.001 to 1000: all values are multiples of it. */
function resolutionOf(values: Float64Array): number {
  return UNITS.find((unit) => areMultiples(values, unit)) ?? 0;
}

/** The same as values come in one by one. */
export class Resolution {
  #units: readonly number[] = UNITS;

  add(value: number): void {
    if (!this.#units.every((unit) => isMultiple(value, unit)))
      this.#units = this.#units.filter((unit) => isMultiple(value, unit));
  }

  /** The coarsest unit of which all values are multiples; 0 for none. */
  get unit(): number {
    return this.#units[0] ?? 0;
  }
}

/** What a counter may rise by beyond its nominal power, for it counts in steps of `unit` (kWh). */
export function slackOf({ nominal_kw }: CounterRule, unit: number): number {
  return Math.min(unit, (nominal_kw ?? 0) / 4);
}

/** When a register is taken to have moved that last showed `previous`, before the reading at `first_at` (epoch ms). */
export function movedBefore(previous: KnownValue | undefined, first_at: number): number {
  return (previous?.ts ?? first_at) - REGISTER_AGE_MS;
}

/** How many times as fast as any other rise of the same readings one out of 0 may be, where no nominal power limits it. */
const OUT_OF_NOTHING = 100;

/**
 * The most (kWh in a ms) that a counter may rise out of 0, by how fast it rises otherwise: devices that sleep or start
 * show 0 until they know their count again, and a new counter begins with steps like those that follow. Not limited
 * where it does not rise otherwise.
 */
function fastestOutOfNothing({ ts, values }: { ts: Float64Array; values: Float64Array }): number {
  let fastest = 0;
  for (let i = 1; i < values.length; i++) {
    const [from = 0, to = 0] = [values[i - 1], values[i]];
    if (from !== 0) fastest = Math.max(fastest, (to - from) / ((ts[i] ?? 0) - (ts[i - 1] ?? 0)));
  }
  return fastest === 0 ? Number.POSITIVE_INFINITY : OUT_OF_NOTHING * fastest;
}

interface Step {
  readonly from: KnownValue;
  readonly to: KnownValue;
  /** kWh possible in the time since the register last moved. */
  readonly most: number;
  readonly entered: EnteredEvent | undefined;
}

interface Judged {
  readonly energy: number;
  readonly event?: FoundEvent['kind'];
}

function judgeDrop({ from, to, most: max }: Step): Judged {
  const size = MODULI.find((m) => from.value < m && from.value > 0.9 * m && m - from.value + to.value <= max);
  // Without a nominal power nobody can say whether a roll-over or a count from zero is plausible: nothing is counted.
  if (!Number.isFinite(max)) return { energy: 0, event: 'reset' };
  if (size !== undefined) return { energy: size - from.value + to.value, event: 'rollover' };
  if (to.value >= 0 && to.value <= max) return { energy: to.value, event: 'reset' };
  return { energy: 0, event: 'swap' };
}

function judgeEntered(step: Step, entered: EnteredEvent): Judged {
  const { value_before, value_after } = entered;
  const before = value_before === null ? 0 : Math.max(0, value_before - step.from.value);
  if (value_after !== null)
    return { energy: Math.min(step.most, before + Math.max(0, step.to.value - value_after)) };
  const after = step.to.value <= step.most && Number.isFinite(step.most) ? Math.max(0, step.to.value) : 0;
  return { energy: Math.min(step.most, before + after) };
}

function judge(step: Step): Judged {
  if (step.entered) return judgeEntered(step, step.entered);
  const rise = step.to.value - step.from.value;
  // Noise in the last digits of a float register is no reset.
  if (rise < 0 && -rise <= Math.abs(step.from.value) * 1e-9) return { energy: 0 };
  if (rise < 0) return judgeDrop(step);
  return rise > step.most ? { energy: 0, event: 'swap' } : { energy: rise };
}

/**
 * Steps of a counter in kWh: never negative, at most nominal power × time × 1.2 (time since the register last moved,
 * plus one step of its resolution). `previous` is the last value known before the first reading. `values` and `ts`
 * (epoch ms, ascending) hold good readings only. A drop is a reset (what it shows is counted when that is plausible), a
 * roll-over (recognised by the register's size) or a swap (nothing is counted); a jump beyond what is possible is a swap.
 * Where there is no nominal power a jump out of 0 is one that its neighbours make impossible. Where the counter shows
 * something else for a while and then goes on, that while is a glitch: it adds nothing, is no event, and what was counted
 * meanwhile is added where the counter goes on. `before` is given where the readings go on from others that were counted
 * already: when the register last moved (epoch ms), and the slack of all of them.
 */
export function counterSteps(
  readings: { ts: Float64Array; values: Float64Array },
  previous: KnownValue | undefined,
  rule: CounterRule,
  entered: readonly EnteredEvent[] = [],
  before?: { moved_at: number; slack: number },
): CounterSteps {
  const { ts, values } = readings;
  const energy = new Float64Array(ts.length).fill(Number.NaN);
  const recovered = new Uint8Array(ts.length);
  const events: FoundEvent[] = [];
  const slack = before?.slack ?? slackOf(rule, resolutionOf(values));
  const silence = Math.max(SILENCE_MS, 1.5 * rule.interval_s * 1000);
  const { nominal_kw } = rule;
  const fastest = nominal_kw === null ? fastestOutOfNothing(readings) : Number.POSITIVE_INFINITY;
  const glitches = new GlitchFinder(readings, glitchRule(readings, rule, slack));
  const mostBetween = (from: KnownValue, to: KnownValue, moved_at: number) =>
    from.value === 0 && to.value > 0 && nominal_kw === null
      ? fastest * (to.ts - from.ts)
      : maxPossible(rule, to.ts - moved_at) + slack;
  const resumesAt = (i: number, from: KnownValue, moved_at: number) => {
    const next = glitches.resumesAt(i, from, moved_at);
    return isEntered(entered, from.ts, ts[next] ?? from.ts) ? i : next;
  };
  let resumes_at = 0;
  let from = previous;
  let movedAt = before?.moved_at ?? movedBefore(previous, ts[0] ?? 0);
  ts.forEach((at, i) => {
    const to = { ts: at, value: values[i] ?? 0 };
    if (from && i >= resumes_at) resumes_at = resumesAt(i, from, movedAt);
    if (i < resumes_at) {
      energy[i] = 0;
      return;
    }
    if (from) {
      const since = from.ts;
      const max = mostBetween(from, to, movedAt);
      const found = judge({ from, to, most: max, entered: entered.find((e) => e.at > since && e.at <= at) });
      energy[i] = found.energy;
      recovered[i] = at - since > silence ? 1 : 0;
      if (found.event)
        events.push({ at, kind: found.event, value_before: from.value, value_after: to.value });
      if (to.value !== from.value) movedAt = at;
    }
    from = to;
  });
  return { energy, recovered, events };
}

function isEntered(entered: readonly EnteredEvent[], since: number, until: number): boolean {
  return entered.some(({ at }) => at > since && at <= until);
}

function glitchRule(
  readings: { ts: Float64Array; values: Float64Array },
  rule: CounterRule,
  slack: number,
): GlitchRule {
  if (rule.nominal_kw !== null) {
    return { possible: (time_ms) => maxPossible(rule, time_ms) + slack };
  }
  const rate = fastestUsual(readings);
  return { possible: (time_ms) => rate * time_ms };
}

/** kWh that a counter of this nominal power may rise by in so long (ms). */
export function maxPossible({ nominal_kw }: CounterRule, time_ms: number): number {
  return nominal_kw === null ? Number.POSITIVE_INFINITY : (MARGIN * nominal_kw * time_ms) / HOUR_MS;
}

/** Neighbouring spacings on each side that tell the rhythm of readings. */
export const NEIGHBOURS = 8;
/** A silence of up to so many usual spacings is no gap: readings come a little early or late. */
const NO_GAP = 1.5;

/**
 * The usual spacing (ms) around reading `i`: the third smallest of so many spacings before and after its own, which
 * neither a few gaps nor a stray reading move; of three or four the second. NaN when fewer than three are known.
 */
function usualSpacing(ts: Float64Array, i: number, back: number, ahead: number): number {
  let [first, second, third] = [Number.NaN, Number.NaN, Number.NaN];
  let count = 0;
  for (let k = Math.max(0, i - back); k <= Math.min(ts.length - 2, i + ahead); k++) {
    if (k === i) continue;
    const spacing = (ts[k + 1] ?? Number.NaN) - (ts[k] ?? Number.NaN);
    count++;
    if (!(spacing >= first)) [first, second, third] = [spacing, first, second];
    else if (!(spacing >= second)) [second, third] = [spacing, second];
    else if (!(spacing >= third)) third = spacing;
  }
  if (count < 3) return Number.NaN;
  // Among three or four the third smallest may be the gap itself.
  return count < 5 ? second : third;
}

/** How long (ms) the good value `i` stands. // adr 0011 */
function heldFor(ts: Float64Array, i: number, next: number, interval_ms: number): number {
  const silence = next - (ts[i] ?? Number.NaN);
  const before = usualSpacing(ts, i, NEIGHBOURS, 0);
  if (silence <= NO_GAP * before) return silence;
  const around = () => usualSpacing(ts, i, NEIGHBOURS, NEIGHBOURS) || interval_ms;
  const own = Number.isNaN(before) ? around() : before;
  const noGap = silence <= NO_GAP * own || silence <= NO_GAP * usualSpacing(ts, i, 0, NEIGHBOURS);
  return noGap ? silence : own;
}

/** The kW that a power counts as: none for one below zero, NaN for one that the device cannot make. */
function believable(kw: number, { nominal_kw }: CounterRule): number {
  const known = nominal_kw !== null && nominal_kw > 0;
  return known && Math.abs(kw) > MARGIN * nominal_kw ? Number.NaN : Math.max(0, kw);
}

/**
 * Steps of a power in kWh: each good value (kW) stands until the next reading; over a silence longer than one and a half
 * times the usual spacing of the readings around it only for that spacing, so nothing is made up over a gap. Where too
 * few readings are near the device's interval counts. `next` is the instant (epoch ms) at which the slot spoke again,
 * good or not; NaN for never. Never negative; a value beyond nominal power × 1.2 adds nothing (NaN).
 */
export function powerSteps(
  { ts, values, next }: { ts: Float64Array; values: Float64Array; next: Float64Array },
  rule: CounterRule,
): Float64Array {
  const interval_ms = rule.interval_s * 1000;
  return ts.map((_, i) => {
    const kw = believable(values[i] ?? Number.NaN, rule);
    return (kw * heldFor(ts, i, next[i] ?? Number.NaN, interval_ms)) / HOUR_MS;
  });
}
