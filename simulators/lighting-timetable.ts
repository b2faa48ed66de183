import { DAY_MS, MINUTE_MS } from '../src/shared/units/zones.ts';
import { LINES } from './lighting-lines.ts';

/** One switching of a line. */
export interface Entry {
  readonly at_ms: number;
  readonly line: number;
  readonly on: boolean;
}

const NEVER = 0xffff;
export const ROW_WORDS = 4;
export const NIGHT_WORDS = LINES * ROW_WORDS;

/** Nights from a day on: for each line on, off, and a pause between, in minutes from midnight UTC of the night's first day. */
interface Table {
  readonly day: number;
  readonly words: Uint16Array;
}

/** The timetable that is in force in a controller. Past its last night that night is repeated. */
export class LightingTimetable {
  #table: Table | undefined;
  /** How often times came into force. */
  taken = 0;

  get in_force(): boolean {
    return this.#table !== undefined;
  }

  /** @param day days since 1970 of the first night @param words of all nights, each 6 lines of 4 registers */
  take(day: number, words: Uint16Array): void {
    this.taken += 1;
    this.#table = { day, words: Uint16Array.from(words) };
  }

  /** What is to be done after `from_ms` until `to_ms`, in its order. */
  between(from_ms: number, to_ms: number): Entry[] {
    if (this.#table === undefined || to_ms <= from_ms) return [];
    const { day: first } = this.#table;
    const found: Entry[] = [];
    // A night may reach into the day after the next.
    const from_day = Math.max(first, Math.floor(from_ms / DAY_MS) - 2);
    for (let day = from_day; day * DAY_MS <= to_ms; day++)
      for (const entry of this.#night(day))
        if (entry.at_ms > from_ms && entry.at_ms <= to_ms) found.push(entry);
    return found.sort((a, b) => a.at_ms - b.at_ms);
  }

  /** What the lines should be at an instant; undefined for a line that it has said nothing about. */
  heldAt(at_ms: number): (boolean | undefined)[] {
    const past = this.between(at_ms - 3 * DAY_MS, at_ms);
    return Array.from({ length: LINES }, (_, i) => past.findLast(({ line }) => line === i + 1)?.on);
  }

  #night(day: number): Entry[] {
    if (this.#table === undefined) return [];
    const { day: first, words } = this.#table;
    const place = Math.min(day - first, words.length / NIGHT_WORDS - 1);
    return Array.from({ length: LINES }, (_, i) => i + 1).flatMap((line) => {
      const at = place * NIGHT_WORDS + (line - 1) * ROW_WORDS;
      const [on, off, pause, again] = words.subarray(at, at + ROW_WORDS);
      const entry = (minute: number | undefined, lit: boolean): Entry[] =>
        minute === undefined || minute === NEVER
          ? []
          : [{ at_ms: day * DAY_MS + minute * MINUTE_MS, line, on: lit }];
      return [...entry(on, true), ...entry(pause, false), ...entry(again, true), ...entry(off, false)];
    });
  }
}
