import { notFound } from '../../../shared/server/errors.ts';
import { plainAddress } from '../../../shared/server/http/address.ts';
import { namesTag } from '../../../shared/server/http/etag.ts';
import { type Handlers, SENT } from '../../../shared/server/http/mount.ts';
import type { Caller } from '../../../shared/server/tenancy.ts';
import type { accountCalls } from '../account.contract.ts';
import { changeUser } from './account.service.ts';
import { findVisibleAvatar, removeAvatar, saveAvatar } from './avatars.repository.ts';
import { withUser } from './browsers.ts';
import { browserOf, clearRefresh, setBrowser } from './cookies.ts';
import { confirmEmail, sendConfirmation } from './email.service.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { collectOwnData } from './own-data.service.ts';
import { makePicture } from './picture.ts';
import { askRecovery, assertRecovery, confirmRecovery } from './recover.service.ts';
import { register } from './register.service.ts';
import { removeAccount } from './removal.service.ts';
import { endOne, getSessions, signOutEverywhere } from './sessions.service.ts';
import { wantedCompany } from './sign-in.routes.ts';
import { getUser } from './user.service.ts';

/** An account is its owner's: for everybody else there is none of that number. @throws AppError not_found */
function assertSelf(caller: Caller, { id }: { id: number }): void {
  if (caller.user_id !== id) notFound();
}

type Registering = 'register' | 'recover' | 'findRecovery' | 'confirmRecovery' | 'confirmEmail';
type Sessions = 'listSessions' | 'endSession' | 'endSessions';

function registeringHandlers(deps: IdentityDeps): Handlers<Pick<typeof accountCalls, Registering>> {
  return {
    async register({ body, request }) {
      await register(deps, body, plainAddress(request.ip));
      return { detail: 'User registered successfully' };
    },
    async recover({ body }) {
      await askRecovery(deps, body.email);
      return { detail: 'If this address has an account, a link to choose a new password is on its way' };
    },
    findRecovery: ({ body }) => assertRecovery(deps, body.token),
    async confirmRecovery({ body, request, reply }) {
      const { user_id } = await confirmRecovery(deps, body, plainAddress(request.ip));
      // Whoever reads the mailbox is the owner: strangers' guesses do not keep them out of this browser.
      setBrowser(
        { request, reply, publicUrl: deps.publicUrl },
        withUser(deps.keys.browser, browserOf(request), user_id),
      );
      return { detail: 'The new password holds from now on' };
    },
    confirmEmail: ({ body, request }) => confirmEmail(deps, body, plainAddress(request.ip)),
  };
}

function sessionHandlers(deps: IdentityDeps): Handlers<Pick<typeof accountCalls, Sessions>> {
  return {
    listSessions: ({ caller }) => getSessions(deps, caller),
    async endSession({ caller, params, reply }) {
      await endOne(deps, caller, params.id);
      if (params.id === caller.session_id) clearRefresh(reply);
    },
    async endSessions({ caller, reply }) {
      await signOutEverywhere(deps, caller);
      clearRefresh(reply);
    },
  };
}

type Own = Omit<typeof accountCalls, Registering | Sessions>;

function ownHandlers(deps: IdentityDeps): Handlers<Own> {
  const { pool } = deps;
  return {
    async sendConfirmation({ caller, params }) {
      assertSelf(caller, params);
      await sendConfirmation(deps, caller);
      return { detail: 'The link is on its way' };
    },
    async updateUser({ caller, params, body, request }) {
      assertSelf(caller, params);
      await changeUser(deps, caller, body);
      return getUser(deps, caller.user_id, { wanted: wantedCompany(request) });
    },
    async putAvatar({ caller, params, body, request }) {
      assertSelf(caller, params);
      await saveAvatar(pool, caller.user_id, await makePicture(caller.user_id, body as Uint8Array));
      return getUser(deps, caller.user_id, { wanted: wantedCompany(request) });
    },
    async removeAvatar({ caller, params }) {
      assertSelf(caller, params);
      await removeAvatar(pool, caller.user_id);
    },
    async getAvatar({ caller, params, request, reply }) {
      const found = await findVisibleAvatar(pool, params.digest, caller.user_id);
      const { media_type, bytes } = found ?? notFound();
      // A browser may keep the picture, and asks each time whether it still may show it.
      const etag = `"${params.digest}"`;
      reply.header('cache-control', 'private, no-cache').header('etag', etag);
      if (namesTag(request.headers['if-none-match'], etag)) await reply.code(304).send();
      else await reply.type(media_type).send(bytes);
      return SENT;
    },
    async downloadData({ caller, params, reply }) {
      assertSelf(caller, params);
      reply.header('content-disposition', `attachment; filename="account-${caller.user_id}.json"`);
      return collectOwnData(deps, caller);
    },
    async removeUser({ caller, params, body, reply }) {
      assertSelf(caller, params);
      await removeAccount(deps, caller, body.current_password);
      clearRefresh(reply);
    },
    // spec §7: dismiss company user
    dismiss: ({ tx, params, body }) => deps.members.dismiss(tx, params.id, body.revoke ?? []),
  };
}

/** The calls about accounts: making one, proving its address, its owner's changes, sessions and data. */
export function accountHandlers(deps: IdentityDeps): Handlers<typeof accountCalls> {
  return { ...registeringHandlers(deps), ...sessionHandlers(deps), ...ownHandlers(deps) };
}
