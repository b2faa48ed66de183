import { IconMoodEmpty, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

/** Says that there is nothing to show, and what can be done about it. */
export function EmptyState(props: {
  title: string;
  hint?: string;
  icon?: TablerIcon;
  action?: ReactNode;
  page?: boolean;
}) {
  // Where nothing else stands on the page, this is its heading.
  const Title = props.page ? 'h1' : 'p';
  const Icon = props.icon ?? IconMoodEmpty;
  return (
    <div className={styles.empty} role="status">
      <span className={styles.icon}>
        <Icon size={24} stroke={1.6} aria-hidden="true" />
      </span>
      <Title className={styles.title}>{props.title}</Title>
      {props.hint && <p className="muted">{props.hint}</p>}
      {props.action}
    </div>
  );
}
