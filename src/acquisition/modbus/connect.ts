import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction, connect as netConnect, type Socket } from 'node:net';
import { ModbusLinkError } from './errors.ts';

/** May the program open a connection to this resolved address? */
export type AllowAddress = (address: string, port: number) => boolean;

export type ConnectOptions = {
  readonly host: string;
  readonly port: number;
  readonly timeout_ms: number;
  readonly signal: AbortSignal;
  readonly allow?: AllowAddress;
  /** Resolves names; the system's resolver by default. */
  readonly lookup?: LookupFunction;
};

const KEEP_ALIVE_AFTER_MS = 30_000;

/**
 * Opens a TCP connection. A name is resolved once, every address it gives is put before `allow`, and the connection
 * goes to an address that passed: a name cannot answer one address to the check and another to the connection.
 * @throws ModbusLinkError `refused_address`, `connect_timeout` (also for a resolver that does not answer),
 * `connect_failed`, `closed` (the signal).
 */
export function openSocket(options: ConnectOptions): Promise<Socket> {
  const { host, port, timeout_ms, signal, allow } = options;
  if (allow !== undefined && isIP(host) !== 0 && !allow(host, port))
    return Promise.reject(refusedAddress([host], port));
  return new Promise((resolve, reject) => {
    const socket = netConnect({
      host,
      port,
      lookup: guardedLookup(options),
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_AFTER_MS,
    });
    const abort = () => socket.destroy(new ModbusLinkError('closed', 'the link was closed'));
    const timer = setTimeout(() => {
      const params = { timeout_ms };
      socket.destroy(
        new ModbusLinkError('connect_timeout', `no connection within ${timeout_ms} ms`, { params }),
      );
    }, timeout_ms);
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

function guardedLookup({ port, allow, lookup = systemLookup }: ConnectOptions): LookupFunction {
  if (allow === undefined) return lookup;
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, []);
      const all = typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found;
      const allowed = all.filter(({ address }) => allow(address, port));
      const [first] = allowed;
      if (first === undefined)
        return callback(
          refusedAddress(
            all.map(({ address }) => address),
            port,
          ),
          [],
        );
      return options.all ? callback(null, allowed) : callback(null, first.address, first.family);
    });
  };
}

function refusedAddress(addresses: string[], port: number): ModbusLinkError {
  const named = addresses.map((address) => `${address} port ${port}`).join(', ');
  return new ModbusLinkError(
    'refused_address',
    `${named} may not be reached: the setting OUTBOUND_ALLOW does not list it`,
    { params: { address: addresses.join(', ').slice(0, 200), port } },
  );
}

function asLinkError(error: Error): ModbusLinkError {
  if (error instanceof ModbusLinkError) return error;
  return new ModbusLinkError('connect_failed', describe(error), { cause: error });
}

// Node tries every address of a name and reports the failures as an AggregateError without a message of its own.
function describe(error: Error): string {
  if (!(error instanceof AggregateError)) return error.message;
  return error.errors
    .map((each: unknown) => (each instanceof Error ? each.message : String(each)))
    .join('; ');
}
