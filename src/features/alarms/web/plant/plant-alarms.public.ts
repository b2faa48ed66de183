import { lazy } from 'react';

/** The open alarms of a plant or of one of its devices, each a link; stands inside a Suspense. */
export const OpenAlarms = lazy(async () => ({
  default: (await import('./OpenAlarms.tsx')).OpenAlarms,
}));

/** The gravest open alarms of the company (`asset.read`); stands inside a Suspense. */
export const HomeAlarms = lazy(async () => ({
  default: (await import('./HomeAlarms.tsx')).HomeAlarms,
}));
