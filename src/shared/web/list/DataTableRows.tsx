import { Skeleton } from '@mantine/core';
import { type RefObject, useRef } from 'react';
import styles from './DataTable.module.css';
import { DataTableHead } from './DataTableHead.tsx';
import { DataTableRow } from './DataTableRow.tsx';
import type { DataColumn, TableBodyProps } from './data-table.model.ts';
import { moveInRows, openRow } from './row-keys.ts';
import sheets from './sheet.module.css';
import { useActionsWidth } from './use-actions-width.ts';
import { useRowWindow } from './use-row-window.ts';
import { useTooWide } from './use-too-wide.ts';

const NO_ROWS = 6;
/** Of a column of many rows, on average, unless it says so in pixels: with less room the table is scrolled sideways. */
const MIN = 120;
/** What a cell leaves free at its sides. */
const PADDING = 24;
const SHEET_HEIGHT = 44;

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

const widthOf = <T,>(columns: readonly DataColumn<T>[], rest: number): number =>
  columns.reduce((sum, { width = '0' }) => sum + Number.parseInt(width, 10), rest);
const leastOf = <T,>(columns: readonly DataColumn<T>[], rest: number): number =>
  columns.reduce((sum, { width }) => sum + (width?.endsWith('px') ? Number.parseInt(width, 10) : MIN), rest);
/** Of the boxes to choose rows by. */
const CHOICE = 40;

/** How wide the table is where its columns keep their widths. */
function styleOf<T>(
  { columns, choosing, sheet }: TableBodyProps<T>,
  { many, actionsWidth }: { many: boolean; actionsWidth: number },
) {
  if (sheet) return { width: widthOf(columns, actionsWidth + (choosing ? CHOICE : 0)) };
  return many ? { minWidth: leastOf(columns, actionsWidth) } : undefined;
}

function Gap({ columns, height }: { columns: number; height: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row that only takes room, and takes no focus
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

interface BodyProps<T> {
  props: TableBodyProps<T>;
  body: RefObject<HTMLTableSectionElement | null>;
  near: ReturnType<typeof useRowWindow>;
}

/** The rows near the window, between the room of those that are not. */
function Body<T extends object>({ props, body, near }: BodyProps<T>) {
  const { columns, rows, rowKey, actions, choosing } = props;
  const { many, from, to, before, after, measure } = near;
  const width = columns.length + (actions ? 1 : 0) + (choosing ? 1 : 0);
  return (
    <tbody ref={body} onKeyDown={moveInRows} onClick={openRow}>
      {!rows && <Waiting columns={width} rows={props.expected ?? NO_ROWS} />}
      <Gap columns={width} height={before} />
      {rows?.slice(from, to).map((row, place) => (
        <DataTableRow
          key={rowKey(row)}
          columns={columns}
          rowKey={rowKey}
          actions={actions}
          choosing={choosing}
          head={props.head}
          level={props.level}
          muted={props.muted}
          fixed={props.fixed}
          row={row}
          rowRef={props.sheet ? measure : undefined}
          place={from + place}
          many={many}
        />
      ))}
      <Gap columns={width} height={after} />
    </tbody>
  );
}

/** The rows as a table, on screens that have room for one. */
export function DataTableRows<T extends object>(props: TableBodyProps<T>) {
  const { rows, sheet } = props;
  const box = useRef<HTMLElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const tooWide = useTooWide(table) && !sheet;
  const height = sheet ? SHEET_HEIGHT : props.compact ? 32 : 40;
  const near = useRowWindow(body, rows?.length ?? 0, height, sheet ? box : undefined);
  const { many } = near;
  const fixed = many || props.fixed === true || sheet === true;
  const actionsWidth = useActionsWidth(table, fixed) + PADDING;
  const scrolls = tooWide || sheet;
  return (
    <section
      ref={box}
      className={`${styles.box} ${sheet ? sheets.box : ''}`}
      data-too-wide={tooWide || undefined}
      aria-label={scrolls ? props.label : undefined}
      // A scrolling region must be reachable by keyboard.
      tabIndex={scrolls ? 0 : undefined}
    >
      <table
        ref={table}
        className={`${styles.table} ${sheet ? sheets.table : ''}`}
        data-compact={props.compact || undefined}
        data-many={(fixed && !sheet) || undefined}
        data-choosing={props.choosing !== undefined || undefined}
        style={styleOf(props, { many, actionsWidth })}
        aria-busy={!rows}
        aria-rowcount={many ? (rows?.length ?? 0) + 1 : undefined}
      >
        <caption className="visually-hidden">{props.label}</caption>
        <DataTableHead {...props} actionsWidth={fixed ? actionsWidth : undefined} />
        <Body props={props} body={body} near={near} />
      </table>
    </section>
  );
}
