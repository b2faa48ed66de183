import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Day, Id, Instant, PageQuery, ProjCode, paged } from '../../shared/contract/fields.ts';
import { PDF, PrintFormat, TableFileQuery, tableFile } from '../../shared/contract/table-file.ts';
import { K410Report, K451Report, MAX_ISSUED_PLANTS } from './reports.contract.ts';

export const REPORT_KINDS = ['k451', 'k410'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];
const Period = z.enum(['day', 'month', 'year']);

export const ISSUE_INPUTS = ['plant', 'tariff', 'downtime', 'k451_setting', 'rgi', 'budget'] as const;
export const IssueInput = z.object({ kind: z.enum(ISSUE_INPUTS), id: z.int(), version: z.int() });
export type IssueInput = z.infer<typeof IssueInput>;

export const IssueChange = z.object({
  proj_code: z.string(),
  period: z.string().describe('of the row; empty: the total of the plant'),
  field: z.string().describe('the figure; downtimes: their causes, while their sums stand'),
  before: z.number().nullable(),
  after: z.number().nullable(),
});
export type IssueChange = z.infer<typeof IssueChange>;

const content = {
  from: z.string(),
  to: z.string(),
  by: Period,
  plants: z.array(z.object({ proj_code: z.string(), plant_name: z.string() })),
  notes: z.string().describe('of whoever issued it'),
  inputs: z
    .array(IssueInput)
    .describe('what the figures were made of beside readings and prices, each in its version'),
  changes: z.array(IssueChange).describe('figures that are others than in the issue that it corrects'),
  changed_inputs: z.array(
    z.object({
      kind: z.enum(ISSUE_INPUTS),
      id: z.int(),
      before: z.int().nullable().describe('version; null: it was not there'),
      after: z.int().nullable().describe('version; null: it is gone'),
    }),
  ),
};
/** What a report said when it was issued. */
export const IssueContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('k451'), ...content, report: K451Report }),
  z.object({ kind: z.literal('k410'), ...content, report: K410Report }),
]);
export type IssueContent = z.infer<typeof IssueContent>;

const row = {
  id: z.int(),
  kind: z.enum(REPORT_KINDS),
  from: z.string(),
  to: z.string(),
  by: Period,
  codes: z.array(z.string()),
  year: z.int(),
  number: z.int().describe("within the company's year"),
  revision: z.int().describe('0: the first of its plants and days; then its corrections'),
  corrects: z.int().nullable().describe('number of the row of the issue that it corrects'),
  issued_by: z.string(),
  issued_at: Instant,
  hash: z.string().describe('SHA-256 of `sealed` as canonical JSON: names in order, no blanks'),
};
export const ReportIssueRow = z.object({
  ...row,
  changes: z.int().describe('figures that are others than in the issue that it corrects'),
});
export type ReportIssueRow = z.infer<typeof ReportIssueRow>;

/** An issued report: nothing of it changes any more. */
export const ReportIssue = z.object({
  ...row,
  is_last: z.boolean().describe('of its plants and days: none corrects it'),
  is_whole: z.boolean().describe('it still fits its hash'),
  sealed: z.object({
    company: z.int(),
    year: z.int(),
    number: z.int(),
    revision: z.int(),
    corrects: z.int().nullable(),
    issued_by: z.int(),
    issued_at: Instant,
    previous_hash: z.string().nullable().describe("of the company's issue before; null for its first one"),
    content: IssueContent,
  }),
});
export type ReportIssue = z.infer<typeof ReportIssue>;

export const NewReportIssue = z.object({
  kind: z.enum(REPORT_KINDS),
  codes: z
    .array(ProjCode)
    .min(1)
    .max(MAX_ISSUED_PLANTS)
    .optional()
    .describe('all that the caller may see without'),
  from: Day,
  to: Day.describe('included; a K410 is of a whole year'),
  by: Period.default('month').describe('periods of a K451; a K410 has months'),
  notes: z.string().trim().max(2000).default('').describe('printed with the report'),
});
export type NewReportIssue = z.infer<typeof NewReportIssue>;

const reads = { topics: ['report_issues'], access: 'asset.read' } as const;
const PATH = '/api/v1/report-issues';

// spec §7: k410-data, k451-data, as they are handed out
export const reportIssuesCalls = area({
  list: call({
    method: 'GET',
    path: `${PATH}/`,
    summary: 'Reports that were issued, the newest first: those whose plants the caller may all see',
    ...reads,
    query: PageQuery.extend({ kind: z.enum(REPORT_KINDS).describe('K451 or K410') }),
    ok: paged(ReportIssueRow),
  }),
  get: call({
    method: 'GET',
    path: `${PATH}/{id}/`,
    summary: 'An issued report as it was frozen: figures, inputs in their versions, and what it corrects',
    ...reads,
    params: z.object({ id: Id }),
    ok: ReportIssue,
  }),
  file: call({
    method: 'GET',
    path: `${PATH}/{id}/file/`,
    summary: 'An issued report as a file; the PDF tells its number, its notes and its hash',
    ...reads,
    params: z.object({ id: Id }),
    query: TableFileQuery.extend({ format: PrintFormat }),
    ...tableFile,
    produces_also: [...tableFile.produces_also, PDF],
  }),
  issue: call({
    method: 'POST',
    path: `${PATH}/`,
    summary:
      'Freeze a report as it stands; of plants and days that were issued before it is a correction, which says what changed',
    topics: ['report_issues'],
    access: 'records.write',
    // A thread works the report out, which may take a minute: no connection is kept meanwhile.
    tx: 'none',
    body: NewReportIssue,
    ok: ReportIssue,
    status: 201,
    timeout_s: 120,
  }),
});
