import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction, connect as netConnect, type Socket } from 'node:net';
import type { NetworkReach } from '../../shared/server/endpoints/reach.ts';
import { ModbusLinkError } from './errors.ts';

export type ConnectOptions = {
  readonly host: string;
  readonly port: number;
  readonly timeout_ms: number;
  readonly signal: AbortSignal;
  /** What may be connected to; everything where it is left out. */
  readonly reach?: NetworkReach | undefined;
  /** Resolves names; the system's resolver by default. */
  readonly lookup?: LookupFunction | undefined;
};

const KEEP_ALIVE_AFTER_MS = 30_000;

type Found = { address: string; family: number };

/**
 * Opens a TCP connection. A name is resolved once, every address it gives is put before `reach`, and the connection
 * goes to an address that passed: a name cannot answer one address to the check and another to the connection. A refusal
 * tells the host as it was given and never what it stands for.
 * @throws ModbusLinkError `refused_address`, `connect_timeout` (also for a resolver that does not answer),
 * `connect_failed`, `closed` (the signal).
 */
export async function openSocket(options: ConnectOptions): Promise<Socket> {
  const ends_ms = performance.now() + options.timeout_ms;
  const found = await beforeEnd(findAddresses(options), options);
  return connectTo(found, options, Math.max(1, ends_ms - performance.now()));
}

/** Where the connection may go; undefined where everything may be connected to. */
async function findAddresses(options: ConnectOptions): Promise<Found[] | undefined> {
  const { host, port, reach, lookup = systemLookup } = options;
  if (reach === undefined) return undefined;
  const family = isIP(host);
  const right = family === 0 ? await reach.names(host, port).catch(notJudged) : 'told';
  if (right === 'none') throw refusedAddress(options);
  const found = family === 0 ? await resolve(host, lookup).catch(unknownName) : [{ address: host, family }];
  const addresses = found.map(({ address }) => address);
  const allowed = await reach.open(host, port, addresses).catch(notJudged);
  const kept = found.filter(({ address }) => allowed.includes(address));
  if (kept.length === 0) throw refusedAddress(options);
  return kept;

  // Who may not learn which names there are is told the same of a name that is unknown.
  function unknownName(error: unknown): never {
    throw right === 'told' ? asLinkError(error) : refusedAddress(options);
  }
}

// What failed there is ours, and nothing that whoever reads the reason could do anything about.
function notJudged(cause: unknown): never {
  const message = 'whether it may be connected to cannot be found out just now';
  throw new ModbusLinkError('connect_failed', message, { cause });
}

function resolve(host: string, lookup: LookupFunction): Promise<Found[]> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, found) => {
      if (error !== null) return reject(error);
      resolve(typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found);
    });
  });
}

function beforeEnd<T>(work: Promise<T>, { timeout_ms, signal }: ConnectOptions): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(closed());
    const timer = setTimeout(() => reject(timedOut(timeout_ms)), timeout_ms);
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    signal.addEventListener('abort', abort);
    work.finally(settle).then(resolve, (error: unknown) => reject(asLinkError(error)));
    if (signal.aborted) abort();
  });
}

function connectTo(
  found: Found[] | undefined,
  { host, port, timeout_ms, signal, lookup = systemLookup }: ConnectOptions,
  left_ms: number,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = netConnect({
      host,
      port,
      lookup: found === undefined ? lookup : alwaysTo(found),
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_AFTER_MS,
    });
    const abort = () => socket.destroy(closed());
    const timer = setTimeout(() => socket.destroy(timedOut(timeout_ms)), left_ms);
    signal.addEventListener('abort', abort);
    socket.once('close', () => signal.removeEventListener('abort', abort));
    // Stays for the socket's life: after the connection it only keeps an error from becoming an uncaught one.
    socket.on('error', (error) => {
      clearTimeout(timer);
      reject(asLinkError(error));
    });
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
    if (signal.aborted) abort();
  });
}

function alwaysTo(found: Found[]): LookupFunction {
  return (_name, options, callback) => {
    const [first] = found;
    if (options.all || first === undefined) callback(null, found);
    else callback(null, first.address, first.family);
  };
}

const closed = () => new ModbusLinkError('closed', 'the link was closed');

const timedOut = (timeout_ms: number) =>
  new ModbusLinkError('connect_timeout', `no connection within ${timeout_ms} ms`, { params: { timeout_ms } });

export function refusedAddress({ host, port }: { host: string; port: number }): ModbusLinkError {
  return new ModbusLinkError(
    'refused_address',
    `${host} port ${port} may not be reached: it is not among what this company was given`,
    { params: { address: host.slice(0, 200), port } },
  );
}

function asLinkError(error: unknown): ModbusLinkError {
  if (error instanceof ModbusLinkError) return error;
  return new ModbusLinkError('connect_failed', describe(error), { cause: error });
}

// Node tries every address of a name and reports the failures as an AggregateError without a message of its own.
function describe(error: unknown): string {
  if (!(error instanceof AggregateError)) return error instanceof Error ? error.message : String(error);
  return error.errors
    .map((each: unknown) => (each instanceof Error ? each.message : String(each)))
    .join('; ');
}
