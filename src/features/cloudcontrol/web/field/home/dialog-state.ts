import type { TreeDevice, TreePort } from './home.model.ts';

/** What is open over the home. */
export type DialogState =
  | { kind: 'new-port'; proj_code?: string }
  | { kind: 'copy' | 'bin' | 'suspend'; device: TreeDevice }
  | { kind: 'copy-port' | 'remove-port' | 'suspend-port'; port: TreePort }
  | null;
