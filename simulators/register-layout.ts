import type { NumericType, WordOrder } from '../src/devices/decode/data-type.ts';
import type { DeviceValues } from './plant-definition.ts';

/** One measured value in a device's registers: raw = value × per_unit, rounded as the type demands. */
export interface RegisterField {
  readonly address: number;
  readonly data_type: NumericType;
  readonly word_order: WordOrder;
  readonly per_unit: number;
  readonly value: (values: DeviceValues) => number;
}

export interface RegisterMap {
  /** Address of the first register. */
  readonly start: number;
  /** Everything that does not change: model numbers, scale factors, names, "not implemented" values. */
  readonly fixed: Uint16Array;
  readonly fields: readonly RegisterField[];
  /** Where the serial number (16 registers) lies, or null. */
  readonly serial_address: number | null;
}

/** Text as SunSpec has it: two characters a register, NUL to the end. */
export function writeText(words: Uint16Array, offset: number, text: string, registers: number): void {
  const bytes = Buffer.alloc(registers * 2);
  bytes.write(text, 'utf8');
  for (let index = 0; index < registers; index++) words[offset + index] = bytes.readUInt16BE(index * 2);
}
