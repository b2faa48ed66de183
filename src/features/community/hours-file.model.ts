import { hourlySeries, type MeterRow } from '../../energy/community/hour-axis.ts';
import { HOUR_MS, localDay } from '../../shared/units/zones.ts';
import { POD, podOf } from './community.model.ts';
import { monthAxis } from './measured.model.ts';

export const HOURS_FAULTS = [
  'head',
  'pod',
  'unknown_pod',
  'direction',
  'time',
  'energy',
  'twice',
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

const ROME = 'Europe/Rome';
/** About a year of four PODs by hours; it is read while others wait. */
const MOST_LINES = 40_000;
const MOST_FAULTS = 20;
const HEADS = ['pod', 'direction', 'start', 'kwh'];
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

interface Line extends MeterRow {
  readonly pod: string;
  readonly direction: FileMonth['direction'];
}

function readLine(
  cells: readonly string[],
  comma: boolean,
  known: ReadonlySet<string>,
): Line | Omit<HoursFault, 'line'> {
  const [podText = '', directionText = '', start = '', energy = ''] = cells;
  const pod = podOf(podText);
  if (!POD.test(pod)) return { code: 'pod', found: podText.slice(0, 40) };
  if (!known.has(pod)) return { code: 'unknown_pod', found: pod };
  const direction = DIRECTIONS[directionText.trim().toLowerCase()];
  if (!direction) return { code: 'direction', found: directionText.slice(0, 40) };
  const at = instantOf(start);
  if (Number.isNaN(at)) return { code: 'time', found: start.slice(0, 40) };
  const value = numberOf(energy, comma);
  return Number.isNaN(value) ? { code: 'energy', found: energy.slice(0, 40) } : { pod, direction, at, value };
}

/** Rows of a POD and direction as months of hours: quarter-hours where any row stands at a quarter. */
function monthsOf(rows: readonly Line[]): FileMonth[] {
  const rowsPerHour = rows.some(({ at }) => at % HOUR_MS !== 0) ? 4 : 1;
  const byMonth = Map.groupBy(rows, ({ at }) => localDay(ROME, at).day.slice(0, 7));
  return [...byMonth].flatMap(([month, own]) => {
    const [first] = own;
    if (!first) return [];
    const { values } = hourlySeries(monthAxis(month), own, { rowsPerHour, as: 'energy' });
    return [{ pod: first.pod, direction: first.direction, month, hours: values }];
  });
}

/**
 * Reads a file of measured energy: `pod;direction;start;kwh`, a line for each hour or quarter of an hour.
 * @param known PODs of the community; one of nobody is refused
 * @returns all of it, or the first faults: then nothing is taken
 */
export function readHours(
  text: string,
  known: ReadonlySet<string>,
): { months: FileMonth[] } | { faults: HoursFault[] } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  while (lines.at(-1)?.trim() === '') lines.pop();
  const [head = ''] = lines;
  const separator = head.includes(';') ? ';' : ',';
  const names = head.split(separator).map((name) => name.trim().toLowerCase());
  if (HEADS.some((name, place) => names[place] !== name))
    return { faults: [{ line: 1, code: 'head', found: head.slice(0, 80) }] };
  if (lines.length > MOST_LINES) return { faults: [{ line: MOST_LINES, code: 'too_long', found: '' }] };
  if (lines.length < 2) return { faults: [{ line: 1, code: 'empty', found: '' }] };
  const faults: HoursFault[] = [];
  const [rows, seen] = [new Map<string, Line[]>(), new Set<string>()];
  for (const [index, line] of lines.entries()) {
    if (index === 0 || faults.length >= MOST_FAULTS) continue;
    const read = readLine(line.split(separator), separator === ';', known);
    if ('code' in read) {
      faults.push({ line: index + 1, ...read });
      continue;
    }
    const series = `${read.pod} ${read.direction}`;
    const key = `${series} ${read.at}`;
    if (seen.has(key))
      faults.push({ line: index + 1, code: 'twice', found: new Date(read.at).toISOString() });
    seen.add(key);
    const own = rows.get(series);
    if (own) own.push(read);
    else rows.set(series, [read]);
  }
  if (faults.length > 0) return { faults };
  return { months: [...rows.values()].flatMap(monthsOf) };
}

/** Hours of a month with those of a file over them: what the file does not know stays. */
export function laidOver(stored: readonly number[] | undefined, hours: Float64Array): number[] {
  return Array.from(hours, (value, hour) => (Number.isNaN(value) ? (stored?.[hour] ?? Number.NaN) : value));
}
