import { type NumericType, registersOf, type WordOrder } from './data-type.ts';
import { reorder } from './order.ts';

export type RawEncoding = {
  readonly data_type: NumericType;
  readonly word_order: WordOrder;
  /** Which bit of the register, 0 the lowest to 15. Only for `bit`, and 0 there when null. */
  readonly bit: number | null;
};

/** A value as it stands in the registers, before sentinel and scale: 64 bit integers as bigint, exact. */
export type Raw = number | bigint;

/**
 * The number that lies in these registers.
 * @param bytes the value's registers as sent, two bytes each, the high one first; longer input is cut.
 * @returns integers exact (int64 and uint64 as bigint), floats as IEEE 754 has them (NaN and infinities included),
 * a bit as 0 or 1.
 * @throws RangeError when there are fewer bytes than the type needs.
 * Source: Modbus Application Protocol V1.1b3, 4.2 (big-endian); IEEE 754-2019, 3.6 (binary32, binary64).
 */
export function decodeRaw(bytes: Uint8Array, { data_type, word_order, bit }: RawEncoding): Raw {
  const length = registersOf(data_type) * 2;
  if (bytes.length < length)
    throw new RangeError(`${data_type} needs ${length} bytes, there are ${bytes.length}`);
  const ordered = reorder(bytes.subarray(0, length), word_order);
  const view = new DataView(ordered.buffer, ordered.byteOffset, length);
  switch (data_type) {
    case 'bit':
      return (view.getUint16(0) >>> (bit ?? 0)) & 1;
    case 'int16':
      return view.getInt16(0);
    case 'uint16':
      return view.getUint16(0);
    case 'int32':
      return view.getInt32(0);
    case 'uint32':
      return view.getUint32(0);
    case 'int64':
      return view.getBigInt64(0);
    case 'uint64':
      return view.getBigUint64(0);
    case 'float32':
      return view.getFloat32(0);
    case 'float64':
      return view.getFloat64(0);
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
  const ordered = Buffer.from(reorder(bytes, swapped ? 'BADC' : 'ABCD'));
  const end = ordered.indexOf(0);
  return ordered.toString('utf8', 0, end === -1 ? ordered.length : end).trim();
}
