import { Checkbox, Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './DataTable.module.css';
import { DataTableCell } from './DataTableCell.tsx';
import { chosenWith, type DataColumn, sortingOf, type TableBodyProps } from './data-table.model.ts';
import { moveInRows } from './row-keys.ts';
import { useActionsWidth } from './use-actions-width.ts';
import { useRowWindow } from './use-row-window.ts';
import { useTooWide } from './use-too-wide.ts';

const NO_ROWS = 6;
/** Of a column of many rows, on average: with less room the table is scrolled sideways. */
const MIN = 120;
/** What a cell leaves free at its sides. */
const PADDING = 24;

interface HeadProps<T> {
  column: DataColumn<T>;
  sort: string;
  byServer: boolean;
  onSort: (sort: string) => void;
}

/** Ascending, descending, and back to the order in which the rows came; or from the greatest downwards. */
function nextSort<T>({ column, sort }: HeadProps<T>): string {
  const cycle = column.descFirst ? [`-${column.id}`, column.id, ''] : [column.id, `-${column.id}`, ''];
  return cycle[cycle.indexOf(sort) + 1] ?? cycle[0] ?? '';
}

function Head<T>(props: HeadProps<T>) {
  const { column, sort } = props;
  const [current] = sortingOf(sort);
  const desc = current?.id === column.id ? current.desc : null;
  const align = column.numeric || undefined;
  const style = column.width ? { width: column.width } : undefined;
  if (!(column.sortable ?? !props.byServer))
    return (
      <th scope="col" data-numeric={align} style={style}>
        {column.header}
      </th>
    );
  const Icon = desc === null ? IconArrowsSort : desc ? IconArrowDown : IconArrowUp;
  const order = desc === null ? 'none' : desc ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={order} data-numeric={align} style={style}>
      <button type="button" className={styles.sort} onClick={() => props.onSort(nextSort(props))}>
        {column.header}
        <Icon size={13} stroke={2} aria-hidden="true" />
      </button>
    </th>
  );
}

/** Of many rows the names are shortened to fit: this is what they are called in full. */
const wholeOf = <T,>(column: DataColumn<T>, row: T): string =>
  column.text?.(row) ?? String(column.value(row) ?? '');

function Waiting({ columns, rows }: { columns: number; rows: number }) {
  return Array.from({ length: rows }, (_, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
    <tr key={i}>
      {Array.from({ length: columns }, (_, j) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <td key={j}>
          <Skeleton height={12} width={j === 0 ? '70%' : '45%'} />
        </td>
      ))}
    </tr>
  ));
}

type ChooseAllProps<T> = Pick<TableBodyProps<T>, 'rows' | 'rowKey'> & {
  choosing: NonNullable<TableBodyProps<T>['choosing']>;
};

/** Chooses every row on screen, or none of them. */
function ChooseAll<T>({ rows = [], rowKey, choosing }: ChooseAllProps<T>) {
  const { chosen, onChosen, all } = choosing;
  const keys = rows.map(rowKey);
  const count = keys.filter((key) => chosen.has(key)).length;
  const whole = count > 0 && count === keys.length;
  return (
    <Checkbox
      aria-label={all}
      disabled={keys.length === 0}
      checked={whole}
      indeterminate={count > 0 && !whole}
      onChange={() => onChosen(chosenWith(chosen, keys, !whole))}
    />
  );
}

/** The rows as a table, on screens that have room for one. */
export function DataTableRows<T extends object>(props: TableBodyProps<T>) {
  const { columns, rows, rowKey, actions, choosing } = props;
  const { t } = useTranslation();
  const table = useRef<HTMLTableElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const tooWide = useTooWide(table);
  const { many, from, to, before, after } = useRowWindow(body, rows?.length ?? 0, props.compact ? 32 : 40);
  const actionsWidth = useActionsWidth(table, many) + PADDING;
  const width = columns.length + (actions ? 1 : 0) + (choosing ? 1 : 0);
  const naming = columns.find((column) => column.names) ?? columns[0];
  const gap = (height: number) =>
    height > 0 && (
      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row that only takes room, and takes no focus
      <tr aria-hidden="true">
        <td colSpan={width} style={{ height, padding: 0, border: 0 }} />
      </tr>
    );
  return (
    <section
      className={styles.box}
      data-too-wide={tooWide || undefined}
      aria-label={tooWide ? props.label : undefined}
      // A scrolling region must be reachable by keyboard.
      tabIndex={tooWide ? 0 : undefined}
    >
      <table
        ref={table}
        className={styles.table}
        data-compact={props.compact || undefined}
        data-many={many || undefined}
        style={many ? { minWidth: columns.length * MIN + actionsWidth } : undefined}
        aria-busy={!rows}
        aria-rowcount={many ? (rows?.length ?? 0) + 1 : undefined}
      >
        <caption className="visually-hidden">{props.label}</caption>
        <thead>
          <tr>
            {choosing && (
              <th scope="col" className={styles.choice}>
                <ChooseAll {...props} choosing={choosing} />
              </th>
            )}
            {columns.map((column) => (
              <Head
                key={column.id}
                column={column}
                sort={props.sort}
                byServer={props.byServer}
                onSort={props.onSort}
              />
            ))}
            {actions && (
              <th scope="col" className={styles.actions} style={many ? { width: actionsWidth } : undefined}>
                <span className="visually-hidden">{t('table.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={moveInRows}>
          {!rows && <Waiting columns={width} rows={props.expected ?? NO_ROWS} />}
          {gap(before)}
          {rows?.slice(from, to).map((row, place) => (
            <tr
              key={rowKey(row)}
              aria-rowindex={many ? from + place + 2 : undefined}
              data-chosen={choosing?.chosen.has(rowKey(row)) || undefined}
            >
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
                    title={many && column === naming ? wholeOf(column, row) : undefined}
                  >
                    <DataTableCell column={column} row={row} />
                  </Cell>
                );
              })}
              {actions && (
                <td className={styles.actions}>
                  <span data-row-actions className={styles.buttons}>
                    {actions(row)}
                  </span>
                </td>
              )}
            </tr>
          ))}
          {gap(after)}
        </tbody>
      </table>
    </section>
  );
}
