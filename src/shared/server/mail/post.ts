import type { ConnectionOptions } from 'node:tls';
import nodemailer from 'nodemailer';
import type { WaitingMail } from './outbox.repository.ts';
import type { SmtpServer } from './smtp-server.ts';

/** Hands one mail to the mail server. */
export type Post = (mail: WaitingMail) => Promise<void>;

export interface PostOptions {
  server: SmtpServer;
  /** Sender, with or without a name. */
  from: string;
  /** What TLS trusts; by default what Node trusts. */
  tls?: ConnectionOptions;
  /** After so long a try is given up. It must end before the database ends the transaction that holds the mail. */
  within_ms?: number;
}

/** What a mail server, or the way there, said to a mail. Its words carry no secret. */
export class Undelivered extends Error {
  /** The server refused this mail, and would again. */
  readonly final: boolean;
  constructor(words: string, final: boolean) {
    super(words);
    this.final = final;
  }
}

const WITHIN_MS = 45_000;
const WORDS = 300;

/** A post office: each mail by a connection of its own, since mail is rare and a kept one would be closed by then. */
export function createPost({ server, from, tls, within_ms = WITHIN_MS }: PostOptions): Post {
  const transport = nodemailer.createTransport({
    ...server,
    ...(tls ? { tls } : {}),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    dnsTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return async (mail) => {
    try {
      await transport.sendMail({
        from,
        to: { name: '', address: mail.to_address },
        subject: mail.subject,
        text: mail.body_text,
        html: mail.body_html,
        ...(mail.attachment && {
          attachments: [
            { filename: mail.attachment_name, content: mail.attachment, contentType: 'application/pdf' },
          ],
        }),
        // The same for each try, so that a mailbox may know the second of two that a dying worker left.
        messageId: `<${mail.id}.${mail.created_at.getTime()}@${domain}>`,
        date: mail.created_at,
        xMailer: false,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          'Content-Language': mail.language,
          ...unsubscribing(mail.unsubscribe_url),
        },
        signal: AbortSignal.timeout(within_ms),
      });
    } catch (error) {
      throw undelivered(error, server);
    }
  };
}

/** RFC 2369, and RFC 8058 where the address is one that a mail program may post to: over TLS. */
function unsubscribing(url: string): Record<string, string> {
  if (url === '') return {};
  const head = { 'List-Unsubscribe': `<${url}>` };
  return url.startsWith('https://')
    ? { ...head, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : head;
}

interface SmtpFault {
  code?: string;
  response?: string;
  message: string;
  permanent?: boolean;
}

function undelivered(error: unknown, { auth }: SmtpServer): Undelivered {
  const { code, response, message, permanent } = error as SmtpFault;
  const final = permanent === true && (code === 'EENVELOPE' || code === 'EMESSAGE');
  const words = code === 'EABORT' ? 'the mail server did not answer in time' : (response ?? message);
  return new Undelivered(safe(words, auth), final);
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** A server's words in one line, without what it may have repeated: links, and what one signs in with. */
function safe(words: string, auth: SmtpServer['auth']): string {
  const secrets = auth
    ? [auth.pass, ...[auth.pass, auth.user, `\0${auth.user}\0${auth.pass}`].map(base64)]
    : [];
  let line = words.replace(/\bhttps?:\S+/gi, '…');
  for (const secret of secrets.filter((one) => one.length > 2)) line = line.replaceAll(secret, '…');
  return line
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, WORDS);
}
