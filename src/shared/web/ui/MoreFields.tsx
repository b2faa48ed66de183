import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import styles from './MoreFields.module.css';

interface Props {
  label: string;
  /** Shown whether or not somebody opened it: a fault lies in it, or something unusual is set. */
  forced?: boolean;
  /** The fields; where they are told whether they are in sight, what is costly can wait for that. */
  children: ReactNode | ((open: boolean) => ReactNode);
}

/** Fields that few people need, behind a word. What was typed in them stays while they are folded away. */
export function MoreFields({ label, forced = false, children }: Props) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const open = opened || forced;
  return (
    <div>
      <UnstyledButton
        className={styles.more ?? ''}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpened(!open)}
      >
        <IconChevronDown size={16} aria-hidden="true" />
        {label}
      </UnstyledButton>
      <div id={id} className={styles.fields} hidden={!open}>
        {typeof children === 'function' ? children(open) : children}
      </div>
    </div>
  );
}
