import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import {
  Id,
  IdNumber,
  Instant,
  linesOf,
  PageQuery,
  ProjCode,
  paged,
  Version,
} from '../../shared/contract/fields.ts';
import { TableFormat, tableFile } from '../../shared/contract/table-file.ts';
import { WindowEnd, WindowStart } from '../../shared/contract/windows.ts';
import { ALARM_CODES } from '../notifications/alarm-codes.model.ts';
import { ALARM_EVENTS } from './alarms.model.ts';
import { SNOOZE_KINDS } from './snoozes.contract.ts';

const Person = z.object({ id: z.int(), name: z.string() });
const Params = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

// spec §3: Alarm
export const Alarm = z.object({
  id: z.int(),
  proj_code: z.string(),
  plant_name: z.string(),
  /** Of the plant: the portal writes its times in it. */
  time_zone: z.string(),
  device_id: z.int().nullable(),
  short_name: z.string().nullable(),
  type: z.enum(['E', 'W']),
  code: z.enum(ALARM_CODES),
  params: Params,
  /** The message in the language of Accept-Language (English when it names neither); the portal renders code and params itself. */
  message: z.string(),
  /** When the fault began. */
  date: Instant,
  end_date: Instant.nullable(),
  /** When it was raised, after its delay. */
  opened_at: Instant,
  /** How often it came within eight hours of its last end, the first time included. */
  count: z.int(),
  /** When its last repeat began. */
  last_at: Instant.nullable(),
  /** While it is open and its fault is gone: since when, and when it closes if that holds; null otherwise. */
  recovering: z.object({ since: Instant, closes_at: Instant }).nullable(),
  /** For how long (s) its fault must be gone, without a break, before it closes: longer once it came back. Null when it has. */
  closes_after_s: z.int().nullable(),
  /** The alarm that it follows from. */
  cause_id: z.int().nullable(),
  /** Alarms that follow from it. */
  consequences: z.int(),
  /** It opened or came again while its plant was snoozed. */
  muted: z.boolean(),
  /** Of its plant, while the snooze is in force. */
  snoozed_until: Instant.nullable(),
  /** Of that snooze; null without one. */
  snooze_kind: z.enum(SNOOZE_KINDS).nullable(),
  assigned_to: Person.nullable(),
  acknowledged_at: Instant.nullable(),
  acknowledged_by: Person.nullable(),
  version: z.int(),
});
export type Alarm = z.infer<typeof Alarm>;

/** The gravest alarms that stand at a plant, for a page that says more of it. */
export const StandingAlarms = z.object({
  /** How many stand, without those that follow from others. */
  count: z.int(),
  results: z.array(Alarm),
  /** Polled devices that do not answer just now; told where no alarm stands, else null. */
  silent: z.int().nullable(),
});
export type StandingAlarms = z.infer<typeof StandingAlarms>;

/** The readings that raised an alarm, kept as they were then. */
export const Evidence = z.object({
  /** What is drawn of it: from and to, and whose variables; the thing itself first, then what it was compared with. */
  start: Instant,
  end: Instant,
  series: z.array(
    z.object({
      device_id: z.int(),
      short_name: z.string(),
      variable: z.string(),
      role: z.enum(['subject', 'sibling', 'sensor']),
    }),
  ),
  /** What it was judged by, each with the limit that it passed, where there is one. */
  figures: z.array(
    z.object({
      code: z.string(),
      value: z.number().nullable(),
      limit: z.number().nullable(),
      unit: z.string(),
    }),
  ),
  /** The readings at that moment; null where there was none. */
  readings: z.array(
    z.object({
      device_id: z.int(),
      short_name: z.string(),
      variable: z.string(),
      at: Instant.nullable(),
      value: z.number().nullable(),
      unit: z.string(),
    }),
  ),
});
export type Evidence = z.infer<typeof Evidence>;

/** What a variable is called, and what its numbers mean, as the company has it now; null for one that is not known any more. */
const ReadingWords = z.object({
  label_en: z.string(),
  label_it: z.string(),
  quantity: z.string(),
  value_table: z.string().nullable(),
});
export type ReadingWords = z.infer<typeof ReadingWords>;

/** Evidence as it is answered: its readings with their words. */
export const ShownEvidence = Evidence.extend({
  readings: z.array(Evidence.shape.readings.element.extend({ words: ReadingWords.nullable() })),
});
export type ShownEvidence = z.infer<typeof ShownEvidence>;

export const AlarmEvent = z.object({
  id: z.int(),
  at: Instant,
  kind: z.enum(ALARM_EVENTS),
  /** Null for the program itself. */
  actor: Person.nullable(),
  note: z.string(),
  detail: z.record(z.string(), z.unknown()),
});
export type AlarmEvent = z.infer<typeof AlarmEvent>;

export const AlarmDetail = z.object({
  alarm: Alarm,
  /** Null for alarms of before evidence was kept. */
  evidence: ShownEvidence.nullable(),
  cause: Alarm.nullable(),
  /** Newest first, at most 500. */
  consequences: z.array(Alarm),
  /** Oldest first; of a fault that came very often the newest 500. `assigned` names the person in its detail. */
  history: z.array(AlarmEvent),
});
export type AlarmDetail = z.infer<typeof AlarmDetail>;

const AlarmFilter = z.object({
  closed: z.enum(['true', 'false']).optional(),
  proj_code: ProjCode.optional(),
  device_id: Id.optional(),
  homes: z
    .enum(['true'])
    .optional()
    .describe('only those of homes, which a list leaves out that names neither plant nor device'),
  type: z.enum(['E', 'W']).optional(),
  code: z.enum(ALARM_CODES).optional(),
  /** Of a colleague, of me, or of nobody yet. */
  assigned: z.union([z.enum(['me', 'nobody']), Id]).optional(),
  acknowledged: z.enum(['true', 'false']).optional(),
  /** Where it is not said they are there, so that no filter makes a list longer; the portal's own lists leave them out. */
  consequences: z.enum(['true', 'false']).default('true'),
  /** In the plant's code and name, the device's name, and the words of the message in either language. */
  search: z.string().max(200).optional(),
  /** Alarms that were open at some time from start to end, half-open. */
  start: WindowStart.optional(),
  end: WindowEnd.optional(),
});

/** Alarms that are worked on at once. */
export const MAX_ALARMS_AT_ONCE = 200;

const AlarmPath = z.object({ id: Id });
const Versioned = { version: Version.optional() };

export const alarmsCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/alarms/',
    list: 'alarms',
    summary: 'Alarms, newest first; closed=false leaves the open ones, consequences among them',
    topics: ['alarms'],
    access: 'asset.read',
    query: AlarmFilter.extend({
      /** severity: errors before warnings, each newest first; of open alarms (closed=false) only, which are few. */
      order: z.enum(['date', 'severity']).optional(),
      ...PageQuery.shape,
    }).refine(({ order, closed }) => order !== 'severity' || closed === 'false', {
      path: ['order'],
      message: 'severity orders open alarms only: closed=false',
    }),
    ok: paged(Alarm).extend({
      /** Polled devices that do not answer just now, an alarm or none; told where no open alarm is found, else null. */
      silent: z.int().nullable(),
    }),
  }),
});

/** Calls about alarms that are there; the bin holds the closed ones. */
export const alarmWorkCalls = area({
  bin: call({
    method: 'GET',
    path: '/api/v1/alarms-bin/',
    summary: 'Alarms that have ended, newest end first',
    topics: ['alarms'],
    access: 'asset.read',
    query: AlarmFilter.omit({ closed: true }).extend(PageQuery.shape),
    ok: paged(Alarm),
  }),
  exportAlarms: call({
    method: 'GET',
    path: '/api/v1/alarms-export/',
    summary: 'The same alarms as CSV or XLSX, whole; separators and words by language',
    topics: ['alarms'],
    access: 'asset.read',
    query: AlarmFilter.extend({ language: z.enum(['it', 'en']).default('it'), format: TableFormat }),
    ...tableFile,
  }),
  one: call({
    method: 'GET',
    path: '/api/v1/alarm/{id}/',
    summary: 'One alarm with its evidence, its cause, its consequences and its history',
    topics: ['alarms'],
    access: 'asset.read',
    params: AlarmPath,
    ok: AlarmDetail,
  }),
  change: call({
    method: 'PUT',
    path: '/api/v1/alarm/{id}/',
    summary: 'Acknowledge an alarm, give it to somebody, or take either back',
    topics: ['alarms'],
    access: 'alarms.write',
    // Evaluations write alarms, too.
    retries: true,
    params: AlarmPath,
    body: z.object({
      acknowledged: z.boolean().optional(),
      /** A colleague who may see the plant; null gives it to nobody. */
      assigned_to: z.int().nullable().optional(),
      ...Versioned,
    }),
    ok: AlarmDetail,
    conflict: Alarm,
  }),
  changeMany: call({
    method: 'PUT',
    path: '/api/v1/alarms-work/',
    summary:
      'Acknowledge several alarms or give them to somebody at once; those that changed since they were seen are left, and named',
    topics: ['alarms'],
    access: 'alarms.write',
    // Evaluations write alarms, too.
    retries: true,
    body: z.object({
      /** Each with the version that the person saw. */
      alarms: z
        .array(z.object({ id: IdNumber, version: Version }))
        .min(1, 'required')
        .max(MAX_ALARMS_AT_ONCE),
      acknowledged: z.boolean().optional(),
      /** A colleague who may see the plants of all of them; null gives them to nobody. */
      assigned_to: z.int().nullable().optional(),
    }),
    /** How many were not so before; the ids of those that are as they were, because they are not what the person saw any more. */
    ok: z.object({ changed: z.int(), left: z.array(z.int()) }),
  }),
  comment: call({
    method: 'POST',
    path: '/api/v1/alarm/{id}/comments/',
    summary: 'Say something about an alarm, for everybody who sees it',
    topics: ['alarms'],
    access: 'alarms.write',
    // Evaluations write alarms, too.
    retries: true,
    params: AlarmPath,
    body: z.object({ note: linesOf(2000).min(1, 'required') }),
    ok: AlarmDetail,
    status: 201,
  }),
});
