import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

/** How much is behind a tab; red where it wants to be seen. */
export function TabCount({ alarm = false, children }: { alarm?: boolean; children: ReactNode }) {
  return (
    <Badge component="span" variant="light" size="md" color={alarm ? 'red' : 'gray'} ml={6}>
      {children}
    </Badge>
  );
}
