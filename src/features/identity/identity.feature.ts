import { defineFeature, type Services } from '../../shared/server/feature.ts';
import { type WorkerServices, worksOn } from '../../shared/server/feature-work.ts';
import * as account from './account.contract.ts';
import auditEn from './i18n/audit.en.json' with { type: 'json' };
import auditIt from './i18n/audit.it.json' with { type: 'json' };
import { identityCalls } from './identity.contract.ts';
import * as secondFactor from './second-factor.contract.ts';
import { identityTargets } from './server/audit-targets.repository.ts';
import { removeOldSignIns } from './server/housekeeping.repository.ts';
import { identityHandlers } from './server/identity.routes.ts';
import type { Members } from './server/members.ts';
import { sendRecovery } from './server/recover.service.ts';
import { RECOVERY_KEY, recoverQueue } from './server/recovery-job.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };
import { tendUnconfirmed } from './server/unconfirmed.service.ts';
import * as signIn from './sign-in.contract.ts';
import * as userModel from './user.model.ts';

declare module '../../shared/server/audit.ts' {
  interface AuditAreas {
    identity: typeof auditEn;
  }
}

interface WithMembers {
  readonly members: Members;
}

/** Accounts, sign-in, sessions, second factors. */
export const identityFeature = defineFeature({
  name: 'identity',
  tables: [
    'avatar',
    'former_address',
    'mailed_link',
    'person_name',
    'recovery_code',
    'refresh_token',
    'second_factor',
    'sign_in_attempt',
    'user_account',
    'user_session',
  ],
  calls: { identity: identityCalls },
  handlers: ({ config, keyFor, ...services }: Services & WithMembers) => ({
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
  schemas: { account, secondFactor, signIn, userModel },
  refusals,
  audit: { words: { en: auditEn, it: auditIt }, targets: identityTargets },
  jobs: [
    worksOn(recoverQueue, ({ config: { publicUrl }, keyFor, ...services }: WorkerServices) => {
      const deps = { ...services, publicUrl, key: keyFor(RECOVERY_KEY) };
      return (job) => sendRecovery(deps, job);
    }),
  ],
  housekeeping: {
    async installation({ config: { publicUrl }, ...services }: WorkerServices & WithMembers) {
      if (services.post) await tendUnconfirmed({ ...services, publicUrl });
      await removeOldSignIns(services.pool);
    },
  },
});
