import { addDays, dayBorders, instantsOfLocal } from '../../shared/units/zones.ts';
import type { StatedEnergy } from './comparison.model.ts';

/** A line of a file of readings. */
export interface StatementLine {
  /** Counted from 1, heads included. */
  readonly line: number;
  readonly serial_number: string;
  /** The local day or minute that it names; the zone is the meter's. */
  readonly when: { readonly day: string; readonly minute: number | null };
  readonly reading: number;
}

export const STATEMENT_FAULTS = ['columns', 'date', 'number'] as const;
export interface StatementFault {
  readonly line: number;
  readonly code: (typeof STATEMENT_FAULTS)[number];
}

/** Lines that one file may have. */
export const MAX_LINES = 5000;

const ITALIAN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:\s+(\d{1,2})[:.](\d{2}))?$/;
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2}))?$/;

function dayOf(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return null;
  return at.toISOString().slice(0, 10);
}

function whenOf(text: string): StatementLine['when'] | null {
  const italian = ITALIAN.exec(text);
  const iso = ISO.exec(text);
  const [year, month, date, hour, minute] = italian
    ? [italian[3], italian[2], italian[1], italian[4], italian[5]]
    : [iso?.[1], iso?.[2], iso?.[3], iso?.[4], iso?.[5]];
  const day = year === undefined ? null : dayOf(Number(year), Number(month), Number(date));
  if (day === null) return null;
  if (hour === undefined) return { day, minute: null };
  const minutes = Number(hour) * 60 + Number(minute);
  return minutes <= 24 * 60 && Number(minute) < 60 ? { day, minute: minutes } : null;
}

/** 1.234,5 and 1234.5 are the same; what could be either is refused: nobody guesses in a register. */
function numberOf(text: string): number | null {
  const bare = text.replace(/\s/g, '');
  if (/^\d+([.,]\d{1,3})?$/.test(bare)) {
    const [whole, part] = bare.split(/[.,]/);
    if (part?.length === 3 && bare.includes('.') && (whole?.length ?? 0) <= 3) return null;
    return Number(bare.replace(',', '.'));
  }
  if (/^\d{1,3}(\.\d{3})+(,\d{1,3})?$/.test(bare)) return Number(bare.replaceAll('.', '').replace(',', '.'));
  return null;
}

const separatorOf = (line: string): string =>
  [';', '\t', ','].find((separator) => line.split(separator).length >= 3) ?? ';';

/** The three cells of a line, or null where some are missing; `cut` where a comma that parts cells parted a number too. */
function cellsOf(text: string) {
  const separator = separatorOf(text);
  const cells = text.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const [serial_number = '', when = '', figure = '', ...more] = cells;
  if (serial_number === '' || when === '' || figure === '') return null;
  return { serial_number, when, figure, cut: separator === ',' && more.some((cell) => cell !== '') };
}

function readLine(text: string, line: number): StatementLine | StatementFault {
  const cells = cellsOf(text);
  if (!cells) return { line, code: 'columns' };
  const at = whenOf(cells.when);
  if (!at) return { line, code: 'date' };
  const shown = cells.cut ? null : numberOf(cells.figure);
  return shown === null
    ? { line, code: 'number' }
    : { line, serial_number: cells.serial_number, when: at, reading: shown };
}

/** A line of a statement of energies: what a meter counted in a month, or on a day. */
export interface EnergyLine extends StatedEnergy {
  readonly line: number;
  readonly serial_number: string;
}

/** MM/YYYY or YYYY-MM is a month, DD/MM/YYYY or YYYY-MM-DD a day. */
function spanOf(text: string): Pick<StatedEnergy, 'span' | 'starts_on'> | null {
  const italian = /^(0?[1-9]|1[0-2])\/(20\d{2})$/.exec(text);
  const iso = /^(20\d{2})-(0[1-9]|1[0-2])$/.exec(text);
  const [year, month] = italian ? [italian[2], italian[1]] : [iso?.[1], iso?.[2]];
  if (year !== undefined && month !== undefined)
    return { span: 'month', starts_on: `${year}-${month.padStart(2, '0')}-01` };
  const at = whenOf(text);
  return at && at.minute === null ? { span: 'day', starts_on: at.day } : null;
}

function readEnergy(text: string, line: number): EnergyLine | StatementFault {
  const cells = cellsOf(text);
  if (!cells) return { line, code: 'columns' };
  const span = spanOf(cells.when);
  if (!span) return { line, code: 'date' };
  const kwh = cells.cut ? null : numberOf(cells.figure);
  return kwh === null ? { line, code: 'number' } : { line, serial_number: cells.serial_number, ...span, kwh };
}

type Read<T> = { readonly lines: T[] } | { readonly faults: StatementFault[] };

/** All lines, or all faults: nothing is half read. A first line without digits in its second cell is a head. */
function readLines<T extends { readonly line: number }>(
  text: string,
  readOne: (content: string, line: number) => T | StatementFault,
): Read<T> {
  const raw = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const rows = raw
    .map((content, i) => ({ content, line: i + 1 }))
    .filter(({ content }) => content.trim() !== '');
  const [head] = rows;
  const body =
    head && !/\d/.test(head.content.split(separatorOf(head.content))[1] ?? '') ? rows.slice(1) : rows;
  const read = body.map(({ content, line }) => readOne(content, line));
  const faults = read.filter((one): one is StatementFault => 'code' in one);
  return faults.length > 0 ? { faults } : { lines: read.filter((one): one is T => !('code' in one)) };
}

/** Reads a file of readings: serial number, date or instant, reading. */
export const readStatement = (text: string): Read<StatementLine> => readLines(text, readLine);

/** Reads a statement of energies: serial number, month or day, kWh. */
export const readEnergies = (text: string): Read<EnergyLine> => readLines(text, readEnergy);

/** The instant that a line means by the meter's clock; a day alone is its end. Null where the clock skips that time. */
export function instantOfLine(zone: string, { day, minute }: StatementLine['when']): number | null {
  if (minute === null || minute === 24 * 60) return dayBorders(zone, addDays(day, 1)).start;
  const [instant] = instantsOfLocal(zone, Date.parse(`${day}T00:00:00Z`) + minute * 60_000);
  return instant ?? null;
}
