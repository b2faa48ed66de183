import { Checkbox, Skeleton } from '@mantine/core';
import { useRef } from 'react';
import styles from './DataTable.module.css';
import { DataTableCell } from './DataTableCell.tsx';
import { chosenWith, type TableBodyProps } from './data-table.model.ts';
import { useRowWindow } from './use-row-window.ts';

const HEIGHT = 150;

/** The rows as cards, on phones and where a list is looked at so: what names the row as their title, the rest as terms and their values. */
export function DataTableCards<T extends object>({
  columns,
  rows,
  rowKey,
  actions,
  choosing,
  card,
  head,
  muted,
  label,
}: TableBodyProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const { many, from, to, before, after, measure } = useRowWindow(list, rows?.length ?? 0, HEIGHT);
  const naming = columns.find((column) => column.names) ?? columns[0];
  const others = columns.filter((column) => column !== naming);
  if (!rows) return <Skeleton height={HEIGHT * 2} radius={12} aria-busy="true" />;
  return (
    <ul
      ref={list}
      className={styles.cards}
      aria-label={label}
      style={{ paddingBlock: `${before}px ${after}px` }}
    >
      {rows.slice(from, to).map((row, place) => {
        const over = head?.(row) ?? null;
        const own = over ?? card?.(row);
        return (
          <li
            key={rowKey(row)}
            ref={measure}
            data-index={from + place}
            className={styles.card}
            data-head={over !== null || undefined}
            data-muted={muted?.(row) || undefined}
            aria-setsize={many ? rows.length : undefined}
            aria-posinset={many ? from + place + 1 : undefined}
          >
            <div className={styles.cardHead} data-own={(over === null && card !== undefined) || undefined}>
              {choosing && over === null && (
                <Checkbox
                  aria-label={choosing.nameOf(row)}
                  checked={choosing.chosen.has(rowKey(row))}
                  onChange={({ currentTarget }) =>
                    choosing.onChosen(chosenWith(choosing.chosen, [rowKey(row)], currentTarget.checked))
                  }
                />
              )}
              <div className={styles.cardTitle}>
                {own ?? (naming && <DataTableCell column={naming} row={row} />)}
              </div>
              {actions && <div className={styles.cardActions}>{actions(row)}</div>}
            </div>
            {own === undefined && (
              <dl className={styles.facts}>
                {others.map((column) => (
                  <div key={column.id} data-long={column.long || undefined}>
                    <dt>{column.header}</dt>
                    <dd>
                      <DataTableCell column={column} row={row} />
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        );
      })}
    </ul>
  );
}
