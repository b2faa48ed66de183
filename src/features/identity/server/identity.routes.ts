import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { identityCalls } from '../identity.contract.ts';
import { accountHandlers } from './account.routes.ts';
import { Afterwards } from './afterwards.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { recordAlone } from './personal-actions.ts';
import { secondFactorHandlers } from './second-factor.routes.ts';
import { signInHandlers } from './sign-in.routes.ts';

/** Every call of accounts; `onClose` is given what must be finished before the database goes. */
export function identityHandlers(
  deps: IdentityDeps & { onClose(close: () => Promise<void>): void },
): Handlers<typeof identityCalls> {
  const afterwards = new Afterwards(deps.log, (action) => recordAlone(deps.pool, action));
  deps.onClose(() => afterwards.close());
  return {
    ...signInHandlers(deps, afterwards),
    ...accountHandlers(deps),
    ...secondFactorHandlers(deps),
  };
}
