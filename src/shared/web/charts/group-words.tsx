import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/use-language.ts';

/** A group of variables as its company calls it; lists of these stand in the groups' order. */
export interface GroupWords {
  name: string;
  label_en: string;
  label_it: string;
}

/** How groups of variables are said and ordered. */
export interface Groups {
  nameOf: (code: string) => string;
  /** Where a group stands among the others; what is in none comes last. */
  placeOf: (code: string) => number;
}

/** Groups that every company starts with: their words where an answer came without the company's own. */
const KNOWN = [
  'power',
  'grid',
  'dc',
  'energy',
  'temperature',
  'state',
  'weather',
  'strings',
  'process',
  'other',
] as const;

const NONE: readonly GroupWords[] = [];
const Words = createContext<readonly GroupWords[]>(NONE);

/** Tells everything beneath how the company calls its groups of variables. */
export function GroupWordsProvider(props: { groups: readonly GroupWords[]; children: ReactNode }) {
  return <Words value={props.groups}>{props.children}</Words>;
}

/** A code without words as a heading: cabinet_fans is "Cabinet fans". */
const heading = (code: string) => {
  const words = code.replaceAll('_', ' ').trim();
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
};

/** The words for groups of variables in the reader's language: those given, else those of the nearest provider. */
export function useGroups(given?: readonly GroupWords[] | undefined): Groups {
  const { t } = useTranslation('charts');
  const language = useLanguage();
  const around = useContext(Words);
  const words = given ?? around;
  return useMemo(() => {
    const places = new Map(words.map(({ name }, i) => [name, i]));
    const nameOf = (code: string): string => {
      const own = words[places.get(code) ?? -1];
      if (own) return language === 'it' ? own.label_it : own.label_en;
      const known = KNOWN.find((one) => one === (code || 'other'));
      return known ? t(`group.${known}`) : heading(code);
    };
    return { nameOf, placeOf: (code) => places.get(code) ?? places.size };
  }, [words, language, t]);
}
