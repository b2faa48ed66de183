import { ThemeIcon, UnstyledButton } from '@mantine/core';
import type { Icon as IconType } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import type { StateLook } from '../../../../shared/web/theme/states.ts';
import styles from './Bell.module.css';

interface Props {
  state: Exclude<StateLook, 'success'>;
  icon: IconType;
  /** Where it leads; without an address it is a button. */
  href?: string;
  onClick: (event: MouseEvent) => void;
  /** The plant, and what stands at the end of its line. */
  plant?: ReactNode;
  children: ReactNode;
}

/** What leads from the bell to what happened. */
export function BellEntry({ state, icon: Icon, href, onClick, plant, children }: Props) {
  const look = { className: styles.item ?? '', 'data-state': state, onClick };
  const inside = (
    <>
      <ThemeIcon size={30} radius={99} bg="var(--state-soft)" c="var(--state-text)">
        <Icon size={17} stroke={1.9} aria-hidden="true" />
      </ThemeIcon>
      <span className={styles.text}>
        {plant && <span className={styles.plant}>{plant}</span>}
        {children}
      </span>
    </>
  );
  if (href === undefined) return <UnstyledButton {...look}>{inside}</UnstyledButton>;
  return (
    <UnstyledButton component="a" href={href} {...look}>
      {inside}
    </UnstyledButton>
  );
}
