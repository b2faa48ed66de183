import { createHash, createHmac, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { AppError } from './errors.ts';

const AUDIENCE = 'meridiana';
const ACCESS_S = 600;

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
export async function signAccess(keys: TokenKeys, claims: AccessClaims, now: Date): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000);
  return new SignJWT({ sid: claims.session_id })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(String(claims.user_id))
    .setAudience(AUDIENCE)
    .setIssuedAt(issued)
    .setExpirationTime(issued + ACCESS_S)
    .sign(keys.access);
}

/** @throws AppError unauthenticated for anything but a valid access token of ours */
export async function verifyAccess(keys: TokenKeys, token: string, now: Date): Promise<AccessClaims> {
  try {
    const { payload } = await jwtVerify(token, keys.access, {
      algorithms: ['HS256'],
      typ: 'at+jwt',
      audience: AUDIENCE,
      currentDate: now,
      requiredClaims: ['sub', 'sid', 'exp'],
    });
    return { user_id: Number(payload.sub), session_id: Number(payload.sid) };
  } catch (cause) {
    throw Object.assign(
      new AppError('unauthenticated', 'Sign in again: the access token is not valid any more'),
      {
        cause,
      },
    );
  }
}

const CHALLENGE_S = 300;
const CHALLENGE = { typ: 'second-factor+jwt', audience: 'meridiana second factor' };

/** What a challenge proves: whoever has it gave the password of this account a moment ago. It opens nothing by itself. */
export interface ChallengeClaims {
  user_id: number;
  /** Says for which password it was given. */
  stamp: string;
}

/** Signs a challenge of five minutes, which is no access token. */
export async function signChallenge(keys: TokenKeys, claims: ChallengeClaims, now: Date): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000);
  return new SignJWT({ stamp: claims.stamp })
    .setProtectedHeader({ alg: 'HS256', typ: CHALLENGE.typ })
    .setSubject(String(claims.user_id))
    .setAudience(CHALLENGE.audience)
    .setIssuedAt(issued)
    .setExpirationTime(issued + CHALLENGE_S)
    .sign(keys.access);
}

/** @throws AppError unauthenticated for anything but a valid challenge of ours */
export async function verifyChallenge(keys: TokenKeys, token: string, now: Date): Promise<ChallengeClaims> {
  try {
    const { payload } = await jwtVerify(token, keys.access, {
      ...CHALLENGE,
      algorithms: ['HS256'],
      currentDate: now,
      requiredClaims: ['sub', 'stamp', 'exp'],
    });
    return { user_id: Number(payload.sub), stamp: String(payload.stamp) };
  } catch (cause) {
    throw Object.assign(new AppError('unauthenticated', 'Sign in again: too much time has passed'), {
      cause,
    });
  }
}

/** A fresh opaque token of 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What rests in the database instead of a token. */
export const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The token that follows a refresh token; the same one each time, so that tabs that ask together stay signed in together. */
export const successorOf = (keys: TokenKeys, token: string): string =>
  createHmac('sha256', keys.refresh).update(token).digest('base64url');
