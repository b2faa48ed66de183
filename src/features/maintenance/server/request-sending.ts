import { refuseField } from '../../../shared/server/errors.ts';
import type { Mailer } from '../../../shared/server/mail/outbox.ts';
import { queueCountedMail } from '../../../shared/server/mail/outbox.ts';
import { LINK_DAYS } from '../../../shared/server/signed-links/signed-link.ts';
import { withdrawLinks } from '../../../shared/server/signed-links/signed-links.repository.ts';
import { makeLink } from '../../../shared/server/signed-links/signed-links.ts';
import { queueSms } from '../../../shared/server/sms/sms-outbox.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS, DEFAULT_CLOCK } from '../../../shared/units/zones.ts';
import { companyNameOf } from '../../notifications/server/company.public.ts';
import { pageUrl } from '../../notifications/server/mail-frame.public.ts';
import { findRecipient } from '../../notifications/server/recipient.public.ts';
import { MAX_LINK_DAYS, type MadeLink } from '../maintenance-requests.contract.ts';
import { findFirm } from './firms.ts';
import { REQUEST } from './request-answers.ts';
import { openLinksOf } from './request-links.repository.ts';
import { type RequestFacts, requestMail, requestSms } from './request-mail-text.ts';
import { insertMessage } from './request-messages.repository.ts';
import { listRequests, type RequestRow } from './requests.repository.ts';

export interface SendingDeps {
  readonly mailer: Mailer;
  /** Address of the portal, without a slash at its end. */
  readonly publicUrl: string;
}

export interface Sending {
  readonly by: readonly ('mail' | 'sms')[];
  /** For how many days a firm's link opens the request; the usual where it is not said. */
  readonly days?: number | undefined;
  /** It was sent before, and its time comes or is over: the link that the firm has goes on opening it. */
  readonly again?: boolean;
  /** It goes by one more way: likewise. */
  readonly also?: boolean;
  readonly now: Date;
}

/** Whoever a request goes to. */
interface Addressee {
  readonly name: string;
  readonly email: string;
  readonly language: 'it' | 'en';
  readonly phone: string;
  readonly link: { readonly url: string; readonly expires_at: Date | null };
}

const PAGE = '/apps/asset/maintenance-requests';

async function colleague(
  tx: Tx,
  { publicUrl }: SendingDeps,
  row: RequestRow,
): Promise<Addressee | undefined> {
  if (row.assigned_user_id === null) return undefined;
  const found = await findRecipient(tx, row.assigned_user_id);
  if (!found) return undefined;
  const { email, language, name } = found.person;
  const url = pageUrl({ publicUrl, company_id: tx.scope.company_id }, `${PAGE}?open=${row.id}`);
  return { name, email, language, phone: row.sms_number, link: { url, expires_at: null } };
}

/** Days that a link opens a request where nobody says: until some time after the work is due. */
const AFTER_DUE_DAYS = 14;
export function usualDays(due_at: Date | null, now: Date): number {
  const to_due = due_at === null ? 0 : Math.ceil((due_at.getTime() - now.getTime()) / DAY_MS);
  return Math.min(MAX_LINK_DAYS, Math.max(LINK_DAYS, to_due + AFTER_DUE_DAYS));
}

/** A firm with a new link; those that it had before open nothing any more, unless it is only reminded. */
async function firmOf(
  tx: Tx,
  { publicUrl }: SendingDeps,
  row: RequestRow,
  { days, again, also, now }: Pick<Sending, 'days' | 'again' | 'also' | 'now'>,
): Promise<(Addressee & { readonly link: { readonly expires_at: Date } }) | undefined> {
  const firm = row.assigned_firm_id === null ? undefined : await findFirm(tx, row.assigned_firm_id);
  if (!firm) return undefined;
  const { id, plant_id } = row;
  const keeps = again === true || also === true;
  const until = keeps ? (await openLinksOf(tx, [id])).get(id) : undefined;
  if (!keeps) await withdrawLinks(tx, { kind: REQUEST, record_id: id, now });
  const record = { kind: REQUEST, record_id: id, plant_id, party: firm.name };
  const { token, expires_at } = await makeLink(tx, record, {
    now,
    until,
    days: days ?? usualDays(row.due_at, now),
  });
  const { name, email, language, phone } = firm;
  const link = { url: `${publicUrl}/r/${token}`, expires_at };
  return { name, email, language, phone: phone || row.sms_number, link };
}

/** Sends a request to whoever it is assigned to, with the transaction. @throws AppError where there is no way to them */
export async function sendRequest(
  tx: Tx,
  deps: SendingDeps,
  { id, ...sending }: Sending & { readonly id: number },
): Promise<void> {
  const [row] = await listRequests(tx, [id]);
  if (!row || sending.by.length === 0) return;
  const to = (await firmOf(tx, deps, row, sending)) ?? (await colleague(tx, deps, row));
  if (!to)
    refuseField(
      'by',
      'not_reachable',
      'Nobody is assigned who could be sent it: say first whom it is assigned to',
    );
  const told: RequestFacts = {
    ...row,
    ...to.link,
    again: sending.again,
    company: await companyNameOf(tx),
    plant: row.plant ?? '',
    time_zone: row.time_zone ?? DEFAULT_CLOCK,
  };
  for (const channel of new Set(sending.by)) {
    const outbox_id =
      channel === 'mail' ? await mailTo(tx, deps, told, to) : await textTo(tx, deps, told, to);
    await insertMessage(tx, { request_id: id, plant_id: row.plant_id, channel, to_name: to.name, outbox_id });
  }
}

/** A new link for a request's firm, for whoever hands it over themselves. @throws AppError where no firm has it */
export async function makeFirmLink(
  tx: Tx,
  deps: SendingDeps,
  { id, ...of }: { readonly id: number; readonly days?: number | undefined; readonly now: Date },
): Promise<MadeLink> {
  const [row] = await listRequests(tx, [id]);
  const firm = row && (await firmOf(tx, deps, row, of));
  if (!firm)
    refuseField('', 'no_firm', 'A link is for an outside firm: say first to which one it is assigned');
  const { url, expires_at } = firm.link;
  return { url, firm: firm.name, expires_at: expires_at.toISOString() };
}

async function mailTo(tx: Tx, { mailer }: SendingDeps, told: RequestFacts, to: Addressee): Promise<number> {
  if (to.email === '')
    refuseField('by', 'mail_missing', 'The mail address of this firm is not known: add it to the firm');
  // A colleague's link asks them to sign in; a firm's opens the request.
  const outside = to.link.expires_at !== null;
  return queueCountedMail(mailer, tx, requestMail(told, { to: to.email, language: to.language }), {
    outside,
  });
}

async function textTo(tx: Tx, { mailer }: SendingDeps, told: RequestFacts, to: Addressee): Promise<number> {
  if (to.phone === '') refuseField('by', 'number_missing', 'Say to which number the text message goes');
  return queueSms(mailer, tx, { to_number: to.phone, text: requestSms(told) });
}
