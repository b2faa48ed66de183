import type { ReactNode } from 'react';
import { UNKNOWN } from '../format/numbers.ts';
import classes from './facts.module.css';

interface Props {
  /** `grid`: the label above its value, side by side; `rows`: one a line, the value at the end of it. */
  look?: 'grid' | 'rows';
  /** So wide a pair of the grid is at least, in pixels. */
  min?: number;
  /** So many pairs stand side by side, however wide the place is. */
  columns?: number;
  /** `lg` and `xl` for figures. */
  size?: 'md' | 'lg' | 'xl';
  /** Values stand out from their labels. */
  strong?: boolean;
  children: ReactNode;
}

/** What is known of a thing, as pairs of label and value. */
export function Facts({ look = 'grid', min = 150, columns, size = 'md', strong, children }: Props) {
  const tracks = columns
    ? `repeat(${columns}, minmax(0, 1fr))`
    : `repeat(auto-fill, minmax(min(${min}px, 100%), 1fr))`;
  return (
    <dl
      className={classes.facts}
      data-look={look}
      data-size={size}
      data-strong={strong || undefined}
      style={{ gridTemplateColumns: look === 'grid' ? tracks : undefined }}
    >
      {children}
    </dl>
  );
}

/** The unit behind a large figure, small and grey. */
export function Unit({ children }: { children: ReactNode }) {
  return <span className={classes.unit}>{children}</span>;
}

/** One pair; what is not known is a dash. @param title what the value counts, for whoever points at its label */
export function Fact({
  label,
  title,
  children,
}: {
  label: ReactNode;
  title?: string | undefined;
  children?: ReactNode;
}) {
  const unknown = children === undefined || children === null || children === '';
  return (
    <div className={classes.fact}>
      <dt title={title}>{label}</dt>
      <dd>{unknown ? UNKNOWN : children}</dd>
    </div>
  );
}
