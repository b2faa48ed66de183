import { findClock, timeCell, usualStep } from './csv-clock.model.ts';
import { understandColumns } from './csv-columns.model.ts';
import { MAX_INTERVAL_S, MIN_INTERVAL_S, marksEnds } from './csv-interval.model.ts';
import { detectDecimal, readUnit } from './csv-number.model.ts';
import { detectTimeFormat, parseStamp, type TimeFormat } from './csv-time.model.ts';
import type { ImportTarget, Note, Separator } from './imports.model.ts';
import type { CsvMapping } from './measurements.contract.ts';

/**
 * The text of a file: UTF-8 or UTF-16 by its mark, UTF-8 when it reads as such, else Windows-1252.
 * Undefined for what is no text (a spreadsheet's own format, a picture).
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The separator that parts most lines into the same number of columns; a comma last, as it may be a decimal sign. */
export function detectSeparator(text: string): Separator {
  const lines = text
    .slice(0, 100_000)
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, 200);
  let best: Separator = ',';
  let max = 0;
  for (const separator of [';', '\t', '|', ','] as const) {
    const counts = lines.map((line) => line.replaceAll(/"[^"]*"/g, '').split(separator).length - 1);
    const usual = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
    const agreeing = usual === 0 ? 0 : counts.filter((count) => count === usual).length / counts.length;
    if (agreeing > max + 0.1) [best, max] = [separator, agreeing];
  }
  return best;
}

interface FoundTime {
  readonly column: number;
  readonly format: TimeFormat;
  /** Where the clock stands when it is not beside its date. */
  readonly clock: number | null;
}
const NO_TIME: FoundTime = { column: 0, format: 'iso', clock: null };

function findTime(records: readonly (readonly string[])[]): FoundTime | undefined {
  const body = records.slice(Math.min(10, Math.floor(records.length / 2)));
  const width = Math.min(60, Math.max(0, ...body.map((record) => record.length)));
  let unix: FoundTime | undefined;
  for (let column = 0; column < width; column++) {
    const clock = findClock(body, column, records.slice(0, 10));
    const format = detectTimeFormat(body.map((record) => timeCell(record, column, clock)));
    if (format === undefined) continue;
    if (!format.startsWith('unix')) return { column, format, clock };
    unix ??= { column, format, clock };
  }
  return unix;
}

/** Names of the columns: the fullest header row; the row of units beneath it, if there is one, in brackets. */
function nameColumns(head: readonly (readonly string[])[], width: number): string[] {
  const filled = (record: readonly string[]) => record.filter((cell) => cell.trim() !== '').length;
  const names = head.reduce<readonly string[]>(
    (best, record) => (filled(record) > filled(best) ? record : best),
    [],
  );
  const units = head.find(
    (record) =>
      record !== names &&
      filled(record) > 0 &&
      record.filter((cell) => readUnit(cell) !== undefined).length >= filled(record) / 2,
  );
  return Array.from({ length: width }, (_, i) => {
    const [name, unit] = [(names[i] ?? '').trim(), (units?.[i] ?? '').trim()];
    return unit === '' || readUnit(unit) === undefined ? name : `${name} [${unit}]`;
  });
}

/** How energies of intervals are read, as far as the rows tell; nothing where there are none. */
function intervalsOf(
  body: readonly (readonly string[])[],
  { column, clock, format }: { column: number; clock: number | null; format: TimeFormat },
): Pick<CsvMapping, 'interval_s' | 'stamps'> {
  const interval_ms = usualStep(body, column, clock, format);
  const seconds = Math.round(interval_ms / 1000);
  if (!(seconds >= MIN_INTERVAL_S && seconds <= MAX_INTERVAL_S)) return {};
  const cells = body.map((record) => timeCell(record, column, clock));
  const stamps = cells.flatMap((cell) => parseStamp(cell, format) ?? []);
  return { interval_s: seconds, stamps: marksEnds(cells, stamps, interval_ms) ? 'end' : 'start' };
}

export interface Detected {
  mapping: CsvMapping;
  notes: Note[];
}

/** How many rows stand above the first that has a time. */
function countHeader(records: readonly (readonly string[])[], { column, clock, format }: FoundTime): number {
  const first = records.findIndex(
    (record) => parseStamp(timeCell(record, column, clock), format) !== undefined,
  );
  return first < 0 ? Math.min(1, records.length) : Math.min(50, first);
}

/** Understands a file from its first rows: `records` as the separator parts them, header rows included. */
export function detectMapping(
  records: readonly (readonly string[])[],
  separator: Separator,
  target: ImportTarget,
): Detected {
  const found = findTime(records);
  const { column: time_column, format: time_format } = found ?? NO_TIME;
  const header_rows = countHeader(records, found ?? NO_TIME);
  const rows = records.slice(header_rows);
  const clock = findClock(rows, time_column, records.slice(0, header_rows));
  const times = [time_column, clock];
  const cells = rows.flatMap((record) => record.filter((_, i) => !times.includes(i)));
  const decimal = detectDecimal(cells, separator);
  const header = headerOf(records, header_rows);
  const { columns, notes, intervals } = understandColumns({ rows, header, times, decimal }, target);
  return {
    mapping: {
      separator,
      decimal,
      header_rows,
      time_column,
      ...(clock === null ? {} : { clock_column: clock }),
      time_format,
      time_zone: target.time_zone,
      ...(intervals ? intervalsOf(rows, { column: time_column, clock, format: time_format }) : {}),
      columns,
    },
    notes: found ? [...notes] : [{ code: 'no_time', params: {} }, ...notes],
  };
}

/** The header's names for a mapping with this many header rows. */
export function headerOf(records: readonly (readonly string[])[], header_rows: number): string[] {
  const body = records.slice(header_rows);
  const width = Math.max(0, ...body.slice(0, 50).map((record) => record.length));
  return nameColumns(records.slice(0, header_rows), width);
}
