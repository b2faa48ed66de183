import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { brotliCompress, createGzip, deflate } from 'node:zlib';
import { urlOf } from '../../src/shared/contract/client.ts';
import { Problem } from '../../src/shared/contract/fields.ts';
import { createTestApp, type Headers, makeKey, type TestApp } from '../support/app.ts';
import { type Answer, ask, bodyOf, originOf, send } from './support/ask.ts';
import { calls, type DeclaredCall } from './support/calls.ts';
import { type ExampleRequest, exampleOf } from './support/examples.ts';
import { forLoops } from './support/loops.ts';
import { callsOfToday, inThisTurn } from './support/turns.ts';
import { makeWorld, type World } from './support/world.ts';

const MB = 1024 * 1024;

/** A refusal that says what it is: of a request like this nothing else is right. */
function assertRefused(answer: Answer, what: string): void {
  assert.ok(
    answer.status >= 400 && answer.status < 500,
    `${what}: ${answer.status} ${answer.text.slice(0, 300)}`,
  );
  assert.match(String(answer.headers['content-type']), /^application\/problem\+json/, what);
  assert.equal(Problem.parse(JSON.parse(answer.text)).status, answer.status, what);
}

/** As many megabytes of blanks as gzip: each takes a kilobyte. */
async function bomb(megabytes: number): Promise<Buffer> {
  const gzip = createGzip();
  const parts: Buffer[] = [];
  gzip.on('data', (part: Buffer) => parts.push(part));
  for (let i = 0; i < megabytes; i++) if (!gzip.write(Buffer.alloc(MB, ' '))) await once(gzip, 'drain');
  gzip.end();
  await once(gzip, 'end');
  return Buffer.concat(parts);
}

describe('hostile bytes', () => {
  let test: TestApp;
  let world: World;
  before(async () => {
    test = await createTestApp(forLoops);
    world = await makeWorld(test);
  });
  after(() => test?.close());

  async function headersFor({ call }: DeclaredCall, given: ExampleRequest): Promise<Headers> {
    if (call.access.startsWith('key:')) return (await makeKey(test, world.scope)).headers;
    return { ...world.headers, ...given.headers };
  }
  async function sendBytes(declared: DeclaredCall, payload: Buffer, more: Headers = {}): Promise<Answer> {
    const { call } = declared;
    const given = await exampleOf(declared, world);
    const { headers: type } = bodyOf(call, given.body ?? {});
    const headers = { ...type, ...(await headersFor(declared, given)), ...more };
    return send(test, { method: call.method, url: urlOf(call, given), payload, headers });
  }

  const withBody = callsOfToday(calls.filter(({ call }) => call.body));

  it('that would swell are refused as they are, or while they swell where readings may come packed; memory stays flat', async (t) => {
    const swelling = await bomb(200);
    const blanks = Buffer.alloc(4 * MB, ' ');
    const packed: Record<string, Buffer> = {
      gzip: swelling,
      'x-gzip': swelling,
      'gzip, gzip': swelling,
      deflate: await promisify(deflate)(blanks),
      br: await promisify(brotliCompress)(blanks),
      zstd: Buffer.from('28b52ffd', 'hex'),
      compress: Buffer.from('1f9d90', 'hex'),
    };
    assert.ok(swelling.length < 250 * 1024, 'it passes as a small body');
    // What was unpacked lies in buffers; the process as a whole grows with whatever ran before.
    const buffered = () => process.memoryUsage().external;
    const atFirst = buffered();
    let max = 0;
    const look = () => {
      max = Math.max(max, buffered() - atFirst);
    };
    const looking = setInterval(look, 5);
    t.after(() => clearInterval(looking));
    for (const [turn, declared] of withBody.entries()) {
      for (const [encoding, payload] of inThisTurn(Object.entries(packed), turn)) {
        const answer = await sendBytes(declared, payload, { 'content-encoding': encoding });
        assertRefused(answer, `${declared.key} as ${encoding}`);
        const isUnpacked = declared.call.packed === true && /^(x-)?gzip$/.test(encoding);
        assert.equal(answer.status, isUnpacked ? 413 : 415, `${declared.key} as ${encoding}`);
        look();
      }
    }
    assert.ok(max < 50 * MB, `${Math.round(max / MB)} MB were unpacked at once`);
  });

  it('beyond what a call takes are cut off, also where it takes much', async () => {
    const bounded = calls.filter(({ call }) => call.max_body_bytes !== undefined);
    for (const declared of callsOfToday(bounded)) {
      const { max_body_bytes = 0 } = declared.call;
      const answer = await sendBytes(declared, Buffer.alloc(max_body_bytes + 1, '1'));
      assertRefused(answer, declared.key);
      assert.equal(answer.status, 413, declared.key);
    }
  });

  /** The example with one of its texts changed, for each text that it holds. */
  function* spoilt(value: unknown, spoil: (text: string) => string): Generator<unknown> {
    if (typeof value === 'string') yield spoil(value);
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
    for (const [name, part] of Object.entries(value)) {
      for (const one of spoilt(part, spoil)) {
        if (Array.isArray(value)) yield value.with(Number(name), one);
        else yield { ...value, [name]: one };
      }
    }
  }

  const UNKEEPABLE: Readonly<Record<string, (text: string) => string>> = {
    'a NUL': (text) => `${text}\0`,
    'half a character': (text) => `${text}\ud800`,
    'the other half': (text) => `\udc00${text}`,
  };

  const ofJson = withBody.filter(({ call }) => call.consumes === 'application/json');
  for (const [turn, declared] of ofJson.entries()) {
    it(`${declared.key} takes no text that cannot be kept, in none of its fields`, async () => {
      const { call } = declared;
      for (const [i, [what, spoil]] of Object.entries(UNKEEPABLE).entries()) {
        const given = await exampleOf(declared, world);
        const headers = await headersFor(declared, given);
        for (const body of inThisTurn([...spoilt(given.body ?? {}, spoil)], turn + i)) {
          const answer = await ask(test, call, { ...given, body }, headers);
          assertRefused(answer, `${declared.key} with ${what} in ${JSON.stringify(body).slice(0, 200)}`);
        }
      }
    });
  }

  it('in a question are refused, or found nowhere', async () => {
    for (const declared of callsOfToday(calls.filter(({ call }) => call.query))) {
      const given = await exampleOf(declared, world);
      for (const query of spoilt(given.query ?? {}, UNKEEPABLE['a NUL'] ?? String)) {
        const answer = await ask(
          test,
          declared.call,
          { ...given, query: query as Record<string, unknown> },
          await headersFor(declared, given),
        );
        assertRefused(answer, `${declared.key} ${JSON.stringify(query)}`);
      }
    }
  });

  it('that are no UTF-8 are taken for what they are not by nobody', async () => {
    for (const [turn, declared] of ofJson.entries()) {
      for (const bytes of inThisTurn(['ff', 'c0af', 'eda080', 'f8888080', 'fe', '80'], turn)) {
        const payload = Buffer.concat([Buffer.from('{"'), Buffer.from(bytes, 'hex'), Buffer.from('":1,}')]);
        assertRefused(await sendBytes(declared, payload), `${declared.key} with ${bytes}`);
      }
    }
  });

  /** What a server answers to bytes on a connection, until it closes it or has nothing more to say. */
  async function answerTo(bytes: string | Buffer): Promise<string> {
    const { hostname, port } = new URL(await originOf(test));
    return new Promise((resolve, reject) => {
      let text = '';
      const socket = connect(Number(port), hostname, () => socket.write(bytes));
      socket.setTimeout(3000, () => socket.destroy());
      socket.on('data', (part) => {
        text += part.toString('latin1');
      });
      socket.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
      });
      socket.on('close', () => resolve(text));
    });
  }
  const statusesIn = (text: string): string[] =>
    [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, code = '']) => code);

  it('that two programs could part into different requests are no request here', async () => {
    const inner = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';
    const post = 'POST /user/v1/logout/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    const doubtful: Record<string, string> = {
      'two lengths': `${post}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}${inner}`,
      'a length and parts': `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
      'parts of another name': `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${inner}`,
      'parts said twice': `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${inner}`,
      'a length with a sign': `${post}Content-Length: +2\r\n\r\n{}${inner}`,
      'a length in hexadecimal': `${post}Content-Length: 0x2\r\n\r\n{}${inner}`,
      'a blank before the colon': `${post}Content-Length : 2\r\n\r\n{}${inner}`,
      'a folded line': `${post}X-A: b\r\n Content-Length: 40\r\nContent-Length: 2\r\n\r\n{}${inner}`,
      'a part with a wrong length': `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n${inner}`,
      'a NUL in a header': `${post}X-A: b\0c\r\nContent-Length: 2\r\n\r\n{}${inner}`,
      'a bare carriage return': `${post}X-A: b\rX-B: c\r\nContent-Length: 2\r\n\r\n{}${inner}`,
    };
    for (const [what, bytes] of Object.entries(doubtful)) {
      const statuses = statusesIn(await answerTo(bytes));
      assert.ok(!statuses.includes('200'), `${what}: the inner request was answered, ${statuses}`);
      assert.ok(
        statuses.every((status) => status.startsWith('4')),
        `${what}: ${statuses}`,
      );
    }
  });

  it('without end in the headers or the address are cut off', async () => {
    const header = `GET /health/live HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`;
    assert.deepEqual(statusesIn(await answerTo(header)), ['431']);
    const many = Array.from({ length: 5000 }, (_, i) => `X-${i}: 1`).join('\r\n');
    assert.deepEqual(statusesIn(await answerTo(`GET /health/live HTTP/1.1\r\nHost: x\r\n${many}\r\n\r\n`)), [
      '431',
    ]);
    const address = `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`;
    assert.deepEqual(statusesIn(await answerTo(address)), ['431']);
  });

  it('in parts without end are cut off when they are too many', async () => {
    const part = `${(64 * 1024).toString(16)}\r\n${'1'.repeat(64 * 1024)}\r\n`;
    const head =
      'POST /user/v1/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    const text = await answerTo(head + part.repeat(40));
    assert.deepEqual(statusesIn(text), ['413']);
  });
});
