import { defineFeature, type Services } from '../../shared/server/feature.ts';
import * as account from './account.contract.ts';
import * as identity from './identity.contract.ts';
import * as secondFactor from './second-factor.contract.ts';
import { identityHandlers } from './server/identity.routes.ts';
import type { Members } from './server/members.ts';
import { RECOVERY_KEY } from './server/recovery-job.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };
import * as userModel from './user.model.ts';

/** Accounts, sign-in, sessions, second factors. */
export const identityFeature = defineFeature({
  name: 'identity',
  calls: { identity: identity.identityCalls },
  handlers: ({ config, keyFor, ...services }: Services & { readonly members: Members }) => ({
    identity: identityHandlers({
      ...services,
      ...config,
      keys: {
        access: keyFor('access-token'),
        refresh: keyFor('refresh-token'),
        browser: keyFor('known browser'),
        factor: keyFor('second factor'),
        recovery: keyFor(RECOVERY_KEY),
      },
    }),
  }),
  schemas: { account, identity, secondFactor, userModel },
  refusals,
});
