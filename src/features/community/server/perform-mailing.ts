import type pg from 'pg';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { type Mailer, queueMail } from '../../../shared/server/mail/outbox.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { withdrawLinks } from '../../../shared/server/signed-links/signed-links.repository.ts';
import { makeLink } from '../../../shared/server/signed-links/signed-links.ts';
import { inScope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { companyNameOf } from '../../notifications/server/company.public.ts';
import type { MailingJob } from './mailing-queue.ts';
import { memberMail, type Told } from './mailing-text.ts';
import { type MailingRow, markMade, takeQueued } from './mailings.repository.ts';
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

type About = Omit<Told, 'name' | 'url' | 'expires_at'>;

async function mailTo(tx: Tx, row: MailingRow, about: About, work: MailingWork): Promise<void> {
  const now = work.now();
  // A link that was sent before opens nothing any more.
  await withdrawLinks(tx, { kind: MAILING, record_id: row.id, now });
  const record = { kind: MAILING, record_id: row.id, plant_id: null, party: row.to_name };
  const { token, expires_at } = await makeLink(tx, record, { now, days: row.days });
  const told = { ...about, name: row.to_name, expires_at, url: `${work.publicUrl}/rendiconto/${token}` };
  const mail = memberMail(told, { to: row.to_address, language: row.language });
  await markMade(tx, row.id, await queueMail(work.mailer, tx, mail));
}

/** Makes some mails of a statement: a mail, its link and that it was made are stored together or not at all. */
async function makeSome(tx: Tx, { statement_id }: MailingJob, work: MailingWork): Promise<number> {
  const statement = await findStatement(tx, statement_id);
  if (!statement || !(await companyIsOpen(tx))) return 0;
  const rows = await takeQueued(tx, statement_id, AT_ONCE);
  if (rows.length === 0) return 0;
  const { month, revision, content } = statement;
  const about = { month, revision, community: content.community.name, company: await companyNameOf(tx) };
  for (const row of rows) await mailTo(tx, row, about, work);
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
