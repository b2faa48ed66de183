import { decodeText } from '../decode/text.ts';
import type { Judgement } from './grade.ts';
import { bytesOf, type Words } from './seen.ts';

/** Registers that read as text. */
export interface SeenText {
  /** Of its first register. */
  readonly index: number;
  readonly length: number;
  readonly text: string;
  /** The two letters of each register come in the other order; null where the text does not tell, and is as it came. */
  readonly swapped: boolean | null;
  readonly judgement: Judgement;
}

/** Shorter ones are numbers by chance: two registers of any content read as letters once in fifty times. */
const MIN_LETTERS = 4;
const LIKELY_LETTERS = 6;
/** Voltages near 230.4 read as CfffCgff: a text has more letters than that. */
const LIKELY_DIFFERENT = 5;

const isLetter = (byte: number) => byte >= 0x20 && byte <= 0x7e;
const isFull = (word: number) => isLetter(word >> 8) && isLetter(word & 0xff);
const isEnd = (word: number) => (word & 0xff) === 0 && isLetter(word >> 8);
const isSwappedEnd = (word: number) => word >> 8 === 0 && isLetter(word & 0xff);

/** The two characters of a register as they came; what cannot be shown is a dot. */
export function charactersOf(word: number): string {
  const shown = (byte: number) => (isLetter(byte) ? String.fromCharCode(byte) : '·');
  return shown(word >> 8) + shown(word & 0xff);
}

/**
 * Runs of registers that read as text, such as a maker's name or a serial number, with the order of their letters as far
 * as capitals, digits and the end tell it.
 * @returns in the order of the registers, never overlapping.
 */
export function findTexts(words: Words): SeenText[] {
  const found: SeenText[] = [];
  let index = 0;
  while (index < words.length) {
    const length = runFrom(words, index);
    const text = length > 0 ? textOf(words.slice(index, index + length), index) : null;
    if (text) found.push(text);
    index += Math.max(1, length);
  }
  return found;
}

/** Registers from here that hold letters; the last may hold one letter and the end. */
function runFrom(words: Words, from: number): number {
  let at = from;
  while (at < words.length && isFull(words[at] ?? 0)) at += 1;
  const last = words[at] ?? 0;
  if (at > from && at < words.length && (isEnd(last) || isSwappedEnd(last))) at += 1;
  return at - from;
}

function textOf(words: Words, index: number): SeenText | null {
  const bytes = bytesOf(words);
  const ends = words.at(-1) ?? 0;
  const swapped = isSwappedEnd(ends) ? true : isEnd(ends) ? false : swappedByLook(bytes);
  const text = decodeText(bytes, swapped === true);
  const letters = text.replaceAll(/[^A-Za-z0-9]/g, '');
  if (letters.length < MIN_LETTERS || letters.length * 2 < text.length) return null;
  const likely = letters.length >= LIKELY_LETTERS && new Set(letters).size >= LIKELY_DIFFERENT;
  return {
    index,
    length: words.length,
    text,
    swapped,
    judgement: likely ? 'likely' : 'possible',
  };
}

function swappedByLook(bytes: Uint8Array): boolean | null {
  const difference = breaks(bytes, true) - breaks(bytes, false);
  return difference === 0 ? null : difference < 0;
}

/** Places where letters do not follow one another as in words: a capital after a small letter, a digit amid letters. */
function breaks(bytes: Uint8Array, swapped: boolean): number {
  const text = decodeText(bytes, swapped);
  const odd = text.match(/(?=[a-z][A-Z])|(?=\d[A-Za-z])|(?=[A-Za-z]\d)|(?= [a-z.,])|(?=[.\-_/] )/g);
  return odd?.length ?? 0;
}
