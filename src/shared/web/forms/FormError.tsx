import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Why something did not succeed as a whole, read out when it appears; nothing without a reason. */
export function FormError({ children }: { children: ReactNode }) {
  if (children === null || children === undefined || children === false || children === '') return null;
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle size={18} />}>
      {children}
    </Alert>
  );
}
