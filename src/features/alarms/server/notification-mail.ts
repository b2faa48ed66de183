import type { Language } from '../../../shared/server/language.ts';
import type { Mail, MailList } from '../../../shared/server/mail/layout.ts';
import { DEFAULT_CLOCK } from '../../../shared/units/zones.ts';
import { type MailFrame, pageUrl } from '../../notifications/server/mail-frame.public.ts';
import {
  durationText,
  fullSubjectText,
  LINE,
  lineText,
  type NotificationLine,
  ordinalText,
  statusText,
  subjectText,
} from './notification-text.ts';

/** Alarms named in a mail; of more only how many. */
const MAX_ALARMS_NAMED = 20;

interface MailTexts {
  opened: (count: number) => string;
  closed: (count: number) => string;
  open: (count: number) => string;
  lists: Readonly<Record<NotificationLine['notify'], string>>;
  more: (count: number) => string;
  again: (times: string) => string;
  over: (duration: string) => string;
  show: string;
  showAll: string;
  why: (company: string) => string;
  choose: (url: string) => string;
  stop: (company: string) => string;
  others: (count: number) => string;
  digest: (company: string) => string;
  sinceLast: string;
  test: (company: string) => string;
  testText: string;
}

const ENGLISH: MailTexts = {
  opened: (count) => `${count} new ${count === 1 ? 'alarm' : 'alarms'}`,
  closed: (count) => `${count} resolved`,
  open: (count) => `${count} still open`,
  lists: { opened: 'New', closed: 'Resolved', both: 'Opened and resolved', open: 'Still open' },
  more: (count) => `… and ${count} more`,
  again: (times) => `Again, ${times} time`,
  over: (duration) => `Resolved after ${duration}`,
  show: 'Show the alarm',
  showAll: 'Show the alarms',
  why: (company) => `You receive this because you chose to be notified of the alarms of ${company}.`,
  choose: (url) => `Choose which notifications you receive, and when, at ${url}`,
  stop: (company) => `Stop alarm emails of ${company}`,
  others: (count) => (count === 1 ? '1 notification' : `${count} notifications`),
  digest: (company) => `Daily digest of ${company}`,
  sinceLast: 'Since the last digest:',
  test: (company) => `Test: an alarm email of ${company}`,
  testText: 'This is the test you requested. There is no such alarm; a real one would look like this:',
};

const ITALIAN: MailTexts = {
  opened: (count) => (count === 1 ? '1 nuovo allarme' : `${count} nuovi allarmi`),
  closed: (count) => (count === 1 ? '1 risolto' : `${count} risolti`),
  open: (count) => (count === 1 ? '1 ancora aperto' : `${count} ancora aperti`),
  lists: { opened: 'Nuovi', closed: 'Risolti', both: 'Aperti e già risolti', open: 'Ancora aperti' },
  more: (count) => (count === 1 ? '… e 1 altro' : `… e altri ${count}`),
  again: (times) => `Di nuovo, ${times} volta`,
  over: (duration) => `Risolto dopo ${duration}`,
  show: 'Mostra l’allarme',
  showAll: 'Mostra gli allarmi',
  why: (company) => `Ricevi questo messaggio perché hai scelto di ricevere gli allarmi di ${company}.`,
  choose: (url) => `Scegli quali notifiche ricevere, e quando, qui: ${url}`,
  stop: (company) => `Non ricevere più gli allarmi di ${company}`,
  others: (count) => (count === 1 ? '1 notifica' : `${count} notifiche`),
  digest: (company) => `Riepilogo giornaliero di ${company}`,
  sinceLast: 'Dall’ultimo riepilogo:',
  test: (company) => `Prova: un’email di allarme di ${company}`,
  testText: 'È una prova che hai chiesto. L’allarme non esiste; uno vero si presenterebbe così:',
};

const MAIL_TEXTS = { en: ENGLISH, it: ITALIAN };

const ORDER = ['opened', 'both', 'closed', 'open'] as const;
export const alarmUrl = (frame: MailFrame, alarm_id: number): string =>
  pageUrl(frame, `/apps/asset/alarms?alarm=${alarm_id}`);

function listOf(
  lines: readonly NotificationLine[],
  notify: NotificationLine['notify'],
  room: number,
  frame: MailFrame,
): MailList[] {
  const own = lines.filter((line) => line.notify === notify);
  if (own.length === 0) return [];
  const texts = MAIL_TEXTS[frame.language];
  const items = own
    .slice(0, room)
    .map((line) => ({ text: lineText(line, frame.language), url: alarmUrl(frame, line.alarm_id) }));
  const rest = own.length - items.length;
  const title = `${texts.lists[notify]} (${own.length})`;
  return [{ title, items, ...(rest > 0 ? { more: texts.more(rest) } : {}) }];
}

function commonParts(frame: MailFrame): Pick<Mail, 'to' | 'language' | 'notes' | 'unsubscribe'> {
  const { to, language, company, stopUrl } = frame;
  const texts = MAIL_TEXTS[language];
  const choose = texts.choose(pageUrl(frame, '/apps/asset/alarms/notifications'));
  return {
    to,
    language,
    notes: [`${texts.why(company)} ${choose}`],
    unsubscribe: { label: texts.stop(company), url: stopUrl },
  };
}

function singleSubject(line: NotificationLine, language: Language): string {
  const texts = MAIL_TEXTS[language];
  const about = subjectText(line, language);
  const { notify, end_at, began_at, count } = line;
  if (notify !== 'opened' && end_at !== null)
    return `${texts.over(durationText(end_at - began_at, language))}: ${about}`;
  return count > 1
    ? `${texts.again(ordinalText(count, language))}: ${about}`
    : `${LINE[language].type[line.type]}: ${about}`;
}

function singleMail(line: NotificationLine, frame: MailFrame): Mail {
  const { language } = frame;
  const status = statusText(line, language);
  return {
    ...commonParts(frame),
    subject: singleSubject(line, language),
    paragraphs: [
      `${fullSubjectText(line, language)}.`,
      `${status.charAt(0).toUpperCase()}${status.slice(1)}.`,
    ],
    link: { label: MAIL_TEXTS[language].show, url: alarmUrl(frame, line.alarm_id) },
  };
}

/** How many there are of each kind, in words: `3 new alarms, 1 resolved`. */
function countText(lines: readonly NotificationLine[], language: Language): string {
  const texts = MAIL_TEXTS[language];
  const count = (...kinds: NotificationLine['notify'][]) =>
    lines.filter(({ notify }) => kinds.includes(notify)).length;
  const [fresh, over, open] = [count('opened', 'both'), count('closed'), count('open')];
  return [
    ...(fresh > 0 ? [texts.opened(fresh)] : []),
    ...(over > 0 ? [texts.closed(over)] : []),
    ...(open > 0 ? [texts.open(open)] : []),
  ].join(', ');
}

function lists(lines: readonly NotificationLine[], frame: MailFrame): MailList[] {
  return ORDER.flatMap((notify) => listOf(lines, notify, MAX_ALARMS_NAMED, frame));
}

/** One mail for all notifications that a person gets at a time: of one alarm by itself, of several as a list. */
export function alarmMail(lines: readonly NotificationLine[], frame: MailFrame): Mail {
  const [only] = lines;
  if (only && lines.length === 1) return singleMail(only, frame);
  const counted = countText(lines, frame.language);
  return {
    ...commonParts(frame),
    subject: `${frame.company}: ${counted}`,
    paragraphs: [`${counted}.`],
    lists: lists(lines, frame),
    link: { label: MAIL_TEXTS[frame.language].showAll, url: pageUrl(frame, '/apps/asset/alarms') },
  };
}

/** The daily digest: what opened and closed since the last one, what is still open, and lists of what other areas published. */
export function digestMail(
  lines: readonly NotificationLine[],
  frame: MailFrame,
  published: readonly MailList[] = [],
): Mail {
  const texts = MAIL_TEXTS[frame.language];
  const others = published.reduce((sum, { items }) => sum + items.length, 0);
  const counts = [countText(lines, frame.language), others > 0 ? texts.others(others) : ''];
  const counted = counts.filter((count) => count !== '').join(', ');
  return {
    ...commonParts(frame),
    subject: `${texts.digest(frame.company)}: ${counted}`,
    paragraphs: [`${texts.sinceLast} ${counted}.`],
    lists: [...lists(lines, frame), ...published],
    ...(lines.length > 0
      ? { link: { label: texts.showAll, url: pageUrl(frame, '/apps/asset/alarms') } }
      : {}),
  };
}

/** What a mail of an alarm looks like, with a made-up one. */
export function testMail(frame: MailFrame, now: number): Mail {
  const texts = MAIL_TEXTS[frame.language];
  const line: NotificationLine = {
    alarm_id: 0,
    plant_id: 0,
    type: 'E',
    code: 'connection_lost',
    params: {},
    proj_code: '',
    plant_name: frame.language === 'it' ? 'Impianto di prova' : 'Test plant',
    time_zone: DEFAULT_CLOCK,
    short_name: 'INV1',
    count: 1,
    began_at: now,
    end_at: null,
    reason: null,
    follows: false,
    snoozed_until: null,
    notify: 'opened',
  };
  return {
    ...commonParts(frame),
    subject: texts.test(frame.company),
    paragraphs: [texts.testText, `${lineText(line, frame.language)}.`],
    link: { label: texts.showAll, url: pageUrl(frame, '/apps/asset/alarms') },
  };
}
