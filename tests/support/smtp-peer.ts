import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import tlsOptions from 'smtp-server/lib/tls-options';

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
  const { cert } = tlsOptions();
  const server = new SMTPServer({
    logger: false,
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
    ca: String(cert),
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
