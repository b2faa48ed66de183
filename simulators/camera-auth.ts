import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Who may look. */
export interface Viewer {
  readonly username: string;
  readonly password: string;
}

const REALM = 'camera';
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Whether the password was said; answers how to say it where it was not. */
export function letInByBasic(
  { headers }: IncomingMessage,
  answer: ServerResponse,
  { username, password }: Viewer,
): boolean {
  if (headers.authorization === `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`)
    return true;
  answer.writeHead(401, { 'www-authenticate': `Basic realm="${REALM}"` }).end();
  return false;
}

/** The same by digest (RFC 7616, MD5), as most cameras ask for it; a number is good for this run. */
export class DigestDoor {
  readonly #nonce = randomBytes(12).toString('hex');

  letIn(request: IncomingMessage, answer: ServerResponse, viewer: Viewer): boolean {
    if (this.#isRight(request, viewer)) return true;
    const challenge = `Digest realm="${REALM}", nonce="${this.#nonce}", qop="auth", algorithm=MD5`;
    answer.writeHead(401, { 'www-authenticate': challenge }).end();
    return false;
  }

  #isRight({ method, url, headers }: IncomingMessage, { username, password }: Viewer): boolean {
    const said = headers.authorization ?? '';
    const of = (name: string): string => new RegExp(`\\b${name}="?([^",]+)`).exec(said)?.[1] ?? '';
    const secret = md5(`${username}:${REALM}:${password}`);
    const asked = md5(`${method}:${url}`);
    const right = md5([secret, this.#nonce, of('nc'), of('cnonce'), 'auth', asked].join(':'));
    return said.startsWith('Digest ') && of('nonce') === this.#nonce && of('response') === right;
  }
}
