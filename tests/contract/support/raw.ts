import { Agent, request } from 'node:http';
import type { Headers } from '../../support/app.ts';
import { type Answer, countRequest } from './ask.ts';

export interface RawRequest {
  readonly method: string;
  /** Sent as it stands: nothing is made shorter, decoded or encoded. */
  readonly path: string;
  readonly headers?: Headers;
  readonly payload?: string | Buffer | undefined;
}

export interface RawClient {
  send(given: RawRequest): Promise<Answer>;
  close(): void;
}

/** Sends requests over kept connections to a listening server, without a client's help; `close` ends them. */
export function rawClient(origin: string): RawClient {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  function send(given: RawRequest): Promise<Answer> {
    countRequest();
    const { method, path, headers = {}, payload } = given;
    const length = payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) };
    return new Promise((resolve, reject) => {
      const asked = request(
        { hostname, port, agent, method, path, headers: { ...length, ...headers } },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(parts).toString();
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
          });
        },
      );
      // A kept connection may have been closed behind the answer before: then the request has not been seen by anybody.
      asked.on('error', (error: NodeJS.ErrnoException) => {
        if (asked.reusedSocket && error.code === 'ECONNRESET') resolve(send(given));
        else reject(error);
      });
      asked.end(payload);
    });
  }
  return { send, close: () => agent.destroy() };
}
