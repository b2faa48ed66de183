import type { Language } from '../../../../shared/server/language.ts';
import type { Mail } from '../../../../shared/server/mail/layout.ts';
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
  /** Null: nothing was known of these days. */
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | null;
}

/** The mail with which a scheduled report goes out. */
export function reportMail({ to, language, file, ...said }: Posted): Mail {
  const t = WORDS[language].mail;
  const told = (text: string) =>
    text.replace(/{{(\w+)}}/g, (_, name: string) =>
      String((said as Readonly<Record<string, unknown>>)[name] ?? ''),
    );
  return {
    ...{ to, language, subject: told(t.subject) },
    paragraphs: [told(t.what), told(file ? t.attached : t.nothing)],
    notes: [told(t.why)],
    ...(file && { attachment: { name: file.name, bytes: file.bytes } }),
  };
}
