import type { AnyCall, In } from './call.ts';

export interface FieldError {
  path: string;
  message: string;
  /** What it is called, for words in the reader's language. */
  code?: string;
  params?: Readonly<Record<string, string | number>>;
}

/** One as the server of this version tells it: programs go by the code, so that there is always one. */
export interface FieldFault extends FieldError {
  code: string;
}

/** A refusal as the server told it, or `status` 0 when it could not be reached or did not answer in time. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldError[];
  readonly problem: Readonly<Record<string, unknown>>;
  constructor(status: number, problem: Record<string, unknown>) {
    super(typeof problem.detail === 'string' ? problem.detail : `HTTP ${status}`);
    this.name = 'CallError';
    this.status = status;
    this.code = typeof problem.code === 'string' ? problem.code : 'unreachable';
    this.errors = Array.isArray(problem.errors) ? (problem.errors as FieldError[]) : [];
    this.problem = problem;
  }
}

// In brackets: a body that is one of several kinds is given as a whole, not one call for each kind.
type Given<K extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<never, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T };
export type Arguments<C extends AnyCall> = Given<'params', In<C['params']>> &
  Given<'query', In<C['query']>> &
  Given<'body', In<C['body']>> & {
    signal?: AbortSignal;
    company?: number;
    /** Idempotency-Key: sent again under it, it was asked once. */
    key?: string | undefined;
  };

export interface Transport {
  /** Sends one request; adds who is asking (bearer, id-client) and asks again once after a refreshed token. */
  send(call: AnyCall, url: string, init: RequestInit, company?: number): Promise<Response>;
}

interface Loose {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
  company?: number;
  key?: string | undefined;
}

/** The URL of a call with its parameters filled in; lists are joined by commas, undefined is left out. */
export function urlOf(call: AnyCall, given: Pick<Loose, 'params' | 'query'>): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(given.params?.[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given.query ?? {})) {
    if (value === undefined || value === null) continue;
    query.append(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

async function problemOf(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  const retry_after = response.headers.get('retry-after');
  const waiting = retry_after === null ? {} : { retry_after };
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null
      ? { ...waiting, ...parsed }
      : { ...waiting, detail: text };
  } catch {
    return { ...waiting, detail: text.slice(0, 200) };
  }
}

/** A file says itself what it is where the call takes several kinds. */
const typeOf = (call: AnyCall, body: unknown): string =>
  body instanceof Blob && (call.consumes.endsWith('/*') || call.consumes_also?.includes(body.type))
    ? body.type
    : call.consumes;

function initOf(call: AnyCall, { body, key }: Loose, signal: AbortSignal): RequestInit {
  if (body === undefined) return { method: call.method, signal };
  const headers = { 'content-type': typeOf(call, body), ...(key && { 'idempotency-key': key }) };
  const sent =
    call.consumes === 'application/json' ? JSON.stringify(body) : (body as NonNullable<RequestInit['body']>);
  return { method: call.method, signal, headers, body: sent };
}

/** Sends one call; answers the whole of what came, for calls whose headers say something. Throws CallError with the server's refusal. */
export async function requestWhole(call: AnyCall, given: Loose, transport: Transport): Promise<Response> {
  const signals = [
    ...(given.signal ? [given.signal] : []),
    ...(call.timeout_s === null ? [] : [AbortSignal.timeout(call.timeout_s * 1000)]),
  ];
  const init = initOf(call, given, AbortSignal.any(signals));
  const response = await transport.send(call, urlOf(call, given), init, given.company);
  if (!response.ok) throw new CallError(response.status, await problemOf(response));
  return response;
}

/** Sends one call; answers what its contract says. Throws CallError with the server's refusal. */
export async function request(call: AnyCall, given: Loose, transport: Transport): Promise<unknown> {
  const response = await requestWhole(call, given, transport);
  if (response.status === 204) return undefined;
  return call.produces === 'application/json' ? response.json() : response.blob();
}
