import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_PAYLOAD } from '../../features/measurements/mqtt.model.ts';
import { createLog } from '../../shared/server/log.ts';
import { BrokerSession } from './broker-session.ts';
import { bytesOf, type Content, contentOf, type Outcome } from './messages.ts';

const MB = 1024 * 1024;

function publishPacket(id: number, payload: Buffer): Buffer {
  const topic = Buffer.from('meridiana/c1-d1/readings');
  let length = 2 + topic.length + 2 + payload.length;
  const lengths: number[] = [];
  do {
    lengths.push((length & 0x7f) | (length > 0x7f ? 0x80 : 0));
    length >>= 7;
  } while (length > 0);
  const head = [0x32, ...lengths, 0, topic.length];
  return Buffer.concat([Buffer.from(head), topic, Buffer.from([id >> 8, id & 0xff]), payload]);
}

/** A broker that lets anybody in and sends all it has at once. */
async function generousBroker(messages: readonly Buffer[]) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      if (data[0] === 0x10) socket.write(Buffer.from([0x20, 2, 0, 0]));
      if (data[0] !== 0x82) return;
      socket.write(Buffer.from([0x90, 3, data[2] ?? 0, data[3] ?? 0, 1]));
      for (const [i, message] of messages.entries()) socket.write(publishPacket(i + 1, message));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

describe("what a session at somebody else's broker holds", () => {
  it('is bounded in bytes, and goes on as they are settled', async () => {
    const broker = await generousBroker(Array.from({ length: 150 }, () => Buffer.alloc(200_000, 0x20)));
    const waiting: ((outcome: Outcome) => void)[] = [];
    let bytes = 0;
    let taken = 0;
    const take = ({ payload }: { payload: Content }) => {
      bytes += bytesOf(payload);
      taken++;
      return new Promise<Outcome>((resolve) => waiting.push(resolve));
    };
    const log = createLog('silent', 'test');
    const session = new BrokerSession({
      url: broker.url,
      client_id: 'bounds',
      receiver: { take },
      log,
      changed: () => undefined,
    });
    try {
      for (let before = -1; taken === 0 || taken > before; await pause(200)) before = taken;
      assert.ok(bytes >= 16 * MB && bytes < 17 * MB, `${bytes} bytes are under way`);
      for (let i = 0; taken < 150 && i < 400; i++) {
        for (const settle of waiting.splice(0)) settle('stored');
        await pause(10);
      }
      assert.equal(taken, 150);
    } finally {
      await session.close();
      broker.close();
    }
  });

  it('is no byte of a message that is too large, and no more than the payload of another', () => {
    assert.equal(contentOf(Buffer.alloc(MAX_PAYLOAD + 1)), 'too_large');
    const packet = Buffer.alloc(10 * MB);
    const content = contentOf(packet.subarray(5, 5 + MAX_PAYLOAD));
    assert.ok(content !== 'too_large');
    assert.equal(content.byteLength, MAX_PAYLOAD);
    assert.ok(content.buffer.byteLength < MB);
  });
});
