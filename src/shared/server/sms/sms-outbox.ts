import type { JobQueue } from '../jobs.ts';
import { type Counting, countMessage } from '../mail/day-limits.ts';
import { seal, unseal } from '../sealed.ts';
import type { Tx } from '../tenancy.ts';
import { insertSms, saveSealed } from './sms-outbox.repository.ts';
import type { Sms } from './sms-provider.ts';
import { smsQueue } from './sms-queue.ts';

/** Where text messages are handed in; they are sealed with the key of mailed links. */
export interface SmsSender extends Pick<JobQueue, 'send'>, Counting {}

/** Some ten parts of a message: more is a letter. */
const MAX_CHARACTERS = 1500;
const NUMBER = /^\+[1-9]\d{5,14}$/;

// A row that somebody moves to another number does not open.
const ownerOf = (to_number: string): string => `text message to ${to_number}`;

/** Puts a text message into its outbox with the transaction of what it tells of, and counts it; answers its number there. @throws DayIsFull */
export async function queueSms(sender: SmsSender, tx: Tx, { to_number, text }: Sms): Promise<number> {
  if (!NUMBER.test(to_number)) throw new Error('a text message needs a number in international form');
  await countMessage(sender, tx, { channel: 'sms', address: to_number, outside: true });
  const id = await insertSms(tx, to_number);
  const written = [...text].slice(0, MAX_CHARACTERS).join('').toWellFormed();
  await saveSealed(tx, id, seal(sender.key, Buffer.from(written), ownerOf(to_number)));
  await sender.send(tx, smsQueue, { id }, tx.scope);
  return id;
}

/** The text of a message that rests. @throws where it was sealed with another key */
export const openText = (
  key: Uint8Array,
  { to_number, sealed_text }: { to_number: string; sealed_text: Buffer | null },
): string => (sealed_text === null ? '' : unseal(key, sealed_text, ownerOf(to_number)).toString());
