/** A cell as a workbook holds it: dates are wall-clock times as if they were UTC. */
export type WorkbookCell = string | number | boolean | Date | null;

const two = (n: number) => String(n).padStart(2, '0');
/** Before this a date is a time of day alone: the two systems count days from 1899 and 1904. */
const FIRST_DAY = Date.UTC(1904, 0, 2);

function clockOf(date: Date): string {
  const seconds = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  const ms = date.getUTCMilliseconds();
  return ms === 0 ? seconds : `${seconds}.${String(ms).padStart(3, '0')}`;
}

const isClock = (cell: WorkbookCell | undefined): boolean =>
  cell instanceof Date
    ? cell.getTime() < FIRST_DAY
    : typeof cell === 'string' && /^\s*\d{1,2}[:.]\d{2}/.test(cell);

/** A date that has its clock in the next cell is written without one of its own. */
function dateText(date: Date, next: WorkbookCell | undefined): string {
  if (Number.isNaN(date.getTime())) return '';
  if (date.getTime() < FIRST_DAY) return clockOf(date);
  const day = date.toISOString().slice(0, 10);
  const midnight = date.getTime() % 86_400_000 === 0;
  return midnight && isClock(next) ? day : `${day}T${clockOf(date)}`;
}

/**
 * A number as text that reads back as the very same number whatever the decimal sign is taken for: 412.5 as 4125e-1.
 * Text cells of the same sheet may be written with a comma.
 */
export function numberText(value: number): string {
  const text = String(value);
  const [mantissa = '', exponent = '0'] = text.split('e');
  const [whole = '', decimals = ''] = mantissa.split('.');
  if (decimals === '') return text;
  const digits = `${whole}${decimals}`.replace(/^(-?)0+/, '$1');
  return `${digits}e${Number(exponent) - decimals.length}`;
}

/** A cell as text, in ISO 8601 where it is a date. */
export function cellText(cell: WorkbookCell, next: WorkbookCell | undefined): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? numberText(cell) : '';
  if (typeof cell === 'boolean') return cell ? '1' : '0';
  return cell instanceof Date ? dateText(cell, next) : cell;
}

const NEEDS_QUOTES = /["\t\r\n]/;

/** How many cells a row has up to its last one with something in it. */
export function widthOf(cells: readonly WorkbookCell[]): number {
  let width = cells.length;
  while (width > 0 && (cells[width - 1] === null || cells[width - 1] === '')) width--;
  return width;
}

/** A row of a sheet as a line of text whose columns are parted by tabs; empty cells at its end are left out. */
export function rowText(cells: readonly WorkbookCell[]): string {
  const texts = cells.slice(0, widthOf(cells)).map((cell, i) => {
    const text = cellText(cell, cells[i + 1]);
    return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return texts.join('\t');
}
