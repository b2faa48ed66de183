import { findClock, timeCell, usualStep } from './csv-clock.model.ts';
import { guessQuantity, readHeader, type TargetVariable } from './csv-header.model.ts';
import {
  areIntervals,
  LONGEST_INTERVAL_S,
  marksEnds,
  powerOfEnergy,
  SHORTEST_INTERVAL_S,
} from './csv-interval.model.ts';
import { matchColumns } from './csv-match.model.ts';
import {
  conversion,
  detectDecimal,
  isEmptyCell,
  isInvalidCode,
  parseNumber,
  readUnit,
} from './csv-number.model.ts';
import { detectTimeFormat, parseStamp, type TimeFormat } from './csv-time.model.ts';
import type { CsvMapping, ImportPreview } from './measurements.contract.ts';

export type Note = ImportPreview['notes'][number];
export type Separator = CsvMapping['separator'];

/** The device that a file is meant for. */
export interface ImportTarget {
  readonly variables: readonly TargetVariable[];
  /** kW at most, of the device or else its plant; tells watts from kilowatts. */
  readonly nominal_kw: number | null;
  readonly time_zone: string;
  /** Months for which the company keeps readings; none: for ever. */
  readonly kept_months?: number | null;
  /** Up to here (epoch ms) the device's readings were let go, however long the company keeps them now; none: null. */
  readonly expired_until?: number | null;
}

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
  let most = 0;
  for (const separator of [';', '\t', '|', ','] as const) {
    const counts = lines.map((line) => line.replaceAll(/"[^"]*"/g, '').split(separator).length - 1);
    const usual = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
    const agreeing = usual === 0 ? 0 : counts.filter((count) => count === usual).length / counts.length;
    if (agreeing > most + 0.1) [best, most] = [separator, agreeing];
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

interface Column {
  column: number;
  header: string;
  cells: string[];
}

function numericColumns(
  body: readonly (readonly string[])[],
  header: readonly string[],
  time: readonly (number | null)[],
  decimal: '.' | ',',
): Column[] {
  return header.flatMap((name, column) => {
    if (time.includes(column)) return [];
    const cells = body.map((record) => record[column] ?? '').filter((cell) => !isEmptyCell(cell));
    const numeric = cells.filter((cell) => parseNumber(cell, decimal) !== undefined).length;
    // What is empty at the beginning, as a sensor that came later, is known by its name alone.
    const isOne =
      cells.length > 0 ? numeric >= 0.8 * cells.length : guessQuantity(readHeader(name)) !== undefined;
    return isOne ? [{ column, header: name, cells }] : [];
  });
}

/** Beyond this many times nominal power, kilowatts must be watts. */
const BEYOND_NOMINAL = 20;

function unitOf(
  { header, cells }: Column,
  variable: TargetVariable,
  target: ImportTarget,
  decimal: '.' | ',',
) {
  const written = readHeader(header).unit;
  if (written !== undefined && conversion(written, variable.unit)) return { unit: written, code: null };
  if (written !== undefined && powerOfEnergy(written, variable.unit) !== undefined)
    return { unit: written, code: null };
  const figures = cells.map((cell) => parseNumber(cell, decimal) ?? 0);
  const largest = figures.reduce((most, x) => (isInvalidCode(x) ? most : Math.max(most, Math.abs(x))), 0);
  const power = variable.unit === 'kW' && target.nominal_kw !== null && target.nominal_kw > 0;
  if (power && largest > BEYOND_NOMINAL * (target.nominal_kw ?? 0))
    return { unit: 'W', code: 'unit_guessed' };
  // The variable's own name carries its unit: a column called like it is in it.
  return {
    unit: variable.unit,
    code: header === variable.name || variable.unit === '' ? null : 'unit_assumed',
  };
}

export interface Detected {
  mapping: CsvMapping;
  notes: Note[];
}

/** Whether a column holds the energy of each interval, by what it is called and by its figures. */
function holdsIntervals({ header, cells }: Column, decimal: '.' | ','): boolean {
  const read = readHeader(header);
  const isEnergy = read.unit !== undefined && powerOfEnergy(read.unit, 'kW') !== undefined;
  if (!isEnergy && !guessQuantity(read)?.startsWith('energy_')) return false;
  return areIntervals(cells.flatMap((cell) => parseNumber(cell, decimal) ?? []));
}

/** How energies of intervals are read, as far as the rows tell; nothing where there are none. */
function intervalsOf(
  body: readonly (readonly string[])[],
  { column, clock, format }: { column: number; clock: number | null; format: TimeFormat },
): Pick<CsvMapping, 'interval_s' | 'stamps'> {
  const interval_ms = usualStep(body, column, clock, format);
  const seconds = Math.round(interval_ms / 1000);
  if (!(seconds >= SHORTEST_INTERVAL_S && seconds <= LONGEST_INTERVAL_S)) return {};
  const cells = body.map((record) => timeCell(record, column, clock));
  const stamps = cells.flatMap((cell) => parseStamp(cell, format) ?? []);
  return { interval_s: seconds, stamps: marksEnds(cells, stamps, interval_ms) ? 'end' : 'start' };
}

/** Understands a file from its first rows: `records` as the separator parts them, header rows included. */
export function detectMapping(
  records: readonly (readonly string[])[],
  separator: Separator,
  target: ImportTarget,
): Detected {
  const notes: Note[] = [];
  const time = findTime(records);
  if (!time) notes.push({ code: 'no_time', params: {} });
  const { column: time_column, format: time_format, clock: found } = time ?? NO_TIME;
  const firstRow = records.findIndex(
    (record) => parseStamp(timeCell(record, time_column, found), time_format) !== undefined,
  );
  const header_rows = firstRow < 0 ? Math.min(1, records.length) : Math.min(50, firstRow);
  const body = records.slice(header_rows);
  const header = headerOf(records, header_rows);
  const clock = findClock(body, time_column, records.slice(0, header_rows));
  const times = [time_column, clock];
  const decimal = detectDecimal(
    body.flatMap((record) => record.filter((_, i) => !times.includes(i))),
    separator,
  );
  const numeric = numericColumns(body, header, times, decimal).map((column) => ({
    ...column,
    intervals: holdsIntervals(column, decimal),
  }));
  const matched = matchColumns(numeric, target.variables);
  const columns: CsvMapping['columns'] = [];
  const interval = intervalsOf(body, { column: time_column, clock, format: time_format });
  for (const column of numeric) {
    const name = column.header || column.column + 1;
    const variable = matched.get(column.column);
    if (!variable) {
      notes.push({ code: column.intervals ? 'intervals_left_out' : 'left_out', params: { column: name } });
      continue;
    }
    const { unit, code } = column.intervals
      ? { unit: readHeader(column.header).unit ?? 'kWh', code: null }
      : unitOf(column, variable, target, decimal);
    if (code) notes.push({ code, params: { column: column.header, unit } });
    columns.push({ column: column.column, variable: variable.name, unit });
  }
  const someIntervals = numeric.some(({ column, intervals }) => intervals && matched.has(column));
  return {
    mapping: {
      separator,
      decimal,
      header_rows,
      time_column,
      ...(clock === null ? {} : { clock_column: clock }),
      time_format,
      time_zone: target.time_zone,
      ...(someIntervals ? interval : {}),
      columns,
    },
    notes,
  };
}

/** The header's names for a mapping with this many header rows. */
export function headerOf(records: readonly (readonly string[])[], header_rows: number): string[] {
  const body = records.slice(header_rows);
  const width = Math.max(0, ...body.slice(0, 50).map((record) => record.length));
  return nameColumns(records.slice(0, header_rows), width);
}
