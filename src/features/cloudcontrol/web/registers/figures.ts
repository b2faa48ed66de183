import type { NumericType } from '../../../../devices/decode/data-type.ts';
import type { Raw } from '../../../../devices/decode/raw.ts';
import { scaleRaw } from '../../../../devices/decode/value.ts';
import { formatNumber } from '../../../../shared/web/format/numbers.ts';

/** How raw values become what is shown: as the reader typed it. */
export interface Scaling {
  readonly factor: number;
  readonly value_offset: number;
  /** Content of the scale register, signed; null without one. */
  readonly scale: number | null;
  /** Null: as many as the value needs. */
  readonly decimals: number | null;
  readonly unit: string;
}

type Language = 'it' | 'en';
const DIGITS = 7;

/** A number with as many digits as it needs; one that is hardly a measured value, or reaches `most`, as a power of ten. */
export function plainFigure(value: number, language: Language, max = 1e10): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= max || size < 1e-4) {
    const text = value.toExponential(2).replace('e+', 'e');
    return language === 'it' ? text.replace('.', ',') : text;
  }
  const whole = Math.floor(Math.log10(size)) + 1;
  const places = Math.max(0, Math.min(4, DIGITS - whole));
  const needed = String(Number(value.toFixed(places))).split('.')[1]?.length ?? 0;
  return formatNumber(value, language, needed);
}

/** A raw value as the scaling shows it; `null` where it is no number that could be stored. */
export function figureOf(
  raw: Raw,
  { data_type, scaling, language }: { data_type: NumericType; scaling: Scaling; language: Language },
): string | null {
  if (data_type === 'bit') return bitsOf(Number(raw));
  const scaled = scaleRaw(raw, scaling, scaling.scale);
  if ('failed' in scaled) {
    if (scaled.failed === 'out_of_range') return plainFigure(Number(raw), language);
    return typeof raw === 'number' && !Number.isNaN(raw) && !Number.isFinite(raw)
      ? raw < 0
        ? '−∞'
        : '∞'
      : null;
  }
  if (scaling.decimals === null) return plainFigure(scaled.value, language);
  return Math.abs(scaled.value) >= 1e15
    ? plainFigure(scaled.value, language)
    : formatNumber(scaled.value, language, scaling.decimals);
}

/** Sixteen bits in fours, the highest first. */
export function bitsOf(word: number): string {
  return (word.toString(2).padStart(16, '0').match(/.{4}/g) ?? []).join(' ');
}

export const hexOf = (word: number): string => word.toString(16).toUpperCase().padStart(4, '0');
