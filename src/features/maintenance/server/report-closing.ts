import { allows } from '../../../shared/contract/capabilities.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { AppError, notFound, refuseField } from '../../../shared/server/errors.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { publish } from '../../../shared/server/notifications/publish.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { Interventions } from '../../downtimes/server/intervention.public.ts';
import type { MaintenanceReport } from '../maintenance-reports.contract.ts';
import {
  compareIntervened,
  type DowntimeChoice,
  type Intervened,
  intervenedBy,
  partOf,
  reportCode,
  writtenBy,
} from '../reports.model.ts';
import { nextStates } from '../request-states.model.ts';
import { presentReport } from './report-answers.ts';
import { downtimeProposed } from './report-notifications.ts';
import {
  decideProposal,
  dropProposal,
  type HeldReport,
  holdReport,
  saveClosed,
  saveProposal,
} from './reports.repository.ts';
import { moveRequest, moversOf, nameOfActor } from './request-steps.ts';

type Linked = MaintenanceReport & {
  readonly downtime_id: number;
  readonly downtime: Intervened & { start: string };
};

const hasDowntime = (report: MaintenanceReport): report is Linked =>
  report.downtime_id !== null && report.downtime !== null;

/** Says what lacks of a report before it may stand. @throws AppError invalid, at its field */
function assertWhole({ solved_problem, started_at, ended_at }: MaintenanceReport): void {
  if (solved_problem === '')
    refuseField('solved_problem', 'required', 'Say what was done before you close the report');
  if (started_at === null)
    refuseField('started_at', 'required', 'Say when the work began before you close the report');
  if (ended_at === null)
    refuseField('ended_at', 'required', 'Say when the work ended before you close the report');
}

function differs(report: MaintenanceReport, names: ReturnType<typeof compareIntervened>['differing']): never {
  const message = 'Its downtime says otherwise: say which of the two counts';
  throw new AppError('conflict', message, {
    errors: names.map((name) => ({
      path: `downtime.${name}`,
      message,
      code: 'downtime_differs',
      params: {
        of_downtime: report.downtime?.[name] ?? '',
        of_report: intervenedBy(report)[name] ?? '',
      },
    })),
  });
}

/** @throws AppError invalid where the work would have ended before the downtime began */
function assertEndsAfter({ downtime }: Linked, { stop }: Partial<Intervened>): void {
  if (stop != null && Date.parse(stop) <= Date.parse(downtime.start))
    refuseField(
      'ended_at',
      'before_downtime',
      'The work ended before its downtime began: correct either of the two',
    );
}

interface Closing {
  readonly id: number;
  readonly downtime?: DowntimeChoice | undefined;
  readonly version?: number | undefined;
  readonly now: Date;
}

/** Writes what a report says into its downtime, or proposes it to those who may. */
async function bringToDowntime(
  tx: Tx,
  report: Linked,
  { held, choice, now, interventions }: Bringing,
): Promise<void> {
  const said = intervenedBy(report);
  const found = compareIntervened(report.downtime, said);
  const mayWrite = allows('records.write', tx.scope.roles);
  if (mayWrite && choice === undefined && found.differing.length > 0) differs(report, found.differing);
  const change = partOf(said, writtenBy(found, choice ?? 'overwrite'));
  assertEndsAfter(report, change);
  await dropProposal(tx, report.id);
  if (Object.keys(change).length === 0) return;
  if (mayWrite) return interventions.record(tx, report.downtime_id, change, now);
  const { id: report_id, downtime_id } = report;
  const nothing = { intervention: null, stop: null, repair_cost: null };
  await saveProposal(tx, { ...nothing, ...change, report_id, downtime_id, plant_id: held.plant_id, at: now });
  const params = { number: report.number, plant: report.plant ?? '', by: await nameOfActor(tx) };
  await publish(tx, downtimeProposed, { subject: report_id, plant_id: held.plant_id, params });
}
interface Bringing {
  readonly held: HeldReport;
  readonly choice: DowntimeChoice | undefined;
  readonly now: Date;
  readonly interventions: Interventions;
}

/** Brings its request to 'solved', as far as whoever closes may; one that nobody had begun is begun by it. */
async function solveRequest(
  tx: Tx,
  { request_id, request, number }: MaintenanceReport,
  now: Date,
): Promise<void> {
  if (request_id === null || request === null) return;
  const note = reportCode(number);
  const movers = moversOf(tx);
  if (request.state === 'open') await moveRequest(tx, { id: request_id, to: 'in_progress', note, now });
  const from = request.state === 'open' ? 'in_progress' : request.state;
  if (nextStates(from, movers).includes('solved'))
    await moveRequest(tx, { id: request_id, to: 'solved', note, now });
}

type Step = 'closed' | 'reopened' | 'proposal_accepted' | 'proposal_dismissed';
async function note(tx: Tx, step: Step, { id, number }: MaintenanceReport): Promise<void> {
  await recordAudit(tx, `maintenance_report.${step}`, String(id), { name: reportCode(number) });
  await notifyTopics(tx, ['maintenance_reports']);
}

function alreadyClosed(): never {
  const message = 'This report is closed already';
  throw new AppError('conflict', message, { errors: [{ path: '', message, code: 'report_closed' }] });
}

/** Closes a report, with what follows for its downtime and its request. @throws AppError not_found, conflict, invalid */
export async function closeReport(
  tx: Tx,
  { id, downtime: choice, version, now }: Closing,
  interventions: Interventions,
): Promise<void> {
  const held = (await holdReport(tx, id)) ?? notFound();
  await assertVersion(held, version, () => presentReport(tx, id));
  if (held.state === 'closed') alreadyClosed();
  const report = await presentReport(tx, id);
  assertWhole(report);
  if (hasDowntime(report)) await bringToDowntime(tx, report, { held, choice, now, interventions });
  await saveClosed(tx, id, now);
  await solveRequest(tx, report, now);
  await note(tx, 'closed', report);
}

/** Opens a closed report again. @throws AppError not_found, conflict */
export async function reopenReport(
  tx: Tx,
  { id, version }: { id: number; version?: number | undefined },
): Promise<void> {
  const held = (await holdReport(tx, id)) ?? notFound();
  await assertVersion(held, version, () => presentReport(tx, id));
  if (held.state === 'draft') return;
  await saveClosed(tx, id, null);
  await note(tx, 'reopened', await presentReport(tx, id));
}

function decidedAlready(): never {
  const message = 'Nothing of this report waits to be decided on';
  throw new AppError('conflict', message, { errors: [{ path: 'decision', message, code: 'decided' }] });
}

interface Decision {
  readonly id: number;
  readonly decision: 'accept' | 'dismiss';
  readonly now: Date;
}

/** Writes what a report proposes into its downtime, or dismisses it. @throws AppError not_found, conflict, invalid */
export async function decideOnProposal(
  tx: Tx,
  { id, decision, now }: Decision,
  interventions: Interventions,
): Promise<void> {
  await holdReport(tx, id);
  const report = await presentReport(tx, id);
  const { proposal } = report;
  if (proposal?.state !== 'open') decidedAlready();
  if (decision === 'accept') {
    if (!hasDowntime(report))
      refuseField('decision', 'downtime_gone', 'The downtime lies in the bin or is gone: restore it first');
    const { intervention, stop, repair_cost } = proposal;
    assertEndsAfter(report, { stop });
    await interventions.record(
      tx,
      report.downtime_id,
      {
        intervention: intervention ?? undefined,
        stop: stop ?? undefined,
        repair_cost: repair_cost ?? undefined,
      },
      now,
    );
  }
  await decideProposal(tx, id, { state: decision === 'accept' ? 'accepted' : 'dismissed', at: now });
  await note(tx, decision === 'accept' ? 'proposal_accepted' : 'proposal_dismissed', report);
}
