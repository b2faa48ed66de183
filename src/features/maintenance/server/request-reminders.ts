import { listReachedCompanies } from '../../../shared/server/callers.ts';
import type { WorkerServices } from '../../../shared/server/feature-work.ts';
import { dayIsFull } from '../../../shared/server/mail/day-limits.ts';
import { publish } from '../../../shared/server/notifications/publish.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { inScope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import { findFirm } from './firms.ts';
import { requestDue } from './request-notifications.ts';
import { type DueRequest, listDue } from './request-reminders.repository.ts';
import { type SendingDeps, sendRequest } from './request-sending.ts';

/** What has been late for longer was late before reminders were sent, or was reminded of. */
const LATE_DAYS = 7;

type When = 'before' | 'after';

/** Reminds whoever made a request and whoever it is assigned to; a firm by mail, with a link of its own beside the one that it has. Once, whoever asks again. */
async function remind(tx: Tx, deps: SendingDeps, due: DueRequest, { when, now }: { when: When; now: Date }) {
  const { id, number, title, plant, plant_id, due_at, assigned_firm_id } = due;
  const firm = assigned_firm_id === null ? undefined : await findFirm(tx, assigned_firm_id);
  // Where as many mails went out as a day may have, everybody is reminded with the firm, when there is room again.
  if (
    firm?.email &&
    (await dayIsFull(deps.mailer, tx, { channel: 'mail', address: firm.email, outside: true }))
  )
    return;
  const people = [due.assigned_user_id, due.created_by].flatMap((user_id) => user_id ?? []);
  const published = await publish(tx, requestDue, {
    ...{ subject: id, plant_id, params: { number, title, plant, when }, to: [...new Set(people)] },
    // Another due date is reminded of anew.
    once: `${id} ${when} ${due_at.toISOString()}`,
  });
  if (published && firm?.email) await sendRequest(tx, deps, { id, by: ['mail'], again: true, now });
}

/** Reminds of the company's requests that are due within a day, and of those that have become late. */
export async function remindOfDue(tx: Tx, deps: SendingDeps, now: Date): Promise<void> {
  if (!(await companyIsOpen(tx))) return;
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS);
  for (const due of await listDue(tx, now, at(1))) await remind(tx, deps, due, { when: 'before', now });
  for (const due of await listDue(tx, at(-LATE_DAYS), now))
    await remind(tx, deps, due, { when: 'after', now });
}

/** The same for every company; one that fails keeps no other back. */
export async function remindEverywhere({ pool, log, mailer, config, now }: WorkerServices): Promise<void> {
  const deps = { mailer, publicUrl: config.publicUrl };
  for (const company_id of await listReachedCompanies(pool))
    await inScope(pool, scopeOfWork(company_id), (tx) => remindOfDue(tx, deps, now())).catch((err: unknown) =>
      log.warn({ err, company_id }, 'nobody could be reminded of requests'),
    );
}
