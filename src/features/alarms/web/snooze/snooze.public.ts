import { lazy } from 'react';

export type { SnoozePlant } from './snooze.model.ts';

/** Fetched when it is first opened; stands inside a Suspense. */
export const SnoozeDialog = lazy(async () => ({
  default: (await import('./SnoozeDialog.tsx')).SnoozeDialog,
}));
