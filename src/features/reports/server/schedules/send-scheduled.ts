import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { allows } from '../../../../shared/contract/capabilities.ts';
import { findScopeOfPerson } from '../../../../shared/server/callers.ts';
import { PDF_ROWS } from '../../../../shared/server/export/pdf-table.ts';
import type { TableAnswer } from '../../../../shared/server/export/table-answer.ts';
import type { JobQueue } from '../../../../shared/server/jobs.ts';
import type { Language } from '../../../../shared/server/language.ts';
import { type Mailer, queueMail } from '../../../../shared/server/mail/outbox.ts';
import { companyIsOpen } from '../../../../shared/server/open-company.ts';
import { inScope, type Scope, scopeOfWork, type Tx } from '../../../../shared/server/tenancy.ts';
import { localDay } from '../../../../shared/units/zones.ts';
import { findPerson, findPersonByEmail } from '../../../identity/server/people.public.ts';
import { companyNameOf } from '../../../notifications/server/company.public.ts';
import { findRecipient } from '../../../notifications/server/recipient.public.ts';
import type { ReportKind } from '../../report-issues.contract.ts';
import {
  commonPlants,
  inFiles,
  nextDue,
  SCHEDULE_ZONE,
  type Span,
  spanOf,
  timesDue,
} from '../../report-schedule.model.ts';
import { type K410Report, type K451Report, MOST_COUNTED_PLANTS } from '../../reports.contract.ts';
import { k410Report } from '../k410.ts';
import { k451Report } from '../k451.ts';
import { type As, k410File, k451File } from '../report-files.ts';
import { listReportedPlants } from '../reports.repository.ts';
import { type Posted, reportMail } from './report-mail.ts';
import { type ReportMailJob, reportMailQueue } from './report-mail-queue.ts';
import {
  findSchedule,
  holdDue,
  listDelivered,
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

type Plants = readonly { readonly plant_id: number; readonly proj_code: string }[];

/** One mail: to whom, and of which plants. */
interface Part {
  readonly recipient: string;
  readonly to: string;
  readonly language: Language;
  /** What days the report tells, and how many files it takes; this mail brings one of them. */
  readonly filed: ReturnType<typeof inFiles<Plants[number]>>;
  readonly file: { readonly part: number; readonly plants: Plants };
}

interface Plan {
  readonly schedule: ScheduleRow;
  readonly company: string;
  readonly author: string;
  readonly parts: readonly Part[];
}

type Addressee = Omit<Part, 'file' | 'filed'> & { readonly sees: Scope['plants'] };

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

const scopeSeeing = (company_id: number, plants: Plants): Scope =>
  scopeOfWork(
    company_id,
    plants.map(({ plant_id }) => plant_id),
  );

const endedEarly = () => new Error('the worker ends: the rest of these reports goes on with the next try');

/** What is to be sent; undefined where the schedule, or its author's right to it, has ended: then it ends, too. */
async function planOf(tx: Tx, { schedule_id, due_on }: ReportMailJob): Promise<Plan | undefined> {
  const schedule = await findSchedule(tx, schedule_id);
  if (!schedule || !(await companyIsOpen(tx))) return undefined;
  const author = await findScopeOfPerson(tx, schedule.created_by);
  const person = await findPerson(tx, schedule.created_by);
  if (!author || !person || !allows('records.write', author.roles)) {
    await endSchedule(tx, schedule_id);
    return undefined;
  }
  const wanted = schedule.plant_ids.length === 0 ? 'all' : schedule.plant_ids;
  // A home is of no report of all plants, but of one that names it.
  const plants = await listReportedPlants(tx, null, wanted === 'all' ? null : wanted);
  // What a try before has sent stays as it was cut: plants may have come or gone since.
  const delivered = await listDelivered(tx, { schedule_id, due_on });
  const parts = (await addresseesOf(tx, schedule, author)).flatMap(({ sees, ...addressee }) => {
    const common = commonPlants(sees, wanted);
    const own = plants.filter(({ plant_id }) => common === 'all' || common.includes(plant_id));
    const sent = delivered.filter(({ recipient }) => recipient === addressee.recipient);
    const filed = inFiles(own, { span: spanOf(schedule, due_on), most_rows: PDF_ROWS, sent });
    return filed.files.map((file) => ({ ...addressee, file, filed }));
  });
  return { schedule, company: await companyNameOf(tx), author: person.name, parts };
}

/** A report of plants that is worked out a few at a time: none is read for long, and all are told with what came today. */
async function inTurns<Report>(
  { pool, ending }: SendingReports,
  { company_id, plants }: { company_id: number; plants: Plants },
  work: (tx: Tx, codes: readonly string[]) => Promise<Report>,
): Promise<Report[]> {
  const reports: Report[] = [];
  for (let at = 0; at < plants.length; at += MOST_COUNTED_PLANTS) {
    if (ending.aborted) throw endedEarly();
    const some = plants.slice(at, at + MOST_COUNTED_PLANTS);
    const codes = some.map(({ proj_code }) => proj_code);
    reports.push(await inScope(pool, scopeSeeing(company_id, some), (tx) => work(tx, codes), 'read only'));
  }
  return reports;
}

const rowsIn = <Row>(reports: readonly { readonly rows: Row[]; readonly totals: Row[] }[]) => ({
  rows: reports.flatMap(({ rows }) => rows),
  totals: reports.flatMap(({ totals }) => totals),
});

/** The report of a mail, in scopes that see its plants and no others; null where nothing is known. */
async function reportOf(
  deps: SendingReports,
  { kind, span }: { kind: ReportKind; span: Span },
  of: { company_id: number; plants: Plants },
): Promise<((tx: Tx, as: As) => Promise<TableAnswer>) | null> {
  if (kind === 'k410') {
    const year = Number(span.from.slice(0, 4));
    const some = await inTurns(deps, of, (tx, codes) => k410Report(tx, { codes, year }, deps.now()));
    const report: K410Report = { year, until: null, ...rowsIn(some) };
    return report.rows.length === 0 ? null : (tx, as) => k410File(tx, report, as);
  }
  const asked = { ...span, counts_all: true };
  const some = await inTurns(deps, of, (tx, codes) => k451Report(tx, { codes, ...asked }, deps.now()));
  const report: K451Report = {
    ...{ ...span, ...rowsIn(some) },
    with_availability: some.every(({ with_availability }) => with_availability),
    with_revenue: some.every(({ with_revenue }) => with_revenue !== false),
  };
  return report.rows.length === 0 ? null : (tx, as) => k451File(tx, report, as);
}

/** The file of a mail; null where nothing is known of its plants. */
async function fileOf(deps: SendingReports, job: ReportMailJob, { plan, part }: { plan: Plan; part: Part }) {
  const { span, all } = part.filed;
  const of = { company_id: job.company_id, plants: part.file.plants };
  const write = await reportOf(deps, { kind: plan.schedule.kind, span }, of);
  if (!write) return null;
  const as = { language: part.language, format: 'pdf' } as const;
  const scope = scopeSeeing(of.company_id, of.plants);
  const { name, write: bytesOf } = await inScope(deps.pool, scope, (tx) => write(tx, as), 'read only');
  // All rows are there: no further page is read.
  const bytes = await buffer(bytesOf(() => Promise.resolve({ rows: [] })));
  return { name: all.files > 1 ? name.replace(/\.pdf$/, `-${part.file.part + 1}.pdf`) : name, bytes };
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

/** Sends one mail, unless it was sent before: it is noted in the transaction that puts it into the outbox. */
async function sendPart(
  deps: SendingReports,
  job: ReportMailJob,
  of: { plan: Plan; part: Part },
): Promise<void> {
  const { plan, part } = of;
  const { schedule_id, due_on, company_id } = job;
  const { span, by_months, all } = part.filed;
  const plants = all.files > 1 ? part.file.plants.map(({ plant_id }) => plant_id) : null;
  const delivery = { schedule_id, due_on, recipient: part.recipient, part: part.file.part, plants };
  const work = scopeOfWork(company_id);
  const file = await fileOf(deps, job, of);
  await inScope(deps.pool, work, async (tx) => {
    if (!(await noteDelivery(tx, delivery, deps.now()))) return failUnlessSame(tx, delivery);
    const { name, kind } = plan.schedule;
    const said = { name, company: plan.company, author: plan.author, report: kind.toUpperCase() };
    const days = `${span.from} – ${span.to}`;
    const { to, language } = part;
    const of_several = partOf(part);
    await queueMail(
      deps.mailer,
      tx,
      reportMail({ ...said, days, to, language, file, by_months, part: of_several }),
    );
  });
}

/** Sends the reports of a schedule, one after the other. Done again by another worker it goes on where the one before died. */
export async function sendScheduled(deps: SendingReports, job: ReportMailJob): Promise<void> {
  const plan = await inScope(deps.pool, scopeOfWork(job.company_id), (tx) => planOf(tx, job));
  let fault: unknown;
  for (const part of plan?.parts ?? []) {
    if (deps.ending.aborted) throw endedEarly();
    // One that cannot be sent keeps nobody else's back; the job is tried again for it.
    if (plan)
      await sendPart(deps, job, { plan, part }).catch((err: unknown) => {
        fault = err;
      });
  }
  if (fault !== undefined) throw fault;
}
