import { Fieldset, SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '../form.module.css';

/** Fields side by side, as many as there is room for. */
export function FieldGrid({ children, min = 230 }: { children: ReactNode; min?: number }) {
  return (
    <SimpleGrid
      minColWidth={`min(${min}px, 100%)`}
      spacing={16}
      verticalSpacing={14}
      className={classes.grid ?? ''}
    >
      {children}
    </SimpleGrid>
  );
}

/** Fields that belong together, with their heading. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Fieldset legend={title} variant="unstyled">
      <FieldGrid>{children}</FieldGrid>
    </Fieldset>
  );
}
