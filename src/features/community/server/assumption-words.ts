import type { Language } from '../../../shared/server/language.ts';
import { type Assumption, assumptionWords } from '../assumptions.model.ts';
import en from '../i18n/en.json' with { type: 'json' };
import it from '../i18n/it.json' with { type: 'json' };

const WORDS = { en, it };

/** The words of the area at a path. @throws RangeError where there are none */
function wordsAt(language: Language, path: string): string {
  let found: unknown = WORDS[language];
  for (const part of path.split('.')) found = (found as Record<string, unknown> | undefined)?.[part];
  if (typeof found !== 'string') throw new RangeError(`no words for ${path}`);
  return found;
}

export const assumedHead = (language: Language) => WORDS[language].assumed;

/** Assumptions as they are printed: what is settled by no text, and what was taken for it. */
export const printedAssumptions = (assumptions: readonly Assumption[], language: Language) =>
  assumptions.map((one) => {
    const { label, text } = assumptionWords(one, (path) => wordsAt(language, path));
    return [label, text] as const;
  });
