import type { WrongAnswer } from '../modbus/errors.ts';
import type { Answer, Carried, Frame } from '../modbus/pdu.ts';

/** What of a controller's profile may be written: the outputs of its lines, its clock, its timetable. Addresses from 0. */
export type WritableProfile = {
  readonly coils: readonly (number | null)[];
  /** Two registers. */
  readonly clock: { readonly address: number } | null;
  /** One register, and 24 for each of the nights. */
  readonly timetable: { readonly address: number; readonly days: number } | null;
};

/** A write outside of what the profile of a controller names: nothing was made, nothing can be sent. */
export class OutsideProfile extends RangeError {
  override readonly name = 'OutsideProfile';
}

/** An output of a controller, from 0, and what it shall be. */
export type CoilValue = readonly [address: number, on: boolean];

const MAX_COILS = 1968;
const MAX_REGISTERS = 123;
const ON = 0xff00;
const TIMETABLE_NIGHT = 24;
const MADE = Symbol('made within a profile');

/**
 * A write to a controller of a lighting cabinet: the only one there is in the program. It can only be made within a profile,
 * and a link carries nothing else that changes a device.
 * Encoding: Modbus Application Protocol V1.1b3, sections 6.5 (5), 6.6 (6), 6.11 (15) and 6.12 (16).
 */
export class WriteOrder implements Carried {
  readonly unit: number;
  readonly function_code: 5 | 6 | 15 | 16;
  readonly pdu: Uint8Array;
  readonly answer_bytes = 5;
  readonly #made: symbol;

  private constructor(unit: number, pdu: Uint8Array) {
    if (!Number.isInteger(unit) || unit < 1 || unit > 255) throw new RangeError(`unit ${unit} is not 1–255`);
    this.unit = unit;
    this.pdu = pdu;
    this.function_code = pdu[0] as 5 | 6 | 15 | 16;
    this.#made = MADE;
  }

  /** Was this made here? */
  static is(order: unknown): order is WriteOrder {
    return typeof order === 'object' && order !== null && #made in order && order.#made === MADE;
  }

  /**
   * Outputs of lines: function 5 for one, 15 for several in a row, so many requests as there are rows.
   * @throws OutsideProfile for an output that is no line's
   */
  static coils(profile: WritableProfile, unit: number, values: readonly CoilValue[]): WriteOrder[] {
    for (const [address] of values)
      if (!profile.coils.includes(address)) throw new OutsideProfile(`coil ${address} is no line's output`);
    return rowsOf(values).map((row) => new WriteOrder(unit, coilsPdu(row)));
  }

  /**
   * Registers: function 6 for one, 16 for several.
   * @throws OutsideProfile where one of them belongs neither to the clock nor to the timetable
   */
  static registers(
    profile: WritableProfile,
    unit: number,
    { address, words }: { address: number; words: readonly number[] },
  ): WriteOrder {
    const end = address + words.length;
    if (!writableRanges(profile).some((range) => address >= range.from && end <= range.to))
      throw new OutsideProfile(`registers ${address} to ${end - 1} are neither clock nor timetable`);
    return new WriteOrder(unit, registersPdu(address, words));
  }

  /** Written is what was asked when place and value, or place and count, come back. */
  answerIn({ unit, pdu }: Frame): Answer | null {
    if (unit !== this.unit) return null;
    if (pdu[0] === (this.function_code | 0x80))
      return pdu.length === 2 && pdu[1] !== undefined ? { kind: 'exception', code: pdu[1] } : null;
    const echoed = pdu.length === this.answer_bytes && pdu.every((byte, i) => byte === this.pdu[i]);
    return echoed ? { kind: 'payload', payload: pdu.subarray(1) } : null;
  }

  wrongIn({ unit, pdu }: Frame): WrongAnswer {
    if (unit !== this.unit) return { what: 'unit', expected: this.unit, received: unit };
    const received = (pdu[0] ?? 0) & 0x7f;
    const expected = this.function_code;
    if (received !== expected) return { what: 'function', expected, received };
    return { what: 'length', expected: this.answer_bytes, received: pdu.length };
  }
}

/** Registers that may be written: half-open. */
function writableRanges({ clock, timetable }: WritableProfile): { from: number; to: number }[] {
  const ranges = clock === null ? [] : [{ from: clock.address, to: clock.address + 2 }];
  if (timetable !== null) {
    const { address, days } = timetable;
    ranges.push({ from: address, to: address + 1 + days * TIMETABLE_NIGHT });
  }
  return ranges;
}

/** Outputs that follow one another go into one request. */
function rowsOf(values: readonly CoilValue[]): CoilValue[][] {
  const rows: CoilValue[][] = [];
  for (const value of values.toSorted(([a], [b]) => a - b)) {
    const row = rows.at(-1);
    const last = row?.at(-1)?.[0];
    if (row === undefined || last === undefined || value[0] !== last + 1 || row.length === MAX_COILS)
      rows.push([value]);
    else row.push(value);
  }
  return rows;
}

function coilsPdu(row: readonly CoilValue[]): Uint8Array {
  const [first] = row;
  if (first === undefined) throw new RangeError('no output is named');
  const [address, on] = first;
  if (row.length === 1) return Uint8Array.of(5, ...word(address), ...word(on ? ON : 0));
  const bytes = new Uint8Array(Math.ceil(row.length / 8));
  for (const [i, [, value]] of row.entries())
    if (value) bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (1 << (i & 7));
  return Uint8Array.of(15, ...word(address), ...word(row.length), bytes.length, ...bytes);
}

function registersPdu(address: number, words: readonly number[]): Uint8Array {
  const [first] = words;
  if (first === undefined || words.length > MAX_REGISTERS)
    throw new RangeError(`${words.length} registers are not 1–${MAX_REGISTERS}`);
  for (const value of words)
    if (!Number.isInteger(value) || value < 0 || value > 0xffff)
      throw new RangeError(`${value} is no register`);
  if (words.length === 1) return Uint8Array.of(6, ...word(address), ...word(first));
  return Uint8Array.of(
    16,
    ...word(address),
    ...word(words.length),
    words.length * 2,
    ...words.flatMap((value) => word(value)),
  );
}

const word = (value: number): [number, number] => [value >> 8, value & 0xff];
