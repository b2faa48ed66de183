import type { WordFiles, WordsOf } from '../../../shared/web/feature/feature.ts';
import type { WordsLoader } from '../../../shared/web/i18n/i18n.ts';
import { FEATURES } from '../features.ts';

/** Words of no area. */
const SHARED = {
  words: {
    common: {
      en: () => import('../../../shared/web/i18n/en.json'),
      it: () => import('../../../shared/web/i18n/it.json'),
    },
    charts: {
      en: () => import('../../../shared/web/charts/i18n/en.json'),
      it: () => import('../../../shared/web/charts/i18n/it.json'),
    },
    mail: {
      en: () => import('../../../shared/web/mail/i18n/en.json'),
      it: () => import('../../../shared/web/mail/i18n/it.json'),
    },
    geo: {
      en: () => import('../../../shared/web/geo/i18n/en.json'),
      it: () => import('../../../shared/web/geo/i18n/it.json'),
    },
    records: {
      en: () => import('../../../shared/web/records/i18n/en.json'),
      it: () => import('../../../shared/web/records/i18n/it.json'),
    },
  },
};

/** What all areas call their entries in the audit, which one page shows. */
const TOGETHER = {
  words: { audit: { en: () => import('./audit-words.en.ts'), it: () => import('./audit-words.it.ts') } },
};

export type Words = WordsOf<(typeof FEATURES)[number] | typeof SHARED | typeof TOGETHER>;
type Namespace = keyof Words;

/** What every page says, those before the sign-in too. */
export const FIRST_WORDS: readonly Namespace[] = ['common', 'identity'];

const FILES: Readonly<Record<string, WordFiles>> = Object.assign(
  {},
  ...[SHARED, TOGETHER, ...FEATURES].map(({ words }) => words),
);

/** Fetches the words of some namespaces in one language. */
export const loadWords: WordsLoader<Namespace> = async (language, namespaces) => {
  const fetched = await Promise.all(
    namespaces.map(async (name) => {
      const file = FILES[name]?.[language];
      if (!file) throw new Error(`no area has the words ${name} in ${language}`);
      return [name, (await file()).default] as const;
    }),
  );
  return Object.fromEntries(fetched);
};
