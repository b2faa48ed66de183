import { isSunUp } from '../../energy/solar-position.ts';
import { isHoliday } from '../../shared/units/holidays.ts';
import { addDays, DAY_MS, instantsOfLocal, MINUTE_MS } from '../../shared/units/zones.ts';
import { sunDay } from './sun-memory.ts';

// spec §9: lighting lines 1 to 6
export const LINES = [1, 2, 3, 4, 5, 6] as const;

/** spec §4, §9: what a new municipality begins with. */
export const DEFAULT_TIMES = { on: '17:00', off: '07:00' } as const;

export interface Place {
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly time_zone: string;
}

/** Lines that are dark for a part of each night; `on` null: until the night's end. Local times. */
export interface HalfNight {
  readonly lines: readonly number[];
  readonly off: string;
  readonly on: string | null;
}

/** When a municipality is lit. // spec §3: Municipality settings */
export interface Times {
  readonly turn_on_date: string;
  readonly turn_on_auto: boolean;
  readonly turn_on_offset_min: number;
  /** Share of civil twilight, 0 at sunset and 1 at its end. */
  readonly turn_on_twilight: number;
  readonly turn_off_date: string;
  readonly turn_off_auto: boolean;
  readonly turn_off_offset_min: number;
  readonly turn_off_twilight: number;
  readonly half_night: readonly HalfNight[];
  readonly min_burning_min: number;
  /** The feast of its patron, a holiday there every year; which year is said does not count. */
  readonly patron_day: string | null;
}

export const EXCEPTION_KINDS = ['dark', 'all_night', 'times'] as const;

/** Nights that are lit otherwise; of those that fit, the one of the lowest position counts. Days are evenings. */
export interface Exception {
  readonly position: number;
  readonly name: string;
  readonly from_day: string;
  readonly to_day: string;
  readonly every_year: boolean;
  /** Of these nights those that begin on a public holiday, or on the patron's. */
  readonly only_holidays: boolean;
  /** Empty: all. */
  readonly lines: readonly number[];
  readonly kind: (typeof EXCEPTION_KINDS)[number];
  readonly turn_on_date: string | null;
  readonly turn_off_date: string | null;
}

/** What a cabinet has of its own; null is as its municipality says. */
export interface OwnTimes {
  readonly turn_on_auto: boolean | null;
  readonly turn_on_date: string | null;
  readonly turn_off_auto: boolean | null;
  readonly turn_off_date: string | null;
}

export interface Schedule {
  readonly place: Place;
  readonly times: Times;
  readonly exceptions: readonly Exception[];
  readonly own: OwnTimes | null;
}

export const WHYS = ['sun', 'set', 'no_place', 'no_sun', 'exception', 'half_night'] as const;

/**
 * Why a time acts: the sun; a time that somebody set; the stored time because there are no coordinates; the sun that does not
 * rise, or does not set (`no_sun`); an exception, by its name; or a half-night that reaches to the night's end, or over its beginning. `box`: it is the cabinet's own.
 */
export interface Why {
  readonly by: (typeof WHYS)[number];
  readonly box: boolean;
  readonly name: string | null;
}

/** A stretch in which a line is lit: half-open, in epoch milliseconds, on whole minutes. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A night of a line: from noon of the evening's day to the next noon. */
export interface LineNight {
  readonly day: string;
  readonly line: number;
  readonly stretches: readonly Stretch[];
  /** Of a night that stays dark, too: what would have switched it. */
  readonly on_why: Why;
  readonly off_why: Why;
}

const NOON_MIN = 720;
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const wholeMinute = (ms: number): number => Math.round(ms / MINUTE_MS) * MINUTE_MS;

/** A local time of the night that begins on a day: up to noon it is the next morning's. In an hour that is skipped, the minute after it. */
export function instantOfNight(zone: string, day: string, time: string): number {
  const date = minutesOf(time) < NOON_MIN ? addDays(day, 1) : day;
  const local = Date.parse(`${date}T${time}:00Z`);
  const [first] = instantsOfLocal(zone, local);
  if (first !== undefined) return first;
  const [after] = instantsOfLocal(zone, local + 60 * MINUTE_MS);
  return after ?? local;
}

type Coordinates = { readonly latitude: number; readonly longitude: number };
type EdgeOf = { readonly day: string; readonly edge: 'on' | 'off' };

interface Edge {
  readonly at: number;
  readonly why: Why;
}

/** On at sunset and a share of civil dusk after it, off mirrored, shifted by minutes; null where there is none. // docs/domain.md §3 */
function sunEdge({ times }: Schedule, at: Coordinates, { day, edge }: EdgeOf): number | null {
  const { horizon, civil } = sunDay(at.latitude, at.longitude, edge === 'on' ? day : addDays(day, 1));
  const name = edge === 'on' ? 'sunset_at' : 'sunrise_at';
  const from = horizon[name]?.getTime();
  if (from === undefined) return null;
  const share = edge === 'on' ? times.turn_on_twilight : times.turn_off_twilight;
  const offset_min = edge === 'on' ? times.turn_on_offset_min : times.turn_off_offset_min;
  // Where it never becomes dark, dusk ends in the middle of the night, where dawn begins.
  const to = civil[name] ?? sunDay(at.latitude, at.longitude, day).horizon.noon_at.getTime() + DAY_MS / 2;
  return wholeMinute(from + share * (Number(to) - from)) + offset_min * MINUTE_MS;
}

/** Of a night without sunset or sunrise: lit from noon to noon while the sun stays down, not at all while it stays up. */
function polarEdge({ place }: Schedule, at: Coordinates, { day, edge }: EdgeOf): number {
  const { noon_at } = sunDay(at.latitude, at.longitude, edge === 'on' ? day : addDays(day, 1)).horizon;
  // Six hours from noon it is up in all of a polar summer and down in all of a polar winter, on their first and last days too.
  const lit = !isSunUp(at.latitude, at.longitude, noon_at.getTime() + DAY_MS / 4);
  return instantOfNight(place.time_zone, (edge === 'on') === lit ? day : addDays(day, 1), '12:00');
}

/** The time that acts in a night without exceptions: the cabinet's own before the municipality's. */
function plainEdge(schedule: Schedule, day: string, edge: 'on' | 'off'): Edge {
  const { place, times, own } = schedule;
  const names =
    edge === 'on'
      ? (['turn_on_auto', 'turn_on_date'] as const)
      : (['turn_off_auto', 'turn_off_date'] as const);
  const [ownAuto, ownDate] = [own?.[names[0]] ?? null, own?.[names[1]] ?? null];
  const isAuto = ownAuto ?? times[names[0]];
  const date = ownDate ?? times[names[1]];
  const box = isAuto ? ownAuto !== null : ownDate !== null || ownAuto !== null;
  const why = (by: Why['by']): Why => ({ by, box, name: null });
  const stored = (by: Why['by']): Edge => ({ at: instantOfNight(place.time_zone, day, date), why: why(by) });
  if (!isAuto) return stored('set');
  const { latitude, longitude } = place;
  if (latitude === null || longitude === null) return stored('no_place');
  const at = sunEdge(schedule, { latitude, longitude }, { day, edge });
  if (at !== null) return { at, why: why('sun') };
  return { at: polarEdge(schedule, { latitude, longitude }, { day, edge }), why: why('no_sun') };
}

/** Minutes from the noon at which a night begins to a local time in it. */
const minuteOfNight = (time: string): number => (minutesOf(time) + NOON_MIN) % (2 * NOON_MIN);

/** What is wrong with two set times that never light: a night has noon at both ends, and off must come after on in it. */
export function whyNeverLit(on: string, off: string): 'same_minute' | 'over_noon' | null {
  if (on === off) return 'same_minute';
  return minuteOfNight(on) > minuteOfNight(off) ? 'over_noon' : null;
}

/** Whether a pause would end before it begins in every night: it would never darken anything. */
export const isPauseBackwards = ({ off, on }: Pick<HalfNight, 'off' | 'on'>): boolean =>
  on !== null && whyNeverLit(off, on) === 'over_noon';

/** Why lights would go on in no night: by set times alone, the cabinet's own before its municipality's; null where they do. */
export function neverLit(
  times: Pick<Times, 'turn_on_auto' | 'turn_on_date' | 'turn_off_auto' | 'turn_off_date'>,
  own: OwnTimes | null,
): ReturnType<typeof whyNeverLit> {
  if ((own?.turn_on_auto ?? times.turn_on_auto) || (own?.turn_off_auto ?? times.turn_off_auto)) return null;
  return whyNeverLit(own?.turn_on_date ?? times.turn_on_date, own?.turn_off_date ?? times.turn_off_date);
}

/** A day of every year in one of them: 29 February is the 28th where there is none. */
function inYear(day: string, year: string): string {
  const there = `${year}${day.slice(4)}`;
  return there.endsWith('-02-29') && addDays(`${year}-02-28`, 1) !== there ? `${year}-02-28` : there;
}

/** Whether a day is a holiday where that is the patron's. */
export const isHolidayThere = (day: string, patron_day: string | null): boolean =>
  isHoliday(day) || (patron_day !== null && inYear(patron_day, day.slice(0, 4)) === day);

type Days = Pick<Exception, 'from_day' | 'to_day' | 'every_year' | 'only_holidays'>;

/** Whether an exception means the night that begins on a day; one of every year may reach over its end. */
export function coversNight(
  { from_day, to_day, every_year, only_holidays }: Days,
  day: string,
  patron_day: string | null,
): boolean {
  if (only_holidays && !isHolidayThere(day, patron_day)) return false;
  if (!every_year) return from_day <= day && day <= to_day;
  const year = Number(day.slice(0, 4));
  const years = Number(to_day.slice(0, 4)) - Number(from_day.slice(0, 4));
  return [year - years, year].some(
    (first) => inYear(from_day, String(first)) <= day && day <= inYear(to_day, String(first + years)),
  );
}

/** The exception that counts on a night for a line: of those that fit, the first in their order. */
export function exceptionOf(
  { exceptions, times }: Pick<Schedule, 'exceptions'> & { readonly times: Pick<Times, 'patron_day'> },
  day: string,
  line: number,
): Exception | undefined {
  return exceptions
    .filter(({ lines }) => lines.length === 0 || lines.includes(line))
    .filter((one) => coversNight(one, day, times.patron_day))
    .toSorted((a, b) => a.position - b.position)[0];
}

/** On and off as an exception has them: its own times, else the sun's or stored ones of the settings. */
function edgesOf(schedule: Schedule, day: string, exception: Exception | undefined): readonly [Edge, Edge] {
  const plain = (['on', 'off'] as const).map((edge) => plainEdge(schedule, day, edge)) as [Edge, Edge];
  if (!exception) return plain;
  const why: Why = { by: 'exception', box: false, name: exception.name };
  const set = exception.kind === 'times' ? [exception.turn_on_date, exception.turn_off_date] : [null, null];
  return plain.map((edge, i) => {
    const time = set[i] ?? null;
    return { why, at: time === null ? edge.at : instantOfNight(schedule.place.time_zone, day, time) };
  }) as [Edge, Edge];
}

/** Cuts a half-night's pause out, and lets each lit stretch last as long as the lamps need: rather lit than dark. */
function cutPause(night: Stretch, pause: Stretch | undefined, least_ms: number): Stretch[] {
  const to = Math.max(night.to, night.from + least_ms);
  if (!pause) return [{ from: night.from, to }];
  const off = Math.max(pause.from, night.from + least_ms);
  const again = pause.to >= to ? to : Math.min(pause.to, to - least_ms);
  if (off >= again || off >= to) return [{ from: night.from, to }];
  // A pause that begins before the night leaves nothing of the evening: nothing goes on and off in one minute.
  return [
    { from: night.from, to: off },
    { from: again, to },
  ].filter((one) => one.from < one.to);
}

function pauseOf(
  { place, times }: Schedule,
  day: string,
  { line, night }: { line: number; night: Stretch },
): Stretch | undefined {
  const half = times.half_night.find(({ lines }) => lines.includes(line));
  if (!half) return undefined;
  const from = instantOfNight(place.time_zone, day, half.off);
  const to = half.on === null ? night.to : instantOfNight(place.time_zone, day, half.on);
  return from < to ? { from: Math.max(from, night.from), to } : undefined;
}

function makeNight(schedule: Schedule, day: string, line: number): LineNight {
  const exception = exceptionOf(schedule, day, line);
  const [on, off] = edgesOf(schedule, day, exception);
  const whys = { on_why: on.why, off_why: off.why };
  if (exception?.kind === 'dark' || on.at >= off.at) return { day, line, stretches: [], ...whys };
  const night = { from: on.at, to: off.at };
  const pause = exception?.kind === 'all_night' ? undefined : pauseOf(schedule, day, { line, night });
  const stretches = cutPause(night, pause, schedule.times.min_burning_min * MINUTE_MS);
  const half: Why = { by: 'half_night', box: false, name: null };
  return {
    day,
    line,
    stretches,
    on_why: (stretches[0]?.from ?? off.at) > on.at ? half : on.why,
    off_why: (stretches.at(-1)?.to ?? on.at) < off.at ? half : off.why,
  };
}

/** What was worked out of a schedule, as long as it is in use: every box that follows it asks for the same. */
interface WorkedOut {
  readonly nights: Map<string, LineNight>;
  /** What lines should be at one instant, the one that was asked for last. */
  at: number;
  readonly wanted: Map<number, Wanted>;
}
const memory = new WeakMap<Schedule, WorkedOut>();

function workedOut(schedule: Schedule): WorkedOut {
  const known = memory.get(schedule) ?? { nights: new Map(), at: Number.NaN, wanted: new Map() };
  memory.set(schedule, known);
  return known;
}

/** Its nights are not asked for again: of many schedules that are gone through none need be kept. */
export const forgetNights = (schedule: Schedule): boolean => memory.delete(schedule);

/**
 * When a line is lit in the night that begins on a day (YYYY-MM-DD, local). Order of precedence: the first exception that
 * fits; the cabinet's own times; its municipality's settings; then half-night, and the least time that a lamp burns.
 */
export function nightOf(schedule: Schedule, day: string, line: number): LineNight {
  const { nights } = workedOut(schedule);
  const key = `${day} ${line}`;
  const night = nights.get(key) ?? makeNight(schedule, day, line);
  nights.set(key, night);
  return night;
}

/** The evening's day of the night that an instant lies in: it turns at noon of the local clock. */
export function nightDay(zone: string, at: number): string {
  const today = new Date(at - 12 * 60 * MINUTE_MS);
  // Tried from the latest: noon by the clock is not noon by the sun, nor twelve hours after midnight where the clock changes.
  for (const day of [1, 0, -1].map((step) => addDays(today.toISOString().slice(0, 10), step)))
    if ((instantsOfLocal(zone, Date.parse(`${day}T12:00:00Z`))[0] ?? Number.POSITIVE_INFINITY) <= at)
      return day;
  return addDays(today.toISOString().slice(0, 10), -2);
}

/** What a line should be now, since when, and when that changes next; null where no switch lies within two days. */
export interface Wanted {
  readonly is_on: boolean;
  readonly since: number | null;
  readonly until: number | null;
}

/** Of a line at an instant, by its schedule: from the switch before it to the switch after it. */
export function wantedAt(schedule: Schedule, line: number, at: number): Wanted {
  const known = workedOut(schedule);
  if (known.at !== at) known.wanted.clear();
  known.at = at;
  const wanted = known.wanted.get(line) ?? makeWanted(schedule, line, at);
  known.wanted.set(line, wanted);
  return wanted;
}

function makeWanted(schedule: Schedule, line: number, at: number): Wanted {
  const today = nightDay(schedule.place.time_zone, at);
  const stretches = [-2, -1, 0, 1, 2].flatMap(
    (step) => nightOf(schedule, addDays(today, step), line).stretches,
  );
  const lit = stretches.find(({ from, to }) => from <= at && at < to);
  if (lit) return { is_on: true, since: lit.from, until: lit.to };
  const before = stretches.filter(({ to }) => to <= at).map(({ to }) => to);
  const after = stretches.filter(({ from }) => from > at).map(({ from }) => from);
  return {
    is_on: false,
    since: before.length > 0 ? Math.max(...before) : null,
    until: after.length > 0 ? Math.min(...after) : null,
  };
}
