import type { WrongAnswer } from './errors.ts';

/**
 * The four reading functions: 1 coils, 2 discrete inputs, 3 holding registers, 4 input registers.
 * No other function can be spelt here: what changes something in a device is made by lighting alone (its `WriteOrder`).
 */
export type FunctionCode = 1 | 2 | 3 | 4;

/** One read: `quantity` bits (functions 1 and 2) or registers (3 and 4) from `address`, counted from 0. */
export type ReadRequest = {
  readonly unit: number;
  readonly function_code: FunctionCode;
  readonly address: number;
  readonly quantity: number;
};

/** What a peer sent, freed of its framing. `transaction` is null where the framing has none (RTU, ASCII). */
export type Frame = {
  readonly transaction: number | null;
  readonly unit: number;
  readonly pdu: Uint8Array;
};

export type Answer =
  | { readonly kind: 'payload'; readonly payload: Uint8Array }
  | { readonly kind: 'exception'; readonly code: number };

/** A request as a link carries it: what goes out, and how its answer is known. */
export type Carried = {
  readonly unit: number;
  readonly function_code: number;
  readonly pdu: Uint8Array;
  /** Bytes of the PDU that answers it, where it is no refusal. */
  readonly answer_bytes: number;
  /** The frame as its answer; null when it answers something else. */
  answerIn(frame: Frame): Answer | null;
  /** In what a frame that does not answer it differs from its answer. */
  wrongIn(frame: Frame): WrongAnswer;
};

/** Most bits of one read: Modbus Application Protocol V1.1b3, sections 6.1 and 6.2. */
export const MAX_BITS = 2000;
/** Most registers of one read: Modbus Application Protocol V1.1b3, sections 6.3 and 6.4. */
export const MAX_REGISTERS = 125;

/** Does this function read bits (coils, discrete inputs) and not registers? */
export function readsBits(function_code: FunctionCode): boolean {
  return function_code === 1 || function_code === 2;
}

/** Most bits or registers that one request of this function may ask. */
export function maxQuantity(function_code: FunctionCode): number {
  return readsBits(function_code) ? MAX_BITS : MAX_REGISTERS;
}

/**
 * Refuses a request that no device may be asked.
 * @throws RangeError when the unit is not 0–255, the address not 0–65535, the quantity not 1–2000 bits or 1–125
 * registers, or when the range runs past address 65535.
 */
export function checkRequest(request: ReadRequest): void {
  const { unit, function_code, address, quantity } = request;
  if (![1, 2, 3, 4].includes(function_code)) throw new RangeError(`function ${function_code} is not a read`);
  if (!isWithin(unit, 0, 255)) throw new RangeError(`unit ${unit} is not 0–255`);
  if (!isWithin(address, 0, 0xffff)) throw new RangeError(`address ${address} is not 0–65535`);
  const max = maxQuantity(function_code);
  if (!isWithin(quantity, 1, max)) throw new RangeError(`quantity ${quantity} is not 1–${max}`);
  if (address + quantity > 0x10000)
    throw new RangeError(`${quantity} from ${address} runs past address 65535`);
}

function isWithin(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

/** The five bytes of a read request: function, address, quantity (Modbus Application Protocol V1.1b3, 6.1–6.4). */
export function requestPdu(request: ReadRequest): Uint8Array {
  const { function_code, address, quantity } = request;
  return Uint8Array.of(function_code, address >> 8, address & 0xff, quantity >> 8, quantity & 0xff);
}

/** A read as a link carries it. */
export function carriedRead(request: ReadRequest): Carried {
  return {
    unit: request.unit,
    function_code: request.function_code,
    pdu: requestPdu(request),
    answer_bytes: 2 + payloadLength(request),
    answerIn: (frame) => readAnswer(request, frame),
    wrongIn: (frame) => wrongAnswer(request, frame),
  };
}

/** Bytes of data that the answer to this request carries. */
export function payloadLength(request: ReadRequest): number {
  return readsBits(request.function_code) ? Math.ceil(request.quantity / 8) : request.quantity * 2;
}

/**
 * The frame as the answer to this request, or null when it answers something else: another unit, another function,
 * another length. The transaction is compared by the link.
 */
export function readAnswer(request: ReadRequest, frame: Frame): Answer | null {
  const { pdu } = frame;
  if (frame.unit !== request.unit) return null;
  if (pdu[0] === (request.function_code | 0x80)) {
    return pdu.length === 2 && pdu[1] !== undefined ? { kind: 'exception', code: pdu[1] } : null;
  }
  const length = payloadLength(request);
  if (pdu[0] !== request.function_code || pdu[1] !== length || pdu.length !== 2 + length) return null;
  return { kind: 'payload', payload: pdu.subarray(2) };
}

/** In what a frame that does not answer this request differs from its answer. */
export function wrongAnswer(request: ReadRequest, { unit, pdu }: Frame): WrongAnswer {
  if (unit !== request.unit) return { what: 'unit', expected: request.unit, received: unit };
  const received = (pdu[0] ?? 0) & 0x7f;
  const expected = request.function_code;
  if (received !== expected) return { what: 'function', expected, received };
  return { what: 'length', expected: payloadLength(request), received: Math.max(0, pdu.length - 2) };
}
