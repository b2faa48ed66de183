import type { FunctionCode } from '../../../plants/field.model.ts';

/**
 * How a manual writes addresses: `wire` counts from 0 as the protocol does; `one` counts from 1; `data` writes the kind
 * of data before a number from 1: 40001 is the first holding register, 30001 the first input register, 10001 the first
 * discrete input, 1 the first coil; with six digits likewise. Source: Modicon Modbus Protocol Reference Guide (1996).
 */
export const NOTATIONS = ['wire', 'one', 'data'] as const;
export type Notation = (typeof NOTATIONS)[number];

/** The digit that stands for what a function reads. */
const DIGITS: Readonly<Record<FunctionCode, number>> = { 1: 0, 2: 1, 3: 4, 4: 3 };
const MAX = 65_535;

export interface WireAddress {
  readonly address: number;
  /** Told by the number itself; null where it does not say. */
  readonly function_code: FunctionCode | null;
}

/** What goes over the wire for an address as it was typed; null for what is none. */
export function toWire(typed: string, notation: Notation): WireAddress | null {
  const text = typed.trim();
  if (/^0x[0-9a-f]{1,4}$/i.test(text) && notation === 'wire')
    return { address: Number.parseInt(text, 16), function_code: null };
  if (!/^\d{1,6}$/.test(text)) return null;
  const number = Number(text);
  if (notation === 'wire') return within(number, null);
  return notation === 'one' ? within(number - 1, null) : fromData(text);
}

function within(address: number, function_code: FunctionCode | null): WireAddress | null {
  return address >= 0 && address <= MAX ? { address, function_code } : null;
}

function fromData(text: string): WireAddress | null {
  // Four digits or fewer, or a leading zero: coils, which are written without their digit as well.
  const kind = text.length < 5 ? 0 : Number(text[0]);
  const number = text.length < 5 ? Number(text) : Number(text.slice(1));
  const known = ([1, 2, 3, 4] as const).find((code) => DIGITS[code] === kind);
  return known === undefined ? null : within(number - 1, known);
}

/** An address of the wire as the manual writes it. */
export function fromWire(address: number, function_code: FunctionCode, notation: Notation): string {
  if (notation === 'wire') return String(address);
  if (notation === 'one') return String(address + 1);
  const number = String(address + 1);
  const digits = number.length > 4 ? 5 : 4;
  return `${DIGITS[function_code]}${number.padStart(digits, '0')}`;
}
