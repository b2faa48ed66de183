import { dayBorders, HOUR_MS } from '../../shared/units/zones.ts';

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

/** Where the market counts its days and hours. */
const MARKET = 'Europe/Rome';
/** Zone of a file that names none: the price of the whole country. */
export const NATIONAL = 'PUN';
/** Beyond this no market goes: a misplaced separator does. */
const MOST_EUR = 10_000;
const MOST_LINES = 200_000;
const ZONE = /^[A-Z][A-Z0-9_]{1,19}$/;

export const isZone = (text: string): boolean => ZONE.test(text);

/** Whether a text begins with a day of the calendar: a parser takes 31 February for 3 March. */
function beginsWithDay(text: string): boolean {
  const day = /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? '';
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

type Clock = (cells: readonly string[]) => number | string;

/** An hour of a market day, 1 to 23, 24 or 25 as that day has. */
function hourOfDay(day: string, hour: string): number | string {
  const date = day.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !beginsWithDay(date)) return `“${day}” is no day`;
  const { start, end } = dayBorders(MARKET, date);
  const count = (end - start) / HOUR_MS;
  const n = Number(hour);
  if (!Number.isInteger(n) || n < 1 || n > count) return `${date} has no hour ${hour}: it has ${count}`;
  return start + (n - 1) * HOUR_MS;
}

function instant(text: string): number | string {
  const at = Date.parse(text);
  if (Number.isNaN(at) || !beginsWithDay(text)) return `“${text}” is no time`;
  return at % HOUR_MS === 0 ? at : `${text} is no full hour`;
}

/** Ways in which files say which hour a line is of, by the names of their first columns. */
const CLOCKS: readonly { heads: readonly string[]; clock: Clock }[] = [
  // By standard time all year: hours follow one another without a change of the clocks.
  {
    heads: ['hour_start_cet_standard'],
    clock: ([at = '']) => instant(`${at.trim().replace(' ', 'T')}+01:00`),
  },
  {
    heads: ['datetime_utc'],
    clock: ([at = '']) => instant(/(Z|[+-]\d\d:?\d\d)$/.test(at) ? at : `${at.replace(' ', 'T')}Z`),
  },
  // As the market publishes it: days of 23, 24 and 25 hours, the first is hour 1.
  { heads: ['date', 'hour'], clock: ([day = '', hour = '']) => hourOfDay(day.trim(), hour.trim()) },
];

const plain = (head: string): string =>
  head
    .trim()
    .toLowerCase()
    .replace(/^data\s*\/\s*date.*$/, 'date')
    .replace(/^ora\s*\/\s*hour.*$/, 'hour');

interface Columns {
  readonly clock: Clock;
  readonly zones: readonly { readonly index: number; readonly zone: string }[];
}

function columnsOf(heads: readonly string[], zone: string): Columns | string {
  const names = heads.map(plain);
  const way = CLOCKS.find(({ heads: wanted }) => wanted.every((name, i) => names[i] === name));
  if (!way)
    return 'the head names no known column of hours: hour_start_cet_standard, datetime_utc, or date and hour';
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

/**
 * Reads the market's file of prices. Negative prices are prices; an empty cell is an hour without one.
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
  if (lines.length > MOST_LINES)
    return { faults: [{ line: MOST_LINES, reason: `a file may have ${MOST_LINES} lines` }] };
  const prices = new Map<string, Price>();
  const faults: PriceFault[] = [];
  for (const [i, row] of lines.entries()) {
    if (i === 0 || faults.length >= 20) continue;
    const reason = readLine(row.split(separator), columns, separator === ';', prices);
    if (reason !== undefined) faults.push({ line: i + 1, reason });
  }
  if (faults.length === 0 && prices.size === 0) faults.push({ line: 1, reason: 'the file holds no price' });
  return faults.length > 0 ? { faults } : { prices: [...prices.values()] };
}

function readLine(
  cells: readonly string[],
  { clock, zones }: Columns,
  comma: boolean,
  prices: Map<string, Price>,
): string | undefined {
  const start = clock(cells);
  if (typeof start === 'string') return start;
  for (const { index, zone } of zones) {
    const cell = cells[index] ?? '';
    if (cell.trim() === '') continue;
    const eur_mwh = numberOf(cell, comma);
    if (Number.isNaN(eur_mwh)) return `${zone}: “${cell.slice(0, 40)}” is no number`;
    if (Math.abs(eur_mwh) > MOST_EUR) return `${zone}: ${eur_mwh} EUR/MWh is beyond ${MOST_EUR}`;
    const key = `${zone} ${start}`;
    if (prices.has(key)) return `${zone}: its hour stands in the file twice`;
    prices.set(key, { zone, start, eur_mwh });
  }
  return undefined;
}
