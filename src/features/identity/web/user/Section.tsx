import type { ReactNode } from 'react';
import { useId } from 'react';
import styles from './user.module.css';

interface Props {
  /** Where a link with this hash leads. */
  anchor?: string;
  title: string;
  hint: string;
  children: ReactNode;
}

/** One matter of the profile: what it is about on one side, what can be done on the other. */
export function Section({ anchor, title, hint, children }: Props) {
  const id = useId();
  return (
    <section id={anchor} className={`panel ${styles.section}`} aria-labelledby={id}>
      <div className={styles.about}>
        <h2 id={id}>{title}</h2>
        <p className="muted">{hint}</p>
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  );
}
