import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { Language } from '../../../shared/server/language.ts';
import type { Mailer } from '../../../shared/server/mail/outbox.ts';
import { queueMail } from '../../../shared/server/mail/outbox.ts';
import { channelsOf } from '../../../shared/server/notifications/dispatch.ts';
import type { PublishedKind } from '../../../shared/server/notifications/kinds.ts';
import { isMember, saveChosenChannels } from '../../../shared/server/notifications/preferences.repository.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { savedMeanwhile } from '../../../shared/server/records/version.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { addDays, localDay } from '../../../shared/units/zones.ts';
import { findPerson, type Person } from '../../identity/server/people.public.ts';
import { hadDigest, instantOf } from '../../notifications/quiet-hours.model.ts';
import { stopToken } from '../../notifications/server/mail-stop.public.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import type {
  MailStop,
  NotificationPreference,
  NotificationPreferenceBody,
} from '../notification-preferences.contract.ts';
import { ALARM_KIND } from './alarm-kind.ts';
import { testMail } from './notification-mail.ts';
import {
  claimTestMail,
  findCompanyFacts,
  findPreference,
  type NotificationPreferenceRow,
  savePreference,
  setMailEnabled,
} from './notification-preferences.repository.ts';

/** The person whose preference it is. @throws AppError forbidden for a program with a key, which has none */
function ownerOf(tx: Tx): number {
  if (tx.scope.user_id === null)
    throw new AppError('forbidden', 'What is mailed is chosen by people, not by keys');
  return tx.scope.user_id;
}

const getPerson = async (tx: Tx, user_id: number): Promise<Person> =>
  (await findPerson(tx, user_id)) ?? notFound();

async function presentPreference(tx: Tx, user_id: number): Promise<NotificationPreference> {
  const person = await getPerson(tx, user_id);
  const row = (await findPreference(tx, user_id)) ?? (await defaultPreference(tx));
  const {
    plant_ids,
    codes,
    digest_on: _on,
    digest_notified_at: _notified,
    tested_at: _tested,
    ...rest
  } = row;
  const plants = plant_ids.length > 0 ? await plantCodes.of(tx, plant_ids, plantFilter(tx.scope)) : null;
  return {
    ...rest,
    // Those that may not be seen any more are left out; an empty list is none, never all.
    proj_codes: plants?.map(({ proj_code }) => proj_code) ?? null,
    codes: codes.length > 0 ? codes : null,
    email: person.email,
    confirmed: person.confirmed,
    language: person.language,
  };
}

/** What is offered to somebody who never saved a preference. */
async function defaultPreference(tx: Tx): Promise<NotificationPreferenceRow> {
  return {
    enabled: false,
    plant_ids: [],
    codes: [],
    types: ['E', 'W'],
    at_once: true,
    recovery: true,
    quiet_from: null,
    quiet_to: null,
    errors_break_quiet: true,
    digest_at: null,
    digest_on: null,
    digest_notified_at: null,
    tested_at: null,
    time_zone: (await findCompanyFacts(tx)).time_zone,
    version: 0,
  };
}

export const readPreference = (tx: Tx): Promise<NotificationPreference> => presentPreference(tx, ownerOf(tx));

/** @throws AppError not_found for a plant that one may not see; conflict for another version */
export async function changePreference(
  tx: Tx,
  body: NotificationPreferenceBody,
  now: number,
): Promise<NotificationPreference> {
  const user_id = ownerOf(tx);
  const before = await findPreference(tx, user_id);
  const plants = body.proj_codes && (await plantCodes.find(tx, body.proj_codes, plantFilter(tx.scope)));
  if (plants && plants.length < new Set(body.proj_codes).size) notFound();
  const { version, proj_codes: _codes, ...rest } = body;
  const preference = {
    ...rest,
    plant_ids: plants?.map(({ id }) => id) ?? [],
    codes: [...new Set(body.codes ?? [])],
    types: [...new Set(body.types)],
    digest_on: digestOn(body, before?.digest_on ?? null, now),
  };
  // 0 is what was offered before anything was saved: no stored preference has it.
  const saved = await savePreference(tx, user_id, preference, version);
  const stored = await presentPreference(tx, user_id);
  if (!saved) throw savedMeanwhile(stored, { current: stored });
  return stored;
}

/** The last day that counts as having had its digest: today where its minute is past already, so that the first comes tomorrow. */
function digestOn(
  { digest_at, time_zone }: Pick<NotificationPreferenceBody, 'digest_at' | 'time_zone'>,
  before: string | null,
  now: number,
): string | null {
  if (digest_at === null) return null;
  if (hadDigest(time_zone, before, now)) return before;
  const { day } = localDay(time_zone, now);
  return now >= instantOf(time_zone, day, digest_at) ? day : addDays(day, -1);
}

export interface NotificationPreferenceDeps {
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly stopKey: Uint8Array;
}

/** Mails its owner what an alarm looks like. @throws AppError conflict for an unconfirmed address; limit within a minute */
export async function sendTest(
  tx: Tx,
  deps: NotificationPreferenceDeps,
  now: number,
): Promise<{ sent_to: string }> {
  const user_id = ownerOf(tx);
  const { company_id } = tx.scope;
  const person = await getPerson(tx, user_id);
  if (!person.confirmed)
    throw new AppError('conflict', 'Confirm your address first: to another nothing is sent', {
      errors: [{ path: '', message: 'not confirmed', code: 'unconfirmed' }],
    });
  const company = await findCompanyFacts(tx);
  if (!(await claimTestMail(tx, user_id, company.time_zone)))
    throw new AppError('limit', 'A test mail was sent a moment ago; try again in a minute', {
      retryAfter_s: 60,
    });
  const token = stopToken(deps.stopKey, { company_id, user_id });
  const frame = {
    to: person.email,
    language: person.language,
    company: company.name,
    company_id,
    publicUrl: deps.publicUrl,
    stopUrl: `${deps.publicUrl}/unsubscribe?token=${token}`,
  };
  await queueMail(deps.mailer, tx, testMail(frame, now), tx.scope);
  return { sent_to: person.email };
}

/** Enough of an address for its owner to know it again: a mail that was passed on shows no more. */
function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}

/** What a link stops, and in which language it is described. */
export interface StopLink {
  /** Undefined: alarms. */
  readonly kind: PublishedKind | undefined;
  readonly language: Language;
}

/** Whether mail of the link's kind comes to a person; undefined when there is nothing to stop. */
async function isMailed(tx: Tx, user_id: number, { kind }: StopLink): Promise<boolean | undefined> {
  if (!kind) return (await findPreference(tx, user_id))?.enabled;
  if (!(await isMember(tx, user_id))) return undefined;
  return (await channelsOf(tx, kind, [user_id]))(user_id).mail;
}

/** What a link is about. @throws AppError not_found when there is nothing to stop any more */
export async function describeStop(tx: Tx, link: StopLink): Promise<MailStop> {
  const user_id = ownerOf(tx);
  const person = await findPerson(tx, user_id);
  const enabled = await isMailed(tx, user_id, link);
  if (!person || enabled === undefined || !(await companyIsOpen(tx))) notFound();
  const { kind, words } = link.kind ?? ALARM_KIND;
  return {
    company: (await findCompanyFacts(tx)).name,
    email: maskedEmail(person.email),
    enabled,
    kind,
    label: words[link.language].label,
  };
}

/** Stops a person's mail of the link's kind, or takes that back. @throws AppError not_found when there is nothing to stop any more */
export async function setMailEnabledByLink(tx: Tx, enabled: boolean, link: StopLink): Promise<MailStop> {
  const before = await describeStop(tx, link);
  const user_id = ownerOf(tx);
  if (link.kind) {
    const { bell, digest } = (await channelsOf(tx, link.kind, [user_id]))(user_id);
    await saveChosenChannels(tx, { user_id, kind: link.kind.kind, bell, digest, mail: enabled });
  } else await setMailEnabled(tx, user_id, enabled);
  return { ...before, enabled };
}
