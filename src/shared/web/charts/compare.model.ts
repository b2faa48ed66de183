import type { Choice, Compare } from './choice.model.ts';
import type { ChartSeries, Mark } from './series.model.ts';
import { type TimeWindow, windowOf } from './window.model.ts';
import { type CalendarUnit, instantOf, type Wall, wallOf } from './zone.model.ts';

const DAY = 86_400_000;

/** How far back, counted on clocks and calendars: a year ago is the same local date, whatever days had 23 or 25 hours. */
export interface Shift {
  unit: CalendarUnit;
  count: number;
  /** IANA zones: of what is shown, and of what it is compared with. */
  zone: string;
  then_zone: string;
}

/** The period before a choice's own: the day before a day, the month before a month, as many days before a free range. */
function periodBefore(choice: Choice, now: number, zone: string): Pick<Shift, 'unit' | 'count'> {
  const { span } = choice;
  if (span !== 'free' && span !== 'last') return { unit: span, count: 1 };
  const { start_at, end_at } = windowOf(choice, now, zone);
  const days = (end_at - start_at) / DAY;
  return { unit: 'day', count: Math.max(1, span === 'last' ? Math.ceil(days) : Math.round(days)) };
}

export interface Compared {
  compare: Compare;
  choice: Choice;
  now: number;
  zone: string;
  /** The other plant's zone, where one is compared with. */
  then_zone?: string | undefined;
}

export function shiftOf({ compare, choice, now, zone, then_zone = zone }: Compared): Shift {
  if (compare.with === 'year') return { unit: 'year', count: 1, zone, then_zone: zone };
  if (compare.with === 'plant') return { unit: 'day', count: 0, zone, then_zone };
  return { ...periodBefore(choice, now, zone), zone, then_zone: zone };
}

function movedWall(wall: Wall, { unit, count }: Pick<Shift, 'unit' | 'count'>): Wall {
  if (unit === 'year') return { ...wall, year: wall.year + count };
  if (unit === 'month') return { ...wall, month: wall.month + count };
  return { ...wall, day: wall.day + count * (unit === 'week' ? 7 : 1) };
}

/** Which window answers for a shown one. Null where that period does not exist: a 29 February, a year ago. */
export function thenWindow({ start_at, end_at }: TimeWindow, shift: Shift): TimeWindow | null {
  const back = { ...shift, count: -shift.count };
  const then = (at: number) => instantOf(movedWall(wallOf(at, shift.zone), back), shift.then_zone);
  const window = { start_at: then(start_at), end_at: then(end_at) };
  return window.end_at > window.start_at ? window : null;
}

/**
 * Where an instant of then is drawn now: at the same reading of the clock, so many days, months or years on. Null where
 * the clocks never show it: an hour that spring skips, the 31st of a shorter month.
 */
export function nowInstant(then: number, shift: Shift): number | null {
  const wall = wallOf(then, shift.then_zone);
  const at = instantOf(movedWall(wall, shift), shift.zone) + (((then % 1000) + 1000) % 1000);
  const shown = wallOf(at, shift.zone);
  const sameClock = shown.hour === wall.hour && shown.minute === wall.minute;
  const sameDate = shift.unit === 'day' || shift.unit === 'week' || shown.day === wall.day;
  return sameClock && sameDate ? at : null;
}

function markNow({ start_at, end_at, reason }: Mark, shift: Shift): Mark[] {
  const [from, to] = [nowInstant(start_at, shift), nowInstant(end_at, shift)];
  return from === null || to === null || to <= from ? [] : [{ start_at: from, end_at: to, reason }];
}

/**
 * A series of then laid over the window of now by the clock. Of an hour that autumn doubles the first one stands: both
 * would be drawn at one place.
 * @param words what it is compared with, for the legend: "the day before"
 */
export function aligned(
  series: ChartSeries,
  shift: Shift,
  { id, words }: { id: string; words: string },
): ChartSeries {
  const kept: number[] = [];
  const at: number[] = [];
  for (const [i, then] of series.at.entries()) {
    const now = nowInstant(then, shift);
    if (now === null || now <= (at.at(-1) ?? Number.NEGATIVE_INFINITY)) continue;
    kept.push(i);
    at.push(now);
  }
  return {
    ...series,
    id: `${id} compared`,
    at,
    values: kept.map((i) => series.values[i] ?? null),
    states: series.states && kept.map((i) => series.states?.[i] ?? 'good'),
    marked: series.marked?.flatMap((mark) => markNow(mark, shift)),
    recovered: undefined,
    expected: undefined,
    beside: { as: 'compared', id, words, were_at: kept.map((i) => series.at[i] ?? 0), zone: shift.then_zone },
  };
}

/** Each series with what it is compared with behind it, named by its own label and the words of the comparison. */
export function withCompared(
  own: readonly ChartSeries[],
  compared: readonly ChartSeries[],
  words: string,
): ChartSeries[] {
  const byOwner = Map.groupBy(compared, ({ beside }) => beside?.id);
  return own.flatMap((one) => [
    one,
    ...(byOwner.get(one.id) ?? []).map((other) => ({
      ...other,
      label: `${one.label} – ${words}`,
      beside: other.beside?.as === 'compared' ? { ...other.beside, words } : other.beside,
    })),
  ]);
}
