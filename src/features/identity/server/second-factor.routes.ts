import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { secondFactorCalls } from '../second-factor.contract.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { begin, disable, enable, renew } from './second-factor.service.ts';

/** Switching the second factor on and off. */
export function secondFactorHandlers(deps: IdentityDeps): Handlers<typeof secondFactorCalls> {
  return {
    beginSecondFactor: ({ caller, body }) => begin(deps, caller, body.current_password),
    async enableSecondFactor({ caller, body }) {
      return { recovery_codes: await enable(deps, caller, body.code) };
    },
    disableSecondFactor: ({ caller, body }) => disable(deps, caller, body),
    async renewRecoveryCodes({ caller, body }) {
      return { recovery_codes: await renew(deps, caller, body.code) };
    },
  };
}
