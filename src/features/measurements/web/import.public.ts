import { lazy } from 'react';

export type { ImportDialogProps } from './import-dialog-props.ts';

/** Fetched when somebody first imports; stands inside a Suspense. */
export const ImportDialog = lazy(async () => ({
  default: (await import('./ImportDialog.tsx')).ImportDialog,
}));
