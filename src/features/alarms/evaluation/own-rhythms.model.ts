import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/units/zones.ts';
import type { WatchedDevice } from './watched.model.ts';

const WEEK_MS = 7 * DAY_MS;
/** What is learnt of a first day is taken as it is, and nothing is evaluated in it. */
const FIRST_MS = DAY_MS;
/** One outage makes the usual silence no longer than so many times what it was, or than this. */
const GROWS_BY = 4;
const SHORT_MS = 12 * MINUTE_MS;
/** Readings older than this at their coming are a past that somebody brings in, not a device that speaks. */
const OLD_MS = DAY_MS;
/** Whoever usually is silent for longer promises no rhythm; one outage alone makes nobody such a one. */
const NO_RHYTHM_MS = 12 * HOUR_MS;
/** It must have spoken in so many hours before it has a rhythm: files that are brought in by hand have none. */
const MIN_HOURS = 6;

/** Of a device that sends by itself. Epoch ms; the longest silences that ended with a reading, in whole minutes as ms. */
interface ReportingHistory {
  readonly from: number;
  readonly week: number;
  readonly longest_ms: number;
  /** Of the week before in which it spoke. */
  readonly before_ms: number;
  /** Hours in which it has spoken, as far as they are counted, and the last one of them. */
  readonly hours: number;
  readonly hour: number;
  /** It has spoken for longer than a day, in several of its hours: what a file brings in does not. */
  readonly lives: boolean;
  /** It brings in what it had to keep while it could not speak: that teaches nothing until it has caught up. */
  readonly late: boolean;
}

/** A device whose readings come by themselves: pushed by HTTP or MQTT, or brought in as a file. */
export const sendsByItself = ({ polled, port_id }: WatchedDevice): boolean => !polled && port_id === null;

interface LearningContext {
  readonly now: number;
  readonly rested: (from: number) => boolean;
}

const wholeMinutes = (ms: number): number => Math.ceil(ms / MINUTE_MS) * MINUTE_MS;
const usualSilence_ms = ({ longest_ms, before_ms }: ReportingHistory): number =>
  Math.max(longest_ms, before_ms);

/**
 * What is usual of devices that send by themselves: the longest silence of this week and of the one before that ended
 * with a reading, as evaluations have observed it. So one that delivers by the hour may be silent for an hour.
 */
export class OwnRhythms {
  readonly #history: Map<number, ReportingHistory>;
  /** The newest reading of the evaluation before: whoever starts anew learns again from the next one on. */
  readonly #newest = new Map<number, number>();
  #learnt = 0;

  constructor(packed: Readonly<Record<string, readonly number[]>> = {}) {
    this.#history = new Map(Object.entries(packed).map(([id, values]) => [Number(id), unpack(values)]));
  }

  /**
   * Takes a device's newest reading.
   * @param rested whether it may have been silent because of the night since an instant: that teaches nothing
   */
  learn({ device_id, last_good_at }: WatchedDevice, { now, rested }: LearningContext): void {
    if (last_good_at === null) return;
    const newest = this.#newest.get(device_id);
    this.#newest.set(device_id, last_good_at);
    if (newest === undefined || last_good_at <= newest || now - last_good_at > OLD_MS) return;
    const silent_ms = rested(newest) ? 0 : wholeMinutes(now - newest);
    const known = this.#history.get(device_id);
    const next = known
      ? updatedHistory(known, { now, silent_ms, age_ms: now - last_good_at })
      : begun(now, silent_ms);
    if (next === known) return;
    this.#history.set(device_id, next);
    this.#learnt++;
  }

  /** Nobody listened for a while: what comes next says nothing of how long it was silent. */
  missed(): void {
    this.#newest.clear();
  }

  /** How often something was learnt: while it says the same, there is nothing new to keep. */
  get learnt(): number {
    return this.#learnt;
  }

  /** Its usual silence (ms); null while it is not known, or where it promises none. */
  usual_ms(device_id: number): number | null {
    const known = this.#history.get(device_id);
    if (!known?.lives) return null;
    const usual = usualSilence_ms(known);
    return usual > NO_RHYTHM_MS ? null : usual;
  }

  /** Forgets devices that are not watched any more. */
  keep(device_ids: ReadonlySet<number>): void {
    for (const id of this.#history.keys())
      if (!device_ids.has(id) && this.#history.delete(id)) this.#learnt++;
    for (const id of this.#newest.keys()) if (!device_ids.has(id)) this.#newest.delete(id);
  }

  pack(): Record<string, number[]> {
    const packed: Record<string, number[]> = {};
    for (const [id, history] of this.#history) packed[id] = packedOf(history);
    return packed;
  }
}

const begun = (now: number, silent_ms: number): ReportingHistory => ({
  from: now,
  week: Math.floor(now / WEEK_MS),
  longest_ms: silent_ms,
  before_ms: 0,
  hours: 1,
  hour: Math.floor(now / HOUR_MS),
  lives: false,
  late: false,
});

/** What a silence teaches: as it is at first, then fourfold at most, and of an outage never that there is no rhythm. */
function learntOf(known: ReportingHistory, silent_ms: number): number {
  if (!known.lives) return silent_ms;
  if (known.late) return 0;
  const max_ms = GROWS_BY * Math.max(SHORT_MS, usualSilence_ms(known));
  return silent_ms <= max_ms ? silent_ms : Math.min(max_ms, NO_RHYTHM_MS);
}

/** It has spoken again; the same where that teaches nothing. */
function updatedHistory(
  known: ReportingHistory,
  { now, silent_ms, age_ms }: { now: number; silent_ms: number; age_ms: number },
): ReportingHistory {
  const [week, hour] = [Math.floor(now / WEEK_MS), Math.floor(now / HOUR_MS)];
  const learnt_ms = learntOf(known, silent_ms);
  const late = known.lives && age_ms > Math.max(SHORT_MS, usualSilence_ms(known));
  const counts = !known.lives && hour !== known.hour;
  const hours = known.hours + Number(counts);
  const lives = known.lives || (now - known.from >= FIRST_MS && hours >= MIN_HOURS);
  const next = { ...known, hours, hour: counts ? hour : known.hour, lives, late };
  if (known.week !== week) return { ...next, week, longest_ms: learnt_ms, before_ms: known.longest_ms };
  const isSame = learnt_ms <= known.longest_ms && !counts && lives === known.lives && late === known.late;
  return isSame ? known : { ...next, longest_ms: Math.max(learnt_ms, known.longest_ms) };
}

function packedOf({
  from,
  week,
  longest_ms,
  before_ms,
  lives,
  late,
  hours,
  hour,
}: ReportingHistory): number[] {
  const minutes = [longest_ms / MINUTE_MS, before_ms / MINUTE_MS];
  return [from, week, ...minutes, Number(lives), Number(late), ...(lives ? [] : [hours, hour])];
}

function unpack(packed: readonly number[]): ReportingHistory {
  const [from = 0, week = 0, longest = 0, before = 0, lives = 0, late = 0, hours = 0, hour = 0] = packed;
  const [longest_ms, before_ms] = [longest * MINUTE_MS, before * MINUTE_MS];
  return { from, week, longest_ms, before_ms, hours, hour, lives: lives === 1, late: late === 1 };
}
