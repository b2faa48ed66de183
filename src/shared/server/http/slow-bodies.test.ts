import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { openBody } from './open-bodies.ts';
import { limitSlowBodies } from './slow-bodies.ts';

describe('a body that never ends', () => {
  let app: FastifyInstance;
  let port: number;
  before(async () => {
    app = Fastify();
    limitSlowBodies(app, { whole_ms: 300, silent_ms: 300 });
    app.addContentTypeParser('text/lines', (_request, payload, done) =>
      done(null, openBody(payload, { encoding: undefined, most: undefined, hold: undefined })),
    );
    app.post('/whole', async () => 'taken');
    app.post('/lines', { config: { streams: true } }, async (request) => {
      let bytes = 0;
      for await (const chunk of request.body as AsyncIterable<Buffer>) bytes += chunk.length;
      return `taken ${bytes}`;
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const address = app.server.address();
    port = typeof address === 'object' && address ? address.port : 0;
  });
  after(() => app.close());

  /** Sends a body of a hundred bytes at some pace; what the server says until it closes or has answered. */
  function send(path: string, type: string, bytes: number, pause_ms: number): Promise<string> {
    return new Promise((resolve) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1');
      socket.on('data', (part) => {
        answer += part;
        socket.end();
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(answer));
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 100\r\n\r\n`,
      );
      void (async () => {
        for (let sent = 0; sent < bytes && !socket.destroyed; sent += 10) {
          socket.write('1'.repeat(10));
          await sleep(pause_ms);
        }
      })();
    });
  }

  it('is cut off when it takes too long, or falls silent where it is read as it arrives', async () => {
    assert.equal(await send('/whole', 'text/plain', 50, 0), '');
    assert.equal(await send('/whole', 'text/plain', 100, 100), '');
    assert.equal(await send('/lines', 'text/lines', 50, 0), '');
  });

  it('is cut off where it comes, but hardly, while it lies in memory', async () => {
    const paced = Fastify();
    limitSlowBodies(paced, { pace_ms: 1000 });
    paced.post('/whole', async () => 'taken');
    await paced.listen({ host: '127.0.0.1', port: 0 });
    const own = port;
    try {
      port = (paced.server.address() as AddressInfo).port;
      assert.equal(await send('/whole', 'text/plain', 100, 600), '');
      assert.match(await send('/whole', 'text/plain', 100, 0), /taken$/);
    } finally {
      port = own;
      await paced.close();
    }
  });

  it('is awaited when it comes in time, or goes on coming where it is read as it arrives', async () => {
    assert.match(await send('/whole', 'text/plain', 100, 0), /taken$/);
    assert.match(await send('/lines', 'text/lines', 100, 100), /taken 100$/);
  });
});
