import type { z } from 'zod';
import { type Capability, KEY_READS } from './capabilities.ts';
import type { Host } from './hosts.ts';
import type { Topic } from './topics.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may make a call: anybody, a signed-in user, the holder of a key with that scope, the bearer of a signed URL that a
 * member was given, the bearer of a signed link that an outside party was sent, or a member of the company named by
 * id-client who has the capability.
 */
export type Access =
  | 'public'
  | 'signed_in'
  | 'key:ingest'
  | 'key:read'
  | 'signed_url'
  | 'signed_link'
  | Capability;

/** When an unconfirmed address is refused: always, or for whoever has founded or joined a company already. */
export type ConfirmedWhen = 'always' | 'beyond_first_company';

/** What a call makes the server connect to: a company's field, its cameras, or a program that is told of alarms. */
export type Reached = 'field' | 'camera' | 'receiver';

/**
 * The transaction in which a call is handled: one that reads, one that writes, or none. With one, the server opens it in
 * the company's scope, the handler is given it, and the answer leaves after its commit.
 */
export type TxMode = 'read' | 'write' | 'none';

type Schema = z.ZodType;

export interface Call<P, Q, B, O, T extends TxMode = TxMode, K = unknown> {
  readonly method: Method;
  /** Exactly as in docs/spec/calls.tsv, trailing slash included, parameters in braces. */
  readonly path: string;
  readonly summary: string;
  /** The list whose rows it answers, by the name that its page declares: who may make the call sees shared views of that list. */
  readonly list?: string;
  /** Of a read: what its answer is made of. Of a write: what it changes; empty where nothing that is shown. */
  readonly topics?: readonly Topic[];
  readonly access: Access;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly ok: O;
  /** What whoever comes second is shown as `stored` (409): the record as somebody else has saved it in the meantime. */
  readonly conflict: K;
  readonly status: number;
  /**
   * Where it is not declared: none for calls without a company (public, signed_in), whose services open what they need;
   * else `read` for GET and `write` for any other method. `none` is written out, with the reason beside it, for a call
   * that waits for the field, mail, HTTP, a worker thread or a stream, or that writes its answer itself: it must not keep a
   * connection meanwhile.
   */
  readonly tx: T;
  /** A transaction that lost to another one (deadlock) runs once more: for handlers that do nothing beside it. */
  readonly retries?: true;
  /** It asks by POST and changes nothing, also where its handler opens the transactions. */
  readonly reads?: true;
  /** Seconds the browser waits; null waits for ever. // spec §9 */
  readonly timeout_s: number | null;
  /** What the body is. */
  readonly consumes: string;
  /** Other kinds of body that it takes as well. */
  readonly consumes_also?: readonly string[];
  /** What the answer is; anything but JSON is written by the handler itself. */
  readonly produces: string;
  /** Other kinds of answer that may be asked for. */
  readonly produces_also?: readonly string[];
  /** Statuses of refusals beside those that every call of its kind may answer. */
  readonly refuses?: readonly number[];
  /** The largest body that is read; 256 KB unless the call says otherwise. */
  readonly max_body_bytes?: number;
  /**
   * The handler judges the body's rows one by one: NaN and Infinity reach it as numbers that are not finite, text that
   * cannot be kept as it is, instead of a refusal of the whole.
   */
  readonly tolerant?: true;
  /** The body may come packed with gzip, and is counted while it is on its way in. Only for calls of a key. */
  readonly packed?: true;
  /** The handler is given the body as it arrives, however long it is, instead of the whole of it. */
  readonly streams?: true;
  /** Calls that cost a password hash or could be guessed at are counted by address. */
  readonly rate?: 'sign_in';
  /** Whoever makes it must have confirmed their email address. */
  readonly confirmed?: ConfirmedWhen;
  /** By it the server comes to connect to an address that the caller names. */
  readonly reaches?: Reached;
  /** Who serves it, where the installation has a host for that. // spec §7: residential, community, cloud function and cloud control hosts */
  readonly host?: Host;
  /** What every refusal of it carries as `error`, beside `success` (false), whatever refuses it. // spec §7, §8 */
  readonly failed?: string;
}
// biome-ignore lint/suspicious/noExplicitAny: the one place where calls of every shape stand together
export type AnyCall = Call<any, any, any, any, any, any>;
export type Area = Readonly<Record<string, AnyCall>>;

type PathNames<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;
type ParamsOf<Path extends string> = [PathNames<Path>] extends [never]
  ? { params?: undefined }
  : { params: z.ZodType<Record<PathNames<Path>, unknown>> };

interface Declaration<Path extends string, Q, B, O> {
  method: Method;
  path: Path;
  summary: string;
  list?: string;
  topics?: readonly Topic[];
  access: Access;
  query?: Q;
  body?: B;
  ok: O;
  conflict?: Schema;
  status?: number;
  tx?: TxMode;
  retries?: true;
  reads?: true;
  timeout_s?: number | null;
  consumes?: string;
  consumes_also?: readonly string[];
  produces?: string;
  produces_also?: readonly string[];
  refuses?: readonly number[];
  max_body_bytes?: number;
  tolerant?: true;
  packed?: true;
  streams?: true;
  rate?: 'sign_in';
  confirmed?: ConfirmedWhen;
  reaches?: Reached;
  host?: Host;
  failed?: string;
}

type TxOf<D> = D extends { tx: infer T extends TxMode }
  ? T
  : D extends { access: 'public' | 'signed_in' }
    ? 'none'
    : D extends { method: 'GET' }
      ? 'read'
      : 'write';

type Declared<D> = Call<
  D extends { params: infer P extends Schema } ? P : undefined,
  D extends { query: infer X extends Schema } ? X : undefined,
  D extends { body: infer X extends Schema } ? X : undefined,
  D extends { ok: infer X extends Schema } ? X : undefined,
  TxOf<D>,
  D extends { conflict: infer X extends Schema } ? X : undefined
>;

function defaultTx({ access, method }: Pick<AnyCall, 'access' | 'method'>): TxMode {
  if (access === 'public' || access === 'signed_in') return 'none';
  return method === 'GET' ? 'read' : 'write';
}

/**
 * Declares a call once, for the server's validation, the browser's client, the OpenAPI document and the tests.
 * Without `access` it does not compile, nor with a path parameter that `params` does not name.
 */
export function call<
  const Path extends string,
  D extends Declaration<Path, Q, B, O> & ParamsOf<Path>,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  O extends Schema | undefined = undefined,
>(declaration: D & Declaration<Path, Q, B, O> & ParamsOf<Path>): Declared<D> {
  const defaults = {
    params: undefined,
    query: undefined,
    body: undefined,
    conflict: undefined,
    status: 200,
    tx: defaultTx(declaration),
    timeout_s: 30,
    consumes: 'application/json',
    produces: 'application/json',
  };
  return { ...defaults, ...declaration } as never;
}

/** Whether the address alone lets its bearer in, who then sends no token. */
export function isSigned({ access }: Pick<AnyCall, 'access'>): boolean {
  return access === 'signed_url' || access === 'signed_link';
}

/** Whether a call may be made with a company's key that may read, beside its members. */
export function isOpenToKeys({ method, access }: Pick<AnyCall, 'method' | 'access'>): boolean {
  return method === 'GET' && (KEY_READS as readonly Access[]).includes(access);
}

/** What a call that went well has made old: nothing where it only reads, also by POST. */
export function changesOf({
  method,
  tx,
  reads,
  topics = [],
}: Pick<AnyCall, 'method' | 'tx' | 'reads' | 'topics'>): readonly Topic[] {
  return method === 'GET' || tx === 'read' || reads ? [] : topics;
}

/** The calls of one area, by the name that its client carries; of those that name no host themselves it is the area's. */
export function area<const A extends Area>(calls: A, { host }: { host?: Host } = {}): A {
  if (!host) return calls;
  return Object.fromEntries(
    Object.entries(calls).map(([name, one]) => [name, { host, ...one }]),
  ) as unknown as A;
}

export type Out<T> = T extends { _zod: { output: infer O } } ? O : undefined;
export type In<T> = T extends { _zod: { input: infer I } } ? I : undefined;
