import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { ProjCode, Version } from '../../shared/contract/fields.ts';
import { isTimeZone } from '../../shared/units/zones.ts';
import { ALARM_CODES } from '../notifications/alarm-codes.model.ts';

/** Minutes after midnight of the person's own clock. */
const Minute = z.int().min(0).max(1439);
const TimeZone = z.string().max(60).refine(isTimeZone, 'must be a time zone, such as Europe/Rome');

const PreferenceFields = z.object({
  /** Whether anything is mailed at all. */
  enabled: z.boolean(),
  /** Plants by their code; null for all that the person may see, now or later. */
  proj_codes: z.array(ProjCode).max(5000).nullable(),
  /** null for all. */
  codes: z.array(z.enum(ALARM_CODES)).min(1, 'choose at least one').nullable(),
  types: z.array(z.enum(['E', 'W'])).min(1, 'choose at least one'),
  /** A mail when an alarm opens. */
  at_once: z.boolean(),
  /** And one when it is over. */
  recovery: z.boolean(),
  /** Hours in which nothing is mailed at once; both or none. They may pass midnight. */
  quiet_from: Minute.nullable(),
  quiet_to: Minute.nullable(),
  /** Errors are mailed in quiet hours too. */
  errors_break_quiet: z.boolean(),
  /** When the daily digest is mailed; null for none. */
  digest_at: Minute.nullable(),
  time_zone: TimeZone,
});

/** What one person in one company is notified of by mail. */
export const NotificationPreference = PreferenceFields.extend({
  /** Where it goes, and whether that address was confirmed: to another nothing is sent. */
  email: z.string(),
  confirmed: z.boolean(),
  /** Of the account: what is mailed is written in it. */
  language: z.enum(['it', 'en']),
  version: z.int(),
});
export type NotificationPreference = z.infer<typeof NotificationPreference>;

const NotificationPreferenceBody = PreferenceFields.extend({
  proj_codes: z.array(ProjCode).min(1, 'choose at least one').max(5000).nullable(),
  version: Version.optional(),
})
  .refine(({ quiet_from, quiet_to }) => (quiet_from === null) === (quiet_to === null), {
    path: ['quiet_to'],
    message: 'quiet hours need a beginning and an end',
  })
  .refine(({ quiet_from, quiet_to }) => quiet_from === null || quiet_from !== quiet_to, {
    path: ['quiet_to'],
    message: 'must not be when they begin',
  })
  .refine(({ enabled, at_once, digest_at }) => !enabled || at_once || digest_at !== null, {
    path: ['at_once'],
    message: 'choose mail at once, the daily digest, or both',
  });
export type NotificationPreferenceBody = z.output<typeof NotificationPreferenceBody>;

/** What an unsubscribe link is about; the address is shown as its reader knows it. */
export const MailStop = z.object({
  company: z.string(),
  email: z.string(),
  enabled: z.boolean(),
  /** Which kind of notification it stops, and what that is called in the language of Accept-Language. */
  kind: z.string(),
  label: z.string(),
});
export type MailStop = z.infer<typeof MailStop>;

const Token = z.string().min(1).max(200);

export const notificationPreferencesCalls = area({
  choice: call({
    method: 'GET',
    path: '/api/v1/alarm-choice/',
    summary: 'My notification preferences for alarms by mail',
    // Not asset.read, which keys may ask as well: a key is nobody's mailbox.
    topics: ['notification_preferences'],
    access: 'company.read',
    ok: NotificationPreference,
  }),
  saveChoice: call({
    method: 'PUT',
    path: '/api/v1/alarm-choice/',
    summary: 'Save my notification preferences for alarms by mail',
    topics: ['notification_preferences'],
    access: 'asset.read',
    body: NotificationPreferenceBody,
    ok: NotificationPreference,
    conflict: NotificationPreference,
  }),
  testMail: call({
    method: 'POST',
    path: '/api/v1/alarm-choice/test/',
    summary: 'Send me a mail that looks like one of an alarm',
    topics: [],
    access: 'asset.read',
    ok: z.object({ sent_to: z.string() }),
  }),
  findMailStop: call({
    method: 'POST',
    path: '/user/v1/alarm-mail/find/',
    summary: 'What the unsubscribe link of a mail is about; nothing is changed',
    topics: [],
    access: 'public',
    body: z.object({ token: Token }),
    ok: MailStop,
    rate: 'sign_in',
  }),
  stopMail: call({
    method: 'POST',
    path: '/user/v1/alarm-mail/stop/',
    summary:
      'Stop alarm mail by the unsubscribe link of a mail, without signing in; enabled: true takes it back',
    topics: ['notification_preferences'],
    access: 'public',
    body: z.object({ token: Token, enabled: z.boolean().default(false) }),
    ok: MailStop,
    rate: 'sign_in',
  }),
  stopMailByProgram: call({
    method: 'POST',
    path: '/unsubscribe',
    summary: 'Stop alarm mail by one click in a mail program (RFC 8058)',
    topics: [],
    access: 'public',
    query: z.object({ token: Token }),
    body: z.instanceof(Uint8Array),
    rate: 'sign_in',
    consumes: 'application/x-www-form-urlencoded',
    consumes_also: ['multipart/form-data'],
    max_body_bytes: 4096,
    ok: z.undefined(),
    status: 204,
  }),
});
