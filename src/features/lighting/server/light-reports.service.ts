import type { Out } from '../../../shared/contract/call.ts';
import { listMemberNames } from '../../../shared/server/account-names.repository.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { iso, isoOrNull } from '../../../shared/server/iso.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { LightReport, lightReportsCalls } from '../light-reports.contract.ts';
import { hold } from './hold.repository.ts';
import { readLight } from './light-points.service.ts';
import {
  findReport,
  insertReport,
  pageOfReports,
  type ReportRow,
  setReport,
} from './light-reports.repository.ts';

type Calls = typeof lightReportsCalls;

async function presentReports(tx: Tx, rows: readonly ReportRow[]): Promise<LightReport[]> {
  const people = rows.flatMap(({ created_by, ended_by }) => [created_by, ended_by]);
  const names = await listMemberNames(tx, people);
  const person = (id: number | null) => (id === null ? null : { id, name: names.get(id) ?? '' });
  return rows.map(({ created_by, created_at, ended_by, ended_at, ...report }) => ({
    ...report,
    created_by: person(created_by),
    created_at: iso(created_at),
    ended_by: person(ended_by),
    ended_at: isoOrNull(ended_at),
  }));
}

async function readReport(tx: Tx, id: number): Promise<LightReport> {
  const row = (await findReport(tx, id)) ?? notFound();
  const [report] = await presentReports(tx, [row]);
  return report ?? notFound();
}

/** What citizens reported, of a light point or of all. @throws AppError not_found for a light point that is not the company's */
export async function listReports(
  tx: Tx,
  { light_id, state, ...page }: Out<Calls['list']['query']>,
): Promise<{ count: number; results: LightReport[] }> {
  if (light_id !== undefined) await readLight(tx, light_id);
  const of = { light_id: light_id ?? null, state: state ?? null };
  const { count, results } = await pageOfReports(tx, of, page);
  return { count, results: await presentReports(tx, results) };
}

/** @throws AppError not_found */
export async function createReport(
  tx: Tx,
  report: Out<Calls['create']['body']>,
  now: Date,
): Promise<LightReport> {
  // It is not deleted before the report of it stands.
  await hold(tx, 'light_point', report.light_id);
  await readLight(tx, report.light_id);
  const id = await insertReport(tx, report, now);
  await recordAudit(tx, 'light_point.reported', String(report.light_id), { light_report: id });
  await notifyTopics(tx, ['lighting']);
  return readReport(tx, id);
}

/** Closes a report, or opens it again. @throws AppError not_found; conflict where somebody saved in between */
export async function changeReport(
  tx: Tx,
  { id, state, version }: Out<Calls['change']['body']> & { readonly id: number },
  now: Date,
): Promise<LightReport> {
  await hold(tx, 'light_report', id);
  const before = await readReport(tx, id);
  await assertVersion(before, version, () => before);
  await setReport(tx, { id, state }, now);
  const said = { light_report: id, report_state: state };
  await recordAudit(tx, 'light_point.report_changed', String(before.light_id), said);
  await notifyTopics(tx, ['lighting']);
  return readReport(tx, id);
}
