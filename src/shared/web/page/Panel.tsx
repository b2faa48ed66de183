import type { ReactNode } from 'react';
import classes from './page.module.css';

interface Props {
  /** Makes the surface a section of the page with this name, where no heading stands on it. */
  label?: string;
  /** `none` for what reaches the edges, such as a table. */
  pad?: 'none' | 'sm' | 'md';
  children: ReactNode;
}

/** A surface on the page: what belongs together stands on one. */
export function Panel({ pad = 'md', label, children }: Props) {
  const Tag = label ? 'section' : 'div';
  return (
    <Tag className={classes.panel} data-pad={pad} aria-label={label}>
      {children}
    </Tag>
  );
}
