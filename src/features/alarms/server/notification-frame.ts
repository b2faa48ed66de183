import type { NotificationDeps } from '../../../shared/server/notifications/kinds.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { stopToken } from './mail-stop.ts';
import { findCompanyFacts } from './notification-preferences.repository.ts';
import type { Recipient } from './notification-recipient.ts';
import type { MailFrame } from './published-mail-text.ts';

/** What a person's mail stands in; its link stops mail of a kind, without one of alarms. */
export async function frameOf(
  tx: Tx,
  { person }: Recipient,
  deps: Pick<NotificationDeps, 'stopKey' | 'publicUrl'>,
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
