export type Language = 'en' | 'it';

/** The language that an Accept-Language header prefers among ours; English when it names neither. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '').split(',').flatMap((part) => {
    const [tag = '', ...options] = part.trim().toLowerCase().split(';');
    const language = tag.split('-')[0];
    const weight = Number(/^\s*q=([\d.]+)/.exec(options[0] ?? '')?.[1] ?? 1);
    return language === 'en' || language === 'it' ? [{ language: language as Language, weight }] : [];
  });
  return wanted.toSorted((a, b) => b.weight - a.weight).find((w) => w.weight > 0)?.language ?? 'en';
}
