import { DamagedBytes } from '../packed-bytes.ts';
import type { BitReader, BitWriter } from './bits.ts';

/** The longest code: a table of 2^10 entries reads any of them in one step. */
export const MAX_CODE = 10;

/** Symbols by weight, the lightest first; of one weight by their number, so that the same counts give the same code. */
function byWeight(weights: Int32Array, used: readonly number[]): number[] {
  return [...used].sort((a, b) => (weights[a] ?? 0) - (weights[b] ?? 0) || a - b);
}

/** How deep each leaf lies in Huffman's tree over weights that ascend. */
function depthsOf(ascending: readonly number[]): Int32Array {
  const leaves = ascending.length;
  const weights = [...ascending];
  const parents = new Int32Array(2 * leaves - 1);
  let [leaf, inner] = [0, leaves];
  const lightest = (): number => {
    const nextLeaf = leaf < leaves ? (weights[leaf] ?? 0) : Number.POSITIVE_INFINITY;
    return nextLeaf <= (weights[inner] ?? Number.POSITIVE_INFINITY) ? leaf++ : inner++;
  };
  for (let node = leaves; node < 2 * leaves - 1; node++) {
    const [a, b] = [lightest(), lightest()];
    weights[node] = (weights[a] ?? 0) + (weights[b] ?? 0);
    parents[a] = node;
    parents[b] = node;
  }
  const depths = new Int32Array(2 * leaves - 1);
  for (let node = 2 * leaves - 3; node >= 0; node--) depths[node] = (depths[parents[node] ?? 0] ?? 0) + 1;
  return depths;
}

/**
 * Lengths of a prefix code for symbols that occur so often; 0 for one that does not. Where a code would be longer than
 * MAX_CODE the counts are brought nearer to each other until none is.
 */
export function codeLengths(counts: Int32Array): Uint8Array {
  const lengths = new Uint8Array(counts.length);
  const weights = counts.slice();
  const used: number[] = [];
  for (let symbol = 0; symbol < counts.length; symbol++) if ((counts[symbol] ?? 0) > 0) used.push(symbol);
  if (used.length === 1) {
    lengths[used[0] ?? 0] = 1;
    return lengths;
  }
  for (;;) {
    const order = byWeight(weights, used);
    const depths = depthsOf(order.map((symbol) => weights[symbol] ?? 0));
    let longest = 0;
    order.forEach((symbol, i) => {
      lengths[symbol] = depths[i] ?? 0;
      longest = Math.max(longest, depths[i] ?? 0);
    });
    if (longest <= MAX_CODE) return lengths;
    for (const symbol of used) weights[symbol] = ((weights[symbol] ?? 0) >> 2) + 1;
  }
}

/** A code with its first bit lowest, as it is read. */
function reversedCode(code: number, length: number): number {
  let reversed = 0;
  for (let bit = 0; bit < length; bit++) reversed |= ((code >> bit) & 1) << (length - 1 - bit);
  return reversed;
}

/** By length: how many codes, and the next one. Room that is used again, as months' figures are read by the thousand. */
const counts = new Int32Array(MAX_CODE + 1);
const next = new Int32Array(MAX_CODE + 1);

/**
 * The canonical codes of these lengths, their first bit lowest; `codes` is room for them. Answers undefined for lengths of
 * no prefix code.
 */
export function canonicalCodes(
  lengths: Uint8Array,
  codes = new Uint16Array(lengths.length),
): Uint16Array | undefined {
  counts.fill(0);
  for (const length of lengths) if (length > 0) counts[length] = (counts[length] ?? 0) + 1;
  for (let length = 1, code = 0; length <= MAX_CODE; length++) {
    code <<= 1;
    next[length] = code;
    code += counts[length] ?? 0;
    if (code > 1 << length) return undefined;
  }
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol] ?? 0;
    if (length === 0) continue;
    const code = next[length] ?? 0;
    next[length] = code + 1;
    codes[symbol] = reversedCode(code, length);
  }
  return codes;
}

const NUMBER_BITS = 7;
const FIRST_LENGTH = 4;
const folded = (step: number): number => (step < 0 ? -2 * step - 1 : 2 * step);
const unfolded = (step: number): number => (step & 1 ? -(step + 1) >> 1 : step >> 1);

/**
 * Writes the lengths: how many symbols are used; of each how far it lies behind the last one (mostly next to it), and
 * by how much its length differs from that one's, as so many ones and a zero.
 */
export function putLengths(to: BitWriter, lengths: Uint8Array): void {
  to.reserve(lengths.length * 40);
  let used = 0;
  for (const length of lengths) if (length > 0) used++;
  to.put(used, NUMBER_BITS);
  let [before, beforeLength] = [-1, FIRST_LENGTH];
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol] ?? 0;
    if (length === 0) continue;
    const skipped = symbol - before - 1;
    if (skipped === 0) to.put(0, 1);
    else to.put(1 | (skipped << 1), 1 + NUMBER_BITS);
    const step = folded(length - beforeLength);
    to.put((1 << step) - 1, step + 1);
    [before, beforeLength] = [symbol, length];
  }
}

/** Reads what putLengths wrote into `lengths`, which has a place for each symbol. @throws DamagedBytes */
export function takeLengths(from: BitReader, lengths: Uint8Array): Uint8Array {
  const symbols = lengths.length;
  lengths.fill(0);
  const used = from.take(NUMBER_BITS);
  let [symbol, length] = [-1, FIRST_LENGTH];
  for (let i = 0; i < used; i++) {
    symbol += 1 + (from.take(1) === 1 ? from.take(NUMBER_BITS) : 0);
    let step = 0;
    while (step <= 2 * MAX_CODE && from.take(1) === 1) step++;
    length += unfolded(step);
    if (symbol >= symbols || length < 1 || length > MAX_CODE)
      throw new DamagedBytes('its code is not one that is written');
    lengths[symbol] = length;
  }
  if (used === 0) throw new DamagedBytes('its code has no symbol');
  return lengths;
}
