import { listWaiting } from './claims.repository.ts';
import { finishClaim } from './claims.service.ts';

export type { WaitingClaim } from './claims.repository.ts';

/** Claims of boxes, for whoever reads their codes in the field. */
export const boxClaims = { listWaiting, finish: finishClaim } as const;
