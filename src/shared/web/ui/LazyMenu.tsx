import { ActionIcon, Menu } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

interface Props {
  /** Names the button. */
  label: string;
  icon: TablerIcon;
  size?: number;
  /** What it stands in paints its neighbours over it: the menu then hangs in the page's main part. */
  above?: boolean;
  /** The items, made when they are asked for. */
  children: () => ReactNode;
}

/** A menu of which there may be thousands: only its button is there until it is opened. */
export function LazyMenu({ label, icon: Icon, size = 30, above = false, children }: Props) {
  const [open, setOpen] = useState(false);
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={size}
      aria-label={label}
      aria-haspopup="menu"
      onClick={() => setOpen(true)}
    >
      <Icon size={size < 30 ? 15 : 17} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  );
  if (!open) return button;
  // Beside its button, and yet not cut by a table's edge.
  const place = above
    ? { withinPortal: true, portalProps: { target: '#content' } }
    : ({ withinPortal: false, floatingStrategy: 'fixed' } as const);
  return (
    <Menu opened onChange={setOpen} position="bottom-end" withInitialFocusPlaceholder={false} {...place}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>{children()}</Menu.Dropdown>
    </Menu>
  );
}
