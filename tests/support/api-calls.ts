import assert from 'node:assert/strict';
import type { Headers, TestApp } from './app.ts';

export type Body = Record<string, unknown> & { errors?: { code: string; path: string }[] };
export interface Answered {
  readonly status: number;
  readonly body: Body;
  readonly list: Body[];
  readonly text: string;
}
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';

/** Calls below a path, as whoever `usual` names where nobody else is; `key` of a payload is its Idempotency-Key. */
export function callsBelow(path: string, of: { app: () => TestApp['app']; usual: () => Headers }) {
  async function call(method: Method, url: string, payload?: object, as = of.usual()): Promise<Answered> {
    const { key, ...body } = (payload ?? {}) as { key?: string };
    const answer = await of.app().inject({
      method,
      url: `${path}${url}`,
      headers: { ...as, ...(key && { 'idempotency-key': key }) },
      ...(payload ? { payload: body } : {}),
    });
    const isJson = String(answer.headers['content-type']).includes('json');
    const parsed: unknown = isJson && answer.body !== '' ? JSON.parse(answer.body) : {};
    return { status: answer.statusCode, body: parsed as Body, list: parsed as Body[], text: answer.body };
  }
  async function done(...asked: Parameters<typeof call>): Promise<Body> {
    const { status, body, text } = await call(...asked);
    assert.ok(status < 300, `${asked[0]} ${asked[1]}: ${status} ${text}`);
    return body;
  }
  async function refused(status: number, code: string, ...asked: Parameters<typeof call>): Promise<Body> {
    const answer = await call(...asked);
    assert.deepEqual([answer.status, answer.body.errors?.[0]?.code], [status, code], answer.text);
    return answer.body;
  }
  return { call, done, refused };
}
