import { PDF_ROWS } from '../../../../shared/server/export/pdf-table.ts';
import type { JobQueue } from '../../../../shared/server/jobs.ts';
import { notifyTopics } from '../../../../shared/server/live/notice.ts';
import { DayIsFull, dayIsFull } from '../../../../shared/server/mail/day-limits.ts';
import { type Mailer, queueCountedMail } from '../../../../shared/server/mail/outbox.ts';
import { companyIsOpen } from '../../../../shared/server/open-company.ts';
import { inScope, scopeOfWork, type Tx } from '../../../../shared/server/tenancy.ts';
import { localDay, PORTAL_CLOCK } from '../../../../shared/units/zones.ts';
import { companyNameOf } from '../../../notifications/server/company.public.ts';
import { commonPlants, inFiles, nextDue, spanOf, timesDue } from '../../report-schedule.model.ts';
import { listReportedPlants } from '../reports.repository.ts';
import { type Addressee, type Author, addresseeNow, addresseesOf, authorOf } from './addressees.ts';
import { endedEarly, type Plants, PrintedReports, type Printing, sameReport } from './printed-reports.ts';
import { type Posted, reportMail } from './report-mail.ts';
import { type ReportMailJob, reportMailQueue } from './report-mail-queue.ts';
import {
  findSchedule,
  holdDue,
  listDelivered,
  moveSchedule,
  noteDelivery,
  putOffSchedule,
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
      const due_on = localDay(PORTAL_CLOCK, at).day;
      const job = { company_id: tx.scope.company_id, schedule_id: schedule.id, due_on };
      await jobs.send(tx, reportMailQueue, job, tx.scope);
    }
    await moveSchedule(tx, schedule.id, new Date(nextDue(schedule, now.getTime())));
  }
  return due.length;
}

export interface SendingReports extends Printing {
  readonly mailer: Mailer;
}

/** One mail: to whom, and of which plants. */
interface Part {
  readonly addressee: Addressee;
  /** What days the report tells, and how many files it takes; this mail brings one of them. */
  readonly filed: ReturnType<typeof inFiles<Plants[number]>>;
  readonly file: { readonly part: number; readonly plants: Plants };
}

interface Plan {
  readonly schedule: ScheduleRow;
  readonly company: string;
  readonly author: Author;
  readonly parts: readonly Part[];
}

/** Those that are sent the same one after the other, and of them those of the same language. */
function alikeTogether(parts: readonly Part[]): Part[] {
  const same = Map.groupBy(parts, ({ file: { plants }, filed: { span } }) => sameReport({ span, plants }));
  return [...same.values()].flatMap((own) => [
    ...[...Map.groupBy(own, ({ addressee: { language } }) => language).values()].flat(),
  ]);
}

/** A schedule and its author's right to it, as they stand now; undefined where either has ended: then the schedule ends, too. */
async function standing(
  tx: Tx,
  schedule_id: number,
): Promise<{ schedule: ScheduleRow; author: Author } | undefined> {
  const schedule = await findSchedule(tx, schedule_id);
  if (!schedule || !(await companyIsOpen(tx))) return undefined;
  const author = await authorOf(tx, schedule);
  if (author) return { schedule, author };
  await endSchedule(tx, schedule_id);
  return undefined;
}

/** What is to be sent; undefined where nothing is any more. */
async function planOf(tx: Tx, { schedule_id, due_on }: ReportMailJob): Promise<Plan | undefined> {
  const now = await standing(tx, schedule_id);
  if (!now) return undefined;
  const { schedule, author } = now;
  const wanted = schedule.plant_ids.length === 0 ? 'all' : schedule.plant_ids;
  // A home is of no report of all plants, but of one that names it.
  const plants = await listReportedPlants(tx, null, wanted === 'all' ? null : wanted);
  // What a try before has sent stays as it was cut: plants may have come or gone since.
  const delivered = await listDelivered(tx, { schedule_id, due_on });
  const parts = (await addresseesOf(tx, schedule, author.scope)).flatMap((addressee) => {
    const common = commonPlants(addressee.sees, wanted);
    const own = plants.filter(
      ({ plant_id, is_home }) =>
        (common === 'all' || common.includes(plant_id)) && (!is_home || addressee.reads_homes),
    );
    const sent = delivered.filter(({ recipient }) => recipient === addressee.recipient);
    const filed = inFiles(own, { span: spanOf(schedule, due_on), most_rows: PDF_ROWS, sent });
    return filed.files.map((file) => ({ addressee, file, filed }));
  });
  return { schedule, company: await companyNameOf(tx), author, parts: alikeTogether(parts) };
}

/** Which file of how many it is, and of which plants; null where there is one. */
function partOf({ file: { part, plants }, filed: { all } }: Part): Posted['part'] {
  const [first, last] = [plants[0], plants.at(-1)];
  if (all.files < 2 || !first || !last) return null;
  const of = { number: part + 1, of: all.files, count: plants.length, all: all.plants };
  return { ...of, first: first.proj_code, last: last.proj_code };
}

/** Another worker has sent the file of this number meanwhile: where it cut otherwise, the next try goes on from that. */
async function failUnlessSame(tx: Tx, own: Parameters<typeof noteDelivery>[1]): Promise<void> {
  const sent = await listDelivered(tx, own);
  const same = sent.find(({ recipient, part }) => recipient === own.recipient && part === own.part);
  const told_of = new Set(same?.plants);
  if (same?.plants && !own.plants?.every((id) => told_of.has(id)))
    throw new Error('another worker sends these reports in other files');
}

/**
 * Where a mail goes now. Printing hundreds of reports takes its time: what author and addressee may see is read again with each, before
 * it is printed and after.
 * @throws Error where that is less than was planned, for the next try; undefined where nothing is sent any more
 */
async function addressNow(tx: Tx, plan: Plan, part: Part): Promise<string | undefined> {
  const now = await standing(tx, plan.schedule.id);
  if (!now) return undefined;
  const addressee =
    now.schedule.version === plan.schedule.version
      ? await addresseeNow(tx, part.addressee, now.author.scope)
      : undefined;
  const { sees = [], reads_homes = false, to } = addressee ?? {};
  const isTold = ({ plant_id, is_home }: Plants[number]): boolean =>
    (sees === 'all' || sees.includes(plant_id)) && (!is_home || reads_homes);
  if (!part.file.plants.every(isTold))
    throw new Error('what is sent to whom has changed meanwhile: the next try goes on from that');
  return to;
}

interface Sending {
  readonly plan: Plan;
  readonly prints: PrintedReports;
}

/** @throws DayIsFull where as many mails were sent today as may be */
async function assertRoom(
  tx: Tx,
  { mailer }: SendingReports,
  { addressee }: Part,
  to: string,
): Promise<void> {
  const full = await dayIsFull(mailer, tx, {
    channel: 'mail',
    address: to,
    outside: addressee.member === null,
  });
  if (full) throw full;
}

/** Sends one mail, unless it was sent before: it is noted in the transaction that puts it into the outbox. False: nothing is sent any more. */
async function sendPart(
  deps: SendingReports,
  { schedule_id, due_on, company_id }: ReportMailJob,
  { plan, prints, part }: Sending & { part: Part },
): Promise<boolean> {
  const { addressee, filed, file } = part;
  const { span, by_months, all } = filed;
  const { name, kind } = plan.schedule;
  const { recipient, language } = addressee;
  const plants = all.files > 1 ? file.plants.map(({ plant_id }) => plant_id) : null;
  const delivery = { schedule_id, due_on, recipient, part: file.part, plants };
  const number = all.files > 1 ? file.part + 1 : null;
  const scope = scopeOfWork(company_id);
  // Nothing is printed that would not be sent: each report takes its time.
  const goes = await inScope(deps.pool, scope, async (tx) => {
    const to = await addressNow(tx, plan, part);
    if (to !== undefined) await assertRoom(tx, deps, part, to);
    return to !== undefined;
  });
  if (!goes) return false;
  const printed = await prints.fileOf({ kind, company_id, span, plants: file.plants, language, number });
  return inScope(deps.pool, scope, async (tx) => {
    const to = await addressNow(tx, plan, part);
    if (to === undefined) return false;
    if (!(await noteDelivery(tx, delivery, deps.now()))) {
      await failUnlessSame(tx, delivery);
      return true;
    }
    const said = { name, company: plan.company, author: plan.author.name, report: kind.toUpperCase() };
    const days = `${span.from} – ${span.to}`;
    const mail = { ...said, days, to, language, file: printed, by_months, part: partOf(part) };
    await queueCountedMail(deps.mailer, tx, reportMail(mail), { outside: addressee.member === null });
    return true;
  });
}

/** Says until when mails of a schedule wait, and has the job go on then; `until` null: none waits. */
async function tellPutOff(
  { pool, mailer }: SendingReports,
  job: ReportMailJob,
  until: Date | null,
): Promise<void> {
  await inScope(pool, scopeOfWork(job.company_id), async (tx) => {
    if (until) await mailer.send(tx, reportMailQueue, job, tx.scope, until);
    if (await putOffSchedule(tx, job.schedule_id, until)) await notifyTopics(tx, ['report_schedules']);
  });
}

/** Sends the reports of a schedule, one after the other. Done again by another worker it goes on where the one before died. */
export async function sendScheduled(deps: SendingReports, job: ReportMailJob): Promise<void> {
  const plan = await inScope(deps.pool, scopeOfWork(job.company_id), (tx) => planOf(tx, job));
  if (!plan) return;
  const prints = new PrintedReports(deps);
  let fault: unknown;
  let put_off: Date | null = null;
  for (const part of plan.parts) {
    if (deps.ending.aborted) throw endedEarly();
    try {
      if (!(await sendPart(deps, job, { plan, prints, part }))) return;
    } catch (err) {
      // One that cannot be sent keeps nobody else's back; the job is tried again for it, or goes on when the next day begins.
      if (err instanceof DayIsFull) put_off = err.until;
      else fault = err;
    }
  }
  await tellPutOff(deps, job, put_off);
  if (fault !== undefined) throw fault;
}
