import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import {
  Day,
  Id,
  IdNumber,
  Instant,
  linesOf,
  nameOf,
  ProjCode,
  Version,
} from '../../shared/contract/fields.ts';
import { PLAN_RULES } from './plans.model.ts';
import { ESTIMATES_MIN, PRIORITIES } from './request-states.model.ts';

export const MAX_PLANS = 2_000;
export const MAX_DATES = 60;

/** A rule by which requests for maintenance of a plant are made ahead of time. */
export const MaintenancePlan = z.object({
  id: z.int(),
  name: z.string().describe('also the title of its requests'),
  proj_code: z.string(),
  plant: z.string(),
  type_id: z.int().nullable(),
  type: z.string().nullable(),
  template_id: z.int().nullable(),
  template: z.string().nullable(),
  priority: z.enum(PRIORITIES),
  description: z.string(),
  rule: z
    .enum(PLAN_RULES)
    .describe(
      'months: every_n months from start_on; dates; energy, hours: each every_n kWh or operating hours',
    ),
  every_n: z.int().nullable(),
  dates: z.array(z.string()),
  start_on: z.string().describe('the first due day of months; energy and hours are counted from here'),
  lead_days: z.int().describe('how many days ahead of its due day a request is made'),
  estimated_min: z.literal(ESTIMATES_MIN).nullable(),
  assigned_user_id: z.int().nullable(),
  assigned_firm_id: z.int().nullable(),
  assigned_to: z.string().nullable(),
  active: z.boolean().describe('false: it makes no requests'),
  next_due_on: z
    .string()
    .nullable()
    .describe('null: no further day, or for energy and hours no pace is known yet'),
  counted: z
    .number()
    .nullable()
    .describe('kWh or hours since start_on; null for other rules and before the first count'),
  counted_at: Instant.nullable(),
  requests_made: z.int(),
  version: z.int(),
});
export type MaintenancePlan = z.infer<typeof MaintenancePlan>;

const fields = {
  name: nameOf(120),
  type_id: IdNumber.nullable(),
  template_id: IdNumber.nullable(),
  priority: z.enum(PRIORITIES),
  description: linesOf(4000),
  rule: z.enum(PLAN_RULES),
  every_n: z.int().min(1).max(2_000_000_000).nullable(),
  dates: z.array(Day).max(MAX_DATES),
  start_on: Day,
  lead_days: z.int().min(0).max(365),
  estimated_min: z.literal(ESTIMATES_MIN).nullable(),
  assigned_user_id: IdNumber.nullable(),
  assigned_firm_id: IdNumber.nullable(),
  active: z.boolean(),
};
export const NewMaintenancePlan = z.object({
  proj_code: ProjCode,
  name: fields.name,
  type_id: fields.type_id.default(null),
  template_id: fields.template_id.default(null),
  priority: fields.priority.default('normal'),
  description: fields.description.default(''),
  rule: fields.rule,
  every_n: fields.every_n.default(null),
  dates: fields.dates.default([]),
  start_on: fields.start_on,
  lead_days: fields.lead_days.default(14),
  estimated_min: fields.estimated_min.default(null),
  assigned_user_id: fields.assigned_user_id.default(null),
  assigned_firm_id: fields.assigned_firm_id.default(null),
  active: fields.active.default(true),
});
export type NewMaintenancePlan = z.infer<typeof NewMaintenancePlan>;
export const MaintenancePlanChange = z.object(fields).partial().extend({ version: Version.optional() });
export type MaintenancePlanChange = z.infer<typeof MaintenancePlanChange>;

/** A day on which planned work is due, and for which no request was made yet. */
export const PlannedDay = z.object({
  plan_id: z.int(),
  name: z.string(),
  proj_code: z.string(),
  plant: z.string(),
  day: z.string(),
});
export type PlannedDay = z.infer<typeof PlannedDay>;

const TOPIC = 'maintenance_plans';
const writes = { topics: [TOPIC], access: 'records.write' } as const;
const byId = { params: z.object({ id: Id }) };

/** Planned maintenance: rules, and the days that they come to. */
export const maintenancePlansCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/maintenance-plans/',
    list: 'maintenance-plans',
    summary: 'The plans by which requests are made ahead of time, by name',
    topics: [TOPIC, 'maintenance_requests'],
    access: 'asset.read',
    query: z.object({ proj_code: ProjCode.optional() }),
    ok: z.array(MaintenancePlan),
  }),
  create: call({
    method: 'POST',
    path: '/api/v1/maintenance-plans/',
    summary: 'Adds a plan; days before today are not made up for',
    ...writes,
    confirmed: 'always',
    body: NewMaintenancePlan,
    ok: MaintenancePlan,
    status: 201,
  }),
  update: call({
    method: 'PATCH',
    path: '/api/v1/maintenance-plans/{id}/',
    summary: 'Changes a plan; requests that it made stay as they are; a stale version is a conflict',
    ...writes,
    confirmed: 'always',
    ...byId,
    body: MaintenancePlanChange,
    ok: MaintenancePlan,
    conflict: MaintenancePlan,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v1/maintenance-plans/{id}/',
    summary: 'Deletes a plan; requests that it made stay',
    ...writes,
    ...byId,
    ok: z.undefined(),
    status: 204,
  }),
  upcoming: call({
    method: 'GET',
    path: '/api/v1/maintenance-plans-upcoming/',
    summary: 'The days of a span of up to a year on which planned work is due and no request was made yet',
    topics: [TOPIC, 'maintenance_requests'],
    access: 'asset.read',
    query: z.object({ proj_code: ProjCode.optional(), from: Day, to: Day }),
    ok: z.array(PlannedDay),
  }),
});
