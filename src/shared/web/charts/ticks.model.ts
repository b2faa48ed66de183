import type { Step } from './choice.model.ts';
import type { TimeWindow } from './window.model.ts';
import { addUnits, type CalendarUnit, instantOf, startOf, wallOf, writeTime } from './zone.model.ts';

export interface Tick {
  at: number;
  label: string;
}

const MINUTE = 60_000;
const CLOCK_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720].map((minutes) => minutes * MINUTE);
const CALENDAR_STEPS: readonly [CalendarUnit, number, number][] = [
  ['day', 1, 1],
  ['day', 2, 2],
  ['week', 1, 7],
  ['week', 2, 14],
  ['month', 1, 31],
  ['month', 2, 61],
  ['month', 3, 91],
  ['month', 6, 183],
  ['year', 1, 365],
  ['year', 2, 731],
  ['year', 5, 1826],
];

export interface TickRequest {
  view: TimeWindow;
  zone: string;
  /** How many labels have room. */
  most: number;
  locale: string;
  /** Bars of this step: labels stand under the middle of the bars and never tell less than one of them. */
  centred?: Step | undefined;
}

function clockTicks({ view, zone }: TickRequest, step: number): Tick[] {
  const ticks = new Map<number, Tick>();
  for (
    let day = startOf('day', view.start_at, zone);
    day <= view.end_at;
    day = addUnits(day, 'day', 1, zone)
  ) {
    const { year, month, day: date } = wallOf(day, zone);
    for (let minute = 0; minute < 1440; minute += step / MINUTE) {
      const at = minute === 0 ? day : instantOf({ year, month, day: date, minute }, zone);
      if (at < view.start_at || at > view.end_at) continue;
      const midnight = minute === 0;
      ticks.set(at, { at, label: midnight ? dayLabel(at, zone) : writeTime(at, zone) });
    }
  }
  return [...ticks.values()].sort((a, b) => a.at - b.at);
}

function dayLabel(at: number, zone: string): string {
  const { day, month } = wallOf(at, zone);
  return `${String(day).padStart(2, '0')}/${String(month).padStart(2, '0')}`;
}

function monthLabel(at: number, { zone, locale, view }: TickRequest): string {
  const { month, year } = wallOf(at, zone);
  const severalYears = view.end_at - view.start_at > 367 * 24 * 60 * MINUTE;
  if (month === 1 && severalYears) return String(year);
  return new Intl.DateTimeFormat(locale, { month: 'short', timeZone: zone }).format(at + 12 * 60 * MINUTE);
}

function calendarTicks(request: TickRequest, unit: CalendarUnit, count: number): Tick[] {
  const { view, zone } = request;
  const align: CalendarUnit = unit === 'week' || unit === 'day' ? unit : 'year';
  const ticks: Tick[] = [];
  let at = startOf(unit === 'day' && count > 1 ? 'month' : align, view.start_at, zone);
  while (at <= view.end_at) {
    const next = addUnits(at, unit, count, zone);
    const mark = isCentred(request, unit) ? (at + addUnits(at, unit, 1, zone)) / 2 : at;
    const label =
      unit === 'year'
        ? String(wallOf(at, zone).year)
        : unit === 'month'
          ? monthLabel(at, request)
          : dayLabel(at, zone);
    if (mark >= view.start_at && mark <= view.end_at) ticks.push({ at: mark, label });
    at = next;
  }
  return ticks;
}

const isCentred = ({ centred }: TickRequest, unit: CalendarUnit) => centred === unit;

/** Marks of a time axis at round times of the plant's own clocks, the finest that have room. */
export function ticksFor(request: TickRequest): Tick[] {
  const { view, most: max, centred } = request;
  const length = view.end_at - view.start_at;
  const wanted = length / Math.max(2, max);
  const calendarOnly = centred === 'day' || centred === 'month' || centred === 'year';
  if (!calendarOnly) {
    const step = CLOCK_STEPS.find((one) => one >= wanted);
    if (step !== undefined) return clockTicks(request, step);
  }
  const from = centred === 'month' ? 4 : centred === 'year' ? 8 : 0;
  const suited = CALENDAR_STEPS.slice(from).find(([, , days]) => days * 86_400_000 >= wanted);
  const [unit, count] = suited ?? (['year', 10, 3652] as const);
  return calendarTicks(request, unit, count);
}
