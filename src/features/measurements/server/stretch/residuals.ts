import { type ByteReader, type ByteWriter, DamagedBytes } from '../packed-bytes.ts';
import { BitReader, BitWriter } from './bits.ts';
import { canonicalCodes, codeLengths, MAX_CODE, putLengths, takeLengths } from './prefix-code.ts';
import { bitsOf, lowBitsOf, SAME_RUN, SYMBOLS, type SymbolStream, ZERO_RUN } from './symbols.ts';

/**
 * Whole numbers from 0, below 2^53, as bits: nothing but zeros, each in the same number of bits, or symbols of a prefix
 * code with low bits beside them.
 */
export const ALL_ZERO = 0;
export const FIXED = 1;
export const CODED = 2;
export type Coding = typeof ALL_ZERO | typeof FIXED | typeof CODED;

/** No number takes more. */
export const MAX_WIDTH = 53;

const bits = new BitWriter();

/** A code's own table is guessed low, which tells where there are few numbers, and is most of the work of reading these. */
const FEW = 32;
const CODE_FOR_FEW = 1.3;

/** The coding that takes the fewest bits, and how many about. */
export function cheapestCoding(
  numbers: Float64Array,
  count: number,
  stream: SymbolStream,
): { coding: Coding; weight: number } {
  let max = 0;
  for (let i = 0; i < count; i++) max = Math.max(max, numbers[i] ?? 0);
  if (max === 0) return { coding: ALL_ZERO, weight: 0 };
  stream.fill(numbers, count);
  const fixed = 8 + count * bitsOf(max);
  const coded = stream.weight() * (count < FEW ? CODE_FOR_FEW : 1);
  return fixed <= coded ? { coding: FIXED, weight: fixed } : { coding: CODED, weight: coded };
}

/** Writes the first `count` numbers in a coding that cheapestCoding chose, which left their symbols in `stream`. */
export function putResiduals(
  to: ByteWriter,
  coding: Coding,
  numbers: Float64Array,
  count: number,
  stream: SymbolStream,
): void {
  if (coding === FIXED) putFixed(to, numbers, count);
  else if (coding === CODED) putCoded(to, stream);
}

function putFixed(to: ByteWriter, numbers: Float64Array, count: number): void {
  let max = 0;
  for (let i = 0; i < count; i++) max = Math.max(max, numbers[i] ?? 0);
  const width = bitsOf(max);
  to.byte(width);
  bits.reserve(count * width);
  if (width <= 24) for (let i = 0; i < count; i++) bits.put(numbers[i] ?? 0, width);
  else for (let i = 0; i < count; i++) bits.putLong(numbers[i] ?? 0, width);
  to.append(bits.take());
}

function putCoded(to: ByteWriter, { symbols, lows, length, counts }: SymbolStream): void {
  const lengths = codeLengths(counts);
  const codes = canonicalCodes(lengths) ?? new Uint16Array(0);
  putLengths(bits, lengths);
  let room = 0;
  for (let symbol = 0; symbol < SYMBOLS; symbol++)
    room += (counts[symbol] ?? 0) * ((lengths[symbol] ?? 0) + lowBitsOf(symbol));
  bits.reserve(room);
  for (let i = 0; i < length; i++) {
    const symbol = symbols[i] ?? 0;
    const width = lengths[symbol] ?? 0;
    const low = lowBitsOf(symbol);
    if (low <= 12) bits.put((codes[symbol] ?? 0) | ((lows[i] ?? 0) << width), width + low);
    else {
      bits.put(codes[symbol] ?? 0, width);
      bits.putLong(lows[i] ?? 0, low);
    }
  }
  to.append(bits.take());
}

/** How many numbers there are, how many from the first are wished, and where they go. */
export interface Wished {
  readonly into: Float64Array;
  readonly at: number;
  readonly count: number;
  readonly total: number;
}

/** Reads what putResiduals wrote; stops behind the wished ones. @throws DamagedBytes */
export function takeResiduals(from: ByteReader, coding: Coding, wished: Wished): void {
  if (coding === ALL_ZERO) wished.into.fill(0, wished.at, wished.at + wished.count);
  else if (coding === FIXED) takeFixed(from, wished);
  else takeCoded(from, wished);
}

function takeFixed(from: ByteReader, { into, at, count, total }: Wished): void {
  const width = from.byte();
  if (width === 0 || width > MAX_WIDTH) throw new DamagedBytes('its numbers are of an unknown width');
  const bits = new BitReader(from.bytes, from.skip(Math.ceil((total * width) / 8)));
  for (let i = at; i < at + count; i++) into[i] = bits.takeLong(width);
}

/** By the next MAX_CODE bits: the symbol and, in the lowest four bits, the length of its code; 0 for no code. */
const table = new Uint16Array(1 << MAX_CODE);
const lengthsRead = new Uint8Array(SYMBOLS);
const codesRead = new Uint16Array(SYMBOLS);

/** Answers how many bits look up an entry. */
function fillTable(lengths: Uint8Array): number {
  const codes = canonicalCodes(lengths, codesRead);
  if (!codes) throw new DamagedBytes('its code is not one that is written');
  let longest = 1;
  for (const length of lengths) longest = Math.max(longest, length);
  const size = 1 << longest;
  table.fill(0, 0, size);
  for (let symbol = 0; symbol < SYMBOLS; symbol++) {
    const length = lengths[symbol] ?? 0;
    if (length === 0) continue;
    const entry = (symbol << 4) | length;
    for (let code = codes[symbol] ?? 0; code < size; code += 1 << length) table[code] = entry;
  }
  return longest;
}

const POWERS = Float64Array.from({ length: MAX_WIDTH }, (_, exponent) => 2 ** exponent);

/** The symbol whose code comes next. @throws DamagedBytes */
function takeSymbol(bits: BitReader, mask: number): number {
  const entry = table[bits.look(MAX_CODE) & mask] ?? 0;
  if (entry === 0) throw new DamagedBytes('a number has no code');
  bits.drop(entry & 15);
  return entry >>> 4;
}

/** Every stored reading passes here. */
function takeCoded(from: ByteReader, { into, at, count, total }: Wished): void {
  const bits = new BitReader(from.bytes, from.at);
  const mask = (1 << fillTable(takeLengths(bits, lengthsRead))) - 1;
  const stop = at + count;
  let number = 0;
  for (let i = at; i < stop; ) {
    const symbol = takeSymbol(bits, mask);
    const low = lowBitsOf(symbol);
    const value = symbol < 2 ? symbol : (POWERS[low] ?? 0) + bits.takeLong(low);
    if (symbol <= ZERO_RUN) {
      number = value;
      into[i++] = value;
      continue;
    }
    if (value > at + total - i) throw new DamagedBytes('a run is too long');
    if (symbol <= SAME_RUN) number = 0;
    const until = Math.min(stop, i + value);
    into.fill(number, i, until);
    i = until;
  }
  from.skip(Math.max(0, bits.end - from.at));
}
