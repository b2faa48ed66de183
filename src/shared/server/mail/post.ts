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
  /** Until its whole text is handed over: after so long a try is given up. */
  within_ms?: number;
  /** After that, for the server's answer. */
  answer_ms?: number;
  /** Aborted when the worker ends: no try keeps it from that. */
  ending?: AbortSignal;
}

/** What a mail server, or the way there, said to a mail. Its words carry no secret. */
export class Undelivered extends Error {
  /** The server refused this mail, and would again. */
  readonly final: boolean;
  /** It was handed over whole, and no answer came: it may have arrived. */
  readonly unanswered: boolean;
  constructor(words: string, final: boolean, unanswered = false) {
    super(words);
    this.final = final;
    this.unanswered = unanswered;
  }
}

const WITHIN_MS = 45_000;
/** A server that looks through a mail before it takes it may need minutes; RFC 5321, 4.5.3.2.6. */
const ANSWER_MS = 5 * 60_000;
/** No try lasts longer (ms). */
export const MAX_TRY_MS = WITHIN_MS + ANSWER_MS;
const WORDS = 300;

/** A post office: each mail by a connection of its own, since mail is rare and a kept one would be closed by then. */
export function createPost({
  server,
  from,
  tls,
  within_ms = WITHIN_MS,
  answer_ms = ANSWER_MS,
  ending,
}: PostOptions): Post {
  const options = {
    ...server,
    ...(tls ? { tls } : {}),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: within_ms + answer_ms,
    dnsTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const domain = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return async (mail) => {
    const patience = new Patience(within_ms, answer_ms);
    const transport = nodemailer.createTransport({ ...options, logger: patience });
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
        signal: ending ? AbortSignal.any([patience.signal, ending]) : patience.signal,
      });
    } catch (error) {
      throw undelivered(error, server, patience.handedOver);
    } finally {
      patience.end();
    }
  };
}

/** How long a try may take: little until the whole text is handed over, which the transport says to its log, then minutes. */
class Patience {
  readonly #given_up = new AbortController();
  readonly #answer_ms: number;
  #timer: NodeJS.Timeout;
  handedOver = false;

  constructor(within_ms: number, answer_ms: number) {
    this.#answer_ms = answer_ms;
    this.#timer = this.#giveUpAfter(within_ms);
  }

  get signal(): AbortSignal {
    return this.#given_up.signal;
  }

  info(entry: { tnx?: unknown; outByteCount?: unknown }): void {
    if (entry.tnx !== 'message' || entry.outByteCount === undefined) return;
    this.handedOver = true;
    clearTimeout(this.#timer);
    this.#timer = this.#giveUpAfter(this.#answer_ms);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #giveUpAfter(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#given_up.abort(), ms);
  }
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
  responseCode?: number;
}

function undelivered(error: unknown, { auth }: SmtpServer, handedOver: boolean): Undelivered {
  const { code, response, message, permanent, responseCode } = error as SmtpFault;
  const final = permanent === true && (code === 'EENVELOPE' || code === 'EMESSAGE');
  const words = code === 'EABORT' ? 'the mail server did not answer in time' : (response ?? message);
  return new Undelivered(safe(words, auth), final, handedOver && responseCode === undefined);
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
