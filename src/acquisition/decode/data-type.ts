/** Data types that decode to one number. `bit` is one bit: of a register, or a coil or discrete input. */
export const NUMERIC_TYPES = [
  'bit',
  'int16',
  'uint16',
  'int32',
  'uint32',
  'int64',
  'uint64',
  'float32',
  'float64',
] as const;

export type NumericType = (typeof NUMERIC_TYPES)[number];
/** All data types. `string` is for device attributes (serial number, firmware), never a reading. */
export type DataType = NumericType | 'string';

/**
 * How a value lies in its registers, named by where the bytes ABCD of a 32 bit value go:
 * `ABCD` as Modbus has it; `CDAB` registers reversed; `BADC` bytes swapped in each register; `DCBA` both.
 * With 64 bit the four registers are reversed as a whole (`CDAB` sends ABCDEFGH as GHEFCDAB, `DCBA` as HGFEDCBA);
 * with 16 bit only the swap inside the register is left (`CDAB` = `ABCD`, `DCBA` = `BADC`).
 */
export const WORD_ORDERS = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const;

export type WordOrder = (typeof WORD_ORDERS)[number];

const REGISTERS: Readonly<Record<NumericType, number>> = {
  bit: 1,
  int16: 1,
  uint16: 1,
  int32: 2,
  uint32: 2,
  int64: 4,
  uint64: 4,
  float32: 2,
  float64: 4,
};

/** Registers that a value of this type takes: 1, 2 or 4. */
export function registersOf(data_type: NumericType): number {
  return REGISTERS[data_type];
}

/** Is this text one of the numeric data types? For texts that come from a table or a template. */
export function isNumericType(text: string): text is NumericType {
  return NUMERIC_TYPES.some((type) => type === text);
}

/** Is this text one of the word orders? */
export function isWordOrder(text: string): text is WordOrder {
  return WORD_ORDERS.some((order) => order === text);
}
