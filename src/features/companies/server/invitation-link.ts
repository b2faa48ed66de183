import { createHash } from 'node:crypto';
import { digestOf, newToken } from '../../../shared/server/tokens.ts';

/**
 * A new invitation's tokens. The mailed one proves that its bearer reads the address; the one that the inviter may hand
 * over is made from it and never leads back, so that inviting an address is no way of confirming it.
 */
export interface InvitationTokens {
  mailed: string;
  handed: string;
  /** What rests in the database. */
  digest: Buffer;
}

const handedOf = (mailed: string): string =>
  createHash('sha256').update(`handed over ${mailed}`).digest('base64url');

export function newInvitationTokens(): InvitationTokens {
  const mailed = newToken();
  const handed = handedOf(mailed);
  return { mailed, handed, digest: digestOf(handed) };
}

/** The digests that a token may stand for: as one that was handed over, and as one that was mailed. */
export const digestsOf = (token: string): readonly Buffer[] => [digestOf(token), digestOf(handedOf(token))];

/** Whether a token of this invitation came by mail. */
export const cameByMail = (token: string, digest: Buffer): boolean =>
  digestOf(handedOf(token)).equals(digest);

export const linkOf = (publicUrl: string, token: string): string =>
  `${publicUrl}/register?invitation=${token}`;
