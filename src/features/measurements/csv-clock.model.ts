import { parseStamp, type TimeFormat } from './csv-time.model.ts';

const BARE_DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/;
/** A date as workbooks hold one, with the midnight that it has of itself. */
const MIDNIGHT = /T00:00:00$/;
/** A clock for certain: no number is written so. */
const CLOCK = /^(\d{1,2}:\d{2}(:\d{2})?|\d{1,2}\.\d{2}\.\d{2})$/;
/** A clock or a number with two decimals. */
const POINT_CLOCK = /^([01]?\d|2[0-4])\.[0-5]\d$/;
const CLOCK_WORDS = /^(ora|ore|orario|time|hour|hours|clock|hh\W?mm)\b/i;
/** Share of the rows that must agree. */
const MAX = 0.8;

type Records = readonly (readonly string[])[];

const bareDate = (cell: string | undefined): string => (cell ?? '').trim().replace(MIDNIGHT, '');

/** Whether clocks of one and the same day follow each other as time does, and days come with more than one. */
function runsWithinDays(rows: readonly { date: string; clock: string }[]): boolean {
  const minutes = (clock: string) => Number(clock.split('.')[0]) * 60 + Number(clock.split('.')[1]);
  let [same, up, down] = [0, 0, 0];
  for (let i = 1; i < rows.length; i++) {
    const [before, row] = [rows[i - 1], rows[i]];
    if (!before || !row || before.date !== row.date) continue;
    same++;
    if (minutes(row.clock) > minutes(before.clock)) up++;
    if (minutes(row.clock) < minutes(before.clock)) down++;
  }
  return same > 0 && Math.max(up, down) >= MAX * same;
}

/**
 * The column of the clock where date and clock stand apart; null where the column behind the dates holds anything else.
 * Decided once from a file's rows: a figure such as 8.25 behind a date is told from a clock by its neighbours alone.
 * @param head rows above them, one of which may name the column
 */
export function findClock(body: Records, time: number, head: Records = []): number | null {
  const rows = body.flatMap((record) => {
    const [date, clock] = [bareDate(record[time]), (record[time + 1] ?? '').trim()];
    return BARE_DATE.test(date) && clock !== '' ? [{ date, clock }] : [];
  });
  if (rows.length === 0) return null;
  const share = (shape: RegExp) => rows.filter(({ clock }) => shape.test(clock)).length / rows.length;
  if (share(CLOCK) >= MAX) return time + 1;
  if (share(POINT_CLOCK) < 1) return null;
  const isNamed = head.some((record) => CLOCK_WORDS.test((record[time + 1] ?? '').trim()));
  return isNamed || runsWithinDays(rows) ? time + 1 : null;
}

/** A row's time as text: the cell, with the clock's where it stands in a column of its own. */
export function timeCell(record: readonly string[], column: number, clock: number | null): string {
  const cell = record[column] ?? '';
  if (clock === null || !BARE_DATE.test(bareDate(cell))) return cell;
  // A date whose clock is missing is no midnight.
  return `${bareDate(cell)} ${(record[clock] ?? '').trim() || '?'}`;
}

/** Usual time (ms) between two rows of a sample, as they are written; NaN where there is none. */
export function usualStep(body: Records, time: number, clock: number | null, format: TimeFormat): number {
  const counts = new Map<number, number>();
  let before: number | undefined;
  for (const record of body) {
    const stamp = parseStamp(timeCell(record, time, clock), format)?.local;
    const step = stamp === undefined || before === undefined ? 0 : Math.abs(stamp - before);
    if (step > 0) counts.set(step, (counts.get(step) ?? 0) + 1);
    before = stamp ?? before;
  }
  const [best = Number.NaN] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  return best;
}
