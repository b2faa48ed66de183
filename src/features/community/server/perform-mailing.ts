import type pg from 'pg';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { type DayIsFull, dayIsFull } from '../../../shared/server/mail/day-limits.ts';
import { type Mailer, queueCountedMail } from '../../../shared/server/mail/outbox.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { withdrawLinks } from '../../../shared/server/signed-links/signed-links.repository.ts';
import { makeLink } from '../../../shared/server/signed-links/signed-links.ts';
import { inScope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { companyNameOf } from '../../notifications/server/company.public.ts';
import { type MailingJob, mailingQueue } from './mailing-queue.ts';
import { type MailingFacts, memberMail } from './mailing-text.ts';
import { type MailingRow, markMade, putOff, takeQueued } from './mailings.repository.ts';
import { MAILING } from './mailings.ts';
import { findStatement } from './statements.repository.ts';

/** Mails that one transaction makes. */
const AT_ONCE = 50;

export interface MailingWork {
  readonly pool: pg.Pool;
  readonly mailer: Mailer;
  /** Address of the portal, without a slash at its end. */
  readonly publicUrl: string;
  now(): Date;
  /** Aborted when the worker ends: another goes on. */
  readonly ending: AbortSignal;
}

type About = Omit<MailingFacts, 'name' | 'url' | 'expires_at'>;

/** Answers what prevents the mail today: then nothing has changed. */
async function mailTo(
  tx: Tx,
  row: MailingRow,
  about: About,
  work: MailingWork,
): Promise<DayIsFull | undefined> {
  const now = work.now();
  const full = await dayIsFull(work.mailer, tx, { channel: 'mail', address: row.to_address, outside: true });
  if (full) return full;
  // A link that was sent before opens nothing any more.
  await withdrawLinks(tx, { kind: MAILING, record_id: row.id, now });
  const record = { kind: MAILING, record_id: row.id, plant_id: null, party: row.to_name };
  const { token, expires_at } = await makeLink(tx, record, { now, days: row.days });
  const told = { ...about, name: row.to_name, expires_at, url: `${work.publicUrl}/rendiconto/${token}` };
  const mail = memberMail(told, { to: row.to_address, language: row.language });
  await markMade(tx, row.id, await queueCountedMail(work.mailer, tx, mail, { outside: true }));
  return undefined;
}

/** Makes some mails of a statement: a mail, its link and that it was made are stored together or not at all. */
async function makeSome(tx: Tx, job: MailingJob, work: MailingWork): Promise<number> {
  const { statement_id } = job;
  const statement = await findStatement(tx, statement_id);
  if (!statement || !(await companyIsOpen(tx))) return 0;
  const rows = await takeQueued(tx, { statement_id, limit: AT_ONCE, now: work.now() });
  if (rows.length === 0) return 0;
  const { month, revision, content } = statement;
  const about = { month, revision, community: content.community.name, company: await companyNameOf(tx) };
  let until: Date | undefined;
  for (const row of rows) {
    const full = await mailTo(tx, row, about, work);
    if (!full) continue;
    until = full.until;
    await putOff(tx, { statement_id, id: full.of_company ? null : row.id, until });
    if (full.of_company) break;
  }
  // What waits for the next day is asked for again then.
  if (until) await work.mailer.send(tx, mailingQueue, job, tx.scope, until);
  await notifyTopics(tx, ['community_mailings']);
  return rows.length;
}

/** Makes the mails of a statement that wait for it. Whoever is killed meanwhile, or does it again, sends none twice. */
export async function performMailing(work: MailingWork, job: MailingJob): Promise<void> {
  const scope = scopeOfWork(job.company_id);
  let made = AT_ONCE;
  while (made === AT_ONCE && !work.ending.aborted)
    made = await inScope(work.pool, scope, (tx) => makeSome(tx, job, work));
}
