import { listMemberNames } from '../../../shared/server/account-names.repository.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { isoOrNull } from '../../../shared/server/iso.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { MaintenanceReport, ReportProposal } from '../maintenance-reports.contract.ts';
import { type DeviceOf, listDevicesOf } from './numbered.repository.ts';
import { listProposals, listReports, type ProposalRow, type ReportRow } from './reports.repository.ts';

/** What a report is called where notes and the audit name its kind. */
export const REPORT = 'maintenance_report';

type Names = ReadonlyMap<number, string>;

function presentProposal(row: ProposalRow | undefined, names: Names): ReportProposal | null {
  if (!row) return null;
  return {
    state: row.state,
    intervention: isoOrNull(row.intervention_at),
    stop: isoOrNull(row.stop_at),
    repair_cost: row.repair_cost_eur,
    proposed_at: row.proposed_at.toISOString(),
    decided_at: isoOrNull(row.decided_at),
    decided_by: names.get(row.decided_by ?? 0) ?? null,
  };
}

const requestOf = (row: ReportRow): MaintenanceReport['request'] =>
  row.request_number === null || row.request_title === null || row.request_state === null
    ? null
    : { number: row.request_number, title: row.request_title, state: row.request_state };

const downtimeOf = (row: ReportRow): MaintenanceReport['downtime'] =>
  row.downtime_start && {
    start: row.downtime_start.toISOString(),
    stop: isoOrNull(row.downtime_stop),
    intervention: isoOrNull(row.downtime_intervention),
    repair_cost: row.downtime_cost,
  };

/** What stands beside a report in other tables. */
interface Beside {
  readonly names: Names;
  readonly devices: readonly DeviceOf[];
  readonly proposal: ProposalRow | undefined;
}

function present(row: ReportRow, { names, devices, proposal }: Beside): MaintenanceReport {
  const { id, number, proj_code, plant, time_zone, state, request_id, downtime_id } = row;
  const { solved_problem, people_count, hours, materials, measurements, repair_cost_eur, notes } = row;
  const { signed_by, is_drawn, party, alarm_id, version } = row;
  return {
    id,
    number,
    proj_code,
    plant,
    time_zone,
    state,
    request_id,
    downtime_id,
    solved_problem,
    people_count,
    hours,
    materials,
    measurements,
    repair_cost_eur,
    notes,
    signed_by,
    is_drawn,
    alarm_id,
    version,
    request: requestOf(row),
    downtime: downtimeOf(row),
    device_ids: devices.map((device) => device.id),
    devices: devices.map((device) => ({ id: device.id, name: device.name })),
    started_at: isoOrNull(row.started_at),
    ended_at: isoOrNull(row.ended_at),
    signed_at: isoOrNull(row.signed_at),
    proposal: presentProposal(proposal, names),
    closed_at: isoOrNull(row.closed_at),
    closed_by: row.closed_at && (names.get(row.closed_by ?? 0) ?? party),
    author: party ?? names.get(row.created_by ?? 0) ?? null,
    is_firm: party !== null,
    created_at: row.created_at.toISOString(),
  };
}

/** Reports by their numbers, as they are answered, in any order. */
export async function presentReports(tx: Tx, ids: readonly number[]): Promise<MaintenanceReport[]> {
  const rows = await listReports(tx, ids);
  const found = rows.map(({ id }) => id);
  const devices = Map.groupBy(await listDevicesOf(tx, REPORT, found), ({ record_id }) => record_id);
  const proposals = await listProposals(tx, found);
  const people = [
    ...rows.flatMap(({ created_by, closed_by }) => [created_by, closed_by]),
    ...proposals.map(({ decided_by }) => decided_by),
  ];
  const names = await listMemberNames(tx, people);
  return rows.map((row) =>
    present(row, {
      names,
      devices: devices.get(row.id) ?? [],
      proposal: proposals.find(({ report_id }) => report_id === row.id),
    }),
  );
}

/** A report as it is answered. @throws AppError not_found */
export const presentReport = async (tx: Tx, id: number): Promise<MaintenanceReport> =>
  (await presentReports(tx, [id]))[0] ?? notFound();
