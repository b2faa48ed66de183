import { type NumericType, registersOf, WORD_ORDERS, type WordOrder } from '../decode/data-type.ts';
import { decodeRaw, type Raw } from '../decode/raw.ts';

/** Registers as they were sent. */
export type Words = readonly number[];

/** The bytes of registers, two of each, the high one first. */
export function bytesOf(words: Words): Uint8Array {
  const bytes = new Uint8Array(words.length * 2);
  const view = new DataView(bytes.buffer);
  words.forEach((word, i) => {
    view.setUint16(i * 2, word);
  });
  return bytes;
}

/** The registers of the value that begins at an index, or null where it runs past the end. */
export function wordsAt(words: Words, index: number, data_type: NumericType): Words | null {
  const length = registersOf(data_type);
  return index < 0 || index + length > words.length ? null : words.slice(index, index + length);
}

/** What stands in a value's registers, in each of the four orders. */
export function rawInOrders(words: Words, data_type: NumericType): ReadonlyMap<WordOrder, Raw> {
  const bytes = bytesOf(words);
  const read = (word_order: WordOrder) =>
    data_type === 'bit'
      ? decodeRaw(bytes, { data_type, word_order, bit: 0, bit_count: 16 })
      : decodeRaw(bytes, { data_type, word_order, bit: null });
  return new Map(WORD_ORDERS.map((word_order) => [word_order, read(word_order)]));
}

/** Orders that read these registers alike are told once: of one register there are two, of equal bytes one. */
export function sameReading(a: Raw, b: Raw): boolean {
  return Object.is(a, b);
}
