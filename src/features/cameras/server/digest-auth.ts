import { createHash, randomBytes } from 'node:crypto';
import type { Credentials } from './camera-servers.service.ts';

/** What is asked for, and what it is asked for with. */
interface DigestRequest {
  readonly method: string;
  /** Path and query as they stand in the request. */
  readonly uri: string;
  readonly credentials: Credentials;
  /** Chosen by the client; for tests. */
  readonly cnonce?: string;
}

const HASHES: Readonly<Record<string, string>> = { md5: 'md5', 'sha-256': 'sha256' };

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** Characters of a challenge that are read: cameras ask in some hundred. */
const MAX_READ = 2048;

/** The parameters of one challenge; what is said twice counts as it was said first. A name is begun where none is under way: each letter is looked at once. */
function parametersOf(challenge: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', inQuotes, bare] of challenge.matchAll(
    /(?<![\w-])([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g,
  )) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, inQuotes?.replace(/\\(.)/g, '$1') ?? bare ?? '');
  }
  return found;
}

/** An answer to a digest challenge (RFC 7616), undefined for one that is not understood. */
function answerDigest(
  challenge: string,
  { method, uri, credentials, cnonce }: DigestRequest,
): string | undefined {
  const given = parametersOf(challenge);
  const [realm, nonce] = [given.get('realm') ?? '', given.get('nonce')];
  const algorithm = given.get('algorithm') ?? 'MD5';
  const name = HASHES[algorithm.toLowerCase().replace(/-sess$/, '')];
  const offered = given
    .get('qop')
    ?.toLowerCase()
    .split(/[\s,]+/);
  if (nonce === undefined || name === undefined || (offered && !offered.includes('auth'))) return undefined;
  const hash = (text: string): string => createHash(name).update(text).digest('hex');
  const own = cnonce ?? randomBytes(12).toString('hex');
  const secret = hash(`${credentials.username}:${realm}:${credentials.password}`);
  const a1 = /-sess$/i.test(algorithm) ? hash(`${secret}:${nonce}:${own}`) : secret;
  const a2 = hash(`${method}:${uri}`);
  const response = offered ? hash(`${a1}:${nonce}:00000001:${own}:auth:${a2}`) : hash(`${a1}:${nonce}:${a2}`);
  const opaque = given.get('opaque');
  return [
    `Digest username=${quoted(credentials.username)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(uri)}`,
    `response="${response}"`,
    ...(given.has('algorithm') ? [`algorithm=${algorithm}`] : []),
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
    ...(offered ? [`qop=auth, nc=00000001, cnonce="${own}"`] : []),
  ].join(', ');
}

/**
 * What a camera that asks who is there is answered: by digest where it offers that, which tells nobody the password, else
 * by the basic scheme. Undefined where it asks in a way that is not understood.
 * @param header www-authenticate, of which the first 2 KB are read: whoever answers in a camera's place keeps nobody else waiting
 */
export function answerChallenge(header: string, asked: DigestRequest): string | undefined {
  const challenge = header.slice(0, MAX_READ);
  const digest = challenge.search(/\bdigest\s/i);
  const answer = digest < 0 ? undefined : answerDigest(challenge.slice(digest + 'digest'.length), asked);
  if (answer !== undefined) return answer;
  if (!/(^|,)\s*basic(\s|$)/i.test(challenge)) return undefined;
  const { username, password } = asked.credentials;
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
