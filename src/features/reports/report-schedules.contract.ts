import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, IdNumber, Instant, nameOf, ProjCode, Version } from '../../shared/contract/fields.ts';
import { REPORT_KINDS } from './report-issues.contract.ts';
import { SCHEDULE_RHYTHMS } from './report-schedule.model.ts';
import { MAX_REPORT_PLANTS } from './reports.contract.ts';

/** Schedules of a company, and people that one of them goes to. */
export const MAX_SCHEDULES = 50;
export const MAX_RECIPIENTS = 50;

const fields = {
  name: nameOf(80),
  codes: z
    .array(ProjCode)
    .max(MAX_REPORT_PLANTS)
    .default([])
    .describe('empty: all that author and recipient may both see by then'),
  every: z.enum(SCHEDULE_RHYTHMS),
  on_day: z.int().min(1).max(28).default(1).describe('of the week (1 is Monday) or of the month'),
  hour: z.int().min(0).max(23).default(7).describe('by the clock of Rome'),
  members: z.array(IdNumber).max(MAX_RECIPIENTS).default([]).describe('accounts of the company'),
  addresses: z
    .array(z.email().max(254))
    .max(MAX_RECIPIENTS)
    .default([])
    .describe('of outsiders: they are sent what the author may see'),
};
export const NewReportSchedule = z.object({ ...fields, kind: z.enum(REPORT_KINDS) });
export type NewReportSchedule = z.infer<typeof NewReportSchedule>;

export const ReportScheduleChange = z.object(fields).extend({
  all_plants: z
    .boolean()
    .optional()
    .describe('with empty codes: of all plants from now on, though it was of some'),
  version: Version.optional(),
});
export type ReportScheduleChange = z.infer<typeof ReportScheduleChange>;

export const ReportSchedule = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(REPORT_KINDS),
  codes: z.array(z.string()),
  every: z.enum(SCHEDULE_RHYTHMS),
  on_day: z.int(),
  hour: z.int(),
  members: z.array(z.object({ id: z.int(), name: z.string() })),
  addresses: z.array(z.string()),
  author: z.string().describe('who made or last changed it: with their dismissal it ends'),
  next_at: Instant,
  put_off_until: Instant.nullable().describe(
    'mails of the last time that go out then, because as many were sent before as a day may have',
  ),
  last_sent: z.int().describe('mails of the last time'),
  version: z.int(),
});
export type ReportSchedule = z.infer<typeof ReportSchedule>;

const asked = { topics: ['report_schedules'], access: 'records.write' } as const;
const PATH = '/api/v1/report-schedules';

export const reportSchedulesCalls = area({
  list: call({
    method: 'GET',
    path: `${PATH}/`,
    summary: 'Reports that are sent by mail: of which plants, when, and to whom',
    ...asked,
    query: z.object({ kind: z.enum(REPORT_KINDS).describe('K451 or K410') }),
    ok: z.array(ReportSchedule),
  }),
  create: call({
    method: 'POST',
    path: `${PATH}/`,
    summary:
      'Have a report sent by mail as PDF; a member is sent plants that they and the author may both see, an outsider those of the author',
    ...asked,
    confirmed: 'always',
    body: NewReportSchedule,
    ok: ReportSchedule,
    status: 201,
  }),
  update: call({
    method: 'PUT',
    path: `${PATH}/{id}/`,
    summary:
      'Change what is sent, when and to whom; whoever changes it is its author from then on. A stale version is a conflict',
    ...asked,
    confirmed: 'always',
    params: z.object({ id: Id }),
    body: ReportScheduleChange,
    ok: ReportSchedule,
    conflict: ReportSchedule,
  }),
  remove: call({
    method: 'DELETE',
    path: `${PATH}/{id}/`,
    summary: 'Send a report no more',
    ...asked,
    params: z.object({ id: Id }),
    ok: z.undefined(),
    status: 204,
  }),
});
