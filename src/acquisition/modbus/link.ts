import type { LookupFunction, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Backoff } from './backoff.ts';
import { type AllowAddress, openSocket } from './connect.ts';
import { ModbusException, ModbusLinkError, ModbusTimeout } from './errors.ts';
import { type Framer, type FramerName, framerOf, type Taken } from './framers.ts';
import { checkRequest, type Frame, type ReadRequest, readAnswer, requestPdu } from './pdu.ts';
import { Turns } from './turns.ts';

export type ModbusLinkOptions = {
  readonly host: string;
  readonly port: number;
  readonly framer: FramerName;
  /** Longest wait for one answer, and for a connection unless `connect_timeout_ms` says otherwise. */
  readonly timeout_ms: number;
  readonly connect_timeout_ms?: number;
  /** Requests in flight at once, 1 by default: many gateways lose what they are asked meanwhile. `tcp` only. */
  readonly window?: number;
  /** Rest between an answer and the next request, 0 by default. Only meaningful with a window of 1. */
  readonly gap_ms?: number;
  /** The outbound guard, asked about each resolved address. */
  readonly allow?: AllowAddress;
  readonly lookup?: LookupFunction;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
  readonly random?: () => number;
};

type Pending = {
  readonly request: ReadRequest;
  readonly resolve: (payload: Uint8Array) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
};

/** A connection with transactions survives one unanswered request; after so many in silence it is half open. */
const SILENCES_BEFORE_CLOSING = 2;
const UNASKED: Taken = { kind: 'garbage', message: 'the peer sent what nobody asked for' };

/**
 * One way to a Modbus gateway or device over TCP, for reading. It connects at the first read, connects again at the
 * read after a failure (with back-off while the peer does not prove itself), and lives until `close()`.
 * A request never waits longer than its turn, the connection's and the answer's time-out.
 */
export class ModbusLink {
  readonly #options: ModbusLinkOptions;
  readonly #framer: Framer;
  readonly #turns: Turns;
  readonly #backoff: Backoff;
  readonly #now: () => number;
  readonly #closing = new AbortController();
  readonly #pending = new Map<number, Pending>();
  #socket: Socket | null = null;
  #opening: Promise<Socket> | null = null;
  #received: Buffer = Buffer.alloc(0);
  #transaction = 0;
  #silences = 0;
  #proven = false;
  #last_error: ModbusLinkError | null = null;
  #rest_until_ms = Number.NEGATIVE_INFINITY;

  /** @throws RangeError for a window other than 1 where answers do not name their request. */
  constructor(options: ModbusLinkOptions) {
    const window = options.window ?? 1;
    this.#options = options;
    this.#framer = framerOf(options.framer);
    if (!Number.isInteger(window) || window < 1)
      throw new RangeError(`window ${window} is not a positive integer`);
    if (window > 1 && !this.#framer.has_transactions)
      throw new RangeError(`${options.framer} allows a window of 1`);
    this.#turns = new Turns(window);
    this.#now = options.now ?? (() => performance.now());
    this.#backoff = new Backoff(options.random ?? Math.random);
  }

  /** Is a connection open now? A half-open one counts until a request has found it out. */
  get connected(): boolean {
    return this.#socket !== null;
  }

  /**
   * Reads bits or registers.
   * @returns the bytes of the answer as sent: two for each register, high byte first; or eight bits a byte, the
   * first in the lowest place (Modbus Application Protocol V1.1b3, 6.1–6.4).
   * @throws RangeError (nothing was sent), ModbusTimeout, ModbusException, ModbusLinkError.
   */
  async read(request: ReadRequest): Promise<Uint8Array> {
    checkRequest(request);
    await this.#turns.take();
    try {
      await this.#rest();
      const socket = await this.#open();
      return await this.#exchange(socket, request);
    } finally {
      this.#rest_until_ms = this.#now() + (this.#options.gap_ms ?? 0);
      this.#turns.give();
    }
  }

  /** Ends the link for good: open requests and later ones fail with fault `closed`. */
  close(): void {
    const error = new ModbusLinkError('closed', 'the link was closed');
    this.#closing.abort();
    if (this.#socket !== null) this.#drop(this.#socket, error);
  }

  async #rest(): Promise<void> {
    const rest_ms = this.#rest_until_ms - this.#now();
    if (rest_ms > 0) await sleep(rest_ms);
  }

  async #open(): Promise<Socket> {
    if (this.#closing.signal.aborted) throw new ModbusLinkError('closed', 'the link was closed');
    if (this.#socket !== null) return this.#socket;
    this.#opening ??= this.#connect().finally(() => {
      this.#opening = null;
    });
    return await this.#opening;
  }

  async #connect(): Promise<Socket> {
    const wait_ms = Math.ceil(this.#backoff.remainingMs(this.#now()));
    if (wait_ms > 0) {
      const why = this.#last_error?.message ?? 'the last attempt failed';
      throw new ModbusLinkError('backing_off', `next attempt in ${wait_ms} ms: ${why}`, this.#last_error);
    }
    try {
      const { timeout_ms, connect_timeout_ms } = this.#options;
      const signal = this.#closing.signal;
      const socket = await openSocket({
        ...this.#options,
        timeout_ms: connect_timeout_ms ?? timeout_ms,
        signal,
      });
      this.#adopt(socket);
      return socket;
    } catch (error) {
      if (error instanceof ModbusLinkError) this.#failed(error);
      throw error;
    }
  }

  #adopt(socket: Socket): void {
    if (this.#closing.signal.aborted) throw new ModbusLinkError('closed', 'the link was closed');
    if (socket.destroyed) throw new ModbusLinkError('lost', 'the peer closed at once');
    this.#socket = socket;
    this.#received = Buffer.alloc(0);
    this.#silences = 0;
    this.#proven = false;
    const lost = () => this.#drop(socket, new ModbusLinkError('lost', 'the peer closed the connection'));
    socket.on('data', (bytes) => this.#receive(socket, bytes));
    socket.on('error', (error) => this.#drop(socket, new ModbusLinkError('lost', error.message, error)));
    socket.on('end', lost);
    socket.on('close', lost);
  }

  #failed(error: ModbusLinkError): void {
    this.#last_error = error;
    this.#backoff.failed(this.#now());
  }

  #exchange(socket: Socket, request: ReadRequest): Promise<Uint8Array> {
    if (socket !== this.#socket) throw new ModbusLinkError('lost', 'the connection ended before the request');
    const transaction = this.#nextTransaction();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#expire(socket, transaction), this.#options.timeout_ms);
      this.#pending.set(transaction, { request, resolve, reject, timer });
      socket.write(this.#framer.encode(transaction, request.unit, requestPdu(request)));
    });
  }

  // Counts on across connections, so that an answer from before can never carry the number of a request of now.
  #nextTransaction(): number {
    do this.#transaction = (this.#transaction + 1) & 0xffff;
    while (this.#pending.has(this.#transaction));
    return this.#transaction;
  }

  #receive(socket: Socket, bytes: Buffer): void {
    if (socket !== this.#socket) return;
    this.#silences = 0;
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    for (;;) {
      const taken = this.#isUnasked() ? UNASKED : this.#framer.take(this.#received);
      if (taken.kind === 'garbage') this.#drop(socket, new ModbusLinkError('garbage', taken.message));
      if (taken.kind === 'garbage' || taken.kind === 'more') return;
      this.#received = this.#received.subarray(taken.used);
      if (taken.kind === 'frame') this.#deliver(taken.frame);
    }
  }

  // Serial framings have no transaction: what comes unasked could be taken for the next answer, so it ends the stream.
  #isUnasked(): boolean {
    return !this.#framer.has_transactions && this.#pending.size === 0 && this.#received.length > 0;
  }

  #deliver(frame: Frame): void {
    const transaction = frame.transaction ?? this.#pending.keys().next().value;
    const pending = transaction === undefined ? undefined : this.#pending.get(transaction);
    if (transaction === undefined || pending === undefined) return;
    const answer = readAnswer(pending.request, frame);
    if (answer === null) return;
    this.#pending.delete(transaction);
    clearTimeout(pending.timer);
    this.#proven = true;
    this.#backoff.succeeded();
    if (answer.kind === 'exception') pending.reject(new ModbusException(answer.code));
    else pending.resolve(answer.payload);
  }

  #expire(socket: Socket, transaction: number): void {
    const pending = this.#pending.get(transaction);
    if (pending === undefined) return;
    this.#pending.delete(transaction);
    this.#silences += 1;
    pending.reject(new ModbusTimeout(`no answer within ${this.#options.timeout_ms} ms`));
    const late_answer_is_known = this.#framer.has_transactions && this.#received.length === 0;
    if (late_answer_is_known && this.#silences < SILENCES_BEFORE_CLOSING) return;
    this.#drop(socket, new ModbusLinkError('silent', 'closed after requests without an answer'));
  }

  #drop(socket: Socket, error: ModbusLinkError): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.#received = Buffer.alloc(0);
    socket.destroy();
    // Silence belongs to one device of perhaps many behind the gateway: only a peer that misbehaves is left alone.
    if (!this.#proven && error.fault !== 'silent') this.#failed(error);
    for (const pending of this.#pending.values()) {
      clearTimeout(pending.timer);
      pending.reject(error);
    }
    this.#pending.clear();
  }
}
