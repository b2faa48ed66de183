import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { describe, it, type TestContext } from 'node:test';
import compress from '@fastify/compress';
import Fastify, { type FastifyBaseLogger, type FastifyRequest } from 'fastify';
import { createLog } from '../log.ts';
import { handleErrors } from './problems.ts';
import { StreamLog } from './stream-log.ts';

const DEBUG = 20;
const ERROR = 50;

/** A server that answers with a stream, and what it logs at each level. */
async function serve(t: TestContext, stream: Readable | ((request: FastifyRequest) => Promise<unknown>)) {
  const levels: number[] = [];
  const logged = Promise.withResolvers<void>();
  const write = (line: string) => {
    const { level, msg } = JSON.parse(line) as { level: number; msg: string };
    if (msg.startsWith('Server listening')) return;
    levels.push(level);
    logged.resolve();
  };
  const log = createLog('debug', 'test', { write });
  const app = Fastify({ loggerInstance: log as FastifyBaseLogger, logController: new StreamLog() });
  handleErrors(app);
  await app.register(compress, { global: true, threshold: 0 });
  app.get('/', (request, reply) =>
    typeof stream === 'function' ? stream(request) : reply.type('text/plain').send(stream),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  t.after(() => app.close());
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => client.destroy());
  t.after(() => client.destroy());
  const ask = (encoding: string) =>
    client.write(`GET / HTTP/1.1\r\nhost: x\r\naccept-encoding: ${encoding}\r\n\r\n`);
  return { client, ask, levels, logged: logged.promise };
}

describe('an answer that breaks off in the middle', () => {
  for (const encoding of ['identity', 'br'])
    for (const begun of [true, false])
      it(`is no fault where its reader leaves (${encoding}, ${begun ? 'some of it sent' : 'nothing sent'})`, async (t) => {
        const asked = Promise.withResolvers<void>();
        const stream = new Readable({ read: () => asked.resolve() });
        const { client, ask, levels, logged } = await serve(t, stream);
        ask(encoding);
        await asked.promise;
        if (begun) {
          stream.push('x'.repeat(200_000));
          if (encoding === 'identity') await once(client, 'data');
        }
        client.destroy();
        await logged;
        assert.deepEqual([...new Set(levels)], [DEBUG]);
      });

  it('is none where what was read for it ends with its reader', async (t) => {
    const asked = Promise.withResolvers<void>();
    const { client, ask, levels, logged } = await serve(t, async ({ raw }) => {
      asked.resolve();
      await once(raw.socket, 'close');
      for await (const piece of new Readable({ read: () => undefined }).destroy()) assert.fail(String(piece));
    });
    ask('identity');
    await asked.promise;
    client.destroy();
    await logged;
    assert.deepEqual(levels, [DEBUG]);
  });

  it('is one where what it was made from fails', async (t) => {
    const stream = new Readable({ read: () => undefined });
    const { client, ask, levels, logged } = await serve(t, stream);
    ask('identity');
    stream.push('begun');
    await once(client, 'data');
    stream.destroy(new Error('the thread was lost'));
    await logged;
    assert.deepEqual(levels, [ERROR]);
  });
});
