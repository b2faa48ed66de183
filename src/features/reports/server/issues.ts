import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { listMemberNames } from '../../../shared/server/account-names.repository.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound, refuseField } from '../../../shared/server/errors.ts';
import type { Services } from '../../../shared/server/feature.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { nextInChain, sealOf } from '../../../shared/server/sealed-chain.ts';
import { inScope, type Scope, type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import { DAY_MS, localDay, PORTAL_CLOCK } from '../../../shared/units/zones.ts';
import { loadBudgets } from '../../revenues/server/revenues.public.ts';
import { loadRgiVersions } from '../../rgi/server/rgi-versions.public.ts';
import { changedInputs, changesOf, tellsBudget, tellsTheSame } from '../report-issue.model.ts';
import type {
  IssueContent,
  IssueInput,
  NewReportIssue,
  ReportIssue,
  ReportIssueRow,
  reportIssuesCalls,
} from '../report-issues.contract.ts';
import { type K410Report, type K451Report, MAX_ISSUED_PLANTS } from '../reports.contract.ts';
import { issueFile } from './issue-files.ts';
import {
  countIssues,
  findIssue,
  type IssueOf,
  type IssueRecord,
  insertIssue,
  type KeptIssue,
  lastIssueOf,
  lastOfCompany,
  listInputs,
  listIssues,
  lockIssues,
} from './issues.repository.ts';
import { plantsOfReport } from './plants-of-report.ts';
import type { ReportQuestion } from './report-question.ts';
import type { Asking } from './reports.routes.ts';

/** Rows of an issue, which is kept with all of them. */
const MAX_ISSUED_ROWS = 2500;
/** How often a report is worked out anew because something of it was changed meanwhile. */
const MAX_TRIES = 3;

/** Plants times days of an issue that is worked out from readings, whatever of it is kept: a plant's year can always be issued. */
const MAX_COUNTED_DAYS = 400;
const BEING_COUNTED =
  'Days of this report are being counted: issue it in some minutes, or for fewer plants or days';

type Names = ReadonlyMap<number, string>;

const rowOf = (record: IssueRecord, codes: readonly string[], names: Names) => ({
  id: record.id,
  kind: record.kind,
  from: record.from,
  to: record.to,
  by: record.by,
  codes: [...codes],
  year: record.year,
  number: record.number,
  revision: record.revision,
  corrects: record.corrects,
  issued_by: names.get(record.issued_by) ?? '',
  issued_at: record.issued_at.toISOString(),
  hash: record.hash,
});

/** Issues of a kind of which the scope may see every plant. */
async function issueRows(
  tx: Tx,
  of: Parameters<typeof listIssues>[1],
): Promise<{ count: number; results: ReportIssueRow[] }> {
  const records = await listIssues(tx, of);
  const names = await listMemberNames(
    tx,
    records.map(({ issued_by }) => issued_by),
  );
  const results = records.map((record) => ({
    ...rowOf(record, record.codes, names),
    changes: record.changes,
  }));
  return { count: await countIssues(tx, of.kind), results };
}

const sealedOf = (tx: Tx, record: Omit<KeptIssue, 'id' | 'hash'>): ReportIssue['sealed'] => ({
  company: tx.scope.company_id,
  year: record.year,
  number: record.number,
  revision: record.revision,
  corrects: record.corrects,
  issued_by: record.issued_by,
  issued_at: record.issued_at.toISOString(),
  previous_hash: record.previous_hash,
  content: record.content,
});

/** An issued report as it is answered. @throws AppError not_found */
export async function presentIssue(tx: Tx, id: number): Promise<ReportIssue> {
  const record = (await findIssue(tx, id)) ?? notFound();
  const names = await listMemberNames(tx, [record.issued_by]);
  const sealed = sealedOf(tx, record);
  const codes = record.content.plants.map(({ proj_code }) => proj_code);
  return {
    ...rowOf(record, codes, names),
    is_last: (await lastIssueOf(tx, record))?.id === id,
    is_whole: sealOf(sealed) === record.hash,
    sealed,
  };
}

const isFew = (plants: number, { from, to }: Pick<NewReportIssue, 'from' | 'to'>): boolean =>
  plants * (1 + (Date.parse(to) - Date.parse(from)) / DAY_MS) <= MAX_COUNTED_DAYS;

/** Works a report out, in a thread: others' calls do not wait for it. */
type WorkOut = (question: ReportQuestion) => Promise<K451Report | K410Report>;

/** A report as it stands. @throws AppError not_found; invalid where it is too much, or nothing is known */
async function reportOf(
  workOut: WorkOut,
  given: NewReportIssue,
  plants: number,
): Promise<K451Report | K410Report> {
  const { kind, codes, from, to, by } = given;
  const year = Number(from.slice(0, 4));
  if (kind === 'k410' && (from !== `${year}-01-01` || to !== `${year}-12-31`))
    refuseField('to', 'whole_year', 'A K410 is of a whole year');
  const days = { codes, from, to, by, most: MAX_ISSUED_PLANTS, counts_all: isFew(plants, given) };
  const report = await workOut(kind === 'k451' ? { k451: days } : { k410: { codes, year } });
  // spec §8
  if (report.rows.length > MAX_ISSUED_ROWS) refuseField('to', 'too_much', 'Ask for fewer plants or days');
  if (report.rows.length === 0) refuseField('from', 'no_data', 'no data found for the selected period/plant');
  if ('with_availability' in report && !(report.with_availability && report.with_revenue !== false))
    refuseField('to', 'being_counted', BEING_COUNTED);
  return report;
}

async function inputsOf(tx: Tx, of: IssueOf): Promise<IssueInput[]> {
  const entries = await loadRgiVersions(tx, of);
  const year = Number(of.from.slice(0, 4));
  // A budget is of a plant and year, and has the plant's number. The K451 tells nothing of it.
  const budgets = of.kind === 'k410' ? [...(await loadBudgets(tx, { ...of, year })).values()] : [];
  return [
    ...(await listInputs(tx, of)),
    ...entries.map((entry) => ({ kind: 'rgi' as const, ...entry })),
    ...budgets.map(({ plant_id: id, version }) => ({ kind: 'budget' as const, id, version })),
  ];
}

/** Of what a report is issued, and what its figures are made of. */
async function gather(tx: Tx, given: NewReportIssue) {
  const { kind, from, to } = given;
  const plants = await plantsOfReport(tx, given.codes, MAX_ISSUED_PLANTS);
  const plant_ids = plants.map(({ plant_id }) => plant_id).sort((a, b) => a - b);
  const of: IssueOf = { kind, from, to, plant_ids, by: kind === 'k410' ? 'month' : given.by };
  return { plants, of, inputs: await inputsOf(tx, of) };
}
type Gathered = Awaited<ReturnType<typeof gather>>;

/** Inputs that an older issue names, too: it did not name budgets while reports told nothing of them. */
const namedBy = ({ report }: IssueContent, inputs: readonly IssueInput[]): readonly IssueInput[] =>
  tellsBudget(report) ? inputs : inputs.filter(({ kind }) => kind !== 'budget');

/** Keeps a report, or how it corrects the one before. @throws AppError invalid where nothing changed */
async function keepReport(
  tx: Tx,
  { plants, of, inputs }: Gathered,
  { report, notes, now }: { report: K451Report | K410Report; notes: string; now: Date },
): Promise<ReportIssue> {
  const corrected = await lastIssueOf(tx, of);
  const before = corrected?.content;
  const content = {
    kind: of.kind,
    from: of.from,
    to: of.to,
    by: of.by,
    notes,
    inputs,
    report,
    plants: plants.map(({ proj_code, plant_name }) => ({ proj_code, plant_name })),
    changes: before ? changesOf(before.report, report) : [],
    changed_inputs: before ? changedInputs(before.inputs, namedBy(before, inputs)) : [],
  } as IssueContent;
  if (before && tellsTheSame(before, content))
    refuseField('notes', 'nothing_changed', 'Nothing has changed since this report was issued');
  return keep(tx, { of, content, corrected, now });
}

interface Issuing {
  readonly pool: pg.Pool;
  readonly scope: Scope;
  readonly workOut: WorkOut;
  readonly now: Date;
}

/**
 * Issues a report, or corrects how it was issued. A thread works it out, and meanwhile no transaction is open: it is kept where what it
 * is made of is still the same. @throws AppError not_found; invalid where nothing is known, or nothing changed
 */
async function issueReport(
  given: NewReportIssue,
  { pool, scope, workOut, now }: Issuing,
): Promise<ReportIssue> {
  let gathered = await inScope(pool, scope, (tx) => gather(tx, given), 'read only');
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const { notes } = given;
    const report = await reportOf(workOut, given, gathered.of.plant_ids.length);
    const before = gathered;
    const issued = await inScope(pool, scope, async (tx) => {
      await lockIssues(tx);
      gathered = await gather(tx, given);
      return isDeepStrictEqual(before, gathered)
        ? keepReport(tx, gathered, { report, notes, now })
        : undefined;
    });
    if (issued) return issued;
  }
  return refuseField(
    'notes',
    'being_changed',
    'What this report is made of is being changed: issue it in a moment',
  );
}

interface Keeping {
  readonly of: IssueOf;
  readonly content: IssueContent;
  readonly corrected: KeptIssue | undefined;
  readonly now: Date;
}

async function keep(tx: Tx, { of, content, corrected, now }: Keeping): Promise<ReportIssue> {
  const today = Number(localDay(PORTAL_CLOCK, now.getTime()).day.slice(0, 4));
  // Numbers and hashes go on from issues of plants that the person may not see; nothing else of them is told.
  const last = await withEveryPlant(tx, () => lastOfCompany(tx));
  const record = {
    ...of,
    ...nextInChain(last, today),
    content,
    revision: corrected ? corrected.revision + 1 : 0,
    corrects: corrected?.id ?? null,
    issued_by: tx.scope.user_id ?? notFound(),
    issued_at: now,
  };
  const id = await insertIssue(tx, { ...record, hash: sealOf(sealedOf(tx, record)) });
  await recordAudit(tx, 'report.issued', String(id), {
    issue: `${record.number}/${record.year}`,
    report: `${of.kind.toUpperCase()} ${of.from} – ${of.to}`,
  });
  await notifyTopics(tx, ['report_issues']);
  return presentIssue(tx, id);
}

export const reportIssuesHandlers = ({
  reportThreads,
  pool,
}: Asking & Pick<Services, 'pool'>): Handlers<typeof reportIssuesCalls> => ({
  list: ({ tx, query }) => issueRows(tx, query),
  get: ({ tx, params }) => presentIssue(tx, params.id),
  file: async ({ tx, params, query, language }) =>
    issueFile(tx, await presentIssue(tx, params.id), {
      format: query.format,
      language: query.language ?? language,
    }),
  issue: ({ body, scope, now, gone }) => {
    const workOut: WorkOut = async (question) =>
      JSON.parse(Buffer.from(await reportThreads.ask(scope, question, gone)).toString());
    return issueReport(body, { pool, scope, workOut, now });
  },
});
