import { listReachedCompanies } from '../../../shared/server/callers.ts';
import type { WorkerServices } from '../../../shared/server/feature-work.ts';
import { dayIsFull } from '../../../shared/server/mail/day-limits.ts';
import { publish } from '../../../shared/server/notifications/publish.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { inScope, type Scope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import { findFirm } from './firms.ts';
import { requestDue } from './request-notifications.ts';
import { type DueRequest, keepWaitingReminder, listDue } from './request-reminders.repository.ts';
import { type SendingDeps, sendRequest } from './request-sending.ts';

/** What has been late for longer was late before reminders were sent, or was reminded of. */
const LATE_DAYS = 7;

type When = 'before' | 'after';

interface Reminder extends DueRequest {
  readonly when: When;
}

/** Reminds whoever made a request and whoever it is assigned to; a firm by mail, with a link of its own beside the one that it has. Once, whoever asks again. */
async function remind(tx: Tx, deps: SendingDeps, { when, ...due }: Reminder, now: Date): Promise<void> {
  const { id, number, title, plant, plant_id, due_at, assigned_firm_id } = due;
  const people = [due.assigned_user_id, due.created_by].flatMap((user_id) => user_id ?? []);
  // Another due date is reminded of anew.
  const which = `${when} ${due_at.toISOString()}`;
  const isFirst = await publish(tx, requestDue, {
    subject: id,
    plant_id,
    params: { number, title, plant, when },
    to: [...new Set(people)],
    once: `${id} ${which}`,
  });
  if (!isFirst && due.reminder_waits !== which) return;
  const firm = assigned_firm_id === null ? undefined : await findFirm(tx, assigned_firm_id);
  if (!firm?.email) return;
  // Where as many mails went out as a day may have, the firm's waits until there is room again, and nobody else for it.
  const full = await dayIsFull(deps.mailer, tx, { channel: 'mail', address: firm.email, outside: true });
  if (!full) await sendRequest(tx, deps, { id, by: ['mail'], again: true, now });
  const waits = full ? which : null;
  if (waits !== due.reminder_waits) await keepWaitingReminder(tx, id, waits);
}

/** Requests that are due within a day, and those that have become late. */
async function listReminders(tx: Tx, now: Date): Promise<Reminder[]> {
  if (!(await companyIsOpen(tx))) return [];
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS);
  const before = await listDue(tx, now, at(1));
  const after = await listDue(tx, at(-LATE_DAYS), now);
  return [
    ...before.map((due) => ({ ...due, when: 'before' as const })),
    ...after.map((due) => ({ ...due, when: 'after' as const })),
  ];
}

/** Reminds of a company's requests, each in a transaction of its own: what a mail is counted by is held for no other request. */
export async function remindOfDue(
  { pool, log, ...deps }: SendingDeps & Pick<WorkerServices, 'pool' | 'log'>,
  scope: Scope,
  now: Date,
): Promise<void> {
  for (const due of await inScope(pool, scope, (tx) => listReminders(tx, now)))
    await inScope(pool, scope, (tx) => remind(tx, deps, due, now)).catch((err: unknown) =>
      log.warn(
        { err, company_id: scope.company_id, request: due.id },
        'nobody could be reminded of a request',
      ),
    );
}

/** The same for every company; one that fails keeps no other back. */
export async function remindEverywhere({ pool, log, mailer, config, now }: WorkerServices): Promise<void> {
  const deps = { pool, log, mailer, publicUrl: config.publicUrl };
  for (const company_id of await listReachedCompanies(pool))
    await remindOfDue(deps, scopeOfWork(company_id), now()).catch((err: unknown) =>
      log.warn({ err, company_id }, 'nobody could be reminded of requests'),
    );
}
