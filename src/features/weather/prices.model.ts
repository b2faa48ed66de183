import { dayBorders, HOUR_MS, localDay, MARKET_CLOCK } from '../../shared/units/zones.ts';

/** What an hour's energy costs in a zone of the market. */
export interface Price {
  readonly zone: string;
  /** Milliseconds of the Unix clock. */
  readonly start: number;
  readonly eur_mwh: number;
}

/** What is wrong with a line of a file; line 1 is its head. */
export interface PriceFault {
  readonly line: number;
  readonly reason: string;
}

/** Zone of a file that names none: the price of the whole country. */
export const NATIONAL = 'PUN';
/** Beyond this no market goes: a misplaced separator does. */
const MAX_EUR = 10_000;
const MAX_LINES = 200_000;
const MAX_FAULTS = 20;
/** The market trades in quarter-hours since 1 October 2025. */
const QUARTER_MS = HOUR_MS / 4;
const ZONE = /^[A-Z][A-Z0-9_]{1,19}$/;

export const isZone = (text: string): boolean => ZONE.test(text);

/** Whether a text begins with a day of the calendar: a parser takes 31 February for 3 March. */
function beginsWithDay(text: string): boolean {
  const day = /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? '';
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

/** When a line begins, and whether it is of an hour by the file's own word; where the file does not say, its day tells. */
interface Time {
  readonly at: number;
  readonly whole: boolean;
}

type Clock = (cells: readonly string[]) => Time | string;

const timeOf = (at: number | string, whole = false): Time | string =>
  typeof at === 'string' ? at : { at, whole };

/** An hour of a market day, 1 to 23, 24 or 25 as that day has, or a quarter of one: 1 to 92, 96 or 100. */
function partOfDay(day: string, part: string, name: 'hour' | 'period'): number | string {
  const date = day.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !beginsWithDay(date)) return `“${day}” is no day`;
  const { start, end } = dayBorders(MARKET_CLOCK, date);
  const part_ms = name === 'hour' ? HOUR_MS : QUARTER_MS;
  const count = (end - start) / part_ms;
  const n = Number(part);
  if (!Number.isInteger(n) || n < 1 || n > count) return `${date} has no ${name} ${part}: it has ${count}`;
  return start + (n - 1) * part_ms;
}

/** A period beside its hour: none, or 0, is the hour; else a quarter of the day that lies in it, or the first to fourth of the hour. */
function periodOfHour(day: string, hour: string, period: string): Time | string {
  const start = partOfDay(day, hour, 'hour');
  if (typeof start === 'string') return start;
  if (period === '' || period === '0') return { at: start, whole: true };
  const quarter = partOfDay(day, period, 'period');
  if (typeof quarter === 'string') return quarter;
  if (quarter >= start && quarter < start + HOUR_MS) return { at: quarter, whole: false };
  const n = Number(period);
  if (n <= 4) return { at: start + (n - 1) * QUARTER_MS, whole: false };
  return `period ${period} of ${day} does not lie in hour ${hour}`;
}

function instant(text: string): number | string {
  const at = Date.parse(text);
  if (Number.isNaN(at) || !beginsWithDay(text)) return `“${text}” is no time`;
  return at % QUARTER_MS === 0 ? at : `${text} is no full hour, and no quarter of one`;
}

/** Ways in which files say which hour a line is of, by the names of their first columns. */
const CLOCKS: readonly { heads: readonly string[]; clock: Clock }[] = [
  // By standard time all year: hours follow one another without a change of the clocks.
  {
    heads: ['hour_start_cet_standard'],
    clock: ([at = '']) => timeOf(instant(`${at.trim().replace(' ', 'T')}+01:00`)),
  },
  {
    heads: ['datetime_utc'],
    clock: ([at = '']) => timeOf(instant(/(Z|[+-]\d\d:?\d\d)$/.test(at) ? at : `${at.replace(' ', 'T')}Z`)),
  },
  // As the market publishes it: days of 23, 24 and 25 hours, the first is hour 1.
  {
    heads: ['date', 'hour', 'period'],
    clock: ([day = '', hour = '', period = '']) => periodOfHour(day.trim(), hour.trim(), period.trim()),
  },
  {
    heads: ['date', 'period'],
    clock: ([day = '', period = '']) => timeOf(partOfDay(day.trim(), period.trim(), 'period')),
  },
  {
    heads: ['date', 'hour'],
    clock: ([day = '', hour = '']) => timeOf(partOfDay(day.trim(), hour.trim(), 'hour'), true),
  },
];

const plain = (head: string): string =>
  head
    .trim()
    .toLowerCase()
    .replace(/^data\s*\/\s*date.*$/, 'date')
    .replace(/^ora\s*\/\s*hour.*$/, 'hour')
    .replace(/^periodo\s*\/\s*period.*$/, 'period');

interface Columns {
  readonly clock: Clock;
  readonly zones: readonly { readonly index: number; readonly zone: string }[];
}

function columnsOf(heads: readonly string[], zone: string): Columns | string {
  const names = heads.map(plain);
  const way = CLOCKS.find(({ heads: wanted }) => wanted.every((name, i) => names[i] === name));
  if (!way)
    return 'the head names no known column of hours: hour_start_cet_standard, datetime_utc, or date and hour or period';
  const zones = heads.flatMap((head, index) => {
    if (index < way.heads.length) return [];
    if (/^price_eur_mwh$/i.test(head.trim())) return [{ index, zone }];
    // The market's means of zones stand under names of their own; bands and remarks are no prices.
    const name = head.trim().replace(/_like_mean$/, '');
    return ZONE.test(name) ? [{ index, zone: name }] : [];
  });
  const twice = zones.find((one, i) => zones.findIndex((other) => other.zone === one.zone) !== i);
  if (twice) return `the zone ${twice.zone} stands twice in the head`;
  return zones.length > 0 ? { clock: way.clock, zones } : 'the head names no zone';
}

/** A number as the file's language writes it. */
function numberOf(text: string, comma: boolean): number {
  const given = text.trim();
  // A dot in such a file parts thousands, and nothing else: 98.50 would else be read as 9850.
  if (comma && !/^-?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/.test(given)) return Number.NaN;
  const plainText = comma ? given.replaceAll('.', '').replace(',', '.') : given;
  return /^-?\d+(\.\d+)?$/.test(plainText) ? Number(plainText) : Number.NaN;
}

/** What the lines of a file say of an hour, by the place of each in it, milliseconds. */
interface HourOfFile {
  readonly zone: string;
  readonly start: number;
  /** The first line that speaks of it. */
  readonly line: number;
  readonly parts: Map<number, number>;
  /** Whether a line says that it is of the whole hour. */
  whole: boolean;
}

/**
 * Hours as prices: one of quarter-hours is the mean of its four, as the premium is counted by hours. What a file does not say is of
 * quarters where its market day has some. // docs/domain.md §1.2
 */
function hourly(hours: Iterable<HourOfFile>): { prices: Price[]; faults: PriceFault[] } {
  const all = [...hours];
  const dayOf = ({ zone, start }: HourOfFile) => `${zone} ${localDay(MARKET_CLOCK, start).day}`;
  const inQuarters = new Set(
    all.filter(({ parts }) => [...parts.keys()].some((part) => part > 0)).map((hour) => dayOf(hour)),
  );
  const wanted = (hour: HourOfFile) => (!hour.whole && inQuarters.has(dayOf(hour)) ? 4 : 1);
  const prices = all.map(({ zone, start, parts }) => {
    const mean = [...parts.values()].reduce((sum, value) => sum + value, 0) / parts.size;
    return { zone, start, eur_mwh: Number(mean.toFixed(6)) };
  });
  const faults = all
    .filter((hour) => hour.parts.size < wanted(hour))
    .map(({ line, zone, start, parts }) => ({
      line,
      reason: `${zone}: of the hour from ${new Date(start).toISOString()} the file has ${parts.size} of 4 quarters`,
    }));
  return { prices, faults: faults.toSorted((a, b) => a.line - b.line) };
}

/**
 * Reads the market's file of prices, of hours or of quarter-hours. Negative prices are prices; an empty cell is an hour without one.
 * @param zone of a file that names none
 * @returns all prices, or what is wrong, the first faults of it: then nothing of the file is taken
 */
export function readPrices(text: string, zone = NATIONAL): { prices: Price[] } | { faults: PriceFault[] } {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  while (lines.at(-1)?.trim() === '') lines.pop();
  const [head = ''] = lines;
  const separator = head.includes(';') ? ';' : ',';
  const columns = columnsOf(head.split(separator), zone);
  if (typeof columns === 'string') return { faults: [{ line: 1, reason: columns }] };
  if (lines.length > MAX_LINES)
    return { faults: [{ line: MAX_LINES, reason: `a file may have ${MAX_LINES} lines` }] };
  const hours = new Map<string, HourOfFile>();
  const faults: PriceFault[] = [];
  for (const [i, row] of lines.entries()) {
    if (i === 0 || faults.length >= MAX_FAULTS) continue;
    const line = { number: i + 1, cells: row.split(separator), comma: separator === ';' };
    const reason = readLine(line, columns, hours);
    if (reason !== undefined) faults.push({ line: line.number, reason });
  }
  if (faults.length > 0) return { faults };
  if (hours.size === 0) return { faults: [{ line: 1, reason: 'the file holds no price' }] };
  const found = hourly(hours.values());
  return found.faults.length > 0 ? { faults: found.faults.slice(0, MAX_FAULTS) } : { prices: found.prices };
}

function readLine(
  {
    number,
    cells,
    comma,
  }: { readonly number: number; readonly cells: readonly string[]; readonly comma: boolean },
  { clock, zones }: Columns,
  hours: Map<string, HourOfFile>,
): string | undefined {
  const time = clock(cells);
  if (typeof time === 'string') return time;
  const { at, whole } = time;
  const part = at % HOUR_MS;
  const start = at - part;
  for (const { index, zone } of zones) {
    const cell = cells[index] ?? '';
    if (cell.trim() === '') continue;
    const eur_mwh = numberOf(cell, comma);
    if (Number.isNaN(eur_mwh)) return `${zone}: “${cell.slice(0, 40)}” is no number`;
    if (Math.abs(eur_mwh) > MAX_EUR) return `${zone}: ${eur_mwh} EUR/MWh is beyond ${MAX_EUR}`;
    const key = `${zone} ${start}`;
    const hour = hours.get(key) ?? { zone, start, line: number, parts: new Map(), whole };
    if (hour.parts.has(part) || (hour.parts.size > 0 && hour.whole !== whole))
      return `${zone}: its time stands in the file twice`;
    hour.parts.set(part, eur_mwh);
    hours.set(key, hour);
  }
  return undefined;
}
