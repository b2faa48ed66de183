import { crc16, lrc } from './checksum.ts';
import type { Carried, Frame } from './pdu.ts';

/** How a request is wrapped: `tcp` with the MBAP header, `rtu` and `ascii` the serial frames inside a TCP stream. */
export type FramerName = 'tcp' | 'rtu' | 'ascii';

/**
 * What the beginning of the received bytes is: a whole frame, a whole frame of another protocol (`skip`), the
 * beginning of one (`more`), or bytes after which the stream cannot be trusted any more (`garbage`).
 */
export type Taken =
  | { readonly kind: 'frame'; readonly frame: Frame; readonly used: number }
  | { readonly kind: 'skip'; readonly used: number }
  | { readonly kind: 'more' }
  | { readonly kind: 'garbage'; readonly message: string };

export type Framer = {
  /** True where an answer names its request. Without it only one request may be in flight. */
  readonly has_transactions: boolean;
  /** The bytes to send for one PDU. */
  encode(transaction: number, unit: number, pdu: Uint8Array): Uint8Array;
  /** Takes the first frame from what has been received so far. Holds no state: call it again with more bytes. */
  take(received: Buffer): Taken;
};

const TCP_HEADER = 8;

/** By what the answer to a request is known. */
export type AnswerShape = Pick<Carried, 'unit' | 'function_code' | 'answer_bytes'>;

/**
 * Where the answer to one of these requests begins in what came over `tcp`, past bytes that belong to no frame (some devices
 * send a few behind each); -1 where none does, or not yet.
 */
export function findAnswer(received: Buffer, inFlight: ReadonlyMap<number, AnswerShape>): number {
  for (let at = 0; at + TCP_HEADER <= received.length; at += 1) {
    const request = inFlight.get(received.readUInt16BE(at));
    if (request !== undefined && beginsAnswer(received, at, request)) return at;
  }
  return -1;
}

function beginsAnswer(received: Buffer, at: number, request: AnswerShape): boolean {
  const [length, function_code] = [received.readUInt16BE(at + 4), received.readUInt8(at + 7)];
  if (received.readUInt16BE(at + 2) !== 0 || received.readUInt8(at + 6) !== request.unit) return false;
  if (function_code === request.function_code) return length === 1 + request.answer_bytes;
  return function_code === (request.function_code | 0x80) && length === 3;
}

const MORE: Taken = { kind: 'more' };
const MAX_PDU = 253;

function garbage(message: string): Taken {
  return { kind: 'garbage', message };
}

// MBAP: transaction, protocol 0, length of what follows, unit (Modbus Messaging on TCP/IP V1.0b, 3.1.3).
const tcpFramer: Framer = {
  has_transactions: true,
  encode(transaction, unit, pdu) {
    const bytes = Buffer.alloc(7 + pdu.length);
    bytes.writeUInt16BE(transaction, 0);
    bytes.writeUInt16BE(pdu.length + 1, 4);
    bytes.writeUInt8(unit, 6);
    bytes.set(pdu, 7);
    return bytes;
  },
  take(received) {
    if (received.length < 6) return MORE;
    const length = received.readUInt16BE(4);
    if (length < 3 || length > MAX_PDU + 1) return garbage(`a frame of ${length} bytes is announced`);
    const used = 6 + length;
    if (received.length < used) return MORE;
    if (received.readUInt16BE(2) !== 0) return { kind: 'skip', used };
    const frame = {
      transaction: received.readUInt16BE(0),
      unit: received.readUInt8(6),
      pdu: received.subarray(7, used),
    };
    return { kind: 'frame', frame, used };
  },
};

// An RTU frame ends with silence, which TCP does not carry: its length must follow from the function.
const rtuFramer: Framer = {
  has_transactions: false,
  encode(_transaction, unit, pdu) {
    const bytes = Buffer.alloc(pdu.length + 3);
    bytes.writeUInt8(unit, 0);
    bytes.set(pdu, 1);
    bytes.writeUInt16LE(crc16(bytes.subarray(0, -2)), pdu.length + 1);
    return bytes;
  },
  take(received) {
    if (received.length < 3) return MORE;
    const used = rtuLength(received.readUInt8(1), received.readUInt8(2));
    if (used === null) return garbage(`function ${received[1]} is no answer that was asked for`);
    if (received.length < used) return MORE;
    const body = received.subarray(0, used - 2);
    if (crc16(body) !== received.readUInt16LE(used - 2)) return garbage('wrong CRC');
    const frame = { transaction: null, unit: received.readUInt8(0), pdu: body.subarray(1) };
    return { kind: 'frame', frame, used };
  },
};

const ECHOING: readonly number[] = [5, 6, 15, 16];

function rtuLength(function_code: number, byte_count: number): number | null {
  if (function_code & 0x80) return 5;
  // What was written is answered with its place and its value, or its count.
  if (ECHOING.includes(function_code)) return 8;
  if (function_code < 1 || function_code > 4) return null;
  if (byte_count < 1 || byte_count > MAX_PDU - 2) return null;
  return byte_count + 5;
}

const COLON = 0x3a;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const ASCII_MAX = 1 + 2 * (MAX_PDU + 2) + 2;

// `:`, unit and PDU and LRC as hex, CR LF (Modbus over Serial Line V1.02, 2.5.2).
const asciiFramer: Framer = {
  has_transactions: false,
  encode(_transaction, unit, pdu) {
    const body = Uint8Array.of(unit, ...pdu);
    const hex = Buffer.from(Uint8Array.of(...body, lrc(body)))
      .toString('hex')
      .toUpperCase();
    return Buffer.from(`:${hex}\r\n`, 'latin1');
  },
  take(received) {
    if (received.length === 0) return MORE;
    if (received[0] !== COLON) return garbage('a line does not begin with a colon');
    const end = received.indexOf(NEWLINE);
    if (end === -1) return received.length < ASCII_MAX ? MORE : garbage('a line does not end');
    if (end < 10 || received[end - 1] !== RETURN) return garbage('a line is too short or lacks its CR');
    const bytes = Buffer.from(received.toString('latin1', 1, end - 1), 'hex');
    if (bytes.length !== (end - 2) / 2) return garbage('a line is not hexadecimal');
    if (lrc(bytes) !== 0) return garbage('wrong LRC');
    const frame = { transaction: null, unit: bytes.readUInt8(0), pdu: bytes.subarray(1, -1) };
    return { kind: 'frame', frame, used: end + 1 };
  },
};

/** The framer of this name. */
export function framerOf(name: FramerName): Framer {
  return { tcp: tcpFramer, rtu: rtuFramer, ascii: asciiFramer }[name];
}
