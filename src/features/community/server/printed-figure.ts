import type { Language } from '../../../shared/server/language.ts';

/** A figure with so many decimals, as the language writes it. */
export const printedFigure = (value: number, decimals: number, language: Language): string =>
  new Intl.NumberFormat(language === 'it' ? 'it-IT' : 'en-GB', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: 'always',
  }).format(value);
