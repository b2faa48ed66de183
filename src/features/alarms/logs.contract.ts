import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, Instant, PageQuery, ProjCode, paged } from '../../shared/contract/fields.ts';
import { WindowEnd, WindowStart } from '../../shared/contract/windows.ts';
import { LOG_SOURCES, type LogSource } from './log-sources.model.ts';

export { LOG_SOURCES, type LogSource };

/** What a snooze leaves in a plant's log. */
export const SNOOZE_ENTRIES = ['created', 'started', 'ended'] as const;

/** Kinds of entries that are part of the usual course of things: nobody has to know of them. */
export const ROUTINE_ENTRIES = [
  'first_answer',
  'configured',
  'attributes',
  'followed',
  'stood_alone',
  'device.traced',
] as const;

/** Days that one question reaches over. */
export const MAX_LOG_DAYS = 31;

const LogWindow = z.object({
  proj_code: ProjCode.optional(),
  device_id: Id.optional(),
  /** true: only what concerns plants themselves and none of their devices. */
  itself: z.enum(['true', 'false']).optional(),
  source: z.enum(LOG_SOURCES).optional(),
  /** Only what this person did. */
  actor_id: Id.optional(),
  routine: z
    .enum(['true', 'false'])
    .optional()
    .describe(
      'false leaves out what is noted of every device in the usual course, such as that a configuration is in force',
    ),
  /** Half-open, at most 31 days; the last seven where both are left out, seven from or to the one that is given. */
  start: WindowStart.optional(),
  end: WindowEnd.optional(),
});

/** The log of one device, or of a plant itself, on one local day. */
export const Log = z.object({
  proj_code: z.string(),
  plant_name: z.string(),
  time_zone: z.string(),
  device_id: z.int().nullable(),
  short_name: z.string().nullable(),
  day: z.iso.date(),
  /** The borders of the day at the plant: with them, and the device or `itself`, logs-detail gives this log's entries. */
  start: Instant,
  end: Instant,
  first: Instant,
  last: Instant,
  entries: z.int(),
  /** Of these, alarms of type E and W that opened or came again and follow from no other. */
  errors: z.int(),
  warnings: z.int(),
});
export type Log = z.infer<typeof Log>;

export const LogEntry = z.object({
  /** Of its kind within its source. */
  id: z.int(),
  at: Instant,
  source: z.enum(LOG_SOURCES),
  /**
   * What happened, within its source: an alarm's event, SNOOZE_ENTRIES, a kind of the device's log, the action that changed
   * the configuration. Worded in the reader's language together with `detail`.
   */
  kind: z.string(),
  proj_code: z.string(),
  plant_name: z.string(),
  time_zone: z.string(),
  device_id: z.int().nullable(),
  short_name: z.string().nullable(),
  alarm_id: z.int().nullable(),
  actor: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** A comment, or the message of a snooze. */
  note: z.string(),
  /**
   * alarm: `code`, `type`, `params`, and what its event says; snooze: `starts_at`, `ends_at`, `reason` of its end;
   * configuration:
   * `number` of the version; device: as its own log says it. Of a device's silences only those who configure devices are told
   * more than the reason's code: the rest names addresses of the field.
   */
  detail: z.record(z.string(), z.unknown()),
});
export type LogEntry = z.infer<typeof LogEntry>;

export const logsCalls = area({
  logsList: call({
    method: 'GET',
    path: '/api/v1/logs-list/',
    summary: 'Logs by device and day, newest day first',
    topics: ['alarms'],
    access: 'asset.read',
    query: LogWindow.extend(PageQuery.shape),
    ok: paged(Log),
  }),
  logsDetail: call({
    method: 'GET',
    path: '/api/v1/logs-detail/',
    summary: 'The entries of a log, newest first',
    topics: ['alarms'],
    access: 'asset.read',
    query: LogWindow.extend(PageQuery.shape),
    ok: paged(LogEntry),
  }),
});
