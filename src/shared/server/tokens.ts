import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Refusal } from './errors.ts';
import { readToken, signToken, type TokenKind } from './signed-token.ts';

const ACCESS: TokenKind = { typ: 'at+jwt', audience: 'meridiana', life_s: 600 };

/** What an access token proves: a session of a user. Roles are never in it; they are read on each request. */
export interface AccessClaims {
  user_id: number;
  session_id: number;
}

export interface TokenKeys {
  access: Uint8Array;
  refresh: Uint8Array;
}

/** Signs a ten-minute access token. */
export function signAccess(keys: TokenKeys, { user_id, session_id }: AccessClaims, now: Date): string {
  return signToken(ACCESS, keys.access, { sub: String(user_id), sid: session_id }, now);
}

/** @throws Refusal unauthenticated for anything but a valid access token of ours */
export function verifyAccess(keys: TokenKeys, token: string, now: Date): AccessClaims {
  const { sub, sid } = readToken(ACCESS, keys.access, token, now) ?? {};
  if (sub === undefined || sid === undefined)
    throw new Refusal('unauthenticated', 'Sign in again: the access token is not valid any more');
  return { user_id: Number(sub), session_id: Number(sid) };
}

const CHALLENGE: TokenKind = {
  typ: 'second-factor+jwt',
  audience: 'meridiana second factor',
  life_s: 300,
};

/** What a challenge proves: whoever has it gave the password of this account a moment ago. It opens nothing by itself. */
export interface ChallengeClaims {
  user_id: number;
  /** Says for which password it was given. */
  stamp: string;
}

/** Signs a challenge of five minutes, which is no access token. */
export function signChallenge(keys: TokenKeys, { user_id, stamp }: ChallengeClaims, now: Date): string {
  return signToken(CHALLENGE, keys.access, { sub: String(user_id), stamp }, now);
}

/** @throws Refusal unauthenticated for anything but a valid challenge of ours */
export function verifyChallenge(keys: TokenKeys, token: string, now: Date): ChallengeClaims {
  const { sub, stamp } = readToken(CHALLENGE, keys.access, token, now) ?? {};
  if (sub === undefined || stamp === undefined)
    throw new Refusal('unauthenticated', 'Sign in again: too much time has passed');
  return { user_id: Number(sub), stamp: String(stamp) };
}

/** A fresh opaque token of 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What rests in the database instead of a token. */
export const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The token that follows a refresh token; the same one each time, so that tabs that ask together stay signed in together. */
export const successorOf = (keys: TokenKeys, token: string): string =>
  createHmac('sha256', keys.refresh).update(token).digest('base64url');
