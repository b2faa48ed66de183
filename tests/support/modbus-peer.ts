import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { type FramerName, framerOf } from '../../src/acquisition/modbus/framers.ts';

/** A request as it came, and what a test needs to answer it in any way it likes. */
export type PeerRequest = {
  readonly count: number;
  readonly transaction: number;
  readonly unit: number;
  readonly pdu: Buffer;
  readonly socket: Socket;
  /** Frames a PDU as the answer to this request. */
  frame(pdu: Uint8Array, changed?: { transaction?: number; unit?: number }): Uint8Array;
};

export type PeerHandler = (request: PeerRequest) => void;

/** A Modbus server whose every answer a test decides, on a port of its own. */
export type ModbusPeer = {
  readonly port: number;
  readonly requests: PeerRequest[];
  readonly connections: number;
  handle(handler: PeerHandler): void;
  /** Ends all connections and stops listening. */
  stop(): Promise<void>;
};

/** Starts a peer; `port` brings one back where another has stopped. */
export async function startModbusPeer(
  framer: FramerName,
  handler: PeerHandler,
  port = 0,
): Promise<ModbusPeer> {
  const sockets = new Set<Socket>();
  const requests: PeerRequest[] = [];
  let handle = handler;
  let connections = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    readRequests(framer, socket, (parts) => {
      const request = { ...parts, count: requests.length + 1, socket, frame: framing(framer, parts) };
      requests.push(request);
      handle(request);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: portOf(server),
    requests,
    get connections() {
      return connections;
    },
    handle(next) {
      handle = next;
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Answers registers whose content is their address, bits that are set at odd addresses. */
export function answerAddresses(request: PeerRequest): void {
  request.socket.write(request.frame(addressesPdu(request.pdu)));
}

/** The PDU that `answerAddresses` sends. */
export function addressesPdu(pdu: Buffer): Uint8Array {
  const function_code = pdu.readUInt8(0);
  const address = pdu.readUInt16BE(1);
  const quantity = pdu.readUInt16BE(3);
  const each = Array.from({ length: quantity }, (_, index) => address + index);
  if (function_code > 2) {
    return Uint8Array.of(function_code, quantity * 2, ...each.flatMap((value) => [value >> 8, value & 0xff]));
  }
  const bytes = new Uint8Array(Math.ceil(quantity / 8));
  for (const [index, value] of each.entries())
    bytes[index >> 3] = (bytes[index >> 3] ?? 0) | ((value & 1) << (index & 7));
  return Uint8Array.of(function_code, bytes.length, ...bytes);
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the peer does not listen on TCP');
  return address.port;
}

type Parts = Pick<PeerRequest, 'transaction' | 'unit' | 'pdu'>;

function framing(framer: FramerName, parts: Parts): PeerRequest['frame'] {
  return (pdu, { transaction = parts.transaction, unit = parts.unit } = {}) =>
    framerOf(framer).encode(transaction, unit, pdu);
}

// Every request has a five byte PDU, so each framing's request has one fixed length.
const REQUEST_LENGTH: Readonly<Record<FramerName, number>> = { tcp: 12, rtu: 8, ascii: 17 };

function readRequests(framer: FramerName, socket: Socket, report: (parts: Parts) => void): void {
  let received: Buffer = Buffer.alloc(0);
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes]);
    for (
      const length = REQUEST_LENGTH[framer];
      received.length >= length;
      received = received.subarray(length)
    ) {
      report(partsOf(framer, received.subarray(0, length)));
    }
  });
}

function partsOf(framer: FramerName, bytes: Buffer): Parts {
  if (framer === 'tcp') {
    return { transaction: bytes.readUInt16BE(0), unit: bytes.readUInt8(6), pdu: bytes.subarray(7) };
  }
  const body = framer === 'rtu' ? bytes.subarray(0, 6) : Buffer.from(bytes.toString('latin1', 1, 13), 'hex');
  return { transaction: 0, unit: body.readUInt8(0), pdu: body.subarray(1) };
}
