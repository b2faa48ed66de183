import type { Language } from '../../../shared/server/language.ts';
import type { Mail, MailList } from '../../../shared/server/mail/layout.ts';
import type { NotificationParams, PublishedKind } from '../../../shared/server/notifications/kinds.ts';

import type { MailFrame } from './mail-frame.public.ts';

/** The sentence of a notification, with its plant before it. */
export function sentenceOf(
  { params, plant_name }: { readonly params: NotificationParams; readonly plant_name: string | null },
  { words }: PublishedKind,
  language: Language,
): string {
  const text = words[language].text(params);
  return plant_name === null ? text : `${plant_name}: ${text}`;
}

/** Notifications named in a mail; of more only how many. */
const MAX_NAMED = 20;

interface MailTexts {
  more: (count: number) => string;
  stopKind: (label: string, company: string) => string;
  whyKind: (label: string, company: string) => string;
  open_record: string;
}

const MAIL_TEXTS: Readonly<Record<Language, MailTexts>> = {
  en: {
    more: (count) => `… and ${count} more`,
    stopKind: (label, company) => `Stop emails of ${company} about: ${label}`,
    whyKind: (label, company) =>
      `You receive this as a member of ${company}, by your notification preferences: ${label}.`,
    open_record: 'Open in the portal',
  },
  it: {
    more: (count) => (count === 1 ? '… e 1 altro' : `… e altri ${count}`),
    stopKind: (label, company) => `Non ricevere più email di ${company} su: ${label}`,
    whyKind: (label, company) =>
      `Ricevi questo messaggio come membro di ${company}, secondo le tue preferenze di notifica: ${label}.`,
    open_record: 'Apri nel portale',
  },
};

/** The mail of one published kind: of one notification by itself, of several as a list. */
export function publishedMail(label: string, lines: MailList['items'], frame: MailFrame): Mail {
  const texts = MAIL_TEXTS[frame.language];
  const { to, language, company, stopUrl } = frame;
  const [first] = lines;
  const parts = {
    to,
    language,
    notes: [texts.whyKind(label, company)],
    unsubscribe: { label: texts.stopKind(label, company), url: stopUrl },
  };
  if (first && lines.length === 1)
    return {
      ...parts,
      subject: first.text,
      paragraphs: [first.text],
      ...(first.url === undefined ? {} : { link: { label: texts.open_record, url: first.url } }),
    };
  const items = lines.slice(0, MAX_NAMED);
  const rest = lines.length - items.length;
  const list = {
    title: `${label} (${lines.length})`,
    items,
    ...(rest > 0 ? { more: texts.more(rest) } : {}),
  };
  return { ...parts, subject: `${company}: ${label} (${lines.length})`, paragraphs: [], lists: [list] };
}
