import type { Language } from '../i18n/locale.ts';

/** A number as it is stored, neither grouped nor rounded, with the reader's decimal separator; nothing for null. */
export function numberText(value: number | null | undefined, language: Language): string {
  if (value === null || value === undefined) return '';
  return language === 'it' ? String(value).replace('.', ',') : String(value);
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

/** What a person typed: a number with either decimal separator, null for nothing, and the text itself for anything else. */
export function numberOf(text: string): number | null | string {
  const plain = text.trim().replace(',', '.');
  if (plain === '') return null;
  if (!NUMBER.test(plain)) return text;
  const value = Number(plain);
  return Number.isFinite(value) ? value : text;
}
