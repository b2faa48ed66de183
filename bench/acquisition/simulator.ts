import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { registerBytes } from './registers.ts';

const REQUEST_BYTES = 12;
const HEAD_BYTES = 9;
const REGISTERS_AT_ADDRESS = registerBytes();

/** Answers every read of holding registers from a buffer that is ready; what is not a whole request waits for its rest. */
function serve(socket: Socket): void {
  let rest: Buffer = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (bytes: Buffer) => {
    let received: Buffer = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    for (; received.length >= REQUEST_BYTES; received = received.subarray(REQUEST_BYTES))
      socket.write(answerTo(received));
    rest = received;
  });
}

function answerTo(request: Buffer): Buffer {
  const address = request.readUInt16BE(8);
  const length = request.readUInt16BE(10) * 2;
  const answer = Buffer.allocUnsafe(HEAD_BYTES + length);
  request.copy(answer, 0, 0, 8);
  answer.writeUInt16BE(3 + length, 4);
  answer.writeUInt8(length, 8);
  REGISTERS_AT_ADDRESS.copy(answer, HEAD_BYTES, address * 2, address * 2 + length);
  return answer;
}

// So many listeners in this one process; their ports are told, and all ends with the one who asked.
const count = Number(process.argv[2]);
const ports: number[] = [];
for (let i = 0; i < count; i += 1) {
  const server = createServer(serve).listen(0, '127.0.0.1', 16);
  await once(server, 'listening');
  const address = server.address();
  if (typeof address === 'object' && address) ports.push(address.port);
}
process.once('disconnect', () => process.exit());
process.send?.(ports);
