import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, Instant, lineOf, PageQuery, ProjCode, paged } from '../../shared/contract/fields.ts';

/** mute ends when a warning becomes an error; planned work covers alarms of every gravity until it ends. */
export const SNOOZE_KINDS = ['mute', 'planned_work'] as const;
export type SnoozeKind = (typeof SNOOZE_KINDS)[number];

const Person = z.object({ id: z.int(), name: z.string() });

// spec §3: Alarm snooze
export const Snooze = z.object({
  id: z.int(),
  proj_code: z.string(),
  plant_name: z.string(),
  time_zone: z.string(),
  kind: z.enum(SNOOZE_KINDS),
  days: z.number(),
  snooze_message: z.string(),
  starts_at: Instant,
  ends_at: Instant,
  state: z.enum(['planned', 'active', 'ended']),
  /** When it really ended, and why: its time was over, somebody ended it, a warning became an error, another took its place. */
  ended_at: Instant.nullable(),
  end_reason: z.enum(['expired', 'early', 'worse', 'replaced']).nullable(),
  created_by: Person.nullable(),
  created_at: Instant,
  ended_by: Person.nullable(),
  /** Alarms that opened or came again meanwhile. */
  muted: z.int(),
  version: z.int(),
});
export type Snooze = z.infer<typeof Snooze>;

export const MAX_SNOOZE_DAYS = 365;

// spec §5: alarm snooze requires a completed form
const MISSING = 'Alarm not saved. Insert infos';

export const snoozesCalls = area({
  snooze: call({
    method: 'PUT',
    path: '/api/v1/alarms/{proj_code}/',
    summary:
      "Snooze a plant's alarms with a message, for some days or until an instant; from now on, or from a later time",
    topics: ['alarms', 'figures'],
    access: 'alarms.write',
    params: z.object({ proj_code: ProjCode }),
    body: z
      .object({
        /** mute (by default) ends when a warning becomes an error; planned_work covers alarms of every gravity until its end. */
        kind: z.enum(SNOOZE_KINDS).default('mute'),
        /** Local days: the snooze ends at the same time of the plant's clock. Left out where `ends_at` says when it ends. */
        days: z
          .int(MISSING)
          .min(1, MISSING)
          .max(MAX_SNOOZE_DAYS, `at most ${MAX_SNOOZE_DAYS} days`)
          .optional(),
        /** In place of days, after the start and at most a year after it. */
        ends_at: Instant.optional(),
        snooze_message: z.string(MISSING).pipe(lineOf(500).min(1, MISSING)),
        /** Later than now, at most a year: planned. It may run beside one in force, and not beside another planned one. */
        starts_at: Instant.optional(),
        /**
         * The snooze that the person saw in force, null for none: when it is another by then, nothing is saved (409 with
         * `stored`). Left out: whatever is in force is replaced.
         */
        replaces: z.int().nullable().optional(),
      })
      .refine(({ days, ends_at }) => days !== undefined || ends_at !== undefined, {
        path: ['days'],
        message: MISSING,
      })
      .refine(({ days, ends_at }) => days === undefined || ends_at === undefined, {
        path: ['ends_at'],
        message: 'either days or ends_at',
      }),
    ok: z.object({ detail: z.literal('Alarm snoozed successfully'), snooze: Snooze }),
    conflict: Snooze.nullable(),
  }),
  listSnoozes: call({
    method: 'GET',
    path: '/api/v1/alarm-snoozes/',
    summary: 'Planned, active and ended snoozes, newest start first',
    topics: ['alarms'],
    access: 'asset.read',
    query: z
      .object({
        state: z.enum(['planned', 'active', 'ended', 'standing']).optional(),
        proj_code: ProjCode.optional(),
      })
      .extend(PageQuery.shape),
    ok: paged(Snooze),
  }),
  endSnooze: call({
    method: 'DELETE',
    path: '/api/v1/alarm-snoozes/{id}/',
    summary:
      'End a snooze early, or take a planned one back; it stays in the list. 409 when it has ended already',
    topics: ['alarms', 'figures'],
    access: 'alarms.write',
    params: z.object({ id: Id }),
    ok: z.undefined(),
    conflict: Snooze.nullable(),
    status: 204,
  }),
});
