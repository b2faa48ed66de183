import type { Tx } from '../../../shared/server/tenancy.ts';
import { listVersions } from './rgi.repository.ts';

/** Which entries say when plants are to work until a day, each in its version: of what a report was made. */
export const loadRgiVersions = (
  tx: Tx,
  asked: { readonly plant_ids: readonly number[]; readonly to: string },
): Promise<{ id: number; version: number }[]> => listVersions(tx, asked);
