import { ActionIcon, Tooltip } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import styles from './RowButton.module.css';

interface Props {
  label: string;
  icon: TablerIcon;
  /** Why it does nothing here, or null. */
  obstacle?: string | null;
  /** Of the button in the page, for whoever sets the focus on it. */
  id?: string;
  onClick: () => void;
}

/** A button of one row; where it does nothing it stays reachable and says why. */
export function RowButton({ label, icon: Icon, obstacle = null, id, onClick }: Props) {
  return (
    <Tooltip label={obstacle ?? label} multiline maw={260}>
      <ActionIcon
        {...(id === undefined ? {} : { id })}
        variant="subtle"
        color="gray"
        size={32}
        aria-label={obstacle === null ? label : `${label} – ${obstacle}`}
        {...(obstacle === null ? { onClick } : { 'aria-disabled': true, className: styles.idle ?? '' })}
      >
        <Icon size={17} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}
