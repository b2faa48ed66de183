import { Paper } from '@mantine/core';
import { IconPencilBolt } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './registers.module.css';

/** Where a table of registers scrolls in itself, under its head. */
export function RegisterBox({ children }: { children: ReactNode }) {
  const { t } = useTranslation('registers');
  return (
    <Paper
      withBorder
      component="section"
      radius={12}
      className={classes.box ?? ''}
      aria-label={t('table.label')}
      // A scrolling region must be reachable by keyboard.
      tabIndex={0}
    >
      {children}
    </Paper>
  );
}

/** What changed since the reading that this one is compared with. */
export function Changed({ children }: { children: ReactNode }) {
  return (
    <span className={classes.was}>
      <IconPencilBolt size={13} aria-hidden="true" />
      {children}
    </span>
  );
}
