import { CloseButton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './list.module.css';

interface Props {
  /** How much is chosen, in words. */
  chosen: string;
  /** How many; the bar stands while there are any. */
  count: number;
  /** Names the bar. */
  label: string;
  onClear: () => void;
  /** What can be done with all of them. */
  children: ReactNode;
}

/** What can be done with the chosen rows, at the foot of the window; the keyboard comes back to its words when it has gone. */
export function BulkBar({ chosen, count, label, onClear, children }: Props) {
  const { t } = useTranslation();
  const heard = useRef<HTMLParagraphElement>(null);
  const clear = () => {
    onClear();
    heard.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <p ref={heard} role="status" tabIndex={-1} className="visually-hidden">
        {count > 0 && chosen}
      </p>
      {count > 0 && (
        <section className={classes.bulk} aria-label={label}>
          <p className={classes.chosen}>{chosen}</p>
          {children}
          <CloseButton aria-label={t('list.clear_selection')} onClick={clear} />
        </section>
      )}
    </>
  );
}
