import { unguarded } from '../../shared/units/csv-text.ts';
import type { AddressManner } from './map-address.ts';
import { type CellContext, cellText, isEmpty, readCell, type Said } from './map-cells.ts';
import { columnsOf, findHeader, HEADER_ROWS, type MapColumn } from './map-columns.ts';
import {
  type MapFaultCode,
  type MapParams,
  type MapRemark,
  type MapWarningCode,
  Remarks,
  shownCell,
} from './map-fault.ts';
import { type KnownNames, readName } from './map-names.ts';
import { usesPoint } from './map-numbers.ts';
import type { MapCell, MapField, MapTable, MapWords } from './map-variable.ts';

/** A row that names a variable. */
export interface MapRow {
  /** As a spreadsheet counts, from 1. */
  readonly row: number;
  readonly name: string;
  readonly said: Said;
  readonly cells: readonly MapCell[];
  /** Whether one of its cells could not be read: what it comes to is not judged. */
  readonly faulty: boolean;
}

export interface MapReading {
  readonly columns: readonly MapColumn[];
  readonly rows: readonly MapRow[];
  readonly faults: Remarks<MapFaultCode>;
  readonly warnings: Remarks<MapWarningCode>;
}

export interface MapReadOptions {
  readonly words: MapWords;
  readonly names: KnownNames;
  readonly manner: AddressManner;
  /** Variables that a device takes. */
  readonly most: number;
}

type Columns = ReadonlyMap<MapField, MapColumn>;

/** Where a remark about a field of a row stands. */
export function placeOf(
  columns: readonly MapColumn[],
  { row, cells }: Pick<MapRow, 'row' | 'cells'>,
  field: MapField,
): Pick<MapRemark, 'row' | 'column' | 'header' | 'field' | 'read'> {
  const column = columns.find(({ known }) => known?.field === field);
  if (!column) return { row, column: null, header: null, field, read: null };
  const read = shownCell(cells[column.place] ?? null);
  return { row, column: column.place + 1, header: shownCell(column.header), field, read };
}

const isBlank = (cells: readonly MapCell[]): boolean => cells.every((cell) => cellText(cell) === '');

/** Each field's one column: that with the field's own name, else the first. */
function chosenColumns(columns: readonly MapColumn[]): Columns {
  const chosen = new Map<MapField, MapColumn>();
  for (const column of columns) {
    const field = column.known?.field;
    if (field && (!chosen.has(field) || column.header.toLowerCase() === field)) chosen.set(field, column);
  }
  return chosen;
}

/** A column called quantity that only counts is one of numbers of registers. */
function countsRegisters(column: MapColumn, body: readonly (readonly MapCell[])[]): boolean {
  if (column.known?.field !== 'quantity') return false;
  const cells = body.map((row) => cellText(row[column.place] ?? null)).filter(Boolean);
  return cells.length > 0 && cells.every((cell) => /^\d+$/.test(cell));
}

/** The columns with what is read of them: what is not known, or stands twice, is left out and said. */
function judgeColumns(
  named: readonly MapColumn[],
  { header, body }: { header: number; body: readonly (readonly MapCell[])[] },
  warnings: Remarks<MapWarningCode>,
): MapColumn[] {
  const columns = named.map((one) => (countsRegisters(one, body) ? { ...one, known: null } : one));
  const chosen = chosenColumns(columns);
  return columns.map((one) => {
    const { known, place } = one;
    const first = known && chosen.get(known.field);
    if (one.header === '' || first === one) return one;
    const text = shownCell(one.header);
    const [code, params]: [MapWarningCode, MapParams] = known
      ? ['column_twice', { field: known.field, other: shownCell(first?.header ?? '') ?? '' }]
      : ['unknown_column', {}];
    warnings.add({ row: header + 1, column: place + 1, header: text, field: null, code, params, read: text });
    return { ...one, known: null };
  });
}

/** What the fields of a row say beside its name. */
function readSaid(
  columns: Columns,
  row: Pick<MapRow, 'row' | 'cells'>,
  wish: Omit<CellContext, 'column'> & {
    fault: (field: MapField, code: MapFaultCode, params: MapParams) => void;
  },
): Said {
  const said: Record<string, unknown> = {};
  for (const [field, { place, known }] of columns) {
    if (field === 'name') continue;
    const cell = row.cells[place] ?? null;
    if (isEmpty(field, cell)) {
      said[field] = null;
      continue;
    }
    const read = readCell(field, cell, { ...wish, column: known?.manner });
    if ('fault' in read) wish.fault(field, read.fault, read.params ?? {});
    else said[field] = read.value;
  }
  return said as Said;
}

const NAMING = ['name', 'label_en', 'label_it'] as const;

/** What a map of registers says, row by row, before it is held against a device. Every fault of every row is told. */
export function readMap({ rows, cut }: MapTable, wish: MapReadOptions): MapReading {
  const faults = new Remarks<MapFaultCode>();
  const warnings = new Remarks<MapWarningCode>();
  const header = findHeader(rows);
  if (header === undefined) {
    faults.whole('no_header', { rows: HEADER_ROWS });
    return { columns: [], rows: [], faults, warnings };
  }
  const body = rows.slice(header + 1);
  if (rows.slice(0, header).some((row) => !isBlank(row))) warnings.whole('rows_above', { row: header + 1 });
  const columns = judgeColumns(columnsOf(rows[header] ?? []), { header, body }, warnings);
  const chosen = chosenColumns(columns);
  const naming = NAMING.find((field) => chosen.has(field));
  if (naming === undefined) {
    faults.whole('missing_column', { field: 'name' });
    return { columns, rows: [], faults, warnings };
  }
  const filled = body
    .map((cells, i) => ({ cells, row: header + 2 + i }))
    .filter(({ cells }) => !isBlank(columns.map(({ place }) => cells[place] ?? null)));
  if (filled.length === 0) faults.whole('no_rows');
  if (filled.length > wish.most || cut)
    faults.whole('too_many', { rows: cut ? `> ${filled.length}` : filled.length, most: wish.most });
  const pointed = body.some((cells) => cells.some(usesPoint));
  const reader = { ...wish, columns, chosen, naming, pointed, faults, warnings };
  return { columns, rows: readRows(filled.slice(0, wish.most), reader), faults, warnings };
}

interface Reader extends MapReadOptions {
  columns: readonly MapColumn[];
  chosen: Columns;
  naming: (typeof NAMING)[number];
  pointed: boolean;
  faults: Remarks<MapFaultCode>;
  warnings: Remarks<MapWarningCode>;
}

function readRows(filled: readonly Pick<MapRow, 'row' | 'cells'>[], reader: Reader): MapRow[] {
  const { columns, chosen, faults } = reader;
  const seen = new Map<string, number>();
  const found: MapRow[] = [];
  for (const row of filled) {
    const fault = (field: MapField, code: MapFaultCode, params: MapParams) =>
      faults.add({ ...placeOf(columns, row, field), code, params });
    const name = nameOf(row, reader);
    const before = faults.count;
    const said = readSaid(chosen, row, { ...reader, fault });
    if (name === undefined) continue;
    const first = seen.get(name);
    if (first !== undefined) {
      fault(reader.naming, 'name_twice', { row: first });
      continue;
    }
    seen.set(name, row.row);
    found.push({ ...row, name, said, faulty: faults.count > before });
  }
  return found;
}

/** The name of a row's variable; undefined, and told, where it has none. */
function nameOf(row: Pick<MapRow, 'row' | 'cells'>, reader: Reader): string | undefined {
  const { columns, chosen, naming, faults, warnings, names } = reader;
  const text = unguarded(cellText(row.cells[chosen.get(naming)?.place ?? 0] ?? null)).trim();
  const at = placeOf(columns, row, naming);
  const { name, made } = readName(text, names);
  if (name === '' || !text.isWellFormed()) {
    faults.add({ ...at, code: text === '' ? 'missing_name' : 'bad_name', params: {} });
    return undefined;
  }
  if (made) warnings.add({ ...at, code: 'name_made', params: { name } });
  return name;
}
