import type { ReactNode } from 'react';
import { UNKNOWN } from '../format/numbers.ts';
import classes from './facts.module.css';

interface Props {
  /** `grid`: the label above its value, side by side; `rows`: one a line, the value at the end of it. */
  look?: 'grid' | 'rows';
  /** So wide a pair of the grid is at least, in pixels. */
  min?: number;
  /** `lg` and `xl` for figures. */
  size?: 'md' | 'lg' | 'xl';
  children: ReactNode;
}

/** What is known of a thing, as pairs of label and value. */
export function Facts({ look = 'grid', min = 150, size = 'md', children }: Props) {
  const columns = look === 'grid' ? `repeat(auto-fill, minmax(min(${min}px, 100%), 1fr))` : undefined;
  return (
    <dl className={classes.facts} data-look={look} data-size={size} style={{ gridTemplateColumns: columns }}>
      {children}
    </dl>
  );
}

/** The unit behind a large figure, small and grey. */
export function Unit({ children }: { children: ReactNode }) {
  return <span className={classes.unit}>{children}</span>;
}

/** One pair; what is not known is a dash. */
export function Fact({ label, children }: { label: ReactNode; children?: ReactNode }) {
  const unknown = children === undefined || children === null || children === '';
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{unknown ? UNKNOWN : children}</dd>
    </div>
  );
}
