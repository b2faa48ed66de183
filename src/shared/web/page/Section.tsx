import { type ReactNode, useId } from 'react';
import classes from './page.module.css';

interface Props {
  title: ReactNode;
  hint?: ReactNode;
  /** Stands beside the title: a state, a count. */
  beside?: ReactNode;
  actions?: ReactNode;
  /** `panel`: on a surface of its own; `beside`: there, the title on the left and the content on the right; `table`: there, the content reaching its edges; `plain`: on the page. */
  look?: 'panel' | 'beside' | 'table' | 'plain';
  /** Where a link with this hash leads. */
  anchor?: string;
  order?: 2 | 3;
  children?: ReactNode;
}

/** One matter of a page under its own heading. */
export function Section({
  title,
  hint,
  beside,
  actions,
  look = 'panel',
  anchor,
  order = 2,
  children,
}: Props) {
  const id = useId();
  const Title = `h${order}` as const;
  return (
    <section id={anchor} className={classes.section} data-look={look} aria-labelledby={id}>
      <div className={classes.sectionHead}>
        <div className={classes.heading}>
          <div className={classes.titleRow}>
            <Title id={id}>{title}</Title>
            {beside}
          </div>
          {hint && <div className={classes.subtitle}>{hint}</div>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      <div className={classes.content}>{children}</div>
    </section>
  );
}

/** A part of a section, set off from the one before by a line. */
export function Divided({ tight, children }: { tight?: boolean; children: ReactNode }) {
  return (
    <div className={classes.divided} data-tight={tight || undefined}>
      {children}
    </div>
  );
}
