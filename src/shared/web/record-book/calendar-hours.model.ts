import { addDays, HOUR_MS } from '../../units/zones.ts';
import { type DayRange, dayAfterKey, stepped } from './calendar.model.ts';

/** The hours of a day as a clock shows them, whether or not it skips one or shows it twice. */
export const HOURS: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour);

/** An hour of a day, as `2026-06-15T08`: such texts follow each other as the hours do. */
export const hourOf = (day: string, hour: number): string => `${day}T${String(hour).padStart(2, '0')}`;
export const partsOf = (hour: string): { readonly day: string; readonly hour: number } => ({
  day: hour.slice(0, 10),
  hour: Number(hour.slice(11)),
});
/** The hour after one, be it of the next day. */
export const hourAfter = (hour: string): string =>
  new Date(Date.parse(`${hour}:00:00Z`) + HOUR_MS).toISOString().slice(0, 13);

/** Where a key leads from an hour: up and down within its day, to the sides to other days, by pages to other weeks. */
export function hourAfterKey(key: string, from: string): string | undefined {
  const { day, hour } = partsOf(from);
  if (key === 'ArrowUp') return hourOf(day, Math.max(0, hour - 1));
  if (key === 'ArrowDown') return hourOf(day, Math.min(23, hour + 1));
  const page = { PageUp: -1, PageDown: 1 }[key] as 1 | -1 | undefined;
  const next = page ? stepped('week', day, page) : dayAfterKey(key, day);
  return next === undefined ? undefined : hourOf(next, hour);
}

/** Something that fills hours: between times of a clock, as `2026-06-15 08:30`; whole days where it has none. */
export interface TimedRange extends DayRange {
  readonly start?: string | undefined;
  /** The first time after it. */
  readonly end?: string | undefined;
}

/** What stands of an entry on a day, in minutes after midnight; entries of the same time stand in columns beside each other. */
export interface Block<E> {
  readonly entry: E;
  readonly from: number;
  readonly to: number;
  readonly column: number;
  readonly columns: number;
}

const DAY_MINUTES = 1440;

/** The minute of a day at which a time lies; the day's own border for times of other days. */
function minuteOn(day: string, time: string): number {
  const on = time.slice(0, 10);
  if (on !== day) return on < day ? 0 : DAY_MINUTES;
  return Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16));
}

/** What a range fills of a day: at least a minute where it begins and ends on it, in an hour that comes twice. */
function spanOn(day: string, range: TimedRange): { from: number; to: number } {
  const [start, end] = [range.start ?? `${range.from} 00:00`, range.end ?? `${addDays(range.to, 1)} 00:00`];
  const [from, to] = [minuteOn(day, start), minuteOn(day, end)];
  const isOwn = start.startsWith(day) && end.startsWith(day);
  return { from, to: isOwn ? Math.max(to, from + 1) : to };
}

/** The blocks of a day, by their beginning. */
export function blocksOf<E extends TimedRange>(entries: readonly E[], day: string): Block<E>[] {
  const spans = entries
    .map((entry) => ({ entry, ...spanOn(day, entry) }))
    .filter(({ from, to }) => to > from)
    .sort((a, b) => a.from - b.from || b.to - a.to);
  const blocks: Block<E>[] = [];
  /** Those that share time with each other, directly or by others between them. */
  let group: { entry: E; from: number; to: number; column: number }[] = [];
  const close = () => {
    const columns = Math.max(0, ...group.map(({ column }) => column)) + 1;
    blocks.push(...group.map((one) => ({ ...one, columns })));
    group = [];
  };
  for (const span of spans) {
    if (group.every(({ to }) => to <= span.from)) close();
    const taken = new Set(group.filter(({ to }) => to > span.from).map(({ column }) => column));
    let column = 0;
    while (taken.has(column)) column += 1;
    group.push({ ...span, column });
  }
  close();
  return blocks;
}
