import type { Language } from '../../../shared/server/language.ts';
import type { Mail } from '../../../shared/server/mail/layout.ts';
import { plainName, withoutLinks } from '../../../shared/server/mail/plain-name.ts';
import { type Priority, requestCode } from '../request-states.model.ts';

/** What a message about a request says. */
export interface RequestFacts {
  readonly company: string;
  readonly number: number;
  readonly title: string;
  readonly plant: string;
  readonly priority: Priority;
  readonly description: string;
  readonly due_at: Date | null;
  readonly time_zone: string;
  readonly url: string;
  /** Until when the link opens it; null for a colleague's, who signs in. */
  readonly expires_at: Date | null;
  /** It was sent before, and its time comes or is over. */
  readonly again?: boolean | undefined;
}

interface Words {
  readonly subject: (code: string, title: string) => string;
  readonly reminder: (code: string, title: string) => string;
  readonly intro: (company: string, plant: string) => string;
  readonly priority: string;
  readonly priorities: Readonly<Record<Priority, string>>;
  readonly due: string;
  readonly open: string;
  readonly signed: (until: string) => string;
  readonly forwarded: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    subject: (code, title) => `Maintenance request ${code}: ${title}`,
    reminder: (code, title) => `Reminder: maintenance request ${code}: ${title}`,
    intro: (company, plant) => `${company} asks you for maintenance at the plant ${plant}.`,
    priority: 'Priority',
    priorities: { low: 'low', normal: 'normal', high: 'high', urgent: 'urgent' },
    due: 'To be done by',
    open: 'Open the request',
    signed: (until) => `The link opens this request without an account, until ${until}.`,
    forwarded: 'Whoever has the link can answer in your name: forward it only to who does the work.',
  },
  it: {
    subject: (code, title) => `Richiesta di intervento ${code}: ${title}`,
    reminder: (code, title) => `Promemoria: richiesta di intervento ${code}: ${title}`,
    intro: (company, plant) => `${company} ti chiede un intervento all'impianto ${plant}.`,
    priority: 'Priorità',
    priorities: { low: 'bassa', normal: 'normale', high: 'alta', urgent: 'urgente' },
    due: 'Da eseguire entro',
    open: 'Apri la richiesta',
    signed: (until) => `Il link apre questa richiesta senza un account, fino al ${until}.`,
    forwarded: 'Chi ha il link può rispondere a tuo nome: inoltralo solo a chi esegue il lavoro.',
  },
};

const LOCALE = { en: 'en-GB', it: 'it-IT' } as const;

const momentIn = (language: Language, at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALE[language], { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at);

/** What people typed goes out in the portal's name, to addresses that people typed: short, and nothing of it is a link. */
const plain = (told: RequestFacts): RequestFacts => ({
  ...told,
  company: plainName(told.company),
  title: plainName(told.title),
  plant: plainName(told.plant),
  description: withoutLinks(told.description),
});

/** The mail that a request is sent by. */
export function requestMail(told: RequestFacts, { to, language }: Pick<Mail, 'to' | 'language'>): Mail {
  const words = WORDS[language];
  const { company, number, title, plant, description } = plain(told);
  const { priority, due_at, time_zone, url, expires_at, again } = told;
  const subjectOf = again ? words.reminder : words.subject;
  const facts = [`${words.priority}: ${words.priorities[priority]}`];
  if (due_at) facts.push(`${words.due}: ${momentIn(language, due_at, time_zone)}`);
  return {
    to,
    language,
    subject: subjectOf(requestCode(number), title),
    paragraphs: [words.intro(company, plant), title, ...(description ? [description] : []), ...facts],
    link: { label: words.open, url },
    ...(expires_at && {
      notes: [words.signed(momentIn(language, expires_at, time_zone)), words.forwarded],
    }),
  };
}

/** The text message that a request is sent by: what, where, and its link. */
export function requestSms(told: RequestFacts): string {
  const { company, number, title, plant, url } = plain(told);
  return `${company}: ${requestCode(number)} ${title} (${plant})\n${url}`;
}
