import type pg from 'pg';
import { AppError } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { inScope, type Scope, scopeOfPerson } from '../../../shared/server/tenancy.ts';
import type { notificationPreferencesCalls } from '../notification-preferences.contract.ts';
import { readStopToken } from './mail-stop.ts';
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
}

/** Calls by which people set what they are notified of by mail, and stop it from the mail itself. */
export function notificationPreferencesHandlers({
  pool,
  ...deps
}: NotificationPreferencesDeps): Handlers<typeof notificationPreferencesCalls> {
  const scopeOfToken = (token: string): Scope => {
    const owner = readStopToken(deps.stopKey, token);
    if (!owner)
      throw new AppError('invalid', 'This link is not whole: open it from the mail once more', {
        errors: [{ path: 'token', message: 'is no link of ours', code: 'link_invalid' }],
      });
    return scopeOfPerson(owner.company_id, { user_id: owner.user_id, address: null });
  };
  return {
    choice: ({ tx }) => readPreference(tx),
    saveChoice: ({ tx, body, now }) => changePreference(tx, body, now.getTime()),
    testMail: ({ tx, now }) => sendTest(tx, deps, now.getTime()),
    findMailStop: ({ body }) => inScope(pool, scopeOfToken(body.token), describeStop, 'read only'),
    stopMail: ({ body }) =>
      inScope(pool, scopeOfToken(body.token), (tx) => setMailEnabledByLink(tx, body.enabled)),
    stopMailByProgram: ({ query }) =>
      inScope(pool, scopeOfToken(query.token), (tx) => setMailEnabledByLink(tx, false)),
  };
}
