import { guessQuantity, plain, readHeader, type TargetVariable } from './csv-header.model.ts';
import { areIntervals, powerOfEnergy } from './csv-interval.model.ts';
import { matchColumns } from './csv-match.model.ts';
import { conversion, isEmptyCell, isInvalidCode, parseNumber } from './csv-number.model.ts';
import type { ImportTarget, Note } from './imports.model.ts';
import type { CsvMapping } from './measurements.contract.ts';

type Decimal = CsvMapping['decimal'];

interface Column {
  column: number;
  header: string;
  cells: string[];
}

interface Body {
  readonly rows: readonly (readonly string[])[];
  readonly header: readonly string[];
  /** Columns that tell the time. */
  readonly times: readonly (number | null)[];
  readonly decimal: Decimal;
}

/** The share of figures that makes a column one of figures, where its header says nothing, and where it says what. */
const FIGURES_UNNAMED = 0.8;
const FIGURES_NAMED = 0.5;

/** Whether a column holds figures: the better its header names a variable, the more bad cells are believed to be just that. */
function holdsFigures({ header, cells }: Column, { decimal }: Body, known: ReadonlySet<string>): boolean {
  const numeric = cells.filter((cell) => parseNumber(cell, decimal) !== undefined).length;
  const named = guessQuantity(readHeader(header)) !== undefined;
  // What is empty at the beginning, as a sensor that came later, is known by its name alone.
  if (cells.length === 0) return named;
  if (numeric > 0 && known.has(plain(header))) return true;
  return numeric >= (named ? FIGURES_NAMED : FIGURES_UNNAMED) * cells.length;
}

function numericColumns(body: Body, target: ImportTarget): Column[] {
  const { rows, header, times } = body;
  const known = new Set(
    target.variables.flatMap(({ name, label_en, label_it }) => [name, label_en, label_it].map(plain)),
  );
  return header.flatMap((name, column) => {
    if (times.includes(column)) return [];
    const cells = rows.map((record) => record[column] ?? '').filter((cell) => !isEmptyCell(cell));
    const one = { column, header: name, cells };
    return holdsFigures(one, body, known) ? [one] : [];
  });
}

/** Beyond this many times nominal power, kilowatts must be watts. */
const BEYOND_NOMINAL = 20;

function unitOf({ header, cells }: Column, variable: TargetVariable, target: ImportTarget, decimal: Decimal) {
  const written = readHeader(header).unit;
  if (written !== undefined && conversion(written, variable.unit)) return { unit: written, code: null };
  if (written !== undefined && powerOfEnergy(written, variable.unit) !== undefined)
    return { unit: written, code: null };
  const figures = cells.map((cell) => parseNumber(cell, decimal) ?? 0);
  const largest = figures.reduce((max, x) => (isInvalidCode(x) ? max : Math.max(max, Math.abs(x))), 0);
  const power = variable.unit === 'kW' && target.nominal_kw !== null && target.nominal_kw > 0;
  if (power && largest > BEYOND_NOMINAL * (target.nominal_kw ?? 0))
    return { unit: 'W', code: 'unit_guessed' };
  // The variable's own name carries its unit: a column called like it is in it.
  return {
    unit: variable.unit,
    code: header === variable.name || variable.unit === '' ? null : 'unit_assumed',
  };
}

/** Whether a column holds the energy of each interval, by what it is called and by its figures. */
function holdsIntervals({ header, cells }: Column, decimal: Decimal): boolean {
  const read = readHeader(header);
  const isEnergy = read.unit !== undefined && powerOfEnergy(read.unit, 'kW') !== undefined;
  if (!isEnergy && !guessQuantity(read)?.startsWith('energy_')) return false;
  return areIntervals(cells.flatMap((cell) => parseNumber(cell, decimal) ?? []));
}

export interface UnderstoodColumns {
  readonly columns: CsvMapping['columns'];
  readonly notes: readonly Note[];
  /** Whether energies of intervals are among them. */
  readonly intervals: boolean;
}

/** Which variable each column of figures is stored in, and in which unit it comes. */
export function understandColumns(body: Body, target: ImportTarget): UnderstoodColumns {
  const { decimal } = body;
  const numeric = numericColumns(body, target).map((column) => ({
    ...column,
    intervals: holdsIntervals(column, decimal),
  }));
  const matched = matchColumns(numeric, target.variables);
  const notes: Note[] = [];
  const columns: CsvMapping['columns'] = [];
  for (const column of numeric) {
    const variable = matched.get(column.column);
    if (!variable) {
      const params = { column: column.header || column.column + 1 };
      notes.push({ code: column.intervals ? 'intervals_left_out' : 'left_out', params });
      continue;
    }
    const { unit, code } = column.intervals
      ? { unit: readHeader(column.header).unit ?? 'kWh', code: null }
      : unitOf(column, variable, target, decimal);
    if (code) notes.push({ code, params: { column: column.header, unit } });
    columns.push({ column: column.column, variable: variable.name, unit });
  }
  const intervals = numeric.some((column) => column.intervals && matched.has(column.column));
  return { columns, notes, intervals };
}
