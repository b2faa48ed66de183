import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StateLook } from '../theme/states.ts';
import styles from './Banner.module.css';

interface Props {
  label: string;
  icon: TablerIcon;
  /** The brand's colour without one. */
  state?: StateLook;
  /** Why what was last tried here did not go. */
  fault?: string | null;
  actions?: ReactNode;
  children: ReactNode;
}

/** Says calmly, above every page, what waits for an answer, and takes it. */
export function Banner({ label, icon: Icon, state, fault, actions, children }: Props) {
  return (
    <aside className={styles.banner} data-state={state} aria-label={label}>
      <Icon size={18} stroke={1.7} aria-hidden="true" />
      <div className={styles.text} aria-live="polite">
        {children}
        {fault && <p className={styles.fault}>{fault}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </aside>
  );
}
