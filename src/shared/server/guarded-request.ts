import { lookup } from 'node:dns/promises';
import { type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import ipaddr from 'ipaddr.js';
import type { NetworkReach } from './endpoints/reach.ts';

/** Why nothing, or nothing whole, came back: a code, and what it needs to be said in words. */
export class NotReached extends Error {
  readonly code:
    | 'not_allowed'
    | 'not_encrypted'
    | 'name_unknown'
    | 'no_connection'
    | 'tls'
    | 'timeout'
    | 'broken';
  readonly params: Readonly<Record<string, string | number>>;
  /** The whole request had gone out: whoever was asked may have done what it asks for. */
  asked = false;
  constructor(code: NotReached['code'], params: NotReached['params'] = {}, cause?: unknown) {
    super(code, { cause });
    this.code = code;
    this.params = params;
  }
}

export interface GuardedRequest {
  readonly method: 'GET' | 'POST';
  /** http or https. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Of an answer that is longer the rest is not read. */
  readonly max_bytes: number;
  /** What may be connected to: asked about each address that the name stands for. */
  readonly reach: NetworkReach;
  /** From the look-up of the name to the end of the answer. */
  readonly within_ms: number;
  /** What TLS trusts; by default what Node trusts. */
  readonly tls?: SecureContextOptions;
  /** Devices of private networks sign their certificates themselves: there TLS hides what is said, and proves nothing. */
  readonly own_certificates?: boolean;
  /** Given each piece of the answer as it comes in: whether enough was read, though it may go on for ever. */
  readonly enough?: (headers: IncomingHttpHeaders, piece: Buffer) => boolean;
  readonly resolve?: (name: string) => Promise<readonly { address: string }[]>;
}

export interface GuardedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** False where the answer is longer than what was read. */
  readonly whole: boolean;
}

const resolveByName = (name: string) => lookup(name, { all: true });

/**
 * Asks an address that a person or a setting named. Its name is resolved once, each address it gives is put before `reach`, and
 * the connection goes to one that passed. Redirects are answers like any other: nothing is followed. Without TLS only private
 * networks are reached: what is told is nobody else's to read.
 * @throws NotReached
 */
export async function requestGuarded(request: GuardedRequest): Promise<GuardedAnswer> {
  const signal = AbortSignal.timeout(request.within_ms);
  const url = new URL(request.url);
  const address = await Promise.race([allowedAddress(url, request), rejectWhen(signal)]);
  return new Promise((resolve, reject) => {
    let asked = false;
    const fail = (error: unknown) => {
      const fault = signal.aborted ? new NotReached('timeout') : faultOf(error);
      fault.asked = asked;
      reject(fault);
    };
    const name = bareHost(url);
    const send = url.protocol === 'https:' ? tlsRequest : plainRequest;
    const { body } = request;
    const outgoing = send(url, {
      method: request.method,
      // No connection is kept: the next message may have to go to another address, and is asked about again.
      agent: false,
      headers: {
        ...request.headers,
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
      },
      lookup: (_name, options, callback) =>
        options.all
          ? callback(null, [{ address, family: isIP(address) }])
          : callback(null, address, isIP(address)),
      signal,
      ...(url.protocol === 'https:'
        ? {
            ...request.tls,
            ...(isIP(name) === 0 ? { servername: name } : {}),
            ...(request.own_certificates && isPrivate(address) ? { rejectUnauthorized: false } : {}),
          }
        : {}),
    });
    outgoing.on('finish', () => {
      asked = true;
    });
    outgoing.on('error', fail);
    outgoing.on('response', (answer) => readAnswer(answer, request).then(resolve, fail));
    outgoing.end(body);
  });
}

const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

async function allowedAddress(url: URL, { reach, resolve = resolveByName }: GuardedRequest): Promise<string> {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const host = bareHost(url);
  // What a name stands for is told to nobody who may not reach it, and not whether it stands for anything.
  const refused = () => new NotReached('not_allowed', { address: host, port });
  const right = isIP(host) === 0 ? await reach.names(host, port) : 'told';
  if (right === 'none') throw refused();
  const unknown = (error: unknown) => {
    throw right === 'told' ? new NotReached('name_unknown', { host }, error) : refused();
  };
  const found = isIP(host) === 0 ? await resolve(host).catch(unknown) : [{ address: host }];
  const [allowed] = await reach.open(
    host,
    port,
    found.map(({ address }) => address),
  );
  if (allowed === undefined) throw refused();
  if (url.protocol === 'http:' && !isPrivate(allowed))
    throw new NotReached('not_encrypted', { address: host });
  return allowed;
}

/** Networks that no stranger's line leads through. */
function isPrivate(address: string): boolean {
  const range = ipaddr.process(address).range();
  return range === 'private' || range === 'loopback' || range === 'uniqueLocal' || range === 'linkLocal';
}

function rejectWhen(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new NotReached('timeout')), { once: true });
  });
}

/** Reads an answer to its end, or to where enough was read. */
async function readAnswer(
  answer: IncomingMessage,
  { max_bytes, enough }: Pick<GuardedRequest, 'max_bytes' | 'enough'>,
): Promise<GuardedAnswer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > max_bytes) break;
    parts.push(part);
    if (enough?.(answer.headers, part)) break;
  }
  answer.destroy();
  const { statusCode: status = 0, headers } = answer;
  return { status, headers, body: Buffer.concat(parts), whole: bytes <= max_bytes };
}

const TLS_FAULT = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_|EPROTO)/;
const NO_CONNECTION = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|ETIMEDOUT)$/;

function faultOf(error: unknown): NotReached {
  const reason = String((error as NodeJS.ErrnoException).code ?? 'unknown').slice(0, 60);
  if (TLS_FAULT.test(reason)) return new NotReached('tls', { reason }, error);
  if (NO_CONNECTION.test(reason)) return new NotReached('no_connection', { reason }, error);
  return new NotReached('broken', { reason }, error);
}
