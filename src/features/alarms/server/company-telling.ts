import type { Logger } from '../../../shared/server/log.ts';
import { type Mailer, queueMail } from '../../../shared/server/mail/outbox.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { seesPlant, type Tx } from '../../../shared/server/tenancy.ts';
import { dueDigest } from '../quiet-hours.model.ts';
import { GATHER_MS, nextMailAt, nextStep, type Step } from '../telling.model.ts';
import type { ChoiceRow } from './choices.repository.ts';
import { findCompanyWords } from './choices.repository.ts';
import { stopToken } from './mail-stop.ts';
import {
  beginTellings,
  type DueReader,
  type DueTelling,
  endTellingsOfGone,
  followAlarms,
  holdChoice,
  holdHandingOut,
  listDigestWishes,
  listDue,
  listDueReaders,
  listForDigest,
  listUntold,
  markDigest,
  markTold,
  saveSteps,
  type TellingStep,
  takeHandingOut,
} from './telling.repository.ts';
import { alarmMail, digestMail, type MailFrame } from './telling-mail.ts';
import { findReader, type Reader } from './telling-reader.ts';
import { lineWords, type ToldLine } from './telling-words.ts';

export interface TellingDeps {
  readonly log: Pick<Logger, 'warn'>;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  /** Signs unsubscribe links. */
  readonly stopKey: Uint8Array;
}

/** Events that are handed out in one transaction. */
const EVENTS_AT_ONCE = 200;
/** Tellings that one mail sees to. */
const MOST_IN_MAIL = 2000;
const MOST_IN_DIGEST = 2000;

/** Hands out what happened: a telling for each person who wishes one; then it waits for programs. Answers whether more waits. */
export async function handOut(tx: Tx, now: number): Promise<boolean> {
  if (!(await companyIsOpen(tx)) || !(await takeHandingOut(tx))) return false;
  const events = await listUntold(tx, EVENTS_AT_ONCE);
  if (events.length === 0) return false;
  const opened = events.filter(({ kind }) => kind !== 'closed').map(({ alarm_id }) => alarm_id);
  if (opened.length > 0) await beginTellings(tx, opened, new Date(now + GATHER_MS));
  const ids = events.map(({ id }) => id);
  await markTold(tx, ids, new Date(now));
  return events.length === EVENTS_AT_ONCE;
}

/** What there is to do for people: who is due now, whose digest is, and when the first of those may be mailed who must wait. */
export async function lookForReaders(
  tx: Tx,
  now: number,
): Promise<{ due: number[]; digests: number[]; paced: number | null }> {
  if (!(await companyIsOpen(tx))) return { due: [], digests: [], paced: null };
  await endTellingsOfGone(tx);
  await followAlarms(tx);
  const readers = await listDueReaders(tx, new Date(now));
  const ready = readers.filter((reader) => mailAt(reader) <= now);
  const later = readers.filter((reader) => mailAt(reader) > now).map(mailAt);
  const wishes = await listDigestWishes(tx);
  const digests = wishes.filter((wish) => dueDigest(wish, now)).map(({ user_id }) => user_id);
  const paced = later.length > 0 ? Math.min(...later) : null;
  return { due: ready.map(({ user_id }) => user_id), digests, paced };
}

const mailAt = ({ last_at, sent }: DueReader): number => (last_at === null ? 0 : nextMailAt(last_at, sent));

async function frameOf(tx: Tx, { person }: Reader, deps: TellingDeps): Promise<MailFrame> {
  const { company_id } = tx.scope;
  const token = stopToken(deps.stopKey, { company_id, user_id: person.id });
  return {
    to: person.email,
    language: person.language,
    company: (await findCompanyWords(tx)).name,
    company_id,
    publicUrl: deps.publicUrl,
    stopUrl: `${deps.publicUrl}/unsubscribe?token=${token}`,
  };
}

/** Sees to all that is due for a person: one mail of what is told, in the transaction that remembers it as told. */
export async function tellReader(tx: Tx, user_id: number, deps: TellingDeps, now: number): Promise<void> {
  const choice = await holdChoice(tx, user_id);
  if (!choice) return;
  const due = await listDue(tx, user_id, new Date(now + GATHER_MS), MOST_IN_MAIL);
  const reader = await findReader(tx, user_id);
  const judged = due.map((telling) => ({
    telling,
    step: safeStepOf(telling, choice, reader, { now, log: deps.log }),
  }));
  const lines = judged.flatMap(({ telling, step }) =>
    'tell' in step ? [{ ...telling, tell: step.tell }] : [],
  );
  await saveSteps(
    tx,
    judged.map(({ telling, step }) => savedStep(telling.id, step)),
    new Date(now),
  );
  if (reader && lines.length > 0)
    await queueMail(deps.mailer, tx, alarmMail(lines, await frameOf(tx, reader, deps)));
}

type Judged = Step | { end: 'left' | 'hidden' | 'failed' };

/** One whose alarm cannot be said is over, as failed: the person hears of the others. */
function safeStepOf(
  telling: DueTelling,
  choice: ChoiceRow,
  reader: Reader | undefined,
  { now, log }: { now: number; log: TellingDeps['log'] },
): Judged {
  try {
    const step = stepOf(telling, choice, reader, now);
    if (reader && 'tell' in step) lineWords({ ...telling, tell: step.tell }, reader.person.language);
    return step;
  } catch (err) {
    log.warn(
      { err, telling: telling.id, alarm_id: telling.alarm_id },
      'an alarm could not be told to a person',
    );
    return { end: 'failed' };
  }
}

function stepOf(telling: DueTelling, choice: ChoiceRow, reader: Reader | undefined, now: number): Judged {
  if (!reader || !choice.enabled) return { end: reader ? 'unwanted' : 'left' };
  // What they may see is judged now: it may have been taken away since.
  if (!seesPlant(reader.scope, telling.plant_id)) return { end: 'hidden' };
  if (!telling.told_open && !isWanted(telling, choice)) return { end: 'unwanted' };
  return nextStep(telling, choice, now);
}

function isWanted({ plant_id, code, type }: DueTelling, choice: ChoiceRow): boolean {
  const among = <T>(all: readonly T[], one: T) => all.length === 0 || all.includes(one);
  return (
    choice.at_once &&
    choice.types.includes(type) &&
    among(choice.codes, code) &&
    among(choice.plant_ids, plant_id)
  );
}

function savedStep(id: number, step: Judged): TellingStep {
  const none = { id, due_at: null, opened: false, closed: false, outcome: null };
  if ('wait' in step) return { ...none, due_at: step.wait === null ? null : new Date(step.wait) };
  if ('end' in step) return { ...none, outcome: step.end };
  if (step.tell === 'opened') return { ...none, opened: true };
  return { ...none, opened: step.tell === 'both', closed: true, outcome: 'told' };
}

/** Mails a person's digest, where it is due and there is something to tell; either way the day has had its own. */
export async function sendDigest(tx: Tx, user_id: number, deps: TellingDeps, now: number): Promise<void> {
  await holdHandingOut(tx);
  const choice = await holdChoice(tx, user_id);
  const digest = choice?.enabled ? dueDigest(choice, now) : undefined;
  if (!choice || !digest) return;
  const reader = await findReader(tx, user_id);
  await markDigest(tx, user_id, { day: digest.day, told_at: reader ? new Date(now) : choice.digest_told_at });
  if (!reader) return;
  const { plant_ids, codes, types } = choice;
  const asked = {
    plant_ids,
    codes,
    types,
    since: new Date(digest.since),
    now: new Date(now),
    most: MOST_IN_DIGEST,
  };
  const alarms = await listForDigest({ ...tx, scope: reader.scope }, asked);
  const lines = alarms.flatMap((alarm) => sayable({ ...alarm, tell: tellOf(alarm) }, reader, deps));
  // Nothing new and nothing open: no mail.
  if (lines.length > 0) await queueMail(deps.mailer, tx, digestMail(lines, await frameOf(tx, reader, deps)));
}

/** The line, or nothing where it cannot be said. */
function sayable(line: ToldLine, { person }: Reader, { log }: TellingDeps): ToldLine[] {
  try {
    lineWords(line, person.language);
    return [line];
  } catch (err) {
    log.warn({ err, alarm_id: line.alarm_id, user_id: person.id }, 'an alarm was left out of a digest');
    return [];
  }
}

function tellOf({ end_at, fresh }: { end_at: number | null; fresh: boolean }): ToldLine['tell'] {
  if (end_at === null) return fresh ? 'opened' : 'open';
  return fresh ? 'both' : 'closed';
}
