// spec §2: a language prefix (/en, /it) may precede routes; the language switch keeps the query string.
export const LANGUAGES = ['it', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const PREFIX = /^\/(it|en)(?=\/|$)/;
const STORED = 'language';

/** The language that a path names, or null when it names none. */
export function languageOfPath(pathname: string): Language | null {
  return (PREFIX.exec(pathname)?.[1] as Language | undefined) ?? null;
}

/** The path without its language prefix; never empty. */
export function withoutLanguage(pathname: string): string {
  return pathname.replace(PREFIX, '') || '/';
}

/** The path with the given language's prefix, whatever prefix it had. */
export function withLanguage(pathname: string, language: Language): string {
  const bare = withoutLanguage(pathname);
  return bare === '/' ? `/${language}` : `/${language}${bare}`;
}

/** The language of a reader whose address names none: the stored choice, else the browser's, else Italian. */
export function preferredLanguage(stored: string | null, browser: readonly string[]): Language {
  if (stored === 'it' || stored === 'en') return stored;
  for (const tag of browser) {
    const base = tag.slice(0, 2).toLowerCase();
    if (base === 'it' || base === 'en') return base;
  }
  return 'it';
}

export function startingLanguage(): Language {
  return (
    languageOfPath(location.pathname) ?? preferredLanguage(localStorage.getItem(STORED), navigator.languages)
  );
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem(STORED, language);
}

let prefix: Language | null = null;

/**
 * The router's rewrite: routes are declared once, without prefix; an address that came with one keeps it in every
 * link, and one that came without stays without.
 */
export const rewrite = {
  input({ url }: { url: URL }): URL {
    const named = languageOfPath(url.pathname);
    if (named) prefix = named;
    url.pathname = withoutLanguage(url.pathname);
    return url;
  },
  output({ url }: { url: URL }): URL {
    if (prefix) url.pathname = withLanguage(url.pathname, prefix);
    return url;
  },
};
