import { type Choice, type Duration, type Span, STEPS, type Step } from './choice.model.ts';
import { addUnits, type CalendarUnit, dateOf, instantOfDate, startOf } from './zone.model.ts';

/** Half-open in milliseconds since 1970: `start_at` belongs to it, `end_at` does not. */
export interface TimeWindow {
  start_at: number;
  end_at: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MAX_FREE_DAYS = 3660;

const DURATION_MS: Readonly<Record<Duration, number>> = {
  '30m': 30 * MINUTE,
  '1h': HOUR,
  '2h': 2 * HOUR,
  '3h': 3 * HOUR,
  '4h': 4 * HOUR,
  '5h': 5 * HOUR,
  '1d': DAY,
  '2d': 2 * DAY,
  '4d': 4 * DAY,
};

const unitOf = (span: Span): CalendarUnit => (span === 'free' || span === 'last' ? 'day' : span);

function freeWindow(choice: Choice, now: number, zone: string): TimeWindow {
  const from = instantOfDate(choice.date ?? '', zone) ?? addUnits(startOf('day', now, zone), 'day', -6, zone);
  const to = instantOfDate(choice.to ?? '', zone) ?? startOf('day', now, zone);
  const start_at = Math.min(from, to);
  const furthest = addUnits(start_at, 'day', MAX_FREE_DAYS, zone);
  return { start_at, end_at: Math.min(addUnits(Math.max(from, to), 'day', 1, zone), furthest) };
}

/** The window of a choice in the plant's zone; its days are local days, so they may have 23 or 25 hours. */
export function windowOf(choice: Choice, now: number, zone: string): TimeWindow {
  if (choice.span === 'last') return { start_at: now - DURATION_MS[choice.last ?? '1h'], end_at: now };
  if (choice.span === 'free') return freeWindow(choice, now, zone);
  const unit = unitOf(choice.span);
  const start_at = startOf(unit, instantOfDate(choice.date ?? '', zone) ?? now, zone);
  return { start_at, end_at: addUnits(start_at, unit, 1, zone) };
}

/** The period that holds a view: the chosen one where it does, else its neighbour of that day, else just those days. */
export function choiceHolding(
  view: TimeWindow | undefined,
  choice: Choice,
  now: number,
  zone: string,
): Choice {
  if (!view) return choice;
  const date = dateOf(view.start_at, zone);
  const days: Choice = { span: 'free', date, to: dateOf(view.end_at - 1, zone) };
  return (
    [choice, ...(choice.span === 'last' ? [] : [{ span: choice.span, date }])].find((one) => {
      const { start_at, end_at } = windowOf(one, now, zone);
      return start_at <= view.start_at && end_at >= view.end_at;
    }) ?? days
  );
}

/** Whether the window reaches up to or past now, so that there is nothing to see after it. */
export function reachesNow(window: TimeWindow, now: number): boolean {
  return window.end_at > now;
}

const wholeDays = (window: TimeWindow) => Math.round((window.end_at - window.start_at) / DAY);

/** The neighbouring choice: the day, week, month or year before or after; a free range moves by its own length. */
export function shifted(choice: Choice, by: -1 | 1, now: number, zone: string): Choice {
  if (choice.span === 'last') return choice;
  const window = windowOf(choice, now, zone);
  if (choice.span !== 'free') {
    const start = addUnits(window.start_at, unitOf(choice.span), by, zone);
    const holdsNow = startOf(unitOf(choice.span), now, zone) === start;
    return { span: choice.span, date: holdsNow ? undefined : dateOf(start, zone) };
  }
  const days = wholeDays(window) * by;
  const last = addUnits(window.end_at, 'day', -1, zone);
  return {
    span: 'free',
    date: dateOf(addUnits(window.start_at, 'day', days, zone), zone),
    to: dateOf(addUnits(last, 'day', days, zone), zone),
  };
}

/** The same moment seen through another span: from a month back in the past to its first day, from now to today. */
export function respanned(choice: Choice, span: Span, now: number, zone: string): Choice {
  if (span === 'last') return { span, last: choice.last ?? '1h' };
  const window = windowOf(choice, now, zone);
  const current = reachesNow(window, now) && window.start_at <= now;
  if (span === 'free') {
    const last = Math.min(addUnits(window.end_at, 'day', -1, zone), Math.max(now, window.start_at));
    return { span, date: dateOf(window.start_at, zone), to: dateOf(last, zone) };
  }
  return { span, date: current ? undefined : dateOf(window.start_at, zone) };
}

/** The steps of lines and of bars that suit a window, and those that a person may choose for it. */
export interface Steps {
  line: Step;
  bar: Step;
}

/** Thirty days of readings every five minutes look like a barcode, so the step follows the window. */
export function stepsFor(window: TimeWindow): Steps {
  const days = (window.end_at - window.start_at) / DAY;
  if (days <= 0.3) return { line: 'raw', bar: '15m' };
  if (days <= 1.5) return { line: 'raw', bar: 'hour' };
  if (days <= 4.5) return { line: '15m', bar: 'hour' };
  if (days <= 10) return { line: '15m', bar: 'day' };
  if (days <= 62) return { line: 'hour', bar: 'day' };
  if (days <= 800) return { line: 'day', bar: 'month' };
  return { line: 'month', bar: 'year' };
}

const STEP_MS: Readonly<Record<Exclude<Step, 'raw'>, number>> = {
  '15m': 15 * MINUTE,
  hour: HOUR,
  day: DAY,
  month: 30 * DAY,
  year: 365 * DAY,
};
const MAX_BUCKETS = 5000;
const MAX_RAW_DAYS = 10;

/** The steps worth choosing for a window: no more points than a series may have, and at least two. */
export function choosableSteps(window: TimeWindow): Step[] {
  const length = window.end_at - window.start_at;
  return STEPS.filter((step) => {
    if (step === 'raw') return length <= MAX_RAW_DAYS * DAY;
    const buckets = length / STEP_MS[step];
    return buckets <= MAX_BUCKETS && buckets >= 1.9;
  });
}

/** The steps in force: those of the window, or the chosen one (bars are never finer than a quarter of an hour). */
export function stepsInForce(window: TimeWindow, chosen: Step | undefined): Steps {
  if (!chosen || !choosableSteps(window).includes(chosen)) return stepsFor(window);
  return { line: chosen, bar: chosen === 'raw' ? '15m' : chosen };
}

/** The end of the bucket that starts at `at`; `raw_ms` is the interval of raw readings. */
export function bucketEnd(at: number, step: Step, zone: string, raw_ms: number): number {
  if (step === 'raw') return at + raw_ms;
  if (step === '15m' || step === 'hour') return at + STEP_MS[step];
  return addUnits(at, step, 1, zone);
}
