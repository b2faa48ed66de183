import type { Icon } from '@tabler/icons-react';
import { useFormat } from '../format/use-format.ts';
import type { StateLook } from '../theme/states.ts';
import styles from './StateCounts.module.css';

export interface StateCount {
  key: string;
  look: StateLook;
  icon: Icon;
  label: string;
  count: number;
}

/** How many there are in each state: a bar of their shares, and each count with its icon and word. */
export function StateCounts({ states }: { states: readonly StateCount[] }) {
  const { number } = useFormat();
  return (
    <>
      <div className={styles.bar} aria-hidden="true">
        {states
          .filter(({ count }) => count > 0)
          .map(({ key, look, count }) => (
            <span key={key} data-state={look} style={{ flexGrow: count }} />
          ))}
      </div>
      <ul className={styles.legend}>
        {states.map(({ key, look, icon: Sign, label, count }) => (
          <li key={key} data-state={look} data-none={count === 0 || undefined}>
            <Sign size={14} stroke={2} aria-hidden="true" />
            <b>{number(count, 0)}</b> {label}
          </li>
        ))}
      </ul>
    </>
  );
}
