import type { Language } from '../../../shared/server/language.ts';
import type { NotificationDeps } from '../../../shared/server/notifications/kinds.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { findCompanyName } from './company-name.repository.ts';
import { stopToken } from './mail-stop.public.ts';
import type { Recipient } from './recipient.public.ts';

/** What every mail of notifications stands in. */
export interface MailFrame {
  readonly to: string;
  readonly language: Language;
  readonly company: string;
  readonly company_id: number;
  /** Address of the portal, without a slash at its end. */
  readonly publicUrl: string;
  /** The page that stops this mail. */
  readonly stopUrl: string;
}

type UrlFrame = Pick<MailFrame, 'publicUrl' | 'company_id'>;
/** The address at which a path of the portal opens in the company of the mail. */
export const pageUrl = ({ publicUrl, company_id }: UrlFrame, path: string): string =>
  `${publicUrl}${path}${path.includes('?') ? '&' : '?'}company=${company_id}`;

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
    company: await findCompanyName(tx),
    company_id,
    publicUrl: deps.publicUrl,
    stopUrl: `${deps.publicUrl}/unsubscribe?token=${token}`,
  };
}
