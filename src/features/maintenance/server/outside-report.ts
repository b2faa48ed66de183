import type { z } from 'zod';
import { definedFields } from '../../../shared/server/changed-fields.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import { listAttachments } from '../../../shared/server/records/attachments.repository.ts';
import { presentAttachment } from '../../../shared/server/records/note-answers.ts';
import { savedMeanwhile } from '../../../shared/server/records/version.ts';
import type { LinkRow } from '../../../shared/server/signed-links/signed-links.repository.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { NewMaintenanceReport } from '../maintenance-reports.contract.ts';
import type { OutsideReport, outsideRequestsCalls } from '../outside-requests.contract.ts';
import { listDevicesOf } from './numbered.repository.ts';
import { presentReport, REPORT } from './report-answers.ts';
import { findDowntime, findReportOfFirm } from './reports.repository.ts';
import { reports } from './reports.ts';
import { REQUEST } from './request-answers.ts';
import { holdRequest } from './request-changes.repository.ts';
import { listRequests } from './requests.repository.ts';

type Link = Pick<LinkRow, 'record_id' | 'party'>;

/** The report that a firm writes for the request of its link; undefined while nothing of it is stored. */
export const reportOfFirm = (tx: Tx, { record_id, party }: Link): Promise<number | undefined> =>
  findReportOfFirm(tx, record_id, party);

const NOTHING_YET: OutsideReport = {
  number: null,
  state: 'draft',
  solved_problem: '',
  people_count: null,
  hours: null,
  notes: '',
  started_at: null,
  ended_at: null,
  materials: [],
  measurements: [],
  repair_cost_eur: null,
  signed_by: '',
  signed_at: null,
  is_drawn: false,
  attachments: [],
  version: 0,
};

/** What a firm is shown of its report. @throws AppError not_found where its request is gone */
export async function presentOutsideReport(tx: Tx, link: Link): Promise<OutsideReport> {
  const [request] = await listRequests(tx, [link.record_id]);
  const { plant_id } = request ?? notFound();
  const id = await reportOfFirm(tx, link);
  if (id === undefined) return NOTHING_YET;
  const report = await presentReport(tx, id);
  const { number, state, solved_problem, people_count, hours, notes, started_at, ended_at } = report;
  const { materials, measurements, repair_cost_eur, signed_by, signed_at, is_drawn, version } = report;
  return {
    number,
    state,
    solved_problem,
    people_count,
    hours,
    notes,
    started_at,
    ended_at,
    materials,
    measurements,
    repair_cost_eur,
    signed_by,
    signed_at,
    is_drawn,
    version,
    attachments: (await listAttachments(tx, { kind: REPORT, id, plant_id })).map((file) =>
      presentAttachment(tx, file),
    ),
  };
}

type Given = Omit<z.output<typeof outsideRequestsCalls.saveReport.body>, 'close'>;

/** Begins a firm's report with what its request knows. */
async function beginReport(tx: Tx, { record_id }: Link, given: Given, now: Date): Promise<number> {
  const row = (await listRequests(tx, [record_id]))[0] ?? notFound();
  const { downtime_id } = row;
  const stands = downtime_id !== null && (await findDowntime(tx, downtime_id)) !== undefined;
  const report = NewMaintenanceReport.parse({
    ...definedFields(given),
    proj_code: row.proj_code ?? notFound(),
    request_id: record_id,
    downtime_id: stands ? downtime_id : null,
    device_ids: (await listDevicesOf(tx, REQUEST, [record_id])).map(({ id }) => id),
  });
  return (await reports.create(tx, report, now)).id;
}

/** Writes the report of a firm; answers its number. @throws AppError not_found, conflict, invalid */
export async function writeOutsideReport(tx: Tx, link: Link, given: Given, now: Date): Promise<number> {
  // Two that come at one time make one report.
  (await holdRequest(tx, link.record_id)) ?? notFound();
  const id = await reportOfFirm(tx, link);
  const { version, ...fields } = given;
  if (id === undefined) return beginReport(tx, link, fields, now);
  try {
    await reports.change(tx, id, { ...fields, version }, now);
  } catch (error) {
    // What is stored is shown to a firm as far as it is the firm's.
    if (error instanceof AppError && error.code === 'conflict')
      throw savedMeanwhile(await presentOutsideReport(tx, link));
    throw error;
  }
  return id;
}
