import { DAY_MS, MINUTE_MS } from '../../shared/units/zones.ts';

/** A line in the night that begins on a day: minutes after 00:00 UTC of that day, beyond 1440 on the next one; null: not lit, or no pause. */
export type NightRow = {
  readonly day: string;
  readonly line: number;
  readonly on_min: number | null;
  readonly off_min: number | null;
  readonly pause_from_min: number | null;
  readonly pause_to_min: number | null;
};

/** Somebody's word about lines that holds against the schedule from `from_ms` until `until_ms`. */
export type Override = {
  readonly lines: readonly number[];
  readonly on: boolean;
  readonly from_ms: number;
  readonly until_ms: number;
};

/** When a line is lit: half-open, epoch milliseconds. */
export type Stretch = { readonly from: number; readonly to: number };

const NONE = 0xffff;
const LINES = [1, 2, 3, 4, 5, 6];
const ROW = 4;
export const NIGHT_WORDS = LINES.length * ROW;
/** In Europe the middle of the day by UTC. */
const TURN_MS = 11 * 3_600_000;

export const dayNumber = (day: string): number => Date.parse(day) / DAY_MS;
const dayName = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);
/** The day on whose evening the night of an instant begins. */
export const nightOfInstant = (at_ms: number): number => Math.floor((at_ms - TURN_MS) / DAY_MS);

/** When a row has its line lit. */
export function stretchesOf({ day, on_min, off_min, pause_from_min, pause_to_min }: NightRow): Stretch[] {
  if (on_min === null || off_min === null) return [];
  const at = (minute: number) => dayNumber(day) * DAY_MS + minute * MINUTE_MS;
  if (pause_from_min === null) return [{ from: at(on_min), to: at(off_min) }];
  const first = { from: at(on_min), to: at(pause_from_min) };
  const end = pause_to_min === null || pause_to_min >= off_min;
  return end ? [first] : [first, { from: at(pause_to_min), to: at(off_min) }];
}

/** Lit stretches with overrides laid over them, in their order; a later override ends the earlier ones. */
export function withOverrides(lit: readonly Stretch[], overrides: readonly Override[]): Stretch[] {
  let held = [...lit];
  const words = overrides.toSorted((a, b) => a.from_ms - b.from_ms);
  for (const [i, { on, from_ms, until_ms: end_ms }] of words.entries()) {
    const until_ms = Math.min(end_ms, words[i + 1]?.from_ms ?? end_ms);
    held = held.flatMap(({ from, to }) =>
      [
        { from, to: Math.min(to, from_ms) },
        { from: Math.max(from, until_ms), to },
      ].filter((one) => one.from < one.to),
    );
    if (on && from_ms < until_ms) held.push({ from: from_ms, to: until_ms });
  }
  return merged(held);
}

function merged(stretches: readonly Stretch[]): Stretch[] {
  const found: { from: number; to: number }[] = [];
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else found.push({ from, to });
  }
  return found;
}

export type Table = { readonly first_day: number; readonly words: readonly number[] };

/**
 * The registers of a controller that holds `days` nights from the one of now on, overrides included. A night has room for two lit
 * stretches of each line: what is over of an overridden one is left out, and where three are still to come the line goes
 * by its schedule alone.
 */
export function tableOf(
  wanted: readonly NightRow[],
  { days, now_ms, overrides }: { days: number; now_ms: number; overrides: readonly Override[] },
): Table {
  const first_day = nightOfInstant(now_ms);
  const words = new Array<number>(days * NIGHT_WORDS).fill(NONE);
  for (const line of LINES) {
    const plain = wanted.filter((row) => row.line === line).flatMap(stretchesOf);
    const own = overrides.filter(({ lines }) => lines.includes(line));
    const held = withOverrides(plain, own).filter(({ to }) => to > now_ms);
    const nights = (own.length > 0 ? nightsOf(held) : undefined) ?? nightsOf(plain);
    for (const [day, stretches] of nights ?? []) {
      const place = day - first_day;
      if (place < 0 || place >= days) continue;
      words.splice(place * NIGHT_WORDS + (line - 1) * ROW, ROW, ...rowWords(day, stretches));
    }
  }
  return { first_day, words };
}

/** By the night that they begin in; undefined where they do not fit. */
function nightsOf(stretches: readonly Stretch[]): Map<number, Stretch[]> | undefined {
  const nights = new Map<number, Stretch[]>();
  for (const stretch of stretches) {
    const day = nightOfInstant(stretch.from);
    nights.set(day, [...(nights.get(day) ?? []), stretch]);
  }
  return [...nights.values()].some((own) => own.length > 2) ? undefined : nights;
}

function rowWords(day: number, [first, second]: readonly Stretch[]): number[] {
  const minute = (at_ms: number) => Math.round((at_ms - day * DAY_MS) / MINUTE_MS);
  if (first === undefined) return [NONE, NONE, NONE, NONE];
  if (second === undefined) return [minute(first.from), minute(first.to), NONE, NONE];
  return [minute(first.from), minute(second.to), minute(first.to), minute(second.from)];
}

/** What was read back, as rows; lines that are not lit are left out. */
export function rowsOf({ first_day, words }: Table): NightRow[] {
  const rows: NightRow[] = [];
  const number = (word: number | undefined) => (word === undefined || word === NONE ? null : word);
  for (let at = 0; at < words.length; at += ROW) {
    const [on, off, from, to] = words.slice(at, at + ROW);
    if (number(on) === null) continue;
    rows.push({
      day: dayName(first_day + Math.floor(at / NIGHT_WORDS)),
      line: (Math.floor(at / ROW) % LINES.length) + 1,
      on_min: number(on),
      off_min: number(off),
      pause_from_min: number(from),
      pause_to_min: number(to),
    });
  }
  return rows;
}

/** What a line's schedule last said before an instant, and when; undefined where it has said nothing yet. */
export function lastSaid(
  stretches: readonly Stretch[],
  at_ms: number,
): { readonly on: boolean; readonly at_ms: number } | undefined {
  let last: { on: boolean; at_ms: number } | undefined;
  const say = (said_ms: number, on: boolean) => {
    if (said_ms <= at_ms && (last === undefined || said_ms >= last.at_ms)) last = { on, at_ms: said_ms };
  };
  for (const { from, to } of stretches) {
    say(from, true);
    say(to, false);
  }
  return last;
}
