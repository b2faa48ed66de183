import type { Mail, MailList } from '../../../shared/server/mail/layout.ts';
import {
  aboutWords,
  durationWords,
  fateWords,
  type Language,
  LINE,
  lineWords,
  type ToldLine,
  timesWords,
  wholeAboutWords,
} from './telling-words.ts';

/** What every mail of alarms stands in. */
export interface MailFrame {
  readonly to: string;
  readonly language: Language;
  readonly company: string;
  readonly company_id: number;
  /** Address of the portal, without a slash at its end. */
  readonly publicUrl: string;
  /** The page that stops this mail. */
  readonly stopUrl: string;
}

/** Alarms named in a mail; of more only how many. */
const MOST_NAMED = 20;

interface Words {
  opened: (count: number) => string;
  closed: (count: number) => string;
  open: (count: number) => string;
  lists: Readonly<Record<ToldLine['tell'], string>>;
  more: (count: number) => string;
  again: (times: string) => string;
  over: (duration: string) => string;
  show: string;
  showAll: string;
  why: (company: string) => string;
  choose: (url: string) => string;
  stop: (company: string) => string;
  digest: (company: string) => string;
  calm: string;
  test: (company: string) => string;
  testText: string;
}

const ENGLISH: Words = {
  opened: (count) => `${count} new ${count === 1 ? 'alarm' : 'alarms'}`,
  closed: (count) => `${count} resolved`,
  open: (count) => `${count} still open`,
  lists: { opened: 'New', closed: 'Resolved', both: 'Came and are over', open: 'Still open' },
  more: (count) => `… and ${count} more`,
  again: (times) => `Again, ${times} time`,
  over: (duration) => `Resolved after ${duration}`,
  show: 'Show the alarm',
  showAll: 'Show the alarms',
  why: (company) => `You get this because you chose to be told of the alarms of ${company}.`,
  choose: (url) => `What you are told of, and when, you choose at ${url}`,
  stop: (company) => `Stop alarm mail of ${company}`,
  digest: (company) => `Daily digest of ${company}`,
  calm: 'Since the last digest:',
  test: (company) => `Test: this is how alarms of ${company} come`,
  testText: 'This is a test that you asked for. No such alarm is there; one that comes would look like this:',
};

const ITALIAN: Words = {
  opened: (count) => (count === 1 ? '1 nuovo allarme' : `${count} nuovi allarmi`),
  closed: (count) => (count === 1 ? '1 risolto' : `${count} risolti`),
  open: (count) => (count === 1 ? '1 ancora aperto' : `${count} ancora aperti`),
  lists: { opened: 'Nuovi', closed: 'Risolti', both: 'Arrivati e già risolti', open: 'Ancora aperti' },
  more: (count) => (count === 1 ? '… e 1 altro' : `… e altri ${count}`),
  again: (times) => `Di nuovo, ${times} volta`,
  over: (duration) => `Risolto dopo ${duration}`,
  show: 'Mostra l’allarme',
  showAll: 'Mostra gli allarmi',
  why: (company) =>
    `Ricevi questo messaggio perché hai scelto di essere avvisato degli allarmi di ${company}.`,
  choose: (url) => `Di che cosa vieni avvisato, e quando, lo scegli qui: ${url}`,
  stop: (company) => `Non ricevere più gli allarmi di ${company}`,
  digest: (company) => `Riepilogo giornaliero di ${company}`,
  calm: 'Dall’ultimo riepilogo:',
  test: (company) => `Prova: così arrivano gli allarmi di ${company}`,
  testText: 'È una prova che hai chiesto. L’allarme non esiste; uno vero si presenterebbe così:',
};

const WORDS = { en: ENGLISH, it: ITALIAN };

const ORDER = ['opened', 'both', 'closed', 'open'] as const;
const pageUrl = ({ publicUrl, company_id }: MailFrame, path: string, query: string) =>
  `${publicUrl}${path}?${query}company=${company_id}`;
export const alarmUrl = (frame: MailFrame, alarm_id: number): string =>
  pageUrl(frame, '/apps/asset/alarms', `alarm=${alarm_id}&`);

function listOf(
  lines: readonly ToldLine[],
  tell: ToldLine['tell'],
  room: number,
  frame: MailFrame,
): MailList[] {
  const own = lines.filter((line) => line.tell === tell);
  if (own.length === 0) return [];
  const words = WORDS[frame.language];
  const items = own
    .slice(0, room)
    .map((line) => ({ text: lineWords(line, frame.language), url: alarmUrl(frame, line.alarm_id) }));
  const rest = own.length - items.length;
  const title = `${words.lists[tell]} (${own.length})`;
  return [{ title, items, ...(rest > 0 ? { more: words.more(rest) } : {}) }];
}

function standing(frame: MailFrame): Pick<Mail, 'to' | 'language' | 'notes' | 'unsubscribe'> {
  const { to, language, company, stopUrl } = frame;
  const words = WORDS[language];
  const choose = words.choose(pageUrl(frame, '/apps/asset/alarms/notifications', ''));
  return {
    to,
    language,
    notes: [`${words.why(company)} ${choose}`],
    unsubscribe: { label: words.stop(company), url: stopUrl },
  };
}

function subjectOfOne(line: ToldLine, language: Language): string {
  const words = WORDS[language];
  const about = aboutWords(line, language);
  const { tell, end_at, began_at, count } = line;
  if (tell !== 'opened' && end_at !== null)
    return `${words.over(durationWords(end_at - began_at, language))}: ${about}`;
  return count > 1
    ? `${words.again(timesWords(count, language))}: ${about}`
    : `${LINE[language].type[line.type]}: ${about}`;
}

function mailOfOne(line: ToldLine, frame: MailFrame): Mail {
  const { language } = frame;
  const fate = fateWords(line, language);
  return {
    ...standing(frame),
    subject: subjectOfOne(line, language),
    paragraphs: [`${wholeAboutWords(line, language)}.`, `${fate.charAt(0).toUpperCase()}${fate.slice(1)}.`],
    link: { label: WORDS[language].show, url: alarmUrl(frame, line.alarm_id) },
  };
}

/** How many there are of each kind, in words: `3 new alarms, 1 resolved`. */
function countWords(lines: readonly ToldLine[], language: Language): string {
  const words = WORDS[language];
  const count = (...kinds: ToldLine['tell'][]) => lines.filter(({ tell }) => kinds.includes(tell)).length;
  const [fresh, over, open] = [count('opened', 'both'), count('closed'), count('open')];
  return [
    ...(fresh > 0 ? [words.opened(fresh)] : []),
    ...(over > 0 ? [words.closed(over)] : []),
    ...(open > 0 ? [words.open(open)] : []),
  ].join(', ');
}

function lists(lines: readonly ToldLine[], frame: MailFrame): MailList[] {
  return ORDER.flatMap((tell) => listOf(lines, tell, MOST_NAMED, frame));
}

/** One mail for all that is told to a person at a time: of one alarm by itself, of several as a list. */
export function alarmMail(lines: readonly ToldLine[], frame: MailFrame): Mail {
  const [only] = lines;
  if (only && lines.length === 1) return mailOfOne(only, frame);
  const counted = countWords(lines, frame.language);
  return {
    ...standing(frame),
    subject: `${frame.company}: ${counted}`,
    paragraphs: [`${counted}.`],
    lists: lists(lines, frame),
    link: { label: WORDS[frame.language].showAll, url: pageUrl(frame, '/apps/asset/alarms', '') },
  };
}

/** The daily digest: what came and went since the last one, and what stands. */
export function digestMail(lines: readonly ToldLine[], frame: MailFrame): Mail {
  const words = WORDS[frame.language];
  const counted = countWords(lines, frame.language);
  return {
    ...standing(frame),
    subject: `${words.digest(frame.company)}: ${counted}`,
    paragraphs: [`${words.calm} ${counted}.`],
    lists: lists(lines, frame),
    link: { label: words.showAll, url: pageUrl(frame, '/apps/asset/alarms', '') },
  };
}

/** What a mail of an alarm looks like, with a made-up one. */
export function testMail(frame: MailFrame, now: number): Mail {
  const words = WORDS[frame.language];
  const line: ToldLine = {
    alarm_id: 0,
    plant_id: 0,
    type: 'E',
    code: 'connection_lost',
    params: {},
    proj_code: '',
    plant_name: frame.language === 'it' ? 'Impianto di prova' : 'Test plant',
    time_zone: 'Europe/Rome',
    short_name: 'INV1',
    count: 1,
    began_at: now,
    end_at: null,
    reason: null,
    follows: false,
    snoozed_until: null,
    tell: 'opened',
  };
  return {
    ...standing(frame),
    subject: words.test(frame.company),
    paragraphs: [words.testText, `${lineWords(line, frame.language)}.`],
    link: { label: words.showAll, url: pageUrl(frame, '/apps/asset/alarms', '') },
  };
}
