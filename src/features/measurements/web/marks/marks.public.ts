import { lazy } from 'react';

export type { Markable } from './marks.model.ts';

/** Fetched with the first chart that has it; stands inside a Suspense. */
export const MarksButton = lazy(async () => ({
  default: (await import('./MarksButton.tsx')).MarksButton,
}));
