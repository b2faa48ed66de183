import assert from 'node:assert/strict';
import type { InjectOptions } from 'fastify';
import type { AnyCall } from '../../../src/shared/contract/call.ts';
import { urlOf } from '../../../src/shared/contract/client.ts';
import type { Headers, TestApp } from '../../support/app.ts';
import { isStream } from './calls.ts';
import { judge } from './judge.ts';

/** What a request of a call is made of; what is missing is not sent. */
export interface Given {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

type Server = Pick<TestApp, 'app'>;

let made = 0;
/** How many requests this process has made of any server, so far. */
export const requestsMade = (): number => made;
export const countRequest = (): number => ++made;

/**
 * Makes a call as the browser's client would; of a stream that opens, its first words. Whatever is answered, a refusal too,
 * must be what the document promises.
 */
export async function ask(server: Server, call: AnyCall, given: Given, headers: Headers): Promise<Answer> {
  const answer = await askUnjudged(server, call, given, headers);
  judge(call, answer);
  return answer;
}

async function askUnjudged(server: Server, call: AnyCall, given: Given, headers: Headers): Promise<Answer> {
  const url = urlOf(call, given);
  if (isStream(call)) return askStream(server, call, url, headers);
  const sent: { payload?: string | Buffer; headers?: Headers } =
    given.body === undefined ? {} : bodyOf(call, given.body);
  return send(server, { method: call.method, url, ...sent, headers: { ...sent.headers, ...headers } });
}

/** How a body of a call travels. */
export function bodyOf(call: AnyCall, body: unknown): { payload: string | Buffer; headers: Headers } {
  const headers = { 'content-type': call.consumes.replace('/*', '/png') };
  if (body instanceof Uint8Array) return { payload: Buffer.from(body), headers };
  return { payload: call.consumes === 'application/json' ? JSON.stringify(body) : String(body), headers };
}

/** Sends any request at all, without a socket. */
export async function send({ app }: Server, request: InjectOptions): Promise<Answer> {
  countRequest();
  const answer = await app.inject(request);
  return { status: answer.statusCode, headers: answer.headers, text: answer.body };
}

/** The origin of the server, listening on a free port from the first time somebody asks. */
export async function originOf({ app }: Server): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen');
  return `http://127.0.0.1:${address.port}`;
}

async function askStream(server: Server, call: AnyCall, url: string, headers: Headers): Promise<Answer> {
  countRequest();
  const leave = new AbortController();
  const origin = await originOf(server);
  const response = await fetch(origin + url, { method: call.method, headers, signal: leave.signal });
  const known = { status: response.status, headers: Object.fromEntries(response.headers) };
  if (!response.ok || response.body === null) return { ...known, text: await response.text() };
  const { value } = await response.body.getReader().read();
  leave.abort();
  return { ...known, text: new TextDecoder().decode(value) };
}

/** A stable text of an answer, without the id that was asked for. */
export function bare({ status, headers, text }: Answer, asked: unknown): string {
  const words = text.split(/([\w/-]+)/).map((word) => (word === String(asked) ? '#' : word));
  return `${status} ${headers['content-type']} ${words.join('')}`;
}

export function jsonOf(answer: Answer): unknown {
  return JSON.parse(answer.text);
}

/**
 * Nobody else works in a loop over the calls: an id that only the database's key refused was not judged by the call that took it.
 */
export function assertJudged(text: string, what: string): void {
  assert.ok(!text.includes('Somebody else removed this'), `${what}: ${text.slice(0, 300)}`);
}
