import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, Instant, linesOf, nameOf, Version } from '../../shared/contract/fields.ts';
import {
  ATTACHMENT_BYTES,
  ClientKey,
  RecordAttachment,
  RecordComment,
  TakenAt,
} from '../../shared/contract/record-notes.ts';
import { reportFields } from './maintenance-reports.contract.ts';
import { CheckText, MAX_CHECKS, RequestCheck, RequestStateName } from './maintenance-requests.contract.ts';
import { REPORT_STATES } from './reports.model.ts';
import { ESTIMATES_MIN, PRIORITIES } from './request-states.model.ts';

/** Of a signed link, as it stands in what was sent. */
const Token = z.string().min(1).max(200);

/** A request as an outside firm sees it that was sent its link: this request, and nothing beside it. */
export const OutsideRequest = z.object({
  number: z.int(),
  company: z.string(),
  firm: z.string().describe('in whose name whoever has the link acts'),
  plant: z.string(),
  address: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  time_zone: z.string(),
  type: z.string().nullable(),
  priority: z.enum(PRIORITIES),
  title: z.string(),
  description: z.string(),
  state: RequestStateName,
  next_states: z.array(RequestStateName).describe('into which the firm may bring it now'),
  due_at: Instant.nullable(),
  estimated_min: z.literal(ESTIMATES_MIN).nullable(),
  devices: z.array(
    z.object({
      name: z.string(),
      manufacturer: z.string(),
      model: z.string(),
      serial_number: z.string().nullable(),
    }),
  ),
  checklist: z.array(RequestCheck),
  comments: z.array(RecordComment).describe('newest first, at most 100'),
  attachments: z.array(RecordAttachment),
  expires_at: Instant.describe('of the link'),
});
export type OutsideRequest = z.infer<typeof OutsideRequest>;

const { signature: _, ...shown } = reportFields;

/** The report that an outside firm writes for the request whose link it was sent. */
export const OutsideReport = z.object({
  number: z.int().nullable().describe('null while nothing of it is stored'),
  state: z.enum(REPORT_STATES),
  ...shown,
  signed_at: Instant.nullable(),
  is_drawn: z.boolean().describe('whether there is a drawing of the signature'),
  attachments: z.array(RecordAttachment).describe('photos and files of the report itself'),
  version: z.int().describe('0 while nothing of it is stored'),
});
export type OutsideReport = z.infer<typeof OutsideReport>;

const signed = { access: 'signed_link', params: z.object({ token: Token }) } as const;
const aFile = {
  params: z.object({ token: Token, attachment_id: Id.describe('the number of the file') }),
} as const;
/** How a file is taken in. */
const taking = {
  // The file is stored portion by portion as it comes, each in a transaction of its own.
  tx: 'none',
  streams: true,
  max_body_bytes: ATTACHMENT_BYTES,
  query: z.object({
    file_name: nameOf(200).describe('what the file is called'),
    size: z.coerce.number().int().min(1).max(ATTACHMENT_BYTES).describe('bytes of the whole file'),
    client_key: ClientKey.optional(),
    taken_at: TakenAt,
  }),
  consumes: 'application/octet-stream',
  body: z.custom<Blob | Uint8Array>((value) => value instanceof Uint8Array),
  ok: RecordAttachment,
  status: 201,
  timeout_s: null,
} as const;
/** How a file is sent. */
const sending = {
  // The file is read portion by portion as fast as the reader takes it.
  tx: 'none',
  produces: 'application/octet-stream',
  ok: z.instanceof(Blob),
  timeout_s: null,
} as const;
const open = { ...signed, topics: ['maintenance_requests'] } as const;

/** What an outside firm may do with the request whose link it was sent. */
export const outsideRequestsCalls = area({
  get: call({
    method: 'GET',
    path: '/api/v1/outside-requests/{token}/',
    summary: 'The request that a signed link opens',
    ...open,
    ok: OutsideRequest,
  }),
  setState: call({
    method: 'POST',
    path: '/api/v1/outside-requests/{token}/state/',
    summary: 'Accepts the request of a signed link, begins it, solves it, or declines it with a reason',
    ...open,
    body: z.object({
      to: z.enum(['accepted', 'in_progress', 'solved', 'declined']),
      note: linesOf(500).default(''),
    }),
    ok: OutsideRequest,
  }),
  tick: call({
    method: 'POST',
    path: '/api/v1/outside-requests/{token}/checklist/',
    summary: 'Ticks a line of its list, or takes the tick away',
    ...open,
    body: z.object({
      index: z
        .int()
        .min(0)
        .max(MAX_CHECKS - 1),
      text: CheckText.describe('of the line, which may stand elsewhere by now'),
      done: z.boolean(),
    }),
    ok: OutsideRequest,
  }),
  addComment: call({
    method: 'POST',
    path: '/api/v1/outside-requests/{token}/comments/',
    summary: 'Writes a comment on it in the name of the firm',
    ...open,
    body: z.object({ text: linesOf(4000).min(1, 'required'), client_key: ClientKey.optional() }),
    ok: RecordComment,
    status: 201,
  }),
  addAttachment: call({
    method: 'POST',
    path: '/api/v1/outside-requests/{token}/attachments/',
    summary: 'Attaches a photo or document to it in the name of the firm',
    ...open,
    ...taking,
  }),
  attachment: call({
    method: 'GET',
    path: '/api/v1/outside-requests/{token}/attachments/{attachment_id}/',
    summary: 'A file of it, to be saved',
    access: 'signed_link',
    topics: ['maintenance_requests'],
    ...aFile,
    ...sending,
  }),
  report: call({
    method: 'GET',
    path: '/api/v1/outside-requests/{token}/report/',
    summary: 'The report that the firm writes for the request of a signed link',
    ...signed,
    topics: ['maintenance_reports'],
    ok: OutsideReport,
  }),
  saveReport: call({
    method: 'PUT',
    path: '/api/v1/outside-requests/{token}/report/',
    summary:
      'Writes it in the name of the firm; omitted fields stay. Closed it stands, and proposes what changes of its downtime',
    ...signed,
    topics: ['maintenance_reports', 'maintenance_requests'],
    body: z
      .object({ ...reportFields, version: Version })
      .partial()
      .extend({ close: z.boolean().default(false) }),
    ok: OutsideReport,
    conflict: OutsideReport,
  }),
  addReportAttachment: call({
    method: 'POST',
    path: '/api/v1/outside-requests/{token}/report/attachments/',
    summary: 'Attaches a photo or document to the report in the name of the firm',
    ...signed,
    topics: ['maintenance_reports'],
    ...taking,
  }),
  reportAttachment: call({
    method: 'GET',
    path: '/api/v1/outside-requests/{token}/report/attachments/{attachment_id}/',
    summary: 'A file of the report, to be saved',
    access: 'signed_link',
    topics: ['maintenance_reports'],
    ...aFile,
    ...sending,
  }),
});
