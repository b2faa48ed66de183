import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './entries.module.css';

/** A short list of things, one a line, each with what can be done with it. */
export function Entries({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={classes.entries} aria-label={label}>
      {children}
    </ul>
  );
}

interface EntryProps {
  icon?: TablerIcon;
  name: ReactNode;
  /** What the name says when it is pointed at. */
  title?: string;
  /** Stands behind the name: a state, a mark. */
  beside?: ReactNode;
  details?: ReactNode;
  actions?: ReactNode;
  /** Stands below, over the whole width of the text: what went wrong. */
  children?: ReactNode;
}

export function Entry({ icon: Icon, name, title, beside, details, actions, children }: EntryProps) {
  return (
    <li className={classes.entry}>
      {Icon && <Icon size={20} stroke={1.6} aria-hidden="true" />}
      <div className={classes.about}>
        <div className={classes.name} title={title}>
          {name}
          {beside}
        </div>
        {details && <div className={classes.details}>{details}</div>}
        {children}
      </div>
      {actions}
    </li>
  );
}
