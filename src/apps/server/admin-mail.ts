import type pg from 'pg';
import { listOutbox, type OutboxRow } from '../../shared/server/mail/outbox.repository.ts';
import { MAIL_KEY, readLinks } from '../../shared/server/mail/sealed-links.ts';
import { deriveKey } from '../../shared/server/secret-key.ts';
import { listUnsentSms, type SmsRow } from '../../shared/server/sms/sms-outbox.repository.ts';
import { openText } from '../../shared/server/sms/sms-outbox.ts';
import { isUnanswered } from '../../shared/server/unanswered.ts';
import type { Command, Installed, Values } from './admin-values.ts';

const PRINTED = 1000;
const STATES: Readonly<Record<OutboxRow['state'], string>> = {
  waiting: 'waits to be sent',
  kept: 'was kept, because no mail server is set',
  failed: 'could not be sent',
  sent: 'was sent',
};

/** Of what nobody knows whether it arrived nobody is told that it did not. */
const MAYBE = 'was given up';
const stateOf = ({ state, fault }: Pick<OutboxRow, 'state' | 'fault'>): string =>
  state === 'failed' && isUnanswered(fault) ? MAYBE : STATES[state];

function said({ id, to_address, subject, state, fault, created_at, body_text }: OutboxRow): string {
  const why = fault === '' ? '' : ` (${fault})`;
  return [
    `Mail ${id} of ${created_at.toISOString()} ${stateOf({ state, fault })}${why}`,
    `To: ${to_address}`,
    `Subject: ${subject}`,
    '',
    body_text,
  ].join('\n');
}

function textOf(key: Uint8Array, sms: SmsRow): string {
  try {
    return openText(key, sms);
  } catch {
    return '(this text cannot be opened: was SECRET_KEY changed?)';
  }
}

function saidOfSms(key: Uint8Array, sms: SmsRow): string {
  const { id, to_number, state, fault, created_at } = sms;
  const what = state === 'kept' ? 'was kept, because no provider of text messages is set' : stateOf(sms);
  const why = fault === '' ? '' : ` (${fault})`;
  return [
    `Text message ${id} of ${created_at.toISOString()} ${what}${why}`,
    `To: ${to_number}`,
    '',
    textOf(key, sms),
  ].join('\n');
}

async function printOutbox(
  pool: pg.Pool,
  _values: Values,
  _rest: readonly string[],
  { secretKey }: Installed,
): Promise<void> {
  const key = deriveKey(secretKey, MAIL_KEY);
  const mail = (await listOutbox(pool, { unsent: true, limit: PRINTED })).map((row) => readLinks(key, row));
  console.log(mail.length === 0 ? 'No mail waits.' : mail.toReversed().map(said).join('\n---\n'));
  const texts = await listUnsentSms(pool, PRINTED);
  if (texts.length > 0)
    console.log(
      texts
        .toReversed()
        .map((sms) => saidOfSms(key, sms))
        .join('\n---\n'),
    );
}

/** What an administrator does about mail from the command line. */
export const mailCommands: Readonly<Record<string, Command>> = {
  outbox: { usage: 'outbox', options: {}, run: printOutbox },
};
