import type { Language } from '../i18n/locale.ts';

/** A number as it is stored, neither grouped nor rounded, with the reader's decimal separator; nothing for null. */
export function numberText(value: number | null | undefined, language: Language): string {
  if (value === null || value === undefined) return '';
  return language === 'it' ? String(value).replace('.', ',') : String(value);
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

export interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
  readonly integer?: boolean;
  /** Nothing typed is null, and no fault. */
  readonly nullable?: boolean;
}

/** Why a text is no number that is wanted: a code that every form has a message for. */
export interface NumberFault {
  readonly code: 'required' | 'wrong_type' | 'too_small' | 'too_large' | 'out_of_range';
  readonly params?: Readonly<Record<string, string | number>>;
}

/** What a person typed: a number with either decimal separator, null for nothing, and the text itself for anything else. */
export function numberOf(text: string): number | null | string {
  const plain = text.trim().replace(',', '.');
  if (plain === '') return null;
  if (!NUMBER.test(plain)) return text;
  const value = Number(plain);
  return Number.isFinite(value) ? value : text;
}

function beyond(value: number, { min, max }: NumberLimits): NumberFault | undefined {
  const low = min !== undefined && value < min;
  if (!low && !(max !== undefined && value > max)) return undefined;
  if (min !== undefined && max !== undefined)
    return { code: 'out_of_range', params: { least: min, most: max } };
  return low
    ? { code: 'too_small', params: { least: min } }
    : { code: 'too_large', params: { most: max ?? 0 } };
}

/** A number outside of a form of the contract: what was typed within limits, or what is wrong with it. */
export function readNumber(
  text: string,
  limits: NumberLimits,
): { value: number | null; fault?: never } | { value?: never; fault: NumberFault } {
  const value = numberOf(text);
  if (value === null) return limits.nullable ? { value } : { fault: { code: 'required' } };
  if (typeof value === 'string') return { fault: { code: 'wrong_type', params: { expected: 'number' } } };
  if (limits.integer && !Number.isInteger(value))
    return { fault: { code: 'wrong_type', params: { expected: 'int' } } };
  const fault = beyond(value, limits);
  return fault ? { fault } : { value };
}
