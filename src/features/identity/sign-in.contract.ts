import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { whereMissing } from '../../shared/contract/input-faults.ts';
import { INSERT } from './identity.model.ts';
import { SignedIn, Tokens, User } from './user.model.ts';

/** Six digits of the authenticator, or one of the recovery codes. */
export const Code = z.string().trim().min(6).max(20);

export const SignIn = z.object({
  // spec §5: the sentences of the form
  email: z.string(whereMissing(INSERT.email)).trim().min(1, INSERT.email).max(254),
  password: z.string(whereMissing(INSERT.password)).min(1, INSERT.password).max(1024),
});

const RefreshBody = z.object({ refresh: z.string().max(200).optional() });

/** What the portal asks before and while somebody signs in: the first file holds these alone. */
export const signInCalls = area({
  login: call({
    method: 'POST',
    path: '/user/v1/login/',
    summary:
      "Signs in; the refresh token also comes as a cookie for browsers. 401 'second_factor' with a challenge where a code is due",
    topics: [],
    access: 'public',
    rate: 'sign_in',
    body: SignIn,
    ok: SignedIn,
  }),
  loginSecondFactor: call({
    method: 'POST',
    path: '/user/v1/login/second-factor/',
    summary: "Ends a sign-in that answered 401 'second_factor': its challenge and a code, or a recovery code",
    topics: [],
    access: 'public',
    rate: 'sign_in',
    body: z.object({ challenge: z.string().max(1000), code: Code }),
    ok: SignedIn,
  }),
  refresh: call({
    method: 'POST',
    path: '/user/v1/token/refresh/',
    summary: 'Exchanges the refresh token (body or cookie) for a new access token and the next refresh token',
    topics: [],
    access: 'public',
    body: RefreshBody,
    ok: Tokens,
  }),
  logout: call({
    method: 'POST',
    path: '/user/v1/logout/',
    summary: 'Ends the session of the refresh token (body or cookie) or of the access token, whichever comes',
    topics: [],
    access: 'public',
    body: RefreshBody,
    ok: z.undefined(),
    status: 204,
  }),
  userInfo: call({
    method: 'GET',
    path: '/user/v1/user-info/',
    summary:
      'The signed-in user with companies and roles; currentCompany is the one named by id-client, else the first',
    topics: ['account'],
    access: 'signed_in',
    ok: User,
  }),
});
