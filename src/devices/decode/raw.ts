import { type NumericType, registersOf, type WordOrder } from './data-type.ts';
import { reorder } from './order.ts';

export type RawEncoding = {
  readonly data_type: NumericType;
  readonly word_order: WordOrder;
  /** Which bit of the register, 0 the lowest to 15. Only for `bit`, and 0 there when null. */
  readonly bit: number | null;
  /** Bits of a field, from `bit` upwards; 1 where it is not said. Only for `bit` of a register. */
  readonly bit_count?: number;
};

/** A value as it stands in the registers, before sentinel and scale: 64 bit integers as bigint, exact. */
export type Raw = number | bigint;

/**
 * The number that lies in these registers.
 * @param bytes the value's registers as sent, two bytes each, the high one first; longer input is cut.
 * @returns integers exact (int64 and uint64 as bigint), floats as IEEE 754 has them (NaN and infinities included),
 * a bit as 0 or 1,
 * a field of bits as the number that they make, the lowest bit first.
 * @throws RangeError when there are fewer bytes than the type needs.
 * Source: Modbus Application Protocol V1.1b3, 4.2 (big-endian); IEEE 754-2019, 3.6 (binary32, binary64).
 */
export function decodeRaw(bytes: Uint8Array, encoding: RawEncoding): Raw {
  const length = registersOf(encoding.data_type) * 2;
  if (bytes.length < length)
    throw new RangeError(`${encoding.data_type} needs ${length} bytes, there are ${bytes.length}`);
  return decodeRawAt(new DataView(bytes.buffer, bytes.byteOffset, length), 0, encoding);
}

/** Where a value is put together whose registers do not lie as a DataView reads them. */
const SCRATCH = new DataView(new ArrayBuffer(8));

/**
 * The same out of an answer with many values, without a copy of each.
 * @param at the byte at which the value's registers begin.
 * @throws RangeError when they run past the end.
 */
export function decodeRawAt(view: DataView, at: number, encoding: RawEncoding): Raw {
  const { data_type, word_order, bit, bit_count = 1 } = encoding;
  if (word_order === 'ABCD') return readAs(data_type, view, at, { little: false, bit, bit_count });
  const registers = registersOf(data_type);
  // Both swaps at once are what is called little-endian; with one register there are only its own bytes.
  if (word_order === 'DCBA' || registers === 1)
    return readAs(data_type, view, at, { little: word_order !== 'CDAB', bit, bit_count });
  for (let i = 0; i < registers; i += 1) {
    const from = word_order === 'CDAB' ? registers - 1 - i : i;
    SCRATCH.setUint16(i * 2, view.getUint16(at + from * 2, word_order === 'BADC'));
  }
  return readAs(data_type, SCRATCH, 0, { little: false, bit, bit_count });
}

type Reading = { readonly little: boolean; readonly bit: number | null; readonly bit_count: number };

function readAs(
  data_type: NumericType,
  view: DataView,
  at: number,
  { little, bit, bit_count }: Reading,
): Raw {
  switch (data_type) {
    case 'bit':
      return (view.getUint16(at, little) >>> (bit ?? 0)) & (2 ** bit_count - 1);
    case 'int16':
      return view.getInt16(at, little);
    case 'uint16':
      return view.getUint16(at, little);
    case 'int32':
      return view.getInt32(at, little);
    case 'uint32':
      return view.getUint32(at, little);
    case 'int64':
      return view.getBigInt64(at, little);
    case 'uint64':
      return view.getBigUint64(at, little);
    case 'float32':
      return view.getFloat32(at, little);
    case 'float64':
      return view.getFloat64(at, little);
  }
}

/**
 * One of the bits that functions 1 and 2 answer.
 * @param bytes the answer's bytes, eight bits each, the first in the lowest place of the first byte.
 * @param index which bit, 0 the first.
 * @returns 0 or 1.
 * @throws RangeError when the answer holds no such bit.
 * Source: Modbus Application Protocol V1.1b3, 6.1 and 6.2.
 */
export function decodeBit(bytes: Uint8Array, index: number): 0 | 1 {
  const byte = bytes[index >> 3];
  if (byte === undefined) throw new RangeError(`bit ${index} is not among ${bytes.length * 8}`);
  return (byte >> (index & 7)) & 1 ? 1 : 0;
}

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The text that lies in these registers: a device attribute such as a serial number.
 * @param bytes the registers as sent, two bytes each.
 * @param word_order `BADC` and `DCBA` swap the two characters of each register. Registers are never reversed:
 * devices with swapped words still write their texts forwards.
 * @returns UTF-8 up to the first NUL, without blanks at its ends; '' when there is none (SunSpec's "not implemented").
 * Source: SunSpec Device Information Model Specification, type `string`.
 */
export function decodeString(bytes: Uint8Array, word_order: WordOrder): string {
  const swapped = word_order === 'BADC' || word_order === 'DCBA';
  const ordered = reorder(bytes, swapped ? 'BADC' : 'ABCD');
  const end = ordered.indexOf(0);
  return UTF8.decode(ordered.subarray(0, end === -1 ? ordered.length : end)).trim();
}
