import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** Of a certificate that nobody trusts but the tests that say so, for loopback only. */
export const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQguNuvhvrJ/aqUOhOO
pZFPKgxCBEQOKIRD1JxyeHzcc/ahRANCAATj4QH4iTBzOvMLpPIJdBqHHRUVWUbi
eR6rst0a5ppn0sCcCZ91ava1lr82i65wetvdHgD6X53xzdLkY4ywnJI6
-----END PRIVATE KEY-----`;
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBvjCCAWOgAwIBAgIUHDA545CPCh+3Z2pXmIkIgnkzKlwwCgYIKoZIzj0EAwIw
JTEjMCEGA1UEAwwaTWVyaWRpYW5hIHRlc3QgbWFpbCBzZXJ2ZXIwIBcNMjYxMTIx
MDUxNjAyWhgPMjEyNjEwMjgwNTE2MDJaMCUxIzAhBgNVBAMMGk1lcmlkaWFuYSB0
ZXN0IG1haWwgc2VydmVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE4+EB+Ikw
czrzC6TyCXQahx0VFVlG4nkeq7LdGuaaZ9LAnAmfdWr2tZa/NouucHrb3R4A+l+d
8c3S5GOMsJySOqNvMG0wHQYDVR0OBBYEFHAKhonNii2FRPWYD70rj4vi31oBMB8G
A1UdIwQYMBaAFHAKhonNii2FRPWYD70rj4vi31oBMA8GA1UdEwEB/wQFMAMBAf8w
GgYDVR0RBBMwEYcEfwAAAYIJbG9jYWxob3N0MAoGCCqGSM49BAMCA0kAMEYCIQD4
Bn4Q+XLFdumKhP/zYGVHNGWOtj00i0ur2+BSGIwPxQIhAPN3WQh3RAcngYsaGKc1
63Wq/yF6El3Whi+551+ZphPc
-----END CERTIFICATE-----`;

/** What one delivery brought. */
export interface Delivered {
  from: string;
  to: string[];
  /** Whether it came over TLS, and who had signed in. */
  secure: boolean;
  user: string | undefined;
  raw: string;
}

/** A mail server on loopback that keeps what it is given. */
export interface SmtpPeer {
  readonly port: number;
  readonly mail: Delivered[];
  /** What a client must trust to take this server for what it is. */
  readonly ca: string;
  close(): Promise<void>;
}

export async function startSmtpPeer(options: SMTPServerOptions = {}, port = 0): Promise<SmtpPeer> {
  const mail: Delivered[] = [];
  const server = new SMTPServer({
    key: KEY,
    cert: CERTIFICATE,
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    ...options,
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mail.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          secure: session.secure,
          user: session.user as string | undefined,
          raw: Buffer.concat(parts).toString(),
        });
        if (options.onData) options.onData(stream, session, done);
        else done();
      });
    },
  });
  // A client that hangs up is what some tests are about.
  server.on('error', () => undefined);
  const listener = server.listen(port, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    mail,
    ca: CERTIFICATE,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A header of a delivered mail, unfolded, its encoded words read. */
export function headerOf({ raw }: Pick<Delivered, 'raw'>, name: string): string | undefined {
  const [head = ''] = raw.split('\r\n\r\n', 1);
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const found = lines.find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}: `));
  return found === undefined ? undefined : wordsOf(found.slice(name.length + 2));
}

const wordsOf = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : unquoted(word.replaceAll('_', ' ')),
    );

function unquoted(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** The plain and the styled part of a delivered mail, as they read. */
export function partsOf({ raw }: Pick<Delivered, 'raw'>): { text: string; html: string } {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? '';
  const parts = raw.split(`--${boundary}`);
  const read = (type: string): string => {
    const part = parts.find((one) => one.includes(`Content-Type: ${type}`)) ?? '';
    const body = part.slice(part.indexOf('\r\n\r\n') + 4);
    if (/Content-Transfer-Encoding: base64/i.test(part)) return Buffer.from(body, 'base64').toString();
    return /Content-Transfer-Encoding: quoted-printable/i.test(part) ? unquoted(body) : body;
  };
  return { text: read('text/plain'), html: read('text/html') };
}
