import type pg from 'pg';
import { AppError } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import {
  type NotificationKinds,
  type PublishedKind,
  publishedKinds,
} from '../../../shared/server/notifications/kinds.ts';
import { inScope, type Scope, scopeOfPerson } from '../../../shared/server/tenancy.ts';
import { readStopToken } from '../../notifications/server/mail-stop.public.ts';
import type { notificationPreferencesCalls } from '../notification-preferences.contract.ts';
import {
  changePreference,
  describeStop,
  type NotificationPreferenceDeps,
  readPreference,
  sendTest,
  setMailEnabledByLink,
} from './notification-preferences.service.ts';

export interface NotificationPreferencesDeps extends NotificationPreferenceDeps {
  readonly pool: pg.Pool;
  readonly kinds?: NotificationKinds;
}

/** Calls by which people set what they are notified of by mail, and stop it from the mail itself. */
export function notificationPreferencesHandlers({
  pool,
  kinds = [],
  ...deps
}: NotificationPreferencesDeps): Handlers<typeof notificationPreferencesCalls> {
  const linkOf = (token: string): { scope: Scope; kind: PublishedKind | undefined } => {
    const owner = readStopToken(deps.stopKey, token);
    const kind = publishedKinds(kinds).find((one) => one.kind === owner?.kind);
    if (!owner || (owner.kind !== undefined && !kind))
      throw new AppError('invalid', 'This link is not whole: open it from the mail once more', {
        errors: [{ path: 'token', message: 'is no link of ours', code: 'link_invalid' }],
      });
    return { scope: scopeOfPerson(owner.company_id, { user_id: owner.user_id, address: null }), kind };
  };
  return {
    choice: ({ tx }) => readPreference(tx),
    saveChoice: ({ tx, body, now }) => changePreference(tx, body, now.getTime()),
    testMail: ({ tx, now }) => sendTest(tx, deps, now.getTime()),
    findMailStop: ({ body, language }) => {
      const { scope, kind } = linkOf(body.token);
      return inScope(pool, scope, (tx) => describeStop(tx, { kind, language }), 'read only');
    },
    stopMail: ({ body, language }) => {
      const { scope, kind } = linkOf(body.token);
      return inScope(pool, scope, (tx) => setMailEnabledByLink(tx, body.enabled, { kind, language }));
    },
    async stopMailByProgram({ query, language }) {
      const { scope, kind } = linkOf(query.token);
      await inScope(pool, scope, (tx) => setMailEnabledByLink(tx, false, { kind, language }));
    },
  };
}
