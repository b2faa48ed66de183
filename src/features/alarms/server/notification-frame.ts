import type { Logger } from '../../../shared/server/log.ts';
import type { Mailer } from '../../../shared/server/mail/outbox.ts';
import type { NotificationKinds } from '../../../shared/server/notifications/kinds.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { stopToken } from './mail-stop.ts';
import type { MailFrame } from './notification-mail.ts';
import { findCompanyFacts } from './notification-preferences.repository.ts';
import type { Recipient } from './notification-recipient.ts';

export interface NotificationDeps {
  readonly log: Pick<Logger, 'warn'>;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  /** Signs unsubscribe links. */
  readonly stopKey: Uint8Array;
  /** What areas publish, beside alarms. */
  readonly kinds?: NotificationKinds;
}

/** What a person's mail stands in; its link stops mail of a kind, without one of alarms. */
export async function frameOf(
  tx: Tx,
  { person }: Recipient,
  deps: NotificationDeps,
  kind?: string,
): Promise<MailFrame> {
  const { company_id } = tx.scope;
  const owner = { company_id, user_id: person.id, ...(kind !== undefined && { kind }) };
  const token = stopToken(deps.stopKey, owner);
  return {
    to: person.email,
    language: person.language,
    company: (await findCompanyFacts(tx)).name,
    company_id,
    publicUrl: deps.publicUrl,
    stopUrl: `${deps.publicUrl}/unsubscribe?token=${token}`,
  };
}
