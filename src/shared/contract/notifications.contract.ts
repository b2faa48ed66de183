import { z } from 'zod';
import { area, call } from './call.ts';
import { IdNumber, Instant, lineOf, PageQuery, paged } from './fields.ts';

/** Notifications that are marked as read at once. */
export const MAX_READ_AT_ONCE = 500;

/** By which ways a kind of notification comes to a person. */
export const Channels = z.object({
  /** In the bell. */
  bell: z.boolean(),
  /** A mail of its own, at once. */
  mail: z.boolean(),
  /** In the daily digest, for who has one. */
  digest: z.boolean(),
});
export type Channels = z.infer<typeof Channels>;

export const Notification = z.object({
  id: z.int(),
  kind: z.string(),
  severity: z.enum(['E', 'W']).nullable(),
  /** In the language of Accept-Language (English when it names neither). */
  message: z.string(),
  /** Path of the portal at which its record opens. */
  link: z.string(),
  /** Null for what belongs to no plant. */
  plant: z.object({ proj_code: z.string(), name: z.string(), time_zone: z.string() }).nullable(),
  at: Instant,
  read_at: Instant.nullable(),
});
export type Notification = z.infer<typeof Notification>;

export const NotificationKind = z.object({
  kind: z.string(),
  /** In the language of Accept-Language. */
  label: z.string(),
  severity: z.enum(['E', 'W']).nullable(),
  /** What the person chose, or the kind's defaults; null for a kind with preferences of its own. */
  channels: Channels.nullable(),
  /** The page of those preferences; null where `channels` are all. */
  settings: z.string().nullable(),
});
export type NotificationKind = z.infer<typeof NotificationKind>;

const topics = ['notifications'];

/** What a person is notified of, and how: every kind that an area declares. */
export const notificationsCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/notifications/',
    summary:
      'My notifications in the bell, newest first, and how many are unread; alarms have calls of their own',
    topics,
    access: 'company.read',
    query: z
      .object({
        unread: z
          .enum(['true', 'false'])
          .optional()
          .describe('true: only unread ones; false: only read ones'),
      })
      .extend(PageQuery.shape),
    ok: paged(Notification).extend({ unread: z.int() }),
  }),
  markRead: call({
    method: 'POST',
    path: '/api/v1/notifications/read/',
    summary: 'Mark my notifications as read; without ids all of them',
    topics,
    access: 'company.read',
    body: z.object({ ids: z.array(IdNumber).min(1, 'required').max(MAX_READ_AT_ONCE).optional() }),
    ok: z.object({ changed: z.int() }),
  }),
  kinds: call({
    method: 'GET',
    path: '/api/v1/notification-kinds/',
    summary: 'Kinds of notification that I may receive, each with how it comes to me',
    topics: ['notification_preferences'],
    access: 'company.read',
    ok: z.array(NotificationKind),
  }),
  saveKind: call({
    method: 'PUT',
    path: '/api/v1/notification-kinds/{kind}/',
    summary: 'Choose how a kind of notification comes to me',
    topics: ['notification_preferences'],
    access: 'company.read',
    params: z.object({ kind: lineOf(60).describe('a kind of the list, such as webhook.switched_off') }),
    body: Channels,
    ok: NotificationKind,
  }),
});
