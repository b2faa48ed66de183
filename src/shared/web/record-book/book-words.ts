import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { textsBelow } from '../i18n/texts-below.ts';

type Word = 'title' | 'subtitle' | 'create' | 'none' | 'file' | 'purge_text';

/** The area's own sentences on its book, which stand in its namespace under `book`; `fields` are what its fields are called. */
export function useBookWords(ns: string): {
  say: (word: Word) => string;
  /** Below a list without records; whoever may not make any is told `none_hint_read`, where the area has it. */
  noneHint: (mayCreate: boolean) => string;
  fields: Readonly<Record<string, string>>;
  /** What is done with such records alone, by the last word of its action; perhaps nothing. */
  history: Readonly<Record<string, string>>;
} {
  const { t } = useTranslation(ns as never);
  return useMemo(() => {
    const told = t as (key: string, options: object) => unknown;
    return {
      say: (word) => String(told(`book.${word}`, {})),
      noneHint: (mayCreate) => {
        const hint = told('book.none_hint', {});
        return String(mayCreate ? hint : told('book.none_hint_read', { defaultValue: hint }));
      },
      fields: textsBelow(t, 'book.fields'),
      history: textsBelow(t, 'book.history'),
    };
  }, [t]);
}
