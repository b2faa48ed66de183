import { REGISTERS, type RegisterType } from '../register.ts';

/** A data type that decodes to one number. */
export type NumericType = RegisterType;

/**
 * How a value lies in its registers, named by where the bytes ABCD of a 32 bit value go:
 * `ABCD` as Modbus has it; `CDAB` registers reversed; `BADC` bytes swapped in each register; `DCBA` both.
 * With 64 bit the four registers are reversed as a whole (`CDAB` sends ABCDEFGH as GHEFCDAB, `DCBA` as HGFEDCBA);
 * with 16 bit only the swap inside the register is left (`CDAB` = `ABCD`, `DCBA` = `BADC`).
 */
export const WORD_ORDERS = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const;

export type WordOrder = (typeof WORD_ORDERS)[number];

/** Registers that a value of this type takes: 1, 2 or 4. */
export function registersOf(data_type: NumericType): number {
  return REGISTERS[data_type];
}
