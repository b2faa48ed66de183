import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../../shared/server/errors.ts';
import { createDoors } from '../../../shared/server/http/doors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { identityCalls } from '../identity.contract.ts';
import {
  getUser,
  type IdentityDeps,
  refreshTokens,
  signIn,
  signOut,
  signOutByToken,
} from './identity.service.ts';

const COOKIE = 'meridiana_refresh';
const PATH = '/user/v1/';

function setCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(COOKIE, token, {
    path: PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    maxAge: 30 * 86_400,
  });
}

// A cookie travels by itself, so a call that lives by it must come from our own pages.
function cookieToken(request: FastifyRequest): string | undefined {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    throw new Refusal('forbidden', 'This call must come from the portal itself');
  }
  return request.cookies[COOKIE];
}

function wantedCompany(request: FastifyRequest): number | undefined {
  const header = request.headers['id-client'];
  return typeof header === 'string' && /^[1-9]\d{0,9}$/.test(header) ? Number(header) : undefined;
}

export function identityHandlers(deps: IdentityDeps): Handlers<typeof identityCalls> {
  const doors = createDoors(deps);
  // An access token whose minutes are over does not stand in the way of a cookie that still holds.
  async function endByHeaders(request: FastifyRequest): Promise<void> {
    const caller = await doors.callerOf(request).catch((error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    });
    if (!(caller instanceof Refusal)) return signOut(deps, caller);
    const token = cookieToken(request);
    if (!token) throw caller;
    await signOutByToken(deps, token);
  }
  return {
    async login({ body, request, reply }) {
      const { access, refresh, account } = await signIn(deps, {
        ...body,
        address: request.ip,
        user_agent: request.headers['user-agent'] ?? '',
      });
      setCookie(request, reply, refresh);
      const user = await getUser(deps.pool, account.id, { wanted: wantedCompany(request) });
      return { access, refresh, user };
    },
    async refresh({ body, request, reply }) {
      const token = body.refresh ?? cookieToken(request);
      if (!token) throw new Refusal('unauthenticated', 'Sign in: no refresh token came with this call');
      const tokens = await refreshTokens(deps, token);
      setCookie(request, reply, tokens.refresh);
      return tokens;
    },
    // spec §7: logout sends the refresh token
    async logout({ body, request, reply }) {
      if (body.refresh) await signOutByToken(deps, body.refresh);
      else await endByHeaders(request);
      reply.clearCookie(COOKIE, { path: PATH });
      return undefined;
    },
    userInfo: ({ caller, request }) =>
      getUser(deps.pool, caller.user_id, {
        memberships: caller.memberships,
        wanted: wantedCompany(request),
      }),
  };
}
