import { DATA_TYPES, type RegisterType } from './data-types.ts';

export { DATA_TYPES, type RegisterType };

/** Registers of 16 bits that a value of each type takes. */
export const REGISTERS: Readonly<Record<RegisterType, number>> = {
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

/** Where a value lies in a device, as far as it decides whether it can be read at all. */
export interface RegisterPlace {
  readonly function_code: 1 | 2 | 3 | 4;
  readonly address: number;
  readonly data_type: RegisterType;
  readonly bit: number | null;
  /** Bits of a field, from `bit` upwards; 1 where it is not said. */
  readonly bit_count?: number;
  readonly factor: number;
  readonly value_offset: number;
  readonly scale_address: number | null;
}

export interface RegisterFault {
  readonly field: keyof RegisterPlace;
  readonly message: string;
}

/** Why a register can never be read, or null: what is refused when it is entered and set apart when it is polled. */
export function findRegisterFault(register: RegisterPlace): RegisterFault | null {
  return findKindFault(register) ?? findPlaceFault(register) ?? findNumberFault(register);
}

function findKindFault({
  function_code,
  data_type,
  bit,
  bit_count = 1,
  scale_address,
}: RegisterPlace): RegisterFault | null {
  const bits = function_code <= 2;
  if (bits && data_type !== 'bit') {
    const message = `function ${function_code} reads bits, the data type is ${data_type}`;
    return { field: 'data_type', message };
  }
  if (bits && scale_address !== null) {
    const message = `function ${function_code} reads bits, which have no scale register`;
    return { field: 'scale_address', message };
  }
  if (!bits && bit !== null && data_type !== 'bit') {
    return { field: 'bit', message: `bit ${bit} is given, the data type is ${data_type}` };
  }
  if (!bits && data_type === 'bit' && !isWithin(bit, 0, 15)) {
    return { field: 'bit', message: `bit ${bit ?? '(none)'} is not 0–15` };
  }
  const max = !bits && data_type === 'bit' ? 16 - (bit ?? 0) : 1;
  if (!isWithin(bit_count, 1, max)) {
    const what = max === 1 ? 'only bit fields of registers have more than one' : `1–${max} follow bit ${bit}`;
    return { field: 'bit_count', message: `${bit_count} bits: ${what}` };
  }
  return null;
}

function findPlaceFault({ address, data_type, scale_address }: RegisterPlace): RegisterFault | null {
  if (!isWithin(address, 0, 0x1_0000 - REGISTERS[data_type])) {
    return { field: 'address', message: `address ${address} is not among 0–65535` };
  }
  if (scale_address !== null && !isWithin(scale_address, 0, 0xffff)) {
    return { field: 'scale_address', message: `scale address ${scale_address} is not among 0–65535` };
  }
  return null;
}

function findNumberFault({ factor, value_offset }: RegisterPlace): RegisterFault | null {
  const field = Number.isFinite(factor) ? 'value_offset' : 'factor';
  if (!Number.isFinite(factor) || !Number.isFinite(value_offset)) {
    return { field, message: 'factor or offset is not a number' };
  }
  return factor === 0 ? { field: 'factor', message: 'factor 0 makes every value 0' } : null;
}

function isWithin(value: number | null, min: number, max: number): boolean {
  return value !== null && Number.isInteger(value) && value >= min && value <= max;
}
