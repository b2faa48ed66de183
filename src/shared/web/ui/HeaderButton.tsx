import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';

interface Props
  extends Omit<ActionIconProps, 'children'>,
    Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  label: string;
  /** What the pointer reads, where it differs from the accessible name. */
  tooltip?: string;
  /** While what it opens is open, its name would only lie over it. */
  opened?: boolean;
  children: ReactNode;
  renderRoot?: (props: Record<string, unknown>) => ReactNode;
}

/** A quiet icon button with its name as tooltip and accessible name. */
export function HeaderButton({ label, tooltip, opened = false, children, ...rest }: Props) {
  return (
    <Tooltip label={tooltip ?? label} withinPortal={false} disabled={opened}>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} c="var(--text)" {...rest}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
