import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a token is for. `typ` stands in its header: no kind passes for another that is signed with the same key. */
export interface TokenKind {
  readonly typ: string;
  readonly audience: string;
  /** How long it holds, from when it was signed. */
  readonly life_s: number;
}

export type Claims = Readonly<Record<string, unknown>>;

const packed = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const headerOf = ({ typ }: TokenKind): string => packed({ alg: 'HS256', typ });
// At once and in this thread: a few microseconds, where the thread pool would wait behind the hashing of passwords.
const signatureOf = (text: string, key: Uint8Array): string =>
  createHmac('sha256', key).update(text).digest('base64url');
const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** A JSON Web Token (RFC 7519), signed with HMAC and SHA-256. */
export function signToken(kind: TokenKind, key: Uint8Array, claims: Claims, now: Date): string {
  const iat = seconds(now);
  const said = packed({ ...claims, aud: kind.audience, iat, exp: iat + kind.life_s });
  const text = `${headerOf(kind)}.${said}`;
  return `${text}.${signatureOf(text, key)}`;
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * The claims of a token of this kind that was signed with this key and is not over; undefined of anything else. Its header
 * must be ours letter by letter, so that nothing in a token says how it is to be judged.
 */
export function readToken(kind: TokenKind, key: Uint8Array, token: string, now: Date): Claims | undefined {
  const [header, said = '', signature = '', ...more] = token.split('.');
  if (header !== headerOf(kind) || more.length > 0) return undefined;
  if (!isSame(signature, signatureOf(`${header}.${said}`, key))) return undefined;
  const claims = JSON.parse(Buffer.from(said, 'base64url').toString()) as Claims;
  const holds = typeof claims.exp === 'number' && claims.exp > seconds(now);
  return holds && claims.aud === kind.audience ? claims : undefined;
}
