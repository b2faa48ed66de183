import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { request } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { createTestApp, type Headers, type TestApp, type TestAppOptions } from '../../support/app.ts';
import { type Answer, countRequest } from './ask.ts';

/** Names a request, so that it is known again where the server has let it in. */
const NAME = 'x-test-request';

/** A server that tells which requests it has let in and now reads the body of. */
export interface WatchedApp extends TestApp {
  readonly admitted: ReadonlySet<string>;
}

/** The whole server, as createTestApp; what is let in is noted between the last door and the body. */
export async function createWatchedApp(options: TestAppOptions = {}): Promise<WatchedApp> {
  const admitted = new Set<string>();
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('preParsing', async ({ headers }) => {
      admitted.add(String(headers[NAME]));
    });
  };
  subscribe('fastify.initialization', watch);
  try {
    return { ...(await createTestApp(options)), admitted };
  } finally {
    unsubscribe('fastify.initialization', watch);
  }
}

export interface SlowRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly payload: Buffer;
}

/** A request whose headers and first byte are on their way; nothing more is sent before `finish`. */
export interface Begun {
  readonly name: string;
  finish(): Promise<Answer>;
}

/** Sends the head of a request and the first byte of its body, on a connection of its own. */
export function begin(origin: string, { method, path, headers, payload }: SlowRequest): Begun {
  const name = String(countRequest());
  const asked = request(origin + path, {
    method,
    agent: false,
    headers: { ...headers, [NAME]: name, 'content-length': String(payload.length) },
  });
  const answer = new Promise<Answer>((resolve, reject) => {
    asked.on('error', reject);
    asked.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(parts).toString(),
        }),
      );
    });
  });
  // Looked at when it is finished; until then nobody waits for it.
  answer.catch(() => undefined);
  asked.write(payload.subarray(0, 1));
  return {
    name,
    finish: () => {
      asked.end(payload.subarray(1));
      return answer;
    },
  };
}
