import type { WordOrder } from './data-type.ts';

/**
 * Carries the bytes of a value between the order of the wire and the order ABCD. Each order is its own inverse, so
 * the same function serves both ways.
 * @param bytes whole registers, two bytes each.
 * @returns the bytes themselves for `ABCD`, else a new array of the same length.
 * Source: the orders' meaning is the one of `WORD_ORDERS`; check 123456.0 = 0x47F12000: ABCD 47F1 2000,
 * CDAB 2000 47F1, BADC F147 0020, DCBA 0020 F147.
 */
export function reorder(bytes: Uint8Array, order: WordOrder): Uint8Array {
  if (order === 'ABCD') return bytes;
  const turned = Uint8Array.from(bytes);
  if (order !== 'BADC') turned.reverse();
  // A whole reversal has swapped the bytes of each register as well: CDAB wants them back, BADC wants only that.
  if (order !== 'DCBA') swapInRegisters(turned);
  return turned;
}

function swapInRegisters(bytes: Uint8Array): void {
  for (let i = 0; i + 1 < bytes.length; i += 2) {
    const high = bytes[i] ?? 0;
    bytes[i] = bytes[i + 1] ?? 0;
    bytes[i + 1] = high;
  }
}
