import type { ReactNode } from 'react';
import classes from './plain-table.module.css';

interface Column {
  /** As whoever listens hears it, too. */
  text: string;
  /** At the right, as figures stand. */
  number?: boolean;
  /** Heard only. */
  hidden?: boolean;
}

interface Props {
  /** What the table is called, where no caption says it. */
  label?: string;
  caption?: ReactNode;
  head?: readonly (string | Column)[];
  /** Nobody sees the head, whoever listens hears it. */
  headHidden?: boolean;
  /** Reaches the edges of a panel without padding. */
  inset?: boolean;
  /** The head stays in sight while the table scrolls within its box. */
  sticky?: boolean;
  /** Never broken: it scrolls sideways in its box. */
  nowrap?: boolean;
  /** On a phone each row becomes a block; a cell says what it is by its `data-label`. */
  stacked?: boolean;
  /** Rows: a `th scope="row"` names each, `data-number` on a cell sets a figure, `data-short` keeps a word whole. */
  children: ReactNode;
}

/** A short table without sorting, search or paging; those of a list belong to `DataTable`. */
export function PlainTable({
  label,
  caption,
  head,
  headHidden,
  inset,
  sticky,
  nowrap,
  stacked,
  children,
}: Props) {
  return (
    <table
      className={classes.table}
      aria-label={label}
      data-inset={inset || undefined}
      data-sticky={sticky || undefined}
      data-nowrap={nowrap || undefined}
      data-stacked={stacked || undefined}
    >
      {caption && <caption>{caption}</caption>}
      {head && (
        <thead className={headHidden ? 'visually-hidden' : undefined}>
          <tr>
            {head.map((column, i) => {
              const { text, number, hidden }: Column = typeof column === 'string' ? { text: column } : column;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may be called alike
                <th key={i} scope="col" data-number={number || undefined}>
                  {hidden ? <span className="visually-hidden">{text}</span> : text}
                </th>
              );
            })}
          </tr>
        </thead>
      )}
      <tbody>{children}</tbody>
    </table>
  );
}
