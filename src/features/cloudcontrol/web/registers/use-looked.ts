import { useMemo } from 'react';
import { numberOf } from '../../../../shared/web/forms/number-text.model.ts';
import type { Scaling } from './figures.ts';
import { type Reading, wordsOfEarlier } from './reading.model.ts';
import type { Looked } from './registers-search.ts';
import { type Seen, seenIn } from './rows.model.ts';

/** A number as it was typed, or what holds without one. */
function typedNumber(text: string, without: number): number {
  const value = numberOf(text);
  return typeof value === 'number' ? value : without;
}

/** The content of the scale register, where it is among what was read. */
function scaleIn(reading: Reading, scale: string): number | null {
  if (scale === '' || !reading.words) return null;
  const word = reading.words[Number(scale) - reading.question.address];
  return word === undefined ? null : (word << 16) >> 16;
}

/** A reading as the reader looks at it: its rows, judged, and how their values are scaled. */
export function useLooked(
  reading: Reading,
  earlier: Reading | null,
  search: Looked,
): { seen: Seen; scaling: Scaling } {
  const { type, skip, rows, factor, offset, scale, decimals, unit_word } = search;
  const seen = useMemo(
    () =>
      seenIn({
        words: reading.words ?? [],
        before: wordsOfEarlier(earlier, reading),
        address: reading.question.address,
        data_type: type,
        skip: Number(skip),
        each: rows === 'registers',
      }),
    [reading, earlier, type, skip, rows],
  );
  const scaling = useMemo(
    () => ({
      // A factor of 0 would hide everything.
      factor: typedNumber(factor, 1) || 1,
      value_offset: typedNumber(offset, 0),
      scale: scaleIn(reading, scale),
      decimals: decimals === '' ? null : Number(decimals),
      unit: unit_word,
    }),
    [reading, factor, offset, scale, decimals, unit_word],
  );
  return { seen, scaling };
}
