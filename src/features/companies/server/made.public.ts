import { recordAudit } from '../../../shared/server/audit.ts';
import type { KindsOfMade } from '../../../shared/server/made-things.ts';
import { listInvitedBy, withdrawInvitation } from './invitations.repository.ts';
import { listKeysMadeBy } from './keys.repository.ts';
import { endKey } from './keys.service.ts';

/** What people make of a company that acts by itself: keys of programs, invitations that wait. */
export const companyMade: KindsOfMade = [
  {
    kind: 'api_key',
    table: 'api_key',
    capability: 'company.administer',
    list: async (tx, user_id) =>
      (await listKeysMadeBy(tx, user_id)).map(({ scopes, hint, name, ...key }) => ({
        ...key,
        name: `${name} (${hint})`,
        gives_away: scopes.includes('read'),
      })),
    end: endKey,
  },
  {
    kind: 'invitation',
    table: 'invitation',
    capability: 'company.manage',
    list: async (tx, user_id) =>
      (await listInvitedBy(tx, user_id)).map(({ id, email, sent_at }) => ({
        id,
        name: email,
        created_at: sent_at,
        last_used_at: null,
        gives_away: true,
      })),
    async end(tx, id) {
      await withdrawInvitation(tx, id);
      await recordAudit(tx, 'invitation.withdrawn', String(id), {});
    },
  },
];
