import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { ROLES } from '../../shared/contract/capabilities.ts';
import { Company } from '../companies/companies.model.ts';

export const Membership = Company.extend({ roles: z.array(z.enum(ROLES)) });
export type Membership = z.infer<typeof Membership>;

// spec §3: User
export const User = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  language: z.enum(['it', 'en']),
  companies: z.array(Membership),
  currentCompany: Membership.nullable(),
});
export type User = z.infer<typeof User>;

export const SignIn = z.object({
  // spec §5: the sentences of the form
  email: z.string().trim().min(1, 'Insert email address').max(254),
  password: z.string().min(1, 'Insert password').max(1024),
});

const Tokens = z.object({ access: z.string(), refresh: z.string() });
const RefreshBody = z.object({ refresh: z.string().max(200).optional() });

export const identityCalls = area({
  login: call({
    method: 'POST',
    path: '/user/v1/login/',
    summary: 'Signs in; the refresh token also comes as a cookie for browsers',
    access: 'public',
    rate: 'sign_in',
    body: SignIn,
    ok: Tokens.extend({ user: User }),
  }),
  refresh: call({
    method: 'POST',
    path: '/user/v1/token/refresh/',
    summary: 'Exchanges the refresh token (body or cookie) for a new access token and the next refresh token',
    access: 'public',
    body: RefreshBody,
    ok: Tokens,
  }),
  logout: call({
    method: 'POST',
    path: '/user/v1/logout/',
    summary: 'Ends the session of the refresh token (body or cookie) or of the access token, whichever comes',
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
    access: 'signed_in',
    ok: User,
  }),
});
