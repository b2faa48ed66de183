import { createServer, type Server, type Socket } from 'node:net';
import type { RegisterImage } from './register-maps.ts';

/** How a unit behind the gateway meets a request; made anew at each one. */
export type UnitAnswer =
  | {
      readonly kind: 'registers';
      readonly image: RegisterImage;
      /** Time that it takes for an answer. */
      readonly latency_ms?: number;
      /** Registers that it gives at once; it refuses more with exception 3. */
      readonly at_once?: number;
    }
  /** It meets the request by itself; undefined: it does what it is asked and says nothing. */
  | {
      readonly kind: 'own';
      readonly answer: (pdu: Buffer) => Buffer | undefined;
      readonly latency_ms?: number;
    }
  /** No answer at all, as from a device without power. */
  | { readonly kind: 'silent' }
  /** Exception 4: the device is there and cannot. */
  | { readonly kind: 'broken' };

export interface ModbusServerOptions {
  /** The unit's state now; undefined for a unit that the gateway does not know (exception 11). */
  readonly unit: (unitId: number) => UnitAnswer | undefined;
  readonly host?: string;
  /** Default 0: the system chooses. */
  readonly port?: number;
}

export interface ModbusServer {
  readonly port: number;
  /** Closes the port and every connection. */
  stop(): Promise<void>;
}

const HEADER_BYTES = 7;
const MAX_FRAME = 260;
const MAX_REGISTERS = 125;
const EXCEPTION = { function: 1, address: 2, value: 3, failure: 4, no_target: 11 } as const;

/**
 * A Modbus TCP gateway on loopback: several units behind one port, functions 3 and 4 over one image each, or what a unit
 * makes of a request itself.
 * @throws the listening error (EADDRINUSE, EACCES) when the port cannot be had
 * Source: Modbus Application Protocol V1.1b3; Modbus Messaging on TCP/IP V1.0b.
 */
export async function startModbusServer(options: ModbusServerOptions): Promise<ModbusServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serveSocket(socket, options.unit);
  });
  const port = await listen(server, options.host ?? '127.0.0.1', options.port ?? 0);
  return { port, stop: () => stopServer(server, sockets) };
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('the server has no port'));
      else resolve(address.port);
    });
  });
}

function stopServer(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    for (const socket of sockets) socket.destroy();
  });
}

function serveSocket(socket: Socket, unit: ModbusServerOptions['unit']): void {
  socket.setNoDelay(true);
  let waiting: Buffer = Buffer.alloc(0);
  // A peer that resets the line is its own affair: 'close' follows and forgets the socket.
  socket.on('error', () => socket.destroy());
  socket.on('data', (bytes) => {
    waiting = Buffer.concat([waiting, bytes]);
    for (;;) {
      const length = frameLength(waiting);
      if (length === 'broken') return void socket.destroy();
      if (length === 'incomplete') return;
      const { answer, latency_ms } = answerFrame(waiting.subarray(0, length), unit);
      waiting = waiting.subarray(length);
      if (!answer) continue;
      if (latency_ms === 0) socket.write(answer);
      else setTimeout(() => socket.destroyed || socket.write(answer), latency_ms).unref();
    }
  });
}

/** Bytes of the first frame; a wrong protocol or length cannot be recovered from on a stream. */
function frameLength(bytes: Buffer): number | 'incomplete' | 'broken' {
  if (bytes.length < HEADER_BYTES) return 'incomplete';
  const length = 6 + bytes.readUInt16BE(4);
  if (bytes.readUInt16BE(2) !== 0 || length < HEADER_BYTES + 1 || length > MAX_FRAME) return 'broken';
  return bytes.length < length ? 'incomplete' : length;
}

function answerFrame(
  frame: Buffer,
  unit: ModbusServerOptions['unit'],
): { answer: Buffer | undefined; latency_ms: number } {
  const state = unit(frame.readUInt8(6));
  const pdu = answerPdu(frame.subarray(HEADER_BYTES), state);
  const latency_ms = state !== undefined && 'latency_ms' in state ? (state.latency_ms ?? 0) : 0;
  if (!pdu) return { answer: undefined, latency_ms };
  const header = Buffer.from(frame.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(pdu.length + 1, 4);
  return { answer: Buffer.concat([header, pdu]), latency_ms };
}

function answerPdu(request: Buffer, answer: UnitAnswer | undefined): Buffer | undefined {
  const functionCode = request.readUInt8(0);
  const refuse = (code: number): Buffer => Buffer.from([functionCode | 0x80, code]);
  if (!answer) return refuse(EXCEPTION.no_target);
  if (answer.kind === 'silent') return undefined;
  if (answer.kind === 'own') return answer.answer(request);
  if (functionCode !== 3 && functionCode !== 4) return refuse(EXCEPTION.function);
  if (request.length !== 5) return refuse(EXCEPTION.value);
  const address = request.readUInt16BE(1);
  const count = request.readUInt16BE(3);
  if (count < 1 || count > MAX_REGISTERS) return refuse(EXCEPTION.value);
  if (answer.kind === 'broken') return refuse(EXCEPTION.failure);
  if (count > (answer.at_once ?? MAX_REGISTERS)) return refuse(EXCEPTION.value);
  const { start, words } = answer.image;
  if (address < start || address + count > start + words.length) return refuse(EXCEPTION.address);
  return registersPdu(functionCode, words.subarray(address - start, address - start + count));
}

function registersPdu(functionCode: number, words: Uint16Array): Buffer {
  const pdu = Buffer.alloc(2 + words.length * 2);
  pdu.writeUInt8(functionCode, 0);
  pdu.writeUInt8(words.length * 2, 1);
  for (const [index, word] of words.entries()) pdu.writeUInt16BE(word, 2 + index * 2);
  return pdu;
}
