import type { Reason } from '../../configured.contract.ts';

/** A device as it was tried before it was added, or left out. */
export interface Tested {
  name: string;
  /** Why nothing came; null where something did, or nobody tried. */
  reason: Reason | null;
  answered: boolean;
}

/** What came of adding. */
export interface Done {
  added: readonly (Tested & { id: number })[];
  left: readonly Tested[];
}
