import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import {
  commaList,
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
import { recordNotesCalls } from '../../shared/contract/record-notes.ts';
import { WindowEnd, WindowStart } from '../../shared/contract/windows.ts';
import { AGES, ESTIMATES_MIN, PRIORITIES, REQUEST_STATES } from './request-states.model.ts';

const PATH = '/api/v1/maintenance-requests';
const TOPIC = 'maintenance_requests';
/** Devices of one request, and lines of its list. */
export const MAX_DEVICES = 500;
export const MAX_CHECKS = 100;
/** Days for which a firm's link may open a request. */
export const MAX_LINK_DAYS = 180;

export const RequestStateName = z.enum(REQUEST_STATES);
const Priority = z.enum(PRIORITIES);
const Estimate = z
  .literal(ESTIMATES_MIN)
  .describe('minutes: 30, 60, 120, 180, 240, 300, 1440 (a day), 2880, 5760');
export const PhoneNumber = z
  .string()
  .trim()
  .meta({ examples: ['+39 02 1234567'] })
  .transform((text) => text.replace(/[\s()./-]/g, ''))
  .pipe(
    z
      .string()
      .regex(/^(\+[1-9]\d{5,14})?$/, 'must be a number in international form, such as +39 02 1234567'),
  );

/** A line of a request's list of what is to be done. */
export const RequestCheck = z.object({
  text: z.string(),
  done: z.boolean(),
  by: z.string().nullable().describe('who has done it, as they were called then'),
  at: Instant.nullable(),
});
export type RequestCheck = z.infer<typeof RequestCheck>;
/** What a line of a list says. */
export const CheckText = nameOf(200);
const GivenCheck = z.object({ text: CheckText, done: z.boolean().default(false) });

const OUTBOX_STATES = ['waiting', 'sent', 'kept', 'failed'] as const;
/** What became of a mail or text message that a request was sent by. */
export const RequestMessage = z.object({
  channel: z.enum(['mail', 'sms']),
  to: z.string().describe('a person or firm'),
  state: z
    .enum(OUTBOX_STATES)
    .describe('waiting: not yet sent; kept: nobody sends such messages here; failed: given up'),
  created_at: Instant,
});
export type RequestMessage = z.infer<typeof RequestMessage>;

// spec §3: maintenance request
export const MaintenanceRequest = z.object({
  id: z.int(),
  number: z.int().describe('counted by company'),
  proj_code: z.string().nullable().describe('null while its plant lies in the archive'),
  plant: z.string().nullable(),
  time_zone: z.string().nullable().describe('of the plant'),
  type_id: z.int().nullable(),
  type: z.string().nullable().describe('null also where the type was deleted'),
  priority: Priority,
  title: z.string(),
  description: z.string(),
  state: RequestStateName,
  state_at: Instant.describe('since when'),
  decline_reason: z.string(),
  due_at: Instant.nullable(),
  estimated_min: Estimate.nullable(),
  device_ids: z.array(z.int()),
  devices: z.array(z.object({ id: z.int(), name: z.string() })),
  assigned_user_id: z.int().nullable(),
  assigned_firm_id: z.int().nullable(),
  assigned_to: z.string().nullable().describe('a colleague or an outside firm; null also for who has left'),
  send_by_email: z.boolean(),
  send_by_sms: z.boolean(),
  sms_number: z.string(),
  messages: z.array(RequestMessage).describe('the last of each way'),
  link_expires_at: Instant.nullable().describe("until when the firm's link opens it; null: none does"),
  alarm_id: z.int().nullable(),
  downtime_id: z.int().nullable(),
  downtime_start: Instant.nullable().describe(
    'of its downtime; null also where that lies in the bin, or is gone',
  ),
  plan_id: z.int().nullable(),
  checklist: z.array(RequestCheck),
  accepted_at: Instant.nullable(),
  solved_at: Instant.nullable(),
  created_by: z.string().nullable().describe('null: a plan made it, or whoever did has left'),
  created_at: Instant,
  version: z.int(),
});
export type MaintenanceRequest = z.infer<typeof MaintenanceRequest>;

const fields = {
  title: nameOf(160),
  description: linesOf(4000),
  type_id: IdNumber.nullable(),
  priority: Priority,
  due_at: Instant.nullable(),
  estimated_min: Estimate.nullable(),
  device_ids: z.array(IdNumber).max(MAX_DEVICES),
  assigned_user_id: IdNumber.nullable(),
  assigned_firm_id: IdNumber.nullable(),
  send_by_email: z.boolean(),
  send_by_sms: z.boolean(),
  sms_number: PhoneNumber,
  checklist: z.array(GivenCheck).max(MAX_CHECKS),
};

const New = z.object({
  proj_code: ProjCode,
  title: fields.title,
  description: fields.description.default(''),
  type_id: fields.type_id.default(null),
  priority: fields.priority.default('normal'),
  due_at: fields.due_at.default(null),
  estimated_min: fields.estimated_min.default(null),
  device_ids: fields.device_ids.default([]),
  assigned_user_id: fields.assigned_user_id.default(null),
  assigned_firm_id: fields.assigned_firm_id.default(null),
  send_by_email: fields.send_by_email.default(false),
  send_by_sms: fields.send_by_sms.default(false),
  sms_number: fields.sms_number.default(''),
  checklist: fields.checklist.default([]),
  template_id: IdNumber.nullable()
    .default(null)
    .describe('whose list it starts with, where it is given none'),
  alarm_id: IdNumber.nullable().default(null).describe('what it is made from'),
  downtime_id: IdNumber.nullable().default(null).describe('what it is made from'),
});

const Filters = z.object({
  search: lineOf(100).optional().describe('part of its title, or its number'),
  state: commaList(RequestStateName, REQUEST_STATES.length).describe('states, joined by commas').optional(),
  priority: commaList(Priority, PRIORITIES.length).describe('priorities, joined by commas').optional(),
  proj_code: ProjCode.optional(),
  type_id: Id.describe('the number of a maintenance type').optional(),
  assigned: z
    .union([z.literal('me'), z.literal('nobody'), Id])
    .optional()
    .describe('me, nobody, or the number of a colleague'),
  firm_id: Id.describe('the number of an outside firm').optional(),
  age: z.enum(AGES).optional().describe('created less than a day ago, a week, thirty days, or longer'),
  created_from: WindowStart.describe('created then or later').optional(),
  created_to: WindowEnd.describe('created before then').optional(),
  reached: z.enum(['accepted', 'solved']).optional().describe('that were accepted or solved at some time'),
  overdue: z.literal('true').optional().describe('its day has come, and the work is not done'),
  due_from: WindowStart.describe('due then or later').optional(),
  due_to: WindowEnd.describe('due before then').optional(),
  alarm_id: Id.describe('the number of the alarm that it was made from').optional(),
  downtime_id: Id.describe('the number of the downtime that it was made from').optional(),
});

const COLUMNS = [
  'number',
  'title',
  'plant',
  'state',
  'priority',
  'type',
  'assigned_to',
  'due_at',
  'estimated_min',
  'created_at',
  'created_by',
  'solved_at',
  'description',
] as const;

/** Requests for maintenance. // spec §7: maintenance-requests */
export const requestsBook = recordBook({
  path: PATH,
  list: 'maintenance-requests',
  topic: TOPIC,
  one: 'maintenance request',
  many: 'maintenance requests',
  read: 'asset.read',
  write: 'maintenance.write',
  confirmed: 'always',
  Row: MaintenanceRequest,
  New,
  Change: z.object({ ...fields, downtime_id: IdNumber.nullable().describe('what it is for') }).partial(),
  Filters,
  sorts: ['number', 'due_at', 'priority', 'title'],
  columns: COLUMNS,
});
export const BinnedMaintenanceRequest = requestsBook.BinnedRow;
export const NewMaintenanceRequest = requestsBook.New;
export const maintenanceRequestsCalls = requestsBook.calls;

const {
  assign: _assign,
  assignees: _assignees,
  ...notes
} = recordNotesCalls({
  path: PATH,
  topic: TOPIC,
  read: 'asset.read',
  write: 'maintenance.write',
  one: 'maintenance request',
});
/** Comments and files of a request; who works on it is a field of its own. */
export const requestNotesCalls = notes;

const writing = { topics: [TOPIC], access: 'maintenance.write' } as const;
const reading = { topics: [TOPIC], access: 'asset.read' } as const;
const byId = { params: z.object({ id: Id }) };
const LinkDays = z
  .int()
  .min(1)
  .max(MAX_LINK_DAYS)
  .optional()
  .describe(
    "for how many days a firm's link opens it; 30, and to two weeks after it is due, where it is not said",
  );
const note = linesOf(500).default('').describe('why; demanded where it is declined or reopened');

/** A step of a request from one state to another. */
export const RequestChange = z.object({
  id: z.int(),
  at: Instant,
  from: RequestStateName,
  to: RequestStateName,
  by: z.string().nullable().describe('a colleague or a firm; null where they have left'),
  is_firm: z.boolean(),
  is_portal: z.boolean().describe('no person did it: the program itself, or a key'),
  note: z.string(),
});
export type RequestChange = z.infer<typeof RequestChange>;

/** A new link of an outside firm, with the address that no other answer tells. */
export const MadeLink = z.object({ url: z.string(), firm: z.string(), expires_at: Instant });
export type MadeLink = z.infer<typeof MadeLink>;

/** A link by which an outside firm opens a request. */
export const RequestLink = z.object({
  id: z.int(),
  firm: z.string(),
  created_at: Instant,
  expires_at: Instant,
  withdrawn_at: Instant.nullable(),
  last_used_at: Instant.nullable(),
});
export type RequestLink = z.infer<typeof RequestLink>;

/** What moves a request on. */
export const requestWorkCalls = area({
  setState: call({
    method: 'POST',
    path: '/api/v1/maintenance-requests/{id}/state/',
    summary:
      'Brings a request into its next state; to verify, close and reopen it is for those who may change records',
    ...writing,
    ...byId,
    body: z.object({ to: RequestStateName, note, version: Version.optional() }),
    ok: MaintenanceRequest,
    conflict: MaintenanceRequest,
  }),
  tick: call({
    method: 'POST',
    path: '/api/v1/maintenance-requests/{id}/checklist/',
    summary: "Ticks a line of a request's list, or takes the tick away",
    ...writing,
    ...byId,
    body: z.object({
      index: z
        .int()
        .min(0)
        .max(MAX_CHECKS - 1),
      text: CheckText.describe('of the line, which may stand elsewhere by now'),
      done: z.boolean(),
    }),
    ok: MaintenanceRequest,
  }),
  changes: call({
    method: 'GET',
    path: '/api/v1/maintenance-requests/{id}/changes/',
    summary: 'The steps of a request so far, newest first',
    ...reading,
    ...byId,
    ok: z.array(RequestChange),
  }),
  send: call({
    method: 'POST',
    path: '/api/v1/maintenance-requests/{id}/sending/',
    summary:
      'Sends a request once more to whoever it is assigned to; a firm is sent a new link, and older ones are withdrawn',
    ...writing,
    confirmed: 'always',
    ...byId,
    body: z.object({
      by: z
        .array(z.enum(['mail', 'sms']))
        .min(1, 'required')
        .max(2),
      days: LinkDays,
    }),
    ok: MaintenanceRequest,
  }),
  links: call({
    method: 'GET',
    path: '/api/v1/maintenance-requests/{id}/links/',
    summary: 'Links that were sent to outside firms, newest first; never their tokens',
    topics: [TOPIC],
    access: 'maintenance.write',
    ...byId,
    ok: z.array(RequestLink),
  }),
  makeLink: call({
    method: 'POST',
    path: '/api/v1/maintenance-requests/{id}/links/',
    summary:
      'Makes a new link for the outside firm of a request, to be handed over by whoever asks; older ones are withdrawn',
    ...writing,
    ...byId,
    body: z.object({ days: LinkDays }),
    ok: MadeLink,
    status: 201,
  }),
  withdrawLinks: call({
    method: 'DELETE',
    path: '/api/v1/maintenance-requests/{id}/links/',
    summary: 'Withdraws all links of a request: they open nothing any more',
    ...writing,
    ...byId,
    ok: z.undefined(),
    status: 204,
  }),
  assignees: call({
    method: 'GET',
    path: '/api/v1/maintenance-assignees/',
    summary:
      'Who may be assigned a request of a plant: colleagues who see it and do such work, and outside firms',
    topics: ['users', 'outside_firms'],
    access: 'maintenance.write',
    query: z.object({ proj_code: ProjCode }),
    ok: z.object({
      colleagues: z.array(z.object({ user_id: z.int(), name: z.string() })),
      firms: z.array(
        z.object({ id: z.int(), name: z.string(), has_mail: z.boolean(), has_phone: z.boolean() }),
      ),
    }),
  }),
});
