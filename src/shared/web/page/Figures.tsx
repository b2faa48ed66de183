import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { UNKNOWN } from '../format/numbers.ts';
import classes from './figures.module.css';
import { Hint } from './Hint.tsx';

type Columns = 4 | 5 | 6;

interface FiguresProps {
  columns?: Columns;
  /** The last is a FigureTile: on a phone it has a line of its own, and so has the one before it. */
  tile?: boolean;
  children: ReactNode;
}

/** A row of tiles with a figure each; fewer side by side where it is narrow. */
export function Figures({ columns = 4, tile, children }: FiguresProps) {
  return (
    <dl className={classes.figures} data-columns={columns} data-tile={tile || undefined}>
      {children}
    </dl>
  );
}

/** Holds the place of the tiles until their figures are there. */
export function FiguresWaiting({ columns = 4, tile }: Omit<FiguresProps, 'children'>) {
  return (
    <div className={classes.figures} data-columns={columns} data-tile={tile || undefined} aria-busy="true">
      {Array.from({ length: columns }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={i} className={classes.waiting ?? ''} radius={12} />
      ))}
    </div>
  );
}

interface FigureProps {
  label: string;
  /** What is not known is a dash and has no unit. */
  value: string | null;
  unit?: string | undefined;
  /** What has to be known of the figure: its age, what it does not count. */
  note?: ReactNode;
  hint?: string;
}

/** One figure with its name: the number large, the unit small and grey, a remark beneath. */
export function Figure({ label, value, unit, note, hint }: FigureProps) {
  const said = value ?? UNKNOWN;
  const shownUnit = value === null ? undefined : unit;
  return (
    <div className={classes.tile}>
      <dt className={classes.label}>
        {label}
        {hint && <Hint text={hint} />}
      </dt>
      <dd className={classes.figure} title={[said, shownUnit].filter(Boolean).join(' ')}>
        <span className={classes.value}>{said}</span>
        {shownUnit && <span className={classes.unit}> {shownUnit}</span>}
      </dd>
      {note && <dd className={classes.note}>{note}</dd>}
    </div>
  );
}

/** A tile of another shape, in the same frame. */
export function FigureTile({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.tile}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.body}>{children}</dd>
    </div>
  );
}
