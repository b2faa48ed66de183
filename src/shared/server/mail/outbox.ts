import type { JobQueue, Sender } from '../jobs.ts';
import type { Whose } from '../party.ts';
import type { Tx } from '../tenancy.ts';
import { type Counting, countMessage, USUAL_LIMITS } from './day-limits.ts';
import { layOut, type Mail } from './layout.ts';
import { mailQueue } from './mail-queue.ts';
import { insertMail } from './outbox.repository.ts';
import { sealLinks } from './sealed-links.ts';

/** Where mail is handed in, and in whose name it goes out. */
export interface Mailer extends Pick<JobQueue, 'send'>, Counting {
  readonly providerName: string;
  /** Seals the links of mail that waits. */
  readonly key: Uint8Array;
}

/** Mail in the provider's name, sent by the job queue. */
export function createMailer(
  jobs: Pick<JobQueue, 'send'>,
  given: Pick<Mailer, 'providerName' | 'key'> & Partial<Pick<Mailer, 'limits' | 'now'>>,
): Mailer {
  return {
    limits: USUAL_LIMITS,
    now: () => new Date(),
    ...given,
    send: (tx, queue, data, whose, at) => jobs.send(tx, queue, data, whose, at),
  };
}

// One address and nothing that a mail's head or a mail server would read as something else.
const ONE_ADDRESS = /^[^\s\p{Cc}\p{Cf}<>()[\],;:"\\@]+@[^\s\p{Cc}\p{Cf}<>()[\],;:"\\@]+$/u;
const SUBJECT_CHARACTERS = 200;
/** Bytes that go with a mail: more is refused by mail servers. */
const MAX_ATTACHED = 10 * 1024 * 1024;

/** A subject in one line, whatever was typed into the names that it tells. */
function oneLine(subject: string): string {
  const line = subject.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return [...line].slice(0, SUBJECT_CHARACTERS).join('').toWellFormed();
}

/**
 * Puts a mail into the outbox and asks a worker to send it, with the transaction of the action that it tells of: neither is
 * there without the other. Its links rest sealed until it is sent. Answers its number in the outbox. `whose`: the company that it is
 * sent for, whose mail takes turns with that of others; nobody's is an account's own, such as a link of recovery. For what the portal
 * itself tells accounts; mail to where people say is `queueCountedMail`'s.
 */
export async function queueMail(mailer: Mailer, tx: Sender, mail: Mail, whose?: Whose): Promise<number> {
  if ((mail.attachment?.bytes.length ?? 0) > MAX_ATTACHED) throw new Error('a mail carries at most 10 MB');
  if (!ONE_ADDRESS.test(mail.to)) throw new Error('a mail needs the address of one person');
  const subject = oneLine(mail.subject);
  const { mail: resting, sealed_links } = sealLinks(mailer.key, mail);
  const id = await insertMail(tx, {
    to_address: mail.to,
    language: mail.language,
    subject,
    unsubscribe_url: resting.unsubscribe?.url ?? '',
    sealed_links,
    attachment_name: mail.attachment?.name ?? '',
    attachment: mail.attachment ? Buffer.from(mail.attachment.bytes) : null,
    ...layOut({ ...resting, subject }, mailer.providerName),
  });
  await mailer.send(tx, mailQueue, { id }, whose);
  return id;
}

/**
 * The same of mail that a person has sent, or to an address that people typed (`outside`: it is not that of an account of the company):
 * it is counted, and there is an end to it in a day. @throws DayIsFull
 */
export async function queueCountedMail(
  mailer: Mailer,
  tx: Tx,
  mail: Mail,
  { outside }: { outside: boolean },
): Promise<number> {
  await countMessage(mailer, tx, { channel: 'mail', address: mail.to, outside });
  return queueMail(mailer, tx, mail, tx.scope);
}
