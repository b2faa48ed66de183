import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { hearOutSenders } from './early-answers.ts';

describe('an answer that comes before all of its question', () => {
  let app: FastifyInstance;
  let port: number;
  before(async () => {
    app = Fastify();
    hearOutSenders(app, 300);
    app.addHook('onRequest', async (_request, reply) => reply.code(403).send('no'));
    app.post('/', async () => 'taken');
    await app.listen({ host: '127.0.0.1', port: 0 });
    const address = app.server.address();
    port = typeof address === 'object' && address ? address.port : 0;
  });
  after(() => app.close());

  it('is heard by a sender that closes its connection afterwards, however much it sends', async () => {
    for (let round = 0; round < 10; round++) {
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const headers = { 'content-type': 'text/plain', connection: 'close' };
        const asked = httpRequest({ port, path: '/', method: 'POST', agent: false, headers });
        asked.on('error', reject);
        asked.on('response', (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        for (let part = 0; part < 20; part++) asked.write(Buffer.alloc(100_000));
        asked.end();
      });
      assert.equal(status, 403);
    }
  });

  it('does not wait for one that goes on without end', async () => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (part) => {
      answer += part;
    });
    socket.on('error', () => undefined);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 1000000\r\n\r\n');
    const start = performance.now();
    while (answer === '' && performance.now() - start < 5_000) {
      if (!socket.destroyed) socket.write('x');
      await sleep(20);
    }
    socket.destroy();
    assert.match(answer, /^HTTP\/1\.1 403 /);
  });
});
