import type { Tx } from '../../../shared/server/tenancy.ts';
import type { ReportMaterial, ReportMeasurement, ReportProposal } from '../maintenance-reports.contract.ts';
import type { ReportState } from '../reports.model.ts';
import type { RequestState } from '../request-states.model.ts';

export interface ReportRow {
  id: number;
  number: number;
  plant_id: number;
  proj_code: string | null;
  plant: string | null;
  time_zone: string | null;
  state: ReportState;
  request_id: number | null;
  request_number: number | null;
  request_title: string | null;
  request_state: RequestState | null;
  downtime_id: number | null;
  downtime_start: Date | null;
  downtime_stop: Date | null;
  downtime_intervention: Date | null;
  downtime_cost: number | null;
  alarm_id: number | null;
  solved_problem: string;
  people_count: number | null;
  hours: number | null;
  started_at: Date | null;
  ended_at: Date | null;
  materials: ReportMaterial[];
  measurements: ReportMeasurement[];
  repair_cost_eur: number | null;
  notes: string;
  signed_by: string;
  signed_at: Date | null;
  is_drawn: boolean;
  closed_at: Date | null;
  closed_by: number | null;
  party: string | null;
  created_by: number | null;
  created_at: Date;
  version: number;
}

/** Reports by their numbers, in any order; of a request or downtime that lies in the bin nothing is said. */
export async function listReports(tx: Tx, ids: readonly number[]): Promise<ReportRow[]> {
  const { rows } = await tx.query<ReportRow>(
    `select r.id, r.number, r.plant_id, p.proj_code, p.name as plant, p.time_zone, r.state,
       r.request_id, q.number as request_number, q.title as request_title, q.state as request_state,
       r.downtime_id, d.start_at as downtime_start, d.stop_at as downtime_stop,
       d.intervention_at as downtime_intervention, d.repair_cost_eur as downtime_cost,
       coalesce(q.alarm_id, (select min(l.alarm_id) from downtimes.downtime_alarm l
                             where l.company_id = $1 and l.downtime_id = d.id)) as alarm_id,
       r.solved_problem, r.people_count, r.hours, r.started_at, r.ended_at, r.materials, r.measurements, r.repair_cost_eur,
       r.notes, r.signed_by, r.signed_at, r.signature is not null as is_drawn, r.closed_at, r.closed_by, r.party,
       r.created_by, r.created_at, r.version
     from maintenance_report r
     left join plants.plant p on p.company_id = $1 and p.id = r.plant_id
     left join maintenance_request q on q.company_id = $1 and q.id = r.request_id and q.deleted_at is null
     left join downtimes.downtime d on d.company_id = $1 and d.id = r.downtime_id and d.deleted_at is null
     where r.company_id = $1 and r.id = any($2::bigint[])`,
    [tx.scope.company_id, ids],
  );
  return rows;
}

/** A downtime that the scope may see, with its plant. */
export async function findDowntime(
  tx: Tx,
  id: number,
): Promise<{ plant_id: number; start_at: Date } | undefined> {
  const { rows } = await tx.query<{ plant_id: number; start_at: Date }>(
    `select plant_id, start_at from downtimes.downtime where company_id = $1 and id = $2 and deleted_at is null`,
    [tx.scope.company_id, id],
  );
  return rows[0];
}

/** What was drawn on the glass. */
export async function readSignature(tx: Tx, id: number): Promise<Buffer | null> {
  const { rows } = await tx.query<{ signature: Buffer | null }>(
    'select signature from maintenance_report where company_id = $1 and id = $2',
    [tx.scope.company_id, id],
  );
  return rows[0]?.signature ?? null;
}

/** A report as whoever closes it holds it. */
export interface HeldReport {
  id: number;
  plant_id: number;
  state: ReportState;
  version: number;
}

/** A report, kept as it is until the transaction ends. */
export async function holdReport(tx: Tx, id: number): Promise<HeldReport | undefined> {
  const { rows } = await tx.query<HeldReport>(
    `select id, plant_id, state, version from maintenance_report where company_id = $1 and id = $2 for update`,
    [tx.scope.company_id, id],
  );
  return rows[0];
}

/** Closes a report, or opens it again where no time is said. */
export async function saveClosed(tx: Tx, id: number, closed_at: Date | null): Promise<void> {
  await tx.query(
    `update maintenance_report set version = version + 1, closed_at = $3, closed_by = $4,
       state = case when $3::timestamptz is null then 'draft' else 'closed' end
     where company_id = $1 and id = $2`,
    [tx.scope.company_id, id, closed_at, closed_at && tx.scope.user_id],
  );
}

/** The report that a firm writes for a request, the last of them first. */
export async function findReportOfFirm(
  tx: Tx,
  request_id: number,
  party: string,
): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>(
    `select r.id from maintenance_report r join maintenance_request q on q.company_id = $1 and q.id = r.request_id
     where r.company_id = $1 and r.request_id = $2 and r.party is not null and r.deleted_at is null
       and (r.firm_id = q.assigned_firm_id or (r.firm_id is null and r.party = $3))
     order by r.number desc limit 1`,
    [tx.scope.company_id, request_id, party],
  );
  return rows[0]?.id;
}

/** Whether a report is closed; its row is held until the transaction ends, so that it is not closed meanwhile. */
export async function isClosed(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await tx.query<{ closed: boolean }>(
    `select state = 'closed' as closed from maintenance_report where company_id = $1 and id = $2 for share`,
    [tx.scope.company_id, id],
  );
  return rows[0]?.closed ?? false;
}

export interface ProposalRow {
  report_id: number;
  downtime_id: number;
  intervention_at: Date | null;
  stop_at: Date | null;
  repair_cost_eur: number | null;
  state: ReportProposal['state'];
  proposed_at: Date;
  decided_at: Date | null;
  decided_by: number | null;
}

/** What reports propose, in any order. */
export async function listProposals(tx: Tx, report_ids: readonly number[]): Promise<ProposalRow[]> {
  const { rows } = await tx.query<ProposalRow>(
    `select report_id, downtime_id, intervention_at, stop_at, repair_cost_eur, state, proposed_at, decided_at, decided_by
     from maintenance_report_proposal where company_id = $1 and report_id = any($2::bigint[])`,
    [tx.scope.company_id, report_ids],
  );
  return rows;
}

interface NewProposal {
  readonly report_id: number;
  readonly plant_id: number;
  readonly downtime_id: number;
  readonly intervention: string | null;
  readonly stop: string | null;
  readonly repair_cost: number | null;
  readonly at: Date;
}

/** Keeps what a report proposes, in place of what it proposed before. */
export async function saveProposal(tx: Tx, proposal: NewProposal): Promise<void> {
  const { report_id, plant_id, downtime_id, intervention, stop, repair_cost, at } = proposal;
  await dropProposal(tx, report_id);
  await tx.query(
    `insert into maintenance_report_proposal
       (company_id, report_id, plant_id, downtime_id, intervention_at, stop_at, repair_cost_eur, proposed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.scope.company_id, report_id, plant_id, downtime_id, intervention, stop, repair_cost, at],
  );
}

/** Forgets what a report proposed. */
export async function dropProposal(tx: Tx, report_id: number): Promise<void> {
  await tx.query('delete from maintenance_report_proposal where company_id = $1 and report_id = $2', [
    tx.scope.company_id,
    report_id,
  ]);
}

export async function decideProposal(
  tx: Tx,
  report_id: number,
  { state, at }: { state: ReportProposal['state']; at: Date },
): Promise<void> {
  await tx.query(
    `update maintenance_report_proposal set state = $3, decided_at = $4, decided_by = $5
     where company_id = $1 and report_id = $2`,
    [tx.scope.company_id, report_id, state, at, tx.scope.user_id],
  );
}
