import type { HourAxis } from '../../energy/community/hour-axis.ts';
import { dayBorders, HOUR_MS, localDay, MARKET_CLOCK } from '../../shared/units/zones.ts';
import { POD, podOf } from './community.model.ts';
import { monthAxis } from './measured.model.ts';

export const HOURS_FAULTS = [
  'head',
  'pod',
  'unknown_pod',
  'unseen_plant',
  'direction',
  'time',
  'energy',
  'twice',
  'values',
  'too_long',
  'empty',
] as const;

/** What is wrong with a line of a file; line 1 is its head. */
export interface HoursFault {
  readonly line: number;
  readonly code: (typeof HOURS_FAULTS)[number];
  readonly found: string;
}

/** Hours of a POD in a month as a file tells them; NaN where it tells nothing. */
export interface FileMonth {
  readonly pod: string;
  readonly direction: 'withdrawn' | 'injected';
  readonly month: string;
  readonly hours: Float64Array;
}

/** The days of a month of more than 2,000 PODs, or about a year of eight by hours. */
const MAX_LINES = 70_000;
const MAX_FAULTS = 20;
/** Of the shortest day. */
const MIN_QUARTERS = 23 * 4;
const HEADS = ['pod', 'direction', 'start', 'kwh'];
/** A line for each day: its values follow, in the order of the clock. */
const DAY_HEADS = ['pod', 'direction', 'day'];
const DIRECTIONS: Readonly<Record<string, FileMonth['direction']>> = {
  withdrawn: 'withdrawn',
  prelevata: 'withdrawn',
  injected: 'injected',
  immessa: 'injected',
};

/** A number as the file's separator lets it be written: with a comma only where cells are parted by semicolons. */
function numberOf(text: string, comma: boolean): number {
  const plain = comma ? text.trim().replace(',', '.') : text.trim();
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** An instant with its offset, at a full quarter of an hour: a bare local time would be two instants in October. */
function instantOf(text: string): number {
  if (!/(Z|[+-]\d\d:\d\d)$/.test(text.trim())) return Number.NaN;
  const at = Date.parse(text.trim());
  return at % (HOUR_MS / 4) === 0 ? at : Number.NaN;
}

/** Energy of a quarter or of a whole hour, kWh. */
interface MeterRow {
  readonly at: number;
  readonly value: number;
}

interface Line extends MeterRow {
  readonly pod: string;
  readonly direction: FileMonth['direction'];
}
type Fault = Omit<HoursFault, 'line'>;

interface Layout {
  readonly comma: boolean;
  readonly known: ReadonlySet<string>;
  readonly unseen: ReadonlySet<string>;
  readonly days: boolean;
  /** How many values the head names. */
  readonly columns: number;
}

/** Whose a line is. */
function seriesOf(
  [podText = '', directionText = '']: readonly string[],
  { known, unseen }: Pick<Layout, 'known' | 'unseen'>,
): Pick<Line, 'pod' | 'direction'> | Fault {
  const pod = podOf(podText);
  if (!POD.test(pod)) return { code: 'pod', found: podText.slice(0, 40) };
  if (!known.has(pod)) return { code: 'unknown_pod', found: pod };
  const word = directionText.trim().toLowerCase();
  const direction = Object.hasOwn(DIRECTIONS, word) ? DIRECTIONS[word] : undefined;
  if (direction === undefined) return { code: 'direction', found: directionText.slice(0, 40) };
  // Hours of a file overrule those of the plant's meter (ADR 0080): who does not see the plant does not say what it made.
  if (direction === 'injected' && unseen.has(pod)) return { code: 'unseen_plant', found: pod };
  return { pod, direction };
}

/** A day as YYYY-MM-DD, also where a file writes it as DD/MM/YYYY. */
function dayOf(text: string): string | undefined {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text.trim()) ?? [];
  const iso = year === undefined ? text.trim() : `${year}-${month}-${day}`;
  const at = /^20\d{2}-\d{2}-\d{2}$/.test(iso) ? Date.parse(`${iso}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(iso) ? iso : undefined;
}

/** The values of a day: as many as it has hours, or quarters of them; an empty one is not known. */
function readDay(cells: readonly string[], layout: Layout): Line[] | Fault {
  const { comma, columns } = layout;
  const series = seriesOf(cells, layout);
  if ('code' in series) return series;
  const [, , dayText = '', ...rest] = cells;
  const day = dayOf(dayText);
  if (day === undefined) return { code: 'time', found: dayText.slice(0, 40) };
  const { start, end } = dayBorders(MARKET_CLOCK, day);
  const hours = (end - start) / HOUR_MS;
  // A file keeps a place for the hour that the clock adds, and leaves it empty on other days.
  const told = rest.findLastIndex((text) => text.trim() !== '') + 1;
  // By its columns: quarters of which only the first 24 are filled are no hours.
  const steps = Math.max(rest.length, columns) < MIN_QUARTERS ? hours : hours * 4;
  if (rest.length < steps || told > steps) return { code: 'values', found: String(told) };
  const values = rest.slice(0, steps);
  const step = (end - start) / steps;
  const lines: Line[] = [];
  for (const [place, text] of values.entries()) {
    if (text.trim() === '') continue;
    const value = numberOf(text, comma);
    if (Number.isNaN(value)) return { code: 'energy', found: text.slice(0, 40) };
    lines.push({ ...series, at: start + place * step, value });
  }
  return lines;
}

function readLine(cells: readonly string[], layout: Layout): Line[] | Fault {
  if (layout.days) return readDay(cells, layout);
  const series = seriesOf(cells, layout);
  if ('code' in series) return series;
  const [, , start = '', energy = ''] = cells;
  const at = instantOf(start);
  if (Number.isNaN(at)) return { code: 'time', found: start.slice(0, 40) };
  const value = numberOf(energy, layout.comma);
  return Number.isNaN(value) ? { code: 'energy', found: energy.slice(0, 40) } : [{ ...series, at, value }];
}

/** What a file tells of a POD and direction: the quarters of each day of UTC, NaN where it tells nothing. */
interface Series extends Pick<Line, 'pod' | 'direction'> {
  readonly days: Map<number, Float64Array>;
}

const QUARTER_MS = HOUR_MS / 4;
const DAY_QUARTERS = 96;

/** The place of an instant among a series' days, and in its day. */
function placeOf(at: number): { day: number; quarter: number } {
  const quarters = at / QUARTER_MS;
  const day = Math.floor(quarters / DAY_QUARTERS);
  return { day, quarter: quarters - day * DAY_QUARTERS };
}

/** Keeps what a line tells; false where that quarter was told already. */
function keep({ days }: Series, { at, value }: MeterRow): boolean {
  const { day, quarter } = placeOf(at);
  const known = days.get(day) ?? new Float64Array(DAY_QUARTERS).fill(Number.NaN);
  if (!Number.isNaN(known[quarter] ?? 0)) return false;
  known[quarter] = value;
  days.set(day, known);
  return true;
}

/** The hours of the month in which an instant lies. */
type MonthAt = (at: number) => { month: string; axis: HourAxis };

/** Months are the same for all PODs of a file. */
function monthFinder(): MonthAt {
  const axes = new Map<string, HourAxis>();
  let last: { month: string; axis: HourAxis } | undefined;
  const holds = ({ axis }: { axis: HourAxis }, at: number) =>
    at >= axis.start && at < axis.start + axis.count * HOUR_MS;
  return (at) => {
    if (last && holds(last, at)) return last;
    const month = localDay(MARKET_CLOCK, at).day.slice(0, 7);
    const axis = axes.get(month) ?? monthAxis(month);
    axes.set(month, axis);
    last = { month, axis };
    return last;
  };
}

/** A series as months of hours: quarter-hours where any row stands at a quarter. An hour with fewer than all of its rows is not known. */
function monthsOf({ pod, direction, days }: Series, monthAt: MonthAt): FileMonth[] {
  const all = [...days];
  const isKnown = (value: number) => !Number.isNaN(value);
  const quarters = all.some(([, day]) => day.some((value, quarter) => quarter % 4 !== 0 && isKnown(value)));
  const months = new Map<string, FileMonth>();
  for (const [day, values] of all)
    for (let hour = 0; hour < 24; hour++) {
      const own = values.subarray(hour * 4, hour * 4 + 4);
      if (!own.some(isKnown)) continue;
      const at = (day * 24 + hour) * HOUR_MS;
      const { month, axis } = monthAt(at);
      const into = months.get(month) ?? { pod, direction, month, hours: unknownHours(axis) };
      months.set(month, into);
      const kwh = quarters ? own.reduce((sum, value) => sum + value, 0) : (own[0] ?? Number.NaN);
      into.hours[(at - axis.start) / HOUR_MS] = kwh;
    }
  return [...months.values()];
}

const unknownHours = ({ count }: HourAxis): Float64Array => new Float64Array(count).fill(Number.NaN);

interface Gathered {
  readonly series: Map<string, Series>;
  readonly faults: HoursFault[];
}

/** Adds what a line tells; an hour that stands in the file twice is a fault. */
function gather({ series, faults }: Gathered, line: number, read: Line[] | Fault): void {
  if ('code' in read) {
    faults.push({ line, ...read });
    return;
  }
  for (const one of read) {
    const { pod, direction, at } = one;
    const key = `${pod} ${direction}`;
    const own = series.get(key) ?? { pod, direction, days: new Map() };
    series.set(key, own);
    if (!keep(own, one)) faults.push({ line, code: 'twice', found: new Date(at).toISOString() });
  }
}

/**
 * Reads a file of measured energy: `pod;direction;start;kwh`, a line for each hour or quarter of an hour, or
 * `pod;direction;day` and the values of the day.
 * @param known PODs of the community; one of nobody is refused
 * @param unseen PODs at which plants stand that whoever brings the file does not see: injected energy of them is refused
 * @returns all of it, or the first faults: then nothing is taken
 */
export function readHours(
  text: string,
  known: ReadonlySet<string>,
  unseen: ReadonlySet<string> = new Set(),
): { months: FileMonth[] } | { faults: HoursFault[] } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  while (lines.at(-1)?.trim() === '') lines.pop();
  const [head = ''] = lines;
  const separator = head.includes(';') ? ';' : ',';
  const names = head.split(separator).map((name) => name.trim().toLowerCase());
  const isHead = (wanted: readonly string[]) => wanted.every((name, place) => names[place] === name);
  const days = isHead(DAY_HEADS);
  const layout = { comma: separator === ';', known, unseen, days, columns: names.length - DAY_HEADS.length };
  if (!layout.days && !isHead(HEADS))
    return { faults: [{ line: 1, code: 'head', found: head.slice(0, 80) }] };
  if (lines.length > MAX_LINES) return { faults: [{ line: MAX_LINES, code: 'too_long', found: '' }] };
  if (lines.length < 2) return { faults: [{ line: 1, code: 'empty', found: '' }] };
  const gathered: Gathered = { series: new Map(), faults: [] };
  for (const [index, line] of lines.entries())
    if (index > 0 && gathered.faults.length < MAX_FAULTS)
      gather(gathered, index + 1, readLine(line.split(separator), layout));
  const { faults, series } = gathered;
  if (faults.length > 0) return { faults };
  const monthAt = monthFinder();
  return { months: [...series.values()].flatMap((one) => monthsOf(one, monthAt)) };
}

/** Hours of a month with those of a file over them: what the file does not know stays. */
export function laidOver(stored: readonly number[] | undefined, hours: Float64Array): number[] {
  return Array.from(hours, (value, hour) => (Number.isNaN(value) ? (stored?.[hour] ?? Number.NaN) : value));
}
