import type { Language } from '../../../../shared/server/language.ts';
import type { Mail } from '../../../../shared/server/mail/layout.ts';
import { plainName } from '../../../../shared/server/mail/plain-name.ts';
import en from '../../i18n/file.en.json' with { type: 'json' };
import it from '../../i18n/file.it.json' with { type: 'json' };

const WORDS = { en, it };

export interface Posted {
  readonly to: string;
  readonly language: Language;
  readonly company: string;
  /** Of the schedule, and who made it. */
  readonly name: string;
  readonly author: string;
  /** K451 or K410, and its days. */
  readonly report: string;
  readonly days: string;
  /** Whether it tells months though days were due: these are more than a file holds. */
  readonly by_months: boolean;
  /** Of a report that takes several files, of which each mail brings one: which it is, and of which plants; null where there is one. */
  readonly part: {
    readonly number: number;
    readonly of: number;
    readonly count: number;
    readonly all: number;
    readonly first: string;
    readonly last: string;
  } | null;
  /** Null: nothing was known of these days. */
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | null;
}

/** The mail with which a scheduled report goes out. */
export function reportMail({ to, language, file, part, by_months, ...told_of }: Posted): Mail {
  const t = WORDS[language].mail;
  // What people typed goes out in the portal's name, to addresses that people typed.
  const typed = { ...told_of, ...(part && { first: part.first, last: part.last }) };
  const plain = Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, plainName(text)]));
  const said: Readonly<Record<string, unknown>> = { ...part, ...plain };
  const told = (text: string) => text.replace(/{{(\w+)}}/g, (_, name: string) => String(said[name] ?? ''));
  return {
    to,
    language,
    subject: told(part ? t.subject_of_several : t.subject),
    paragraphs: [
      told(t.what),
      ...(by_months ? [t.by_months] : []),
      ...(part ? [told(t.of_several)] : []),
      told(file ? t.attached : t.nothing),
    ],
    notes: [told(t.why)],
    ...(file && { attachment: { name: file.name, bytes: file.bytes } }),
  };
}
