import type { Language } from '../../../shared/server/language.ts';
import en from '../web/statements/i18n/en.json' with { type: 'json' };
import it from '../web/statements/i18n/it.json' with { type: 'json' };

export const STATEMENT_WORDS = { en, it };

/** The first statement of its month, or which correction. */
export const kindOf = (revision: number, language: Language): string => {
  const { revision_zero, revision_other } = STATEMENT_WORDS[language];
  return revision === 0 ? revision_zero : revision_other.replace('{{count}}', String(revision));
};

/** How a month is called. */
export const monthOf = (month: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
