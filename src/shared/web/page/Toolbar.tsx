import type { ReactNode } from 'react';
import classes from './page.module.css';

interface Props {
  /** Stands at the other end of the line. */
  end?: ReactNode;
  children: ReactNode;
}

/** Fields and buttons in a line above what they change; on a phone they share its width. */
export function Toolbar({ end, children }: Props) {
  return (
    <div className={classes.toolbar}>
      {children}
      {end && <div className={classes.toolbarEnd}>{end}</div>}
    </div>
  );
}

/** Buttons that stay in sight at the lower edge of the window while the page is longer. */
export function StickyBar({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.stickyBar}>
      {note && <div className={classes.stickyNote}>{note}</div>}
      {children}
    </div>
  );
}

/** Buttons beside each other, high enough for a thumb on a phone; `spaced` where they follow a text. */
export function Buttons({ spaced, children }: { spaced?: boolean; children: ReactNode }) {
  return (
    <div className={classes.buttons} data-spaced={spaced || undefined}>
      {children}
    </div>
  );
}
