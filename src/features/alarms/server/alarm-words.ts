import type { AlarmCode } from '../alarms.model.ts';
import en from '../i18n/en.json' with { type: 'json' };
import it from '../i18n/it.json' with { type: 'json' };

type Language = 'en' | 'it';

// The sentences of the portal itself: what a program reads and what a person reads is the same. // spec §8
const SENTENCES: Readonly<Record<Language, Readonly<Record<AlarmCode, string>>>> = {
  en: en.message,
  it: it.message,
};

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

export const sentenceOf = (code: AlarmCode, language: Language): string => SENTENCES[language][code];
