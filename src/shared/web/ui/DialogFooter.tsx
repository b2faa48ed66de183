import { createContext, type ReactNode, use } from 'react';
import styles from './DialogFooter.module.css';

// Apart from the dialog itself: forms ask whether they stand in one, also those before the sign-in, which shows none.
export const WithinDialog = createContext(false);

/** Whether a part stands in a dialog, whose buttons stand at its foot. */
export const useInDialog = (): boolean => use(WithinDialog);

/** The buttons at the foot of a dialog or form, always in sight; a word on what they do stands before them. */
export function DialogFooter({ text, children }: { text?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.footer}>
      <div className={styles.footerText}>{text}</div>
      {children}
    </div>
  );
}
