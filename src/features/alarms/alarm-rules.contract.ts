import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, Instant, PageQuery, ProjCode, paged, Version } from '../../shared/contract/fields.ts';
import { EVALUATED_CODES } from '../notifications/alarm-codes.model.ts';
import { RULE_LEVELS } from './rule-fields.model.ts';
import { PREVIEW_DAYS, PREVIEW_LISTED } from './rule-preview.model.ts';

const Level = z.enum(RULE_LEVELS);
const Code = z.enum(EVALUATED_CODES);
const effectiveOf = <T extends z.ZodType>(value: T) => z.object({ value, from: Level });

/** A value of an alarm's rule: what holds, who said it, what this subject says itself, and what would hold without that. */
const AlarmRuleParam = z.object({
  name: z.string(),
  unit: z.string(),
  ...effectiveOf(z.number()).shape,
  own: z.number().nullable(),
  wider: effectiveOf(z.number()),
  standard: z.number(),
  least: z.number(),
  most: z.number(),
  step: z.number(),
  /** The only values that it can have, where they are few. */
  choices: z.array(z.number()).nullable(),
});
export type AlarmRuleParam = z.infer<typeof AlarmRuleParam>;

export const AlarmRule = z.object({
  code: Code,
  type: z.enum(['E', 'W']),
  enabled: effectiveOf(z.boolean()).extend({ own: z.boolean().nullable(), wider: effectiveOf(z.boolean()) }),
  params: z.array(AlarmRuleParam),
  /** Of what this subject says itself; 0 where it says nothing. */
  version: z.int(),
  changed_at: Instant.nullable(),
  /** Null for a person who is no member any more. */
  changed_by: z.string().nullable(),
});
export type AlarmRule = z.infer<typeof AlarmRule>;

const Subject = z.object({
  level: Level.exclude(['standard']),
  proj_code: z.string().nullable(),
  plant_name: z.string().nullable(),
  device_id: z.int().nullable(),
  short_name: z.string().nullable(),
});

export const AlarmRules = z.object({
  subject: Subject,
  rules: z.array(AlarmRule),
});
export type AlarmRules = z.infer<typeof AlarmRules>;

export const OwnAlarmRule = Subject.extend({
  code: Code,
  enabled: z.boolean().nullable(),
  params: z.record(z.string(), z.number()),
  changed_at: Instant,
  changed_by: z.string().nullable(),
});
export type OwnAlarmRule = z.infer<typeof OwnAlarmRule>;

/** Neither: the company. A device alone says its plant as well. */
const SubjectQuery = z.object({ proj_code: ProjCode.optional(), device_id: Id.optional() });
const SubjectBody = z.object({
  proj_code: ProjCode.optional(),
  device_id: z.int().positive().optional(),
  code: Code,
});
/** Null: as the next wider rule says. */
const Values = {
  enabled: z.boolean().nullable(),
  params: z.record(z.string().min(1).max(40), z.number().nullable()),
};

const PreviewedAlarm = z.object({
  proj_code: z.string(),
  plant_name: z.string(),
  time_zone: z.string(),
  device_id: z.int().nullable(),
  short_name: z.string().nullable(),
  /** The port's, where it is one of a port. */
  port_name: z.string().nullable(),
  from: Instant,
  /** Null: it would still stand. */
  to: Instant.nullable(),
  /** How often it would have come within eight hours of its last end, the first time included. */
  count: z.int(),
});
export type PreviewedAlarm = z.infer<typeof PreviewedAlarm>;

/** What one set of values would have raised. */
const Raised = z.object({
  count: z.int(),
  /** Times at which one would have come again within eight hours of its end. */
  repeats: z.int(),
  /** For how long they would have stood, all together. */
  stood_min: z.number(),
  /** The first ones. */
  first: z.array(PreviewedAlarm).max(PREVIEW_LISTED),
});

export const AlarmRulePreview = z.object({
  start: Instant,
  end: Instant,
  /** Minutes between two evaluations at the readings; the most where plants differ. */
  step_min: z.number(),
  /** How many plants there are, and how many of them this answer holds. */
  plants: z.object({ asked: z.int(), looked_at: z.int() }),
  /** `after` of the question that goes on from here; null when no plant is left, or none could be looked at in time. */
  next: z.string().nullable(),
  /** Until when it was looked at, where time was too short for one plant alone. */
  looked_until: Instant.nullable(),
  /** With the values that are given, and with those in force. */
  proposed: Raised,
  in_force: Raised,
  /** How many really opened, whatever the values were then. */
  real: z.int(),
  /** By local day of each plant, every day of the time looked at. */
  /** `read`: readings of any of the plants looked at are stored of it. */
  days: z.array(
    z.object({ day: z.iso.date(), proposed: z.int(), in_force: z.int(), real: z.int(), read: z.boolean() }),
  ),
});
export type AlarmRulePreview = z.infer<typeof AlarmRulePreview>;

export const alarmRulesCalls = area({
  rules: call({
    method: 'GET',
    path: '/api/v1/alarm-rules/',
    list: 'alarm-rules',
    summary:
      'When alarms of the company, of a plant or of a device open and close, what each value comes from and what can be set',
    topics: ['alarm_rules'],
    access: 'asset.read',
    query: SubjectQuery,
    ok: AlarmRules,
  }),
  setRule: call({
    method: 'PUT',
    path: '/api/v1/alarm-rules/',
    summary:
      'Sets when one alarm opens and closes; what is null or left out is as the next wider rule says, all of it takes the rule back',
    topics: ['alarm_rules'],
    access: 'plants.write',
    body: SubjectBody.extend({ ...Values, version: Version.optional() }),
    ok: AlarmRules,
    conflict: AlarmRules,
  }),
  removeRule: call({
    method: 'DELETE',
    path: '/api/v1/alarm-rules/',
    summary: 'Takes back what was set of one alarm: the next wider rule holds again',
    topics: ['alarm_rules'],
    access: 'plants.write',
    query: SubjectQuery.extend({ code: Code }),
    ok: z.undefined(),
    status: 204,
  }),
  ownRules: call({
    method: 'GET',
    path: '/api/v1/alarm-rules-set/',
    summary: 'Everything that was set in the company, its own rules first, then plant by plant',
    topics: ['alarm_rules'],
    access: 'asset.read',
    query: PageQuery,
    ok: paged(OwnAlarmRule),
  }),
  preview: call({
    method: 'POST',
    path: '/api/v1/alarm-rules-preview/',
    summary: `How many alarms these values would have raised in the last ${PREVIEW_DAYS} days, beside those in force: the stored readings judged again, plant by plant. What there is no time for is asked for with the next question`,
    topics: [],
    access: 'plants.write',
    // Stored readings are evaluated again by a worker thread.
    tx: 'none',
    body: SubjectBody.extend({
      ...Values,
      /** Only the plants whose code comes after it. */
      after: ProjCode.optional(),
    }),
    ok: AlarmRulePreview,
    // It waits for its turn among heavy questions, too.
    timeout_s: 300,
  }),
});
