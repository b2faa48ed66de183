import { notFound, Refusal } from '../../../shared/server/errors.ts';
import type { Mailer } from '../../../shared/server/mail/outbox.ts';
import { queueMail } from '../../../shared/server/mail/outbox.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { addDays, localDay } from '../../../shared/units/zones.ts';
import { findPerson, type Person } from '../../identity/server/people.public.ts';
import type { AlarmChoice, AlarmChoiceBody, MailStop } from '../choices.contract.ts';
import { instantOf } from '../quiet-hours.model.ts';
import {
  type ChoiceRow,
  findChoice,
  findCompanyWords,
  findPlantsByCode,
  listPlantCodes,
  saveChoice,
  switchMail,
  takeTestTurn,
} from './choices.repository.ts';
import { stopToken } from './mail-stop.ts';
import { testMail } from './telling-mail.ts';

/** Whose choice it is. @throws Refusal forbidden for a program with a key, which has none */
function ownerOf(tx: Tx): number {
  if (tx.scope.user_id === null)
    throw new Refusal('forbidden', 'What is mailed is chosen by people, not by keys');
  return tx.scope.user_id;
}

const demandPerson = async (tx: Tx, user_id: number): Promise<Person> =>
  (await findPerson(tx, user_id)) ?? notFound();

async function presentChoice(tx: Tx, user_id: number): Promise<AlarmChoice> {
  const person = await demandPerson(tx, user_id);
  const row = (await findChoice(tx, user_id)) ?? (await firstChoice(tx));
  const { plant_ids, codes, digest_on: _on, digest_told_at: _told, tested_at: _tested, ...rest } = row;
  const plants = plant_ids.length > 0 ? await listPlantCodes(tx, plant_ids, plantFilter(tx.scope)) : null;
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

/** What is offered to somebody who never chose. */
async function firstChoice(tx: Tx): Promise<ChoiceRow> {
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
    digest_told_at: null,
    tested_at: null,
    time_zone: (await findCompanyWords(tx)).time_zone,
    version: 0,
  };
}

export const readChoice = (tx: Tx): Promise<AlarmChoice> => presentChoice(tx, ownerOf(tx));

/** @throws Refusal not_found for a plant that one may not see; conflict for another version */
export async function changeChoice(tx: Tx, given: AlarmChoiceBody, now: number): Promise<AlarmChoice> {
  const user_id = ownerOf(tx);
  const before = await findChoice(tx, user_id);
  const plants = given.proj_codes && (await findPlantsByCode(tx, given.proj_codes, plantFilter(tx.scope)));
  if (plants && plants.length < new Set(given.proj_codes).size) notFound();
  const { version, proj_codes: _codes, ...rest } = given;
  const choice = {
    ...rest,
    plant_ids: plants?.map(({ id }) => id) ?? [],
    codes: [...new Set(given.codes ?? [])],
    types: [...new Set(given.types)],
    digest_on: digestOn(given, before?.digest_on ?? null, now),
  };
  // 0 is what was offered before anything was chosen: no choice that stands is of it.
  if (!(await saveChoice(tx, user_id, choice, version)))
    throw new Refusal('conflict', 'This was changed meanwhile, in another window or by the link of a mail', {
      extra: { current: await presentChoice(tx, user_id) },
    });
  return presentChoice(tx, user_id);
}

/** The last day that counts as having had its digest: today where its minute is past already, so that the first comes tomorrow. */
function digestOn(
  { digest_at, time_zone }: Pick<AlarmChoiceBody, 'digest_at' | 'time_zone'>,
  before: string | null,
  now: number,
): string | null {
  if (digest_at === null) return null;
  const { day } = localDay(time_zone, now);
  if (before !== null && before >= day) return before;
  return now >= instantOf(time_zone, day, digest_at) ? day : addDays(day, -1);
}

export interface ChoiceDeps {
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly stopKey: Uint8Array;
}

/** Mails its owner what an alarm looks like. @throws Refusal conflict for an unconfirmed address; limit within a minute */
export async function sendTest(tx: Tx, deps: ChoiceDeps, now: number): Promise<{ sent_to: string }> {
  const user_id = ownerOf(tx);
  const { company_id } = tx.scope;
  const person = await demandPerson(tx, user_id);
  if (!person.confirmed)
    throw new Refusal('conflict', 'Confirm your address first: to another nothing is sent', {
      errors: [{ path: '', message: 'not confirmed', code: 'unconfirmed' }],
    });
  const company = await findCompanyWords(tx);
  if (!(await takeTestTurn(tx, user_id, company.time_zone)))
    throw new Refusal('limit', 'A test mail was sent a moment ago; try again in a minute', {
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
  await queueMail(deps.mailer, tx, testMail(frame, now));
  return { sent_to: person.email };
}

/** Enough of an address for its owner to know it again: a mail that was passed on shows no more. */
function hinted(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}

/** What a link is about. @throws Refusal not_found when there is nothing to stop any more */
export async function describeStop(tx: Tx): Promise<MailStop> {
  const user_id = ownerOf(tx);
  const person = await findPerson(tx, user_id);
  const choice = await findChoice(tx, user_id);
  if (!person || !choice || !(await companyIsOpen(tx))) notFound();
  return {
    company: (await findCompanyWords(tx)).name,
    email: hinted(person.email),
    enabled: choice.enabled,
  };
}

/** Stops a person's alarm mail, or takes that back. @throws Refusal not_found when there is nothing to stop any more */
export async function switchByLink(tx: Tx, enabled: boolean): Promise<MailStop> {
  const before = await describeStop(tx);
  await switchMail(tx, ownerOf(tx), enabled);
  return { ...before, enabled };
}
