import type { Language } from '../../../shared/server/language.ts';
import type { Mail } from '../../../shared/server/mail/layout.ts';
import { plainName } from '../../../shared/server/mail/plain-name.ts';
import { PORTAL_CLOCK } from '../../../shared/units/zones.ts';
import { kindOf, monthOf } from './statement-words.ts';

/** What the mail of a statement says: amounts stand on the page alone. */
export interface MailingFacts {
  readonly company: string;
  readonly community: string;
  readonly name: string;
  readonly month: string;
  readonly revision: number;
  readonly url: string;
  readonly expires_at: Date;
}

interface Words {
  readonly subject: (month: string, community: string) => string;
  readonly corrected: (month: string, community: string) => string;
  readonly hello: (name: string) => string;
  readonly text: (month: string, community: string) => string;
  readonly correction: (kind: string) => string;
  readonly open: string;
  readonly until: (day: string) => string;
  readonly secret: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    subject: (month, community) => `Your statement of ${month}: ${community}`,
    corrected: (month, community) => `Your corrected statement of ${month}: ${community}`,
    hello: (name) => `Dear ${name},`,
    text: (month, community) =>
      `The energy community ${community} has closed ${month}. Your page says how much energy you shared, what your share is, and why.`,
    correction: (kind) => `It replaces the statement of this month that you had before (${kind}).`,
    open: 'Open my statement',
    until: (day) => `The link opens your page without an account, until ${day}.`,
    secret: 'Whoever has the link sees your page: keep it to yourself.',
  },
  it: {
    subject: (month, community) => `Il tuo rendiconto di ${month}: ${community}`,
    corrected: (month, community) => `Il tuo rendiconto rettificato di ${month}: ${community}`,
    hello: (name) => `Ciao ${name},`,
    text: (month, community) =>
      `la comunità energetica ${community} ha chiuso ${month}. La tua pagina dice quanta energia hai condiviso, qual è la tua quota e perché.`,
    correction: (kind) => `Sostituisce il rendiconto di questo mese che avevi ricevuto (${kind}).`,
    open: 'Apri il mio rendiconto',
    until: (day) => `Il link apre la tua pagina senza un account, fino al ${day}.`,
    secret: 'Chi ha il link vede la tua pagina: tienilo per te.',
  },
};

const LOCALE = { en: 'en-GB', it: 'it-IT' } as const;

/** The mail by which a member is told of a closed month. */
export function memberMail(told: MailingFacts, { to, language }: Pick<Mail, 'to' | 'language'>): Mail {
  const words = WORDS[language];
  const { revision, url, expires_at } = told;
  const community = plainName(told.community);
  const name = plainName(told.name);
  const company = plainName(told.company);
  const month = monthOf(told.month, language);
  const until = new Intl.DateTimeFormat(LOCALE[language], { dateStyle: 'long', timeZone: PORTAL_CLOCK });
  return {
    to,
    language,
    subject: (revision > 0 ? words.corrected : words.subject)(month, community),
    paragraphs: [
      words.hello(name),
      words.text(month, community),
      ...(revision > 0 ? [words.correction(kindOf(revision, language))] : []),
      company,
    ],
    link: { label: words.open, url },
    notes: [words.until(until.format(expires_at)), words.secret],
  };
}
