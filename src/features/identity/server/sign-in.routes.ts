import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/server/errors.ts';
import { plainAddress } from '../../../shared/server/http/address.ts';
import { createAuthenticators } from '../../../shared/server/http/authenticators.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { signInCalls } from '../sign-in.contract.ts';
import type { User } from '../user.model.ts';
import type { Afterwards } from './afterwards.ts';
import { browserOf, clearRefresh, refreshOf, setBrowser, setRefresh } from './cookies.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { refreshTokens, signOut, signOutByToken } from './sessions.service.ts';
import { type SignedIn, signIn, signInWithCode, type Visit } from './sign-in.service.ts';
import { getUser } from './user.service.ts';

/** The company that a header names, where the call does without one. */
export function wantedCompany(request: FastifyRequest): number | undefined {
  const header = request.headers['id-client'];
  return typeof header === 'string' && /^[1-9]\d{0,9}$/.test(header) ? Number(header) : undefined;
}

const agentOf = (request: FastifyRequest): string => request.headers['user-agent'] ?? '';

type Answered = { access: string; refresh: string; user: User };

export function signInHandlers(deps: IdentityDeps, afterwards: Afterwards): Handlers<typeof signInCalls> {
  const authenticators = createAuthenticators(deps);

  const visitOf = (request: FastifyRequest, reply: FastifyReply): Visit => ({
    address: request.ip,
    user_agent: agentOf(request),
    browser: browserOf(request),
    tell: (action) => afterwards.tell(reply, action),
  });

  async function welcome(
    request: FastifyRequest,
    reply: FastifyReply,
    signedIn: SignedIn,
  ): Promise<Answered> {
    const { access, refresh, browser, user_id } = signedIn;
    setRefresh({ request, reply, publicUrl: deps.publicUrl }, refresh);
    setBrowser({ request, reply, publicUrl: deps.publicUrl }, browser);
    return { access, refresh, user: await getUser(deps, user_id, { wanted: wantedCompany(request) }) };
  }

  // An access token whose minutes are over does not stand in the way of a cookie that still holds.
  async function endByHeaders(request: FastifyRequest): Promise<void> {
    const caller = await authenticators.callerOf(request).catch((error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    });
    if (!(caller instanceof AppError)) return signOut(deps, caller);
    const token = refreshOf(request, deps.publicUrl);
    if (!token) throw caller;
    await signOutByToken(deps, token, plainAddress(request.ip));
  }

  return {
    async login({ body, request, reply }) {
      return welcome(request, reply, await signIn(deps, body, visitOf(request, reply)));
    },
    async loginSecondFactor({ body, request, reply }) {
      return welcome(request, reply, await signInWithCode(deps, body, visitOf(request, reply)));
    },
    async refresh({ body, request, reply }) {
      const token = body.refresh ?? refreshOf(request, deps.publicUrl);
      if (!token) throw new AppError('unauthenticated', 'Sign in: no refresh token came with this call');
      const from = { address: request.ip, user_agent: agentOf(request) };
      const tokens = await refreshTokens(deps, token, from);
      setRefresh({ request, reply, publicUrl: deps.publicUrl }, tokens.refresh);
      return tokens;
    },
    // spec §7: logout sends the refresh token
    async logout({ body, request, reply }) {
      if (body.refresh) await signOutByToken(deps, body.refresh, plainAddress(request.ip));
      else await endByHeaders(request);
      clearRefresh(reply);
    },
    userInfo: ({ caller, request }) =>
      getUser(deps, caller.user_id, { memberships: caller.memberships, wanted: wantedCompany(request) }),
  };
}
