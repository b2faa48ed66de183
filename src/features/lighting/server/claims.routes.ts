import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { claimsCalls } from '../claims.contract.ts';
import { claimBox, readClaim, readRegisterMaps } from './claims.service.ts';

/** Calls about claims of boxes. */
export const claimsHandlers: Handlers<typeof claimsCalls> = {
  registerMaps: ({ tx }) => readRegisterMaps(tx),
  claim: ({ tx, body, now }) => claimBox(tx, body, now),
  get: ({ tx, params }) => readClaim(tx, params.id),
};
