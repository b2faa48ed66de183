import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { allows } from '../../../../shared/contract/capabilities.ts';
import { findScopeOfPerson } from '../../../../shared/server/callers.ts';
import type { JobQueue } from '../../../../shared/server/jobs.ts';
import type { Language } from '../../../../shared/server/language.ts';
import { type Mailer, queueMail } from '../../../../shared/server/mail/outbox.ts';
import { companyIsOpen } from '../../../../shared/server/open-company.ts';
import { inScope, type Scope, scopeOfWork, type Tx } from '../../../../shared/server/tenancy.ts';
import { localDay } from '../../../../shared/units/zones.ts';
import { findPerson, findPersonByEmail } from '../../../identity/server/people.public.ts';
import { companyNameOf } from '../../../notifications/server/company.public.ts';
import { findRecipient } from '../../../notifications/server/recipient.public.ts';
import { commonPlants, nextDue, SCHEDULE_ZONE, spanOf, timesDue } from '../../report-schedule.model.ts';
import { MOST_COUNTED_PLANTS } from '../../reports.contract.ts';
import { k410Report } from '../k410.ts';
import { k451Report } from '../k451.ts';
import { k410File, k451File } from '../report-files.ts';
import { listReportedPlants } from '../reports.repository.ts';
import { reportMail } from './report-mail.ts';
import { type ReportMailJob, reportMailQueue } from './report-mail-queue.ts';
import {
  findSchedule,
  holdDue,
  isDelivered,
  moveSchedule,
  noteDelivery,
  type ScheduleRow,
} from './schedules.repository.ts';
import { endSchedule } from './schedules.ts';

/**
 * Hands what is due to the job queue, and says when it is due next, in one transaction: it is sent once, after a restart too. What came
 * due while nothing ran is sent as well, each time by itself.
 */
export async function queueDue(tx: Tx, jobs: Pick<JobQueue, 'send'>, now: Date): Promise<number> {
  const due = await holdDue(tx, now);
  for (const schedule of due) {
    for (const at of timesDue(schedule, schedule.next_at.getTime(), now.getTime())) {
      const due_on = localDay(SCHEDULE_ZONE, at).day;
      const job = { company_id: tx.scope.company_id, schedule_id: schedule.id, due_on };
      await jobs.send(tx, reportMailQueue, job, tx.scope);
    }
    await moveSchedule(tx, schedule.id, new Date(nextDue(schedule, now.getTime())));
  }
  return due.length;
}

export interface SendingReports {
  readonly pool: pg.Pool;
  readonly mailer: Mailer;
  now(): Date;
  /** Aborted when the worker ends: the job goes on where another takes it. */
  readonly ending: AbortSignal;
}

/** One mail: to whom, and of which plants. */
interface Part {
  readonly recipient: string;
  readonly to: string;
  readonly language: Language;
  readonly part: number;
  readonly plants: readonly { readonly plant_id: number; readonly proj_code: string }[];
}

interface Plan {
  readonly schedule: ScheduleRow;
  readonly company: string;
  readonly author: string;
  readonly parts: readonly Part[];
}

type Addressee = Omit<Part, 'part' | 'plants'> & { readonly sees: Scope['plants'] };

/** Who is sent it now, and what each may see: a member what the author sees as well, an outsider what the author sees. */
async function addresseesOf(tx: Tx, schedule: ScheduleRow, author: Scope): Promise<Addressee[]> {
  const [outsiders, colleagues]: [Addressee[], Set<number>] = [[], new Set(schedule.members)];
  for (const to of new Set(schedule.addresses.map((address) => address.toLowerCase()))) {
    // Whoever belongs to the company sees as its member, whichever way they were named.
    const person = await findPersonByEmail(tx, to);
    if (person && (await findRecipient(tx, person.id))) colleagues.add(person.id);
    else outsiders.push({ recipient: to, to, language: schedule.language, sees: author.plants });
  }
  const found = [...outsiders];
  for (const id of colleagues) {
    const member = await findRecipient(tx, id);
    if (!member) continue;
    const { email, language } = member.person;
    const sees = commonPlants(author.plants, member.scope.plants);
    found.push({ recipient: `member:${id}`, to: email, language, sees });
  }
  return found;
}

/** What is to be sent; undefined where the schedule, or its author's right to it, has ended: then it ends, too. */
async function planOf(tx: Tx, id: number): Promise<Plan | undefined> {
  const schedule = await findSchedule(tx, id);
  if (!schedule || !(await companyIsOpen(tx))) return undefined;
  const author = await findScopeOfPerson(tx, schedule.created_by);
  const person = await findPerson(tx, schedule.created_by);
  if (!author || !person || !allows('records.write', author.roles)) {
    await endSchedule(tx, id);
    return undefined;
  }
  const wanted = schedule.plant_ids.length === 0 ? 'all' : schedule.plant_ids;
  // A home is of no report of all plants, but of one that names it.
  const plants = await listReportedPlants(tx, null, wanted === 'all' ? null : wanted);
  const parts = (await addresseesOf(tx, schedule, author)).flatMap(({ sees, ...addressee }) => {
    const common = commonPlants(sees, wanted);
    const own = plants.filter(({ plant_id }) => common === 'all' || common.includes(plant_id));
    const count = Math.ceil(own.length / MOST_COUNTED_PLANTS);
    return Array.from({ length: count }, (_, part) => ({
      ...{ ...addressee, part },
      plants: own.slice(part * MOST_COUNTED_PLANTS, (part + 1) * MOST_COUNTED_PLANTS),
    }));
  });
  return { schedule, company: await companyNameOf(tx), author: person.name, parts };
}

/** The report of a mail, worked out in a scope that sees its plants and no others; null where nothing is known. */
async function fileOf({ pool, now }: SendingReports, job: ReportMailJob, of: { plan: Plan; part: Part }) {
  const { plan, part } = of;
  const span = spanOf(plan.schedule, job.due_on);
  const codes = part.plants.map(({ proj_code }) => proj_code);
  const as = { language: part.language, format: 'pdf' } as const;
  const scope = scopeOfWork(
    job.company_id,
    part.plants.map(({ plant_id }) => plant_id),
  );
  const answer = await inScope(
    pool,
    scope,
    async (tx) => {
      if (plan.schedule.kind === 'k410') {
        const report = await k410Report(tx, { codes, year: Number(span.from.slice(0, 4)) }, now());
        return report.rows.length === 0 ? null : k410File(tx, report, as);
      }
      const report = await k451Report(tx, { codes, ...span, counts_all: true }, now());
      return report.rows.length === 0 ? null : k451File(tx, report, as);
    },
    'read only',
  );
  // All rows are there: no further page is read.
  const bytes = answer && (await buffer(answer.write(() => Promise.resolve({ rows: [] }))));
  return { span, file: answer && bytes && { name: answer.name, bytes } };
}

/** Sends one mail, unless it was sent before: it is noted in the transaction that puts it into the outbox. */
async function sendPart(
  deps: SendingReports,
  job: ReportMailJob,
  of: { plan: Plan; part: Part },
): Promise<void> {
  const { plan, part } = of;
  const { schedule_id, due_on, company_id } = job;
  const delivery = { schedule_id, due_on, recipient: part.recipient, part: part.part };
  const work = scopeOfWork(company_id);
  if (await inScope(deps.pool, work, (tx) => isDelivered(tx, delivery), 'read only')) return;
  const { span, file } = await fileOf(deps, job, of);
  await inScope(deps.pool, work, async (tx) => {
    if (!(await noteDelivery(tx, delivery, deps.now()))) return;
    const { name, kind } = plan.schedule;
    const said = { name, company: plan.company, author: plan.author, report: kind.toUpperCase() };
    const days = `${span.from} – ${span.to}`;
    await queueMail(
      deps.mailer,
      tx,
      reportMail({ ...said, days, to: part.to, language: part.language, file }),
    );
  });
}

/** Sends the reports of a schedule, one after the other. Done again by another worker it goes on where the one before died. */
export async function sendScheduled(deps: SendingReports, job: ReportMailJob): Promise<void> {
  const plan = await inScope(deps.pool, scopeOfWork(job.company_id), (tx) => planOf(tx, job.schedule_id));
  let fault: unknown;
  for (const part of plan?.parts ?? []) {
    if (deps.ending.aborted)
      throw new Error('the worker ends: the rest of these reports goes on with the next try');
    // One that cannot be sent keeps nobody else's back; the job is tried again for it.
    if (plan)
      await sendPart(deps, job, { plan, part }).catch((err: unknown) => {
        fault = err;
      });
  }
  if (fault !== undefined) throw fault;
}
