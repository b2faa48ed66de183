import { lazy } from 'react';

/** What the screen of a plant gives the dialog that imports a device's history. */
export interface ImportDialogProps {
  device: { device_id: number; short_name: string; values: readonly { name: string }[] };
  proj_code: string;
  /** IANA zone of the plant. */
  zone: string;
  onClose: () => void;
}

/** Fetched when somebody first imports; stands inside a Suspense. */
export const ImportDialog = lazy(async () => ({
  default: (await import('./ImportDialog.tsx')).ImportDialog,
}));
