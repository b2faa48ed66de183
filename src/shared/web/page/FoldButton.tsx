import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './page.module.css';

interface Props {
  open: boolean;
  onToggle: (open: boolean) => void;
  /** The id of what it opens. */
  controls?: string;
  children: ReactNode;
}

/** Opens and closes what stands below it. */
export function FoldButton({ open, onToggle, controls, children }: Props) {
  return (
    <UnstyledButton
      className={classes.fold ?? ''}
      aria-expanded={open}
      aria-controls={controls}
      onClick={() => onToggle(!open)}
    >
      <IconChevronRight size={16} stroke={1.8} aria-hidden="true" />
      {children}
    </UnstyledButton>
  );
}
