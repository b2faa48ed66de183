import type { ReactNode } from 'react';
import { UNKNOWN } from '../format/numbers.ts';
import { useFormat } from '../format/use-format.ts';
import type { DataColumn } from './data-table.model.ts';

interface Props<T> {
  column: DataColumn<T>;
  row: T;
}

function Value<T>({ column, row }: Props<T>): ReactNode {
  const format = useFormat();
  const value = column.value(row);
  if (typeof value === 'number') return format.number(value, column.decimals ?? 2);
  return value === null || value === undefined || value === '' ? UNKNOWN : String(value);
}

/** What stands in one cell: the column's own look, else its value as the reader writes it. */
export function DataTableCell<T>({ column, row }: Props<T>): ReactNode {
  return column.cell ? column.cell(row) : <Value column={column} row={row} />;
}
