import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

/** Where a value comes from; one's own stand out. */
export function Origin({ own, children }: { own: boolean; children: ReactNode }) {
  return (
    <Badge component="span" variant="light" color={own ? 'cobalt' : 'gray'} tt="none">
      {children}
    </Badge>
  );
}
