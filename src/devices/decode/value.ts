import type { NumericType } from './data-type.ts';
import { decodeRawAt, type Raw, type RawEncoding } from './raw.ts';

/** How a variable's registers become its value. */
export type Encoding = RawEncoding & {
  readonly factor: number;
  /** Added last, in the value's unit. */
  readonly value_offset: number;
  /** Does the device mark what it does not measure with SunSpec's "not implemented" values? */
  readonly sentinel: boolean;
  /** Other raw values that say so; none where it is not said. A list of values brings them along. */
  readonly missing?: readonly number[];
};

/**
 * A value, or why there is none: `missing` the device says that it does not measure this; `not_finite` NaN or an
 * infinity, read or computed; `out_of_range` an integer beyond 2^53, which a float64 cannot hold exactly: the
 * variable's type, order or address is wrong; `bad_scale` a scale register outside -10…10.
 */
export type Decoded = { readonly value: number } | { readonly failed: DecodeFailure };
export type DecodeFailure = 'missing' | 'not_finite' | 'out_of_range' | 'bad_scale';

const MAX_EXACT = 2n ** 53n;
const SCALE_MISSING = -0x8000;
const MAX_SCALE = 10;

/**
 * What a device that marks it puts where it measures nothing; floats are NaN then. Accumulators (acc32, acc64) mark it
 * with 0, which is not told from a new counter: 0 stays a value. The top bit alone marks signed integers only: a counter in Wh
 * passes 2^31 at 2147483.648 kWh. Fields of 32 bits that say so have it in their list of values.
 * Source: pysunspec2, sunspec2/mb.py, SUNS_UNIMPL_*.
 */
export const SENTINELS: Readonly<Partial<Record<NumericType, Raw>>> = {
  int16: -0x8000,
  uint16: 0xffff,
  int32: -0x80000000,
  uint32: 0xffffffff,
  int64: -(2n ** 63n),
  uint64: 2n ** 64n - 1n,
};

/**
 * The value that lies in a variable's registers: raw · factor · 10^scale + value_offset.
 * @param bytes the variable's registers as sent, two bytes each.
 * @param scale the raw content of its scale register (SunSpec sunssf), null where it has none.
 * @returns the value in the variable's unit, or the failure; never 0 in place of a failure.
 * @throws RangeError when there are fewer bytes than the type needs.
 * Source: SunSpec Device Information Model Specification, "not implemented" values of the point types and sunssf.
 */
export function decodeValue(bytes: Uint8Array, encoding: Encoding, scale: number | null): Decoded {
  return decodeValueAt(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0, { encoding, scale });
}

/**
 * The same out of an answer with many values, without a copy of each.
 * @param at the byte at which the variable's registers begin.
 */
export function decodeValueAt(
  view: DataView,
  at: number,
  { encoding, scale }: { readonly encoding: Encoding; readonly scale: number | null },
): Decoded {
  if (encoding.sentinel && isSentinel(view, at, encoding)) return { failed: 'missing' };
  const raw = decodeRawAt(view, at, encoding);
  if (encoding.missing?.includes(Number(raw))) return { failed: 'missing' };
  return scaleRaw(raw, encoding, scale);
}

function isSentinel(view: DataView, at: number, encoding: Encoding): boolean {
  // A bitfield is not implemented as a whole: all ones, whichever bit is asked.
  const whole = encoding.data_type === 'bit' ? ({ ...encoding, data_type: 'uint16' } as const) : encoding;
  const raw = decodeRawAt(view, at, whole);
  return Number.isNaN(raw) || raw === SENTINELS[whole.data_type];
}

/**
 * raw · factor · 10^scale + value_offset, for a raw value that is no sentinel.
 * A factor such as 0.1 is applied as a division by 10, and factor and scale in one step, so that 123 · 0.1 is 12.3
 * and not its neighbour: the written decimals are kept. So they are by the offset, of integers.
 * @param scale raw content of the scale register: -10…10, or -32768 for a scale that is not implemented; null is 0.
 */
export function scaleRaw(
  raw: Raw,
  { factor, value_offset }: Pick<Encoding, 'factor' | 'value_offset'>,
  scale: number | null,
): Decoded {
  if (scale === SCALE_MISSING) return { failed: 'missing' };
  if (scale !== null && Math.abs(scale) > MAX_SCALE) return { failed: 'bad_scale' };
  if (typeof raw === 'bigint' && (raw > MAX_EXACT || raw < -MAX_EXACT)) return { failed: 'out_of_range' };
  const by = asFraction(factor);
  const ten = powerOfTen(scale ?? 0);
  const scaled = (Number(raw) * (by.times * ten.times)) / (by.over * ten.over);
  const sum = scaled + value_offset;
  const whole = value_offset !== 0 && Number.isInteger(Number(raw));
  const value = whole ? asWritten(sum, { factor, value_offset, scale }) : sum;
  return Number.isFinite(value) ? { value } : { failed: 'not_finite' };
}

const MAX_DECIMALS = 20;

/** Of an integer nothing can come that has more decimals than factor and offset: 1.23 - 273.15 is -271.92, not its neighbour. */
function asWritten(
  sum: number,
  { factor, value_offset, scale }: Pick<Encoding, 'factor' | 'value_offset'> & { scale: number | null },
): number {
  const decimals = Math.max(decimalsOf(factor) - (scale ?? 0), decimalsOf(value_offset), 0);
  return decimals > MAX_DECIMALS || Math.abs(sum) >= 1e15 ? sum : Number(sum.toFixed(decimals)) + 0;
}

function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
}

type Fraction = { readonly times: number; readonly over: number };

function asFraction(factor: number): Fraction {
  const inverse = 1 / factor;
  return Number.isInteger(inverse) ? { times: 1, over: inverse } : { times: factor, over: 1 };
}

function powerOfTen(exponent: number): Fraction {
  const power = 10 ** Math.abs(exponent);
  return exponent < 0 ? { times: 1, over: power } : { times: power, over: 1 };
}
