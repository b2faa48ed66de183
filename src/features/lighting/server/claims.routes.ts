import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { claimsCalls } from '../claims.contract.ts';
import { listRegisterMaps } from './claims.repository.ts';
import { claimBox, readClaim } from './claims.service.ts';

/** Calls about claims of boxes. */
export const claimsHandlers: Handlers<typeof claimsCalls> = {
  registerMaps: ({ tx }) => listRegisterMaps(tx),
  claim: ({ tx, body, now }) => claimBox(tx, body, now),
  get: ({ tx, params }) => readClaim(tx, params.id),
};
