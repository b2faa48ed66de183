import i18next, { type ResourceLanguage } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Language, rememberLanguage } from './locale.ts';

/** Fetches the words of some namespaces in one language; only apps know where they lie. */
export type WordsLoader<Namespace extends string = string> = (
  language: Language,
  namespaces: readonly Namespace[],
) => Promise<ResourceLanguage>;

let loadWords: WordsLoader | undefined;
let shown: Language | undefined;
const wanted = new Set<string>();

/** Answers whether anything was missing: more may have been wanted while it came. */
async function addMissing(language: Language): Promise<boolean> {
  if (!loadWords) throw new Error('nobody has said where the words are: call startI18n first');
  const missing = [...wanted].filter((each) => !i18next.hasResourceBundle(language, each));
  if (missing.length === 0) return false;
  for (const [namespace, entries] of Object.entries(await loadWords(language, missing))) {
    i18next.addResourceBundle(language, namespace, entries, true, true);
  }
  return true;
}

/** Resolves when these words are there in the language that is shown, and keeps them in step with a change of it. */
export async function wantWords(namespaces: readonly string[]): Promise<void> {
  for (const each of namespaces) wanted.add(each);
  let language: Language | undefined;
  do {
    language = shown;
    if (language) await addMissing(language);
  } while (language !== shown);
}

/** Makes the first words ready in one language; others follow when a screen or a change of language wants them. */
export async function startI18n<Namespace extends string>(
  language: Language,
  { loader, first }: { loader: WordsLoader<Namespace>; first: readonly Namespace[] },
): Promise<void> {
  loadWords = loader as WordsLoader;
  shown = language;
  const started = i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'common',
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  await Promise.all([started, wantWords(first)]);
  document.documentElement.lang = language;
}

/** Shows everything in another language and remembers it for addresses without a prefix. */
export async function changeLanguage(language: Language): Promise<void> {
  while (await addMissing(language));
  shown = language;
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  rememberLanguage(language);
}
