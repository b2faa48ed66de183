import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import {
  Id,
  IdNumber,
  Instant,
  lineOf,
  linesOf,
  nameOf,
  ProjCode,
  Version,
} from '../../shared/contract/fields.ts';
import { recordBook } from '../../shared/contract/record-book.ts';
import { ClientKey, recordNotesCalls } from '../../shared/contract/record-notes.ts';
import { PDF } from '../../shared/contract/table-file.ts';
import { WindowEnd, WindowStart } from '../../shared/contract/windows.ts';
import { MAX_DEVICES, RequestStateName } from './maintenance-requests.contract.ts';
import { DOWNTIME_CHOICES, PROPOSAL_STATES, REPORT_STATES } from './reports.model.ts';

const PATH = '/api/v1/maintenance-reports';
const TOPIC = 'maintenance_reports';
/** Lines of material, and of measured values. */
export const MAX_LINES = 100;
/** Letters of a signature in base64: a drawing of a few strokes is far below. */
export const SIGNATURE_LETTERS = 120_000;

/** Something that was used up or built in. */
export const ReportMaterial = z.object({
  name: nameOf(160),
  quantity: z.number().min(0).max(1e9),
  unit: lineOf(20),
});
export type ReportMaterial = z.infer<typeof ReportMaterial>;

/** Something that was measured. */
export const ReportMeasurement = z.object({
  what: nameOf(160),
  value: z.number().min(-1e12).max(1e12),
  unit: lineOf(20),
});
export type ReportMeasurement = z.infer<typeof ReportMeasurement>;

/** What a person writes of a report, whoever they are. */
export const reportFields = {
  solved_problem: linesOf(4000),
  people_count: z.int().min(1).max(999).nullable(),
  hours: z.number().min(0).max(10_000).nullable().describe('hours of work, of all people together'),
  started_at: Instant.nullable().describe('of the intervention'),
  ended_at: Instant.nullable().describe('of the intervention'),
  materials: z.array(ReportMaterial).max(MAX_LINES),
  measurements: z.array(ReportMeasurement).max(MAX_LINES),
  repair_cost_eur: z.number().min(0).max(1e9).nullable(),
  notes: linesOf(4000),
  signed_by: lineOf(120).describe('who signed it; with or without a drawing'),
  signature: z
    .string()
    .max(SIGNATURE_LETTERS)
    .nullable()
    .describe('a PNG in base64 of what was drawn on the glass; null takes it away'),
};

/** What need not be said of a new one. */
export const usualReport = {
  solved_problem: reportFields.solved_problem.default(''),
  people_count: reportFields.people_count.default(null),
  hours: reportFields.hours.default(null),
  started_at: reportFields.started_at.default(null),
  ended_at: reportFields.ended_at.default(null),
  materials: reportFields.materials.default([]),
  measurements: reportFields.measurements.default([]),
  repair_cost_eur: reportFields.repair_cost_eur.default(null),
  notes: reportFields.notes.default(''),
  signed_by: reportFields.signed_by.default(''),
  signature: reportFields.signature.default(null),
};

/** A change of its downtime that waits for somebody who may write downtimes, or was decided on. */
export const ReportProposal = z.object({
  state: z.enum(PROPOSAL_STATES),
  intervention: Instant.nullable().describe('null: it stays as it is'),
  stop: Instant.nullable().describe('null: it stays as it is'),
  repair_cost: z.number().nullable().describe('EUR; null: it stays as it is'),
  proposed_at: Instant,
  decided_at: Instant.nullable(),
  decided_by: z.string().nullable(),
});
export type ReportProposal = z.infer<typeof ReportProposal>;

const { signature: _, ...shown } = reportFields;

// spec §3: maintenance report
export const MaintenanceReport = z.object({
  id: z.int(),
  number: z.int().describe('counted by company'),
  proj_code: z.string().nullable().describe('null while its plant lies in the archive'),
  plant: z.string().nullable(),
  time_zone: z.string().nullable().describe('of the plant'),
  state: z.enum(REPORT_STATES),
  request_id: z.int().nullable(),
  request: z
    .object({ number: z.int(), title: z.string(), state: RequestStateName })
    .nullable()
    .describe('null also where the request lies in the bin, or is gone'),
  downtime_id: z.int().nullable(),
  downtime: z
    .object({
      start: Instant,
      stop: Instant.nullable(),
      intervention: Instant.nullable(),
      repair_cost: z.number().nullable(),
    })
    .nullable()
    .describe('null also where the downtime lies in the bin, or is gone'),
  alarm_id: z.int().nullable().describe('of the alarm that its request, or its downtime, was made from'),
  device_ids: z.array(z.int()),
  devices: z.array(z.object({ id: z.int(), name: z.string() })),
  ...shown,
  signed_at: Instant.nullable(),
  is_drawn: z.boolean().describe('whether there is a drawing of the signature'),
  proposal: ReportProposal.nullable(),
  closed_at: Instant.nullable(),
  closed_by: z.string().nullable(),
  author: z.string().nullable().describe('a colleague or an outside firm; null where they have left'),
  is_firm: z.boolean().describe('whether an outside firm wrote it'),
  created_at: Instant,
  version: z.int(),
});
export type MaintenanceReport = z.infer<typeof MaintenanceReport>;

const device_ids = z.array(IdNumber).max(MAX_DEVICES);

const Filters = z.object({
  search: lineOf(100).optional().describe('part of the solved problem, or its number'),
  state: z.enum(REPORT_STATES).optional(),
  proj_code: ProjCode.optional(),
  request_id: Id.describe('the number of the request that it was written for').optional(),
  downtime_id: Id.describe('the number of its downtime').optional(),
  alarm_id: Id.describe('the number of the alarm that its request or its downtime was made from').optional(),
  proposal: z.enum(['open']).optional().describe('whose change of the downtime waits'),
  from: WindowStart.describe('whose work began then or later').optional(),
  to: WindowEnd.describe('whose work began before then').optional(),
});

const COLUMNS = [
  'number',
  'plant',
  'state',
  'request',
  'devices',
  'solved_problem',
  'people_count',
  'hours',
  'started_at',
  'ended_at',
  'materials',
  'measurements',
  'repair_cost_eur',
  'signed_by',
  'author',
  'closed_at',
  'notes',
] as const;

/** Reports of maintenance. // spec §7: maintenance-reports */
export const reportsBook = recordBook({
  path: PATH,
  list: 'maintenance-reports',
  topic: TOPIC,
  one: 'maintenance report',
  many: 'maintenance reports',
  read: 'asset.read',
  write: 'maintenance.write',
  Row: MaintenanceReport,
  New: z.object({
    proj_code: ProjCode,
    request_id: IdNumber.nullable().default(null),
    downtime_id: IdNumber.nullable().default(null),
    device_ids: device_ids.default([]),
    ...usualReport,
    client_key: ClientKey.optional(),
  }),
  Change: z
    .object({
      request_id: IdNumber.nullable(),
      downtime_id: IdNumber.nullable(),
      device_ids,
      ...reportFields,
    })
    .partial(),
  Filters,
  sorts: ['number', 'started_at', 'hours'],
  columns: COLUMNS,
});
export const BinnedMaintenanceReport = reportsBook.BinnedRow;
export const NewMaintenanceReport = reportsBook.New;
export const MaintenanceReportChange = reportsBook.Change;
export const maintenanceReportsCalls = reportsBook.calls;

const {
  assign: _assign,
  assignees: _assignees,
  ...notes
} = recordNotesCalls({
  path: PATH,
  topic: TOPIC,
  read: 'asset.read',
  write: 'maintenance.write',
  one: 'maintenance report',
});
/** Comments, photos and files of a report. */
export const reportNotesCalls = notes;

const byId = { params: z.object({ id: Id }) };

/** What closes reports, and what follows from it. */
export const reportWorkCalls = area({
  close: call({
    method: 'POST',
    path: '/api/v1/maintenance-reports/{id}/close/',
    summary:
      'Closes a report: fills intervention, stop and repair cost of its downtime and solves its request, as far as may be',
    topics: [TOPIC, 'maintenance_requests', 'downtimes'],
    access: 'maintenance.write',
    ...byId,
    body: z.object({
      downtime: z
        .enum(DOWNTIME_CHOICES)
        .optional()
        .describe(
          'what is done where its downtime says otherwise; without it that is a conflict that says both',
        ),
      version: Version.optional(),
    }),
    ok: MaintenanceReport,
    conflict: MaintenanceReport,
  }),
  reopen: call({
    method: 'POST',
    path: '/api/v1/maintenance-reports/{id}/reopen/',
    summary: 'Opens a closed report again, so that it may be changed; its downtime and its request stay',
    topics: [TOPIC],
    access: 'records.write',
    ...byId,
    body: z.object({ version: Version.optional() }),
    ok: MaintenanceReport,
    conflict: MaintenanceReport,
  }),
  decide: call({
    method: 'POST',
    path: '/api/v1/maintenance-reports/{id}/proposal/',
    summary: 'Writes into its downtime what a report proposes, or dismisses it',
    topics: [TOPIC, 'downtimes'],
    access: 'records.write',
    ...byId,
    body: z.object({ decision: z.enum(['accept', 'dismiss']) }),
    ok: MaintenanceReport,
  }),
  signature: call({
    method: 'GET',
    path: '/api/v1/maintenance-reports/{id}/signature/',
    summary: 'What was drawn on the glass beneath a report',
    topics: [TOPIC],
    access: 'asset.read',
    ...byId,
    ok: z.object({ signature: z.string().nullable().describe('a PNG in base64') }),
  }),
  document: call({
    method: 'GET',
    path: '/api/v1/maintenance-reports/{id}/document/',
    summary: 'A report as a PDF in the language of who asks, with its first photos and its signature',
    topics: [TOPIC],
    access: 'asset.read',
    // Photos are read and made smaller one by one, without a transaction meanwhile.
    tx: 'none',
    ...byId,
    query: z.object({ language: z.enum(['it', 'en']).optional() }),
    ok: z.instanceof(Blob),
    produces: PDF,
    timeout_s: 120,
  }),
});
