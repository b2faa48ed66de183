import type { Step } from './choice.model.ts';
import type { DrawnPoint, DrawnSeries } from './series.model.ts';
import type { TimeWindow } from './window.model.ts';
import { wallOf, writeDate, writeTime } from './zone.model.ts';

/** The instant or stretch of a point in words: a reading's minute, a bucket's hour, a day, a month, a year. */
export function stretchWords(
  point: Pick<DrawnPoint, 'start_at' | 'end_at'>,
  series: DrawnSeries['series'],
  zone: string,
) {
  const date = writeDate(point.start_at, zone);
  const byStep: Readonly<Record<Step, () => string>> = {
    raw: () => `${date} ${writeTime(point.start_at, zone, series.step_s < 60)}`,
    '15m': () => `${date} ${writeTime(point.start_at, zone)} – ${writeTime(point.end_at, zone)}`,
    hour: () => `${date} ${writeTime(point.start_at, zone)} – ${writeTime(point.end_at, zone)}`,
    day: () => date,
    month: () => date.slice(3),
    year: () => date.slice(6),
  };
  return byStep[series.step]();
}

/** An instant as DD/MM/YYYY HH:mm in a zone. // spec §9 */
export const momentWords = (at: number, zone: string) => `${writeDate(at, zone)} ${writeTime(at, zone)}`;

/** A view in words; the time of day is left out where both ends are midnight, and one day is named once. */
export function viewWords({ start_at, end_at }: TimeWindow, zone: string): string {
  const midnight = (at: number) => {
    const { hour, minute, second } = wallOf(at, zone);
    return hour + minute + second === 0;
  };
  const whole = midnight(start_at) && midnight(end_at);
  const from = whole ? writeDate(start_at, zone) : momentWords(start_at, zone);
  const to = whole ? writeDate(end_at - 1, zone) : momentWords(end_at, zone);
  return from === to ? from : `${from} – ${to}`;
}
