import { Checkbox } from '@mantine/core';
import { memo, type Ref } from 'react';
import styles from './DataTable.module.css';
import { DataTableCell } from './DataTableCell.tsx';
import { chosenWith, type DataColumn, type TableBodyProps } from './data-table.model.ts';

const namingOf = <T,>(columns: readonly DataColumn<T>[]) =>
  columns.find((column) => column.names) ?? columns[0];

/** Of many rows the names are shortened to fit: this is what they are called in full. */
const wholeOf = <T,>(column: DataColumn<T>, row: T): string =>
  column.text?.(row) ?? String(column.value(row) ?? '');

type OfBody = 'columns' | 'rowKey' | 'actions' | 'choosing' | 'head' | 'level' | 'muted' | 'fixed';

interface RowProps<T> extends Pick<TableBodyProps<T>, OfBody> {
  row: T;
  rowRef: Ref<HTMLTableRowElement> | undefined;
  place: number;
  many: boolean;
}

/** The cells of an ordinary row. */
function Cells<T extends object>({ columns, row, choosing, rowKey, many, fixed }: RowProps<T>) {
  const naming = namingOf(columns);
  return (
    <>
      {choosing && (
        <td data-choice className={styles.choice}>
          <Checkbox
            aria-label={choosing.nameOf(row)}
            checked={choosing.chosen.has(rowKey(row))}
            onChange={({ currentTarget }) =>
              choosing.onChosen(chosenWith(choosing.chosen, [rowKey(row)], currentTarget.checked))
            }
          />
        </td>
      )}
      {columns.map((column) => {
        const Cell = column === naming ? 'th' : 'td';
        return (
          <Cell
            key={column.id}
            scope={column === naming ? 'row' : undefined}
            data-numeric={column.numeric || undefined}
            title={(many || fixed) && column === naming ? wholeOf(column, row) : undefined}
          >
            <DataTableCell column={column} row={row} />
          </Cell>
        );
      })}
    </>
  );
}

function Row<T extends object>(props: RowProps<T>) {
  const { columns, row, rowKey, choosing, actions, place, many } = props;
  const head = props.head?.(row) ?? null;
  const level = props.level?.(row) ?? 0;
  return (
    <tr
      ref={props.rowRef}
      data-index={place}
      aria-rowindex={many ? place + 2 : undefined}
      data-chosen={choosing?.chosen.has(rowKey(row)) || undefined}
      data-head={head === null ? undefined : level > 0 ? 'under' : 'top'}
      data-level={level || undefined}
      data-muted={props.muted?.(row) || undefined}
    >
      {head === null ? (
        <Cells {...props} />
      ) : (
        <th scope="rowgroup" colSpan={columns.length + (choosing ? 1 : 0)}>
          {head}
        </th>
      )}
      {actions && (
        <td className={styles.actions}>
          <span data-row-actions className={styles.buttons}>
            {actions(row)}
          </span>
        </td>
      )}
    </tr>
  );
}

/**
 * A row of the table; one that stands over others is a single cell over all columns. It is rendered anew where something of
 * it changed: a key in the search leaves the rows on screen alone.
 */
export const DataTableRow = memo(Row) as typeof Row;
