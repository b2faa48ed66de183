import { recordAudit } from '../../../shared/server/audit.ts';
import type { Language } from '../../../shared/server/language.ts';
import type { Logger } from '../../../shared/server/log.ts';
import type { Mail } from '../../../shared/server/mail/layout.ts';
import { type Mailer, queueMail } from '../../../shared/server/mail/outbox.ts';
import { publish } from '../../../shared/server/notifications/publish.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { listColleaguesWho } from '../../companies/server/colleagues.public.ts';
import { isHopeless, pacedUntil, STILL_TRYING_MS, SWITCHED_OFF_AFTER_DAYS } from '../webhook.model.ts';

import { findCompanyName } from './company-name.repository.ts';
import { findRecipient } from './recipient.public.ts';
import { WEBHOOK_OFF } from './webhook-off.ts';
import { saveHealth, switchOff } from './webhooks.repository.ts';

export interface FailingDeps {
  readonly log: Pick<Logger, 'warn'>;
  readonly clock: () => number;
  readonly mailer: Mailer;
  readonly publicUrl: string;
}

/** An attempt of a webhook, and how many failed before it. */
interface Attempted {
  readonly webhook_id: number;
  readonly failures: number;
  readonly delivered: boolean;
}

/** Notes what an attempt says of a webhook: one that keeps failing is tried more rarely, and in the end switched off. */
export async function noteHealth(
  tx: Tx,
  deps: FailingDeps,
  { webhook_id, failures, delivered }: Attempted,
): Promise<void> {
  const now = deps.clock();
  const until = delivered ? null : pacedUntil(failures + 1, now);
  const paced_until = until === null ? null : new Date(until);
  const { failing_ms, failures: failed } = await saveHealth(tx, webhook_id, {
    delivered,
    paced_until,
    now: new Date(now),
    trying_ms: STILL_TRYING_MS,
  });
  if (isHopeless(failing_ms, failed)) await giveUp(tx, deps, { webhook_id, failures: failed });
}

/** Switches a webhook off, and says so to those who can do something about it. */
async function giveUp(
  tx: Tx,
  { mailer, publicUrl, log }: FailingDeps,
  { webhook_id, failures }: { webhook_id: number; failures: number },
): Promise<void> {
  const webhook = await switchOff(tx, webhook_id);
  if (!webhook) return;
  const { company_id } = tx.scope;
  await recordAudit(tx, 'webhook.switched_off', String(webhook_id), { failures });
  log.warn(
    { company_id, webhook_id, failures },
    'a webhook was switched off: nothing could be delivered to it',
  );
  const url = `${publicUrl}/apps/asset/webhooks?company=${company_id}`;
  const about = {
    company: await findCompanyName(tx),
    webhook: webhook.name,
    host: new URL(webhook.url).host,
  };
  const { webhook: name, host } = about;
  await publish(tx, WEBHOOK_OFF, { subject: webhook_id, plant_id: null, params: { webhook: name, host } });
  for (const user_id of await listColleaguesWho(tx, 'company.administer')) {
    const recipient = await findRecipient(tx, user_id, 'company.administer');
    if (recipient)
      await queueMail(
        mailer,
        tx,
        { to: recipient.person.email, ...offMail(about, recipient.person.language, url) },
        tx.scope,
      );
  }
}

interface About {
  readonly company: string;
  readonly webhook: string;
  readonly host: string;
}

interface MailTexts {
  subject: (about: About) => string;
  what: (about: About) => string;
  next: string;
  show: string;
}

const MAIL_TEXTS: Readonly<Record<Language, MailTexts>> = {
  en: {
    subject: ({ company, webhook }) => `${company}: the webhook “${webhook}” was turned off`,
    what: ({ webhook, host, company }) =>
      `Nothing could be delivered to the webhook “${webhook}” of ${company} (${host}) for ${SWITCHED_OFF_AFTER_DAYS} days, so it was turned off. The program behind it is no longer notified of alarms.`,
    next: 'See its deliveries for the cause. Waiting messages are kept for 30 days and sent once you turn it on again; alarms that open or close until then are not sent to it.',
    show: 'Show the webhooks',
  },
  it: {
    subject: ({ company, webhook }) => `${company}: il webhook “${webhook}” è stato disattivato`,
    what: ({ webhook, host, company }) =>
      `Da ${SWITCHED_OFF_AFTER_DAYS} giorni non è stato possibile consegnare nulla al webhook “${webhook}” di ${company} (${host}), perciò è stato disattivato. Il programma collegato non viene più avvisato degli allarmi.`,
    next: 'Le sue consegne dicono che cosa non ha funzionato. Ciò che è in attesa resta per 30 giorni e parte quando lo riattivi; gli allarmi che si aprono o chiudono fino ad allora non gli vengono inviati.',
    show: 'Mostra i webhook',
  },
};

function offMail(about: About, language: Language, url: string): Omit<Mail, 'to'> {
  const { subject, what, next, show } = MAIL_TEXTS[language];
  return { language, subject: subject(about), paragraphs: [what(about), next], link: { label: show, url } };
}
