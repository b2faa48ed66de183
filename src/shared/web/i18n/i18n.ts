import i18next, { type ResourceLanguage } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Language, rememberLanguage } from './locale.ts';

/** Loads one language's words of every feature; only apps know which features there are. */
export type WordsLoader = (language: Language) => Promise<ResourceLanguage>;

let loadWords: WordsLoader | undefined;

async function addLanguage(language: Language): Promise<void> {
  if (!loadWords) throw new Error('the words are not there yet: call startI18n first');
  const words = await loadWords(language);
  for (const [namespace, entries] of Object.entries(words)) {
    i18next.addResourceBundle(language, namespace, entries, true, true);
  }
}

/** Makes the words ready in one language; the other one is fetched when somebody switches. */
export async function startI18n(language: Language, loader: WordsLoader): Promise<void> {
  loadWords = loader;
  const started = i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'common',
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  await Promise.all([started, addLanguage(language)]);
  document.documentElement.lang = language;
}

/** Shows everything in another language and remembers it for addresses without a prefix. */
export async function changeLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'common')) await addLanguage(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  rememberLanguage(language);
}
