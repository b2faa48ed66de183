import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { compareNames, fold } from '../../units/names.ts';

export { fold } from '../../units/names.ts';

/** What a cell is sorted and searched by; null is not known and stands last, whichever the direction. */
export type CellValue = string | number | boolean | null | undefined;

/** A column of the portal's one table. */
export interface DataColumn<T> {
  /** Stands in the address when the page keeps the order there. */
  id: string;
  /** In the reader's language. */
  header: string;
  /** The header in full, where it is shortened. */
  title?: string;
  /** Where its figures come from, beside the header. */
  hint?: string;
  value: (row: T) => CellValue;
  /** What is shown where it is more than the value; numbers are written in the reader's manner by themselves. */
  cell?: (row: T) => ReactNode;
  /** What the search reads where the value is a code: the words that are shown. */
  text?: (row: T) => string;
  /** Figures stand to the right, in columns. */
  numeric?: boolean;
  decimals?: number;
  /** The column that names its row; also the title of the card on a phone. The first one where none says so. */
  names?: boolean;
  /** Long texts: they take a card's whole width. */
  long?: boolean;
  /** True unless the server orders the rows. */
  sortable?: boolean;
  /** The first press puts the greatest or newest first. */
  descFirst?: boolean;
  /** Of the table, such as `22%`; needed only where the contents choose badly. In a sheet, or where it keeps it in a wide table, in pixels: `74px`. */
  width?: string;
  /** Hidden until the reader shows it. */
  extra?: boolean;
  /** Gives way under 1,200 pixels. */
  wide?: boolean;
}

/** What the reader asked of the table, as plain texts that fit an address: `name` ascending, `-name` descending. */
export interface TableView {
  q: string;
  sort: string;
}

/** Rows that the server parts into pages. */
export interface Paging {
  page: number;
  page_size: number;
  count: number;
  onPage: (page: number) => void;
  onPageSize?: (size: number) => void;
  /** What they are pages of, where a screen has several such lists. */
  of?: string;
}

/** Rows that are chosen to do something with all of them. */
export interface Choosing<T> {
  /** By their keys. */
  chosen: ReadonlySet<string | number>;
  onChosen: (chosen: ReadonlySet<string | number>) => void;
  /** What the box of a row is called. */
  nameOf: (row: T) => string;
  /** What the box of all rows on screen is called. */
  all: string;
}

/** The same choice with these rows in it, or without them. */
export function chosenWith(
  chosen: ReadonlySet<string | number>,
  keys: readonly (string | number)[],
  on: boolean,
): ReadonlySet<string | number> {
  const next = new Set(chosen);
  for (const key of keys) {
    if (on) next.add(key);
    else next.delete(key);
  }
  return next;
}

/** How rows stand to each other and in their place. */
export interface TableLook<T> {
  /** What stands over other rows, as one cell over all columns; null for an ordinary row. */
  head?: ((row: T) => ReactNode) | undefined;
  /** How deep a row stands under others. */
  level?: ((row: T) => number) | undefined;
  /** Rows that count less. */
  muted?: ((row: T) => boolean) | undefined;
  /** Columns keep their widths, whatever stands in them; what does not fit is cut. */
  fixed?: boolean | undefined;
  /** A wide sheet of inline cells: it scrolls in itself, and what names a row stays in sight. */
  sheet?: boolean | undefined;
}

/** What a table's body needs, be it rows or cards. */
export interface TableBodyProps<T> extends TableLook<T> {
  label: string;
  columns: readonly DataColumn<T>[];
  /** Undefined until they are known. */
  rows: readonly T[] | undefined;
  rowKey: (row: T) => string | number;
  actions: ((row: T) => ReactNode) | undefined;
  choosing: Choosing<T> | undefined;
  /** What stands in a card instead of each column with its name. */
  card: ((row: T) => ReactNode) | undefined;
  compact: boolean;
  /** How many rows take their room while they are not known. */
  expected?: number | undefined;
  sort: string;
  byServer: boolean;
  onSort: (sort: string) => void;
}

export const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

function compareValues(a: CellValue, b: CellValue): number {
  if (typeof a === 'string' && typeof b === 'string') return compareNames(a, b);
  return Number(a) - Number(b);
}

const known = (value: CellValue) =>
  value === null || value === '' || (typeof value === 'number' && Number.isNaN(value)) ? undefined : value;

/** Our columns as the table engine wants them. */
export function columnDefsOf<T extends object>(
  columns: readonly DataColumn<T>[],
  byServer: boolean,
): ColumnDef<typeof features, T>[] {
  return columns.map((column) => ({
    id: column.id,
    accessorFn: (row) => known(column.value(row)),
    enableSorting: column.sortable ?? !byServer,
    sortDescFirst: column.descFirst ?? false,
    sortUndefined: 'last',
    sortFn: (a, b, id) => compareValues(a.getValue(id), b.getValue(id)),
  }));
}

/** `-name` as the table engine's state. */
export function sortingOf(sort: string): { id: string; desc: boolean }[] {
  if (sort === '') return [];
  return [sort.startsWith('-') ? { id: sort.slice(1), desc: true } : { id: sort, desc: false }];
}

/** The rows that hold every word of the text, anywhere and in any order. */
export function searchRows<T>(
  rows: readonly T[],
  columns: readonly DataColumn<T>[],
  q: string,
): readonly T[] {
  const words = fold(q).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  const textOf = (row: T) =>
    fold(columns.map((column) => column.text?.(row) ?? String(column.value(row) ?? '')).join('\n'));
  return rows.filter((row) => {
    const text = textOf(row);
    return words.every((word) => text.includes(word));
  });
}

/** Rows searched and ordered as the table does it, for a page that shows a part of them. What is not known comes last. */
export function arrangedRows<T>(
  rows: readonly T[],
  columns: readonly DataColumn<T>[],
  { q, sort }: TableView,
): readonly T[] {
  const found = searchRows(rows, columns, q);
  const [order] = sortingOf(sort);
  const column = columns.find(({ id }) => id === order?.id);
  if (!order || !column) return found;
  return found.toSorted((a, b) => {
    const [left, right] = [known(column.value(a)), known(column.value(b))];
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined);
    return order.desc ? compareValues(right, left) : compareValues(left, right);
  });
}
