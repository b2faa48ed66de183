import { type NumericType, registersOf, type WordOrder } from './data-type.ts';
import { reorder } from './order.ts';
import type { Raw } from './raw.ts';

type Encoding = { readonly data_type: NumericType; readonly word_order: WordOrder };

/**
 * The registers in which a device keeps this value: the inverse of `decodeRaw`, for simulators and tests.
 * @param raw 64 bit integers as bigint, everything else as number; a `bit` stands in the lowest place.
 * @returns two bytes a register, as they are sent.
 * @throws RangeError when the value is not one of the type's.
 */
export function encodeRaw(raw: Raw, { data_type, word_order }: Encoding): Uint8Array {
  const bytes = new Uint8Array(registersOf(data_type) * 2);
  const view = new DataView(bytes.buffer);
  if (data_type === 'int64' || data_type === 'uint64') writeBigInteger(view, data_type, BigInt(raw));
  else if (data_type === 'float32') view.setFloat32(0, Number(raw));
  else if (data_type === 'float64') view.setFloat64(0, Number(raw));
  else writeInteger(view, data_type, Number(raw));
  return reorder(bytes, word_order);
}

function writeBigInteger(view: DataView, data_type: 'int64' | 'uint64', raw: bigint): void {
  const fits = data_type === 'int64' ? BigInt.asIntN(64, raw) === raw : BigInt.asUintN(64, raw) === raw;
  if (!fits) throw new RangeError(`${raw} is not an ${data_type}`);
  view.setBigUint64(0, BigInt.asUintN(64, raw));
}

type SmallInteger = 'bit' | 'int16' | 'uint16' | 'int32' | 'uint32';

const LIMITS: Readonly<Record<SmallInteger, readonly [least: number, most: number]>> = {
  bit: [0, 1],
  int16: [-0x8000, 0x7fff],
  uint16: [0, 0xffff],
  int32: [-0x80000000, 0x7fffffff],
  uint32: [0, 0xffffffff],
};

function writeInteger(view: DataView, data_type: SmallInteger, raw: number): void {
  const [min, max] = LIMITS[data_type];
  if (!Number.isInteger(raw) || raw < min || raw > max)
    throw new RangeError(`${raw} is not of type ${data_type}`);
  if (registersOf(data_type) === 1) view.setUint16(0, raw & 0xffff);
  else view.setUint32(0, raw >>> 0);
}
