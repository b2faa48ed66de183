import type pg from 'pg';
import { Refusal } from '../../../shared/server/errors.ts';
import { addressBlock } from '../../../shared/server/http/address.ts';
import { hashPassword, verifyPassword } from '../../../shared/server/passwords.ts';
import {
  type Caller,
  listMemberships,
  type Membership,
  owesSecondFactor,
} from '../../../shared/server/tenancy.ts';
import {
  digestOf,
  newToken,
  signAccess,
  successorOf,
  type TokenKeys,
} from '../../../shared/server/tokens.ts';
import type { User } from '../user.model.ts';
import {
  type Account,
  countSignIn,
  endSession,
  endSessionOfToken,
  findAccountByEmail,
  findProfile,
  forgetSignIns,
  hasSignedInFrom,
  insertSession,
  type Profile,
  rotateToken,
} from './identity.repository.ts';

const SESSION_DAYS = 30;
const WINDOW_MINUTES = 15;
/**
 * Attempts in the window, from one address and from all. Where the account has signed in before, only the first counts:
 * strangers' guessing must not lock the owner's own machine out.
 */
const TRIES_HERE = 10;
const TRIES_EVERYWHERE = 50;

export interface IdentityDeps {
  pool: pg.Pool;
  keys: TokenKeys;
  now: () => Date;
}

export interface Tokens {
  access: string;
  refresh: string;
}

let decoy: Promise<string> | undefined;

interface Attempt {
  email: string;
  /** The block of addresses it comes from; null when that is unknown. */
  block: string | null;
}

const subjectsOf = ({ email, block }: Attempt) => [`${email}|${block ?? ''}`, email] as const;

async function countAttempt(pool: pg.Pool, attempt: Attempt): Promise<void> {
  const [here, everywhere] = subjectsOf(attempt);
  const [tries, all] = await Promise.all([
    countSignIn(pool, here, WINDOW_MINUTES),
    countSignIn(pool, everywhere, WINDOW_MINUTES),
  ]);
  const { email, block } = attempt;
  const isWithin = tries <= TRIES_HERE;
  if (isWithin && all <= TRIES_EVERYWHERE) return;
  if (isWithin && block !== null && (await hasSignedInFrom(pool, email, block))) return;
  throw new Refusal('limit', `Too many attempts. Try again in ${WINDOW_MINUTES} minutes`, {
    retryAfter_s: WINDOW_MINUTES * 60,
  });
}

/** Signs in. An unknown address takes as long as a wrong password and gets the same words. */
export async function signIn(
  { pool, keys, now }: IdentityDeps,
  given: { email: string; password: string; address: string; user_agent: string },
): Promise<Tokens & { account: Account }> {
  const email = given.email.toLowerCase();
  const attempt = { email, block: addressBlock(given.address) };
  await countAttempt(pool, attempt);
  const account = await findAccountByEmail(pool, email);
  decoy ??= hashPassword(newToken());
  const right = await verifyPassword(given.password, account?.password_hash ?? (await decoy));
  if (!account || !right) throw new Refusal('unauthenticated', 'Email or password is not right');
  await forgetSignIns(pool, subjectsOf(attempt));
  const refresh = newToken();
  const session_id = await insertSession(pool, {
    user_id: account.id,
    user_agent: given.user_agent,
    address: given.address,
    digest: digestOf(refresh),
    days: SESSION_DAYS,
  });
  return { access: await signAccess(keys, { user_id: account.id, session_id }, now()), refresh, account };
}

/** Exchanges a refresh token. @throws Refusal unauthenticated when unknown, ended or used again */
export async function refreshTokens({ pool, keys, now }: IdentityDeps, token: string): Promise<Tokens> {
  const refresh = successorOf(keys, token);
  const rotation = await rotateToken(pool, {
    digest: digestOf(token),
    successor: digestOf(refresh),
    days: SESSION_DAYS,
  });
  if (rotation.outcome !== 'rotated')
    throw new Refusal('unauthenticated', 'Sign in again: this session ended');
  const { session_id, user_id } = rotation;
  return { access: await signAccess(keys, { user_id, session_id }, now()), refresh };
}

const SIGNED_OUT = 'signed out';

/** Ends the session of a caller. */
export async function signOut({ pool }: IdentityDeps, caller: Caller): Promise<void> {
  await endSession(pool, caller.session_id, SIGNED_OUT);
}

/** Ends the session of a refresh token. Nothing is said of a token that is unknown: whoever sends it is signed out. */
export async function signOutByToken({ pool }: IdentityDeps, token: string): Promise<void> {
  await endSessionOfToken(pool, digestOf(token), SIGNED_OUT);
}

function userOf(profile: Profile, memberships: readonly Membership[], wanted: number | undefined): User {
  const companies = memberships.map(({ plants: _, ...company }) => ({
    ...company,
    second_factor_due: owesSecondFactor(profile, company),
  }));
  return {
    ...profile,
    companies,
    currentCompany: companies.find((c) => c.id_client === wanted) ?? companies[0] ?? null,
  };
}

/** The user as specification §3 shows it; the current company is the wanted one if it is theirs, else the first. */
export async function getUser(
  pool: pg.Pool,
  user_id: number,
  given: { memberships?: readonly Membership[]; wanted?: number | undefined } = {},
): Promise<User> {
  const [profile, memberships] = await Promise.all([
    findProfile(pool, user_id),
    given.memberships ?? listMemberships(pool, user_id),
  ]);
  if (!profile) throw new Refusal('unauthenticated', 'Sign in again: this account is gone');
  return userOf(profile, memberships, given.wanted);
}
