import { lazy } from 'react';

/** Makes a plant of the active company (`plants.write`). Fetched when first opened; stands inside a Suspense. */
export const NewPlantDialog = lazy(async () => ({
  default: (await import('./NewPlantDialog.tsx')).NewPlantDialog,
}));

/** The same, and goes on to the plant's page. */
export const NewPlant = lazy(async () => ({ default: (await import('./NewPlant.tsx')).NewPlant }));

/** The archived plants of the active company, to restore them (`plants.write`). Stands inside a Suspense. */
export const ArchiveDialog = lazy(async () => ({
  default: (await import('./ArchiveDialog.tsx')).ArchiveDialog,
}));
