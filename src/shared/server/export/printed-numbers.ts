import type { Language } from '../language.ts';

const LOCALE = { en: 'en-GB', it: 'it-IT' } as const;

/** How numbers are written in a PDF. @param decimals that each has; at most two where nothing is said */
export const numbersIn = (language: Language, decimals?: number): ((value: number) => string) => {
  const digits = { minimumFractionDigits: decimals ?? 0, maximumFractionDigits: decimals ?? 2 };
  const format = new Intl.NumberFormat(LOCALE[language], { ...digits, useGrouping: 'always' });
  return (value) => format.format(value);
};
