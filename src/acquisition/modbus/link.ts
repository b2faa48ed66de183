import type { LookupFunction, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NetworkReach } from '../../shared/server/endpoints/reach.ts';
import { Turns } from '../../shared/server/turns.ts';
import { WriteOrder } from '../lighting/write-order.ts';
import { Backoff } from './backoff.ts';
import { openSocket } from './connect.ts';
import { ModbusException, ModbusLinkError, ModbusTimeout, type WrongAnswer } from './errors.ts';
import { type Framer, type FramerName, findAnswer, framerOf, type Taken } from './framers.ts';
import { LateAnswers } from './late-answers.ts';
import { type Carried, carriedRead, checkRequest, type Frame, type ReadRequest } from './pdu.ts';

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
  /** What may be connected to, asked about each resolved address; everything where it is left out. */
  readonly reach?: NetworkReach | undefined;
  /** Opens another way than the TCP connection to `host`: a serial device. */
  readonly open?: (limits: { timeout_ms: number; signal: AbortSignal }) => Promise<Socket>;
  /** Longest pause between two attempts to connect, asked at each failure; 30 s by default, and at most. */
  readonly longest_backoff_ms?: () => number;
  readonly lookup?: LookupFunction;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
  readonly random?: () => number;
};

/** One request that went out, and what came of it. */
export type Exchange = {
  /** As it stood on the wire. */
  readonly sent: Uint8Array;
  /** The answer as it stood on the wire; null where none was accepted. Only valid while it is being told. */
  readonly received: Uint8Array | null;
  /** Bytes that came meanwhile, those of dropped answers included. */
  readonly bytes_in: number;
  readonly latency_ms: number;
  /** Why there is no payload; null when there is. */
  readonly error: Error | null;
};

type Pending = {
  readonly request: Carried;
  readonly sent: Uint8Array;
  readonly began_ms: number;
  readonly watch: ((exchange: Exchange) => void) | undefined;
  readonly timeout_ms: number;
  readonly aside: boolean;
  bytes_in: number;
  /** What came last in place of its answer. */
  wrong: WrongAnswer | null;
  readonly resolve: (payload: Uint8Array) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
};

type PendingRead = Pick<Pending, 'request' | 'watch' | 'timeout_ms' | 'aside'>;

/** A connection with transactions survives one unanswered request; after so many in silence it is half open. */
const SILENCES_BEFORE_CLOSING = 2;
const UNASKED: Taken = { kind: 'garbage', message: 'the peer sent what nobody asked for' };

/**
 * One way to a Modbus gateway or device: over TCP, or over a serial device that `open` opens. It reads; the only thing that
 * it carries besides is what lighting made within the profile of a controller. It connects at the first request, connects
 * again at the one after a failure (with back-off while the peer does not prove itself), and lives until `close()`.
 * Where answers do not name their request, a late one is waited for as long again after a time-out: whatever comes is
 * discarded, nothing of the same unit and function is asked meanwhile, and then only over a new connection.
 * A request never waits longer than for such an answer, its turn, the connection's and the answer's time-out.
 */
export class ModbusLink {
  readonly #options: ModbusLinkOptions;
  readonly #framer: Framer;
  readonly #turns: Turns;
  readonly #backoff: Backoff;
  readonly #now: () => number;
  readonly #closing = new AbortController();
  readonly #pending = new Map<number, Pending>();
  readonly #late = new LateAnswers();
  #socket: Socket | null = null;
  #opening: Promise<Socket> | null = null;
  #received: Buffer = Buffer.alloc(0);
  #transaction = 0;
  #silences = 0;
  #silences_aside = 0;
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
    this.#backoff = new Backoff(options.random ?? Math.random, options.longest_backoff_ms);
  }

  /** Is a connection open now? A half-open one counts until a request has found it out. */
  get connected(): boolean {
    return this.#socket !== null;
  }

  /** Where the open connection went; null without one, and over a serial line. */
  get address(): string | null {
    return this.#socket?.remoteAddress ?? null;
  }

  /**
   * Reads bits or registers.
   * @returns the bytes of the answer as sent: two for each register, high byte first; or eight bits a byte, the
   * first in the lowest place (Modbus Application Protocol V1.1b3, 6.1–6.4).
   * @param watch told once about a request that went out, before its outcome is returned or thrown.
   * @param timeout_ms for the answer, the link's own by default.
   * @throws RangeError (nothing was sent), ModbusTimeout, ModbusException, ModbusLinkError.
   */
  read(
    request: ReadRequest,
    watch?: (exchange: Exchange) => void,
    timeout_ms = this.#options.timeout_ms,
  ): Promise<Uint8Array> {
    return this.#read(request, { watch, timeout_ms, aside: false });
  }

  /**
   * Carries a write that lighting made, once: it is never sent again, whatever comes of it. Where `watch` was told of it and
   * no answer came, nobody knows whether it was done.
   * @throws RangeError for anything else (nothing was sent), ModbusTimeout, ModbusException, ModbusLinkError.
   */
  async carry(
    order: WriteOrder,
    watch?: (exchange: Exchange) => void,
    timeout_ms = this.#options.timeout_ms,
  ): Promise<void> {
    if (!WriteOrder.is(order)) throw new RangeError('only what lighting made is written');
    await this.#carry({ request: order, watch, timeout_ms, aside: true });
  }

  /**
   * Reads for a person, who asks units that may not be there: unanswered, they close the connection only where nobody else's
   * request is in flight (a stream whose late answers cannot be told apart ends all the same).
   */
  readonly aside = {
    read: (
      request: ReadRequest,
      watch?: (exchange: Exchange) => void,
      timeout_ms = this.#options.timeout_ms,
    ): Promise<Uint8Array> => this.#read(request, { watch, timeout_ms, aside: true }),
  };

  async #read(request: ReadRequest, how: Omit<PendingRead, 'request'>): Promise<Uint8Array> {
    checkRequest(request);
    return await this.#carry({ ...how, request: carriedRead(request) });
  }

  async #carry(asked: PendingRead): Promise<Uint8Array> {
    await this.#takeTurn(asked);
    try {
      await this.#rest();
      if (this.#late.forget(asked.request)) this.#dropAfterSilence();
      const socket = await this.#open();
      return await this.#exchange(socket, asked);
    } finally {
      this.#rest_until_ms = this.#now() + (this.#options.gap_ms ?? 0);
      this.#turns.give();
    }
  }

  /** The next read connects at once, however long a rest was due after failed attempts. */
  hurry(): void {
    this.#backoff.hurry();
  }

  /** Ends the link for good: open requests and later ones fail with fault `closed`. */
  close(): void {
    const error = new ModbusLinkError('closed', 'the link was closed');
    this.#closing.abort();
    if (this.#socket !== null) this.#drop(this.#socket, error);
  }

  /** Takes a turn once no late answer can be taken for the one to this request; others are served meanwhile. */
  async #takeTurn({ request }: PendingRead): Promise<void> {
    const { signal } = this.#closing;
    for (;;) {
      const left_ms = this.#late.leftMs(request, this.#now());
      // Once it is closed the request fails at its turn.
      if (left_ms > 0 && !signal.aborted) await sleep(left_ms, undefined, { signal }).catch(() => undefined);
      await this.#turns.take();
      if (signal.aborted || this.#late.leftMs(request, this.#now()) <= 0) return;
      this.#turns.give();
    }
  }

  #dropAfterSilence(): void {
    if (this.#socket === null) return;
    this.#drop(this.#socket, new ModbusLinkError('silent', 'closed after requests without an answer'));
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
      throw new ModbusLinkError('backing_off', `next attempt in ${wait_ms} ms: ${why}`, {
        cause: this.#last_error,
      });
    }
    try {
      const { timeout_ms, connect_timeout_ms } = this.#options;
      const signal = this.#closing.signal;
      const limits = { timeout_ms: connect_timeout_ms ?? timeout_ms, signal };
      const { open } = this.#options;
      const socket = await (open?.(limits) ?? openSocket({ ...this.#options, ...limits }));
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
    this.#heardSomething();
    this.#proven = false;
    const lost = () => this.#drop(socket, new ModbusLinkError('lost', 'the peer closed the connection'));
    socket.on('data', (bytes) => this.#receive(socket, bytes));
    socket.on('error', (error) =>
      this.#drop(socket, new ModbusLinkError('lost', error.message, { cause: error })),
    );
    socket.on('end', lost);
    socket.on('close', lost);
  }

  #failed(error: ModbusLinkError): void {
    this.#last_error = error;
    this.#backoff.failed(this.#now());
  }

  #exchange(socket: Socket, asked: PendingRead): Promise<Uint8Array> {
    const { request, timeout_ms } = asked;
    if (socket !== this.#socket) throw new ModbusLinkError('lost', 'the connection ended before the request');
    const transaction = this.#nextTransaction();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#expire(transaction), timeout_ms);
      const sent = this.#framer.encode(transaction, request.unit, request.pdu);
      const began_ms = this.#now();
      this.#pending.set(transaction, {
        ...asked,
        sent,
        began_ms,
        bytes_in: 0,
        wrong: null,
        resolve,
        reject,
        timer,
      });
      socket.write(sent);
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
    this.#heardSomething();
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    for (;;) {
      this.#skipStray();
      const taken = this.#isUnasked() ? UNASKED : this.#framer.take(this.#received);
      if (taken.kind === 'garbage') this.#countBytes(this.#received.length);
      if (taken.kind === 'garbage') this.#drop(socket, new ModbusLinkError('garbage', taken.message));
      if (taken.kind === 'garbage' || taken.kind === 'more') return;
      const bytes = this.#received.subarray(0, taken.used);
      this.#received = this.#received.subarray(taken.used);
      if (taken.kind === 'skip' || !this.#deliver(taken.frame, bytes)) this.#countBytes(taken.used);
    }
  }

  // A transaction names its request, so that an answer is found behind bytes that belong to no frame.
  #skipStray(): void {
    if (!this.#framer.has_transactions) return;
    if (this.#pending.size === 0) {
      if (this.#framer.take(this.#received).kind === 'garbage') this.#received = Buffer.alloc(0);
      return;
    }
    const requests = new Map([...this.#pending].map(([transaction, { request }]) => [transaction, request]));
    const at = findAnswer(this.#received, requests);
    if (at <= 0) return;
    this.#countBytes(at);
    this.#received = this.#received.subarray(at);
  }

  #heardSomething(): void {
    this.#silences = 0;
    this.#silences_aside = 0;
  }

  // Serial framings have no transaction: what comes unasked could be taken for the next answer, so it ends the stream; not
  // so a late answer, of which nothing is asked again over this stream.
  #isUnasked(): boolean {
    if (this.#framer.has_transactions || this.#pending.size > 0 || this.#received.length === 0) return false;
    return !this.#late.isWaiting(this.#now());
  }

  /** Bytes that answer nothing are counted to whoever has waited longest. */
  #countBytes(bytes: number): void {
    const oldest = this.#pending.values().next().value;
    if (oldest !== undefined) oldest.bytes_in += bytes;
  }

  /** @returns whether the frame answered a request; otherwise it is dropped. */
  #deliver(frame: Frame, bytes: Uint8Array): boolean {
    const transaction = frame.transaction ?? this.#pending.keys().next().value;
    const pending = transaction === undefined ? undefined : this.#pending.get(transaction);
    if (transaction === undefined || pending === undefined) return false;
    const answer = pending.request.answerIn(frame);
    if (answer === null) {
      if (!this.#late.mayBe(frame)) pending.wrong = pending.request.wrongIn(frame);
      return false;
    }
    this.#pending.delete(transaction);
    this.#proven = true;
    this.#backoff.succeeded();
    pending.bytes_in += bytes.length;
    const error = answer.kind === 'exception' ? new ModbusException(answer.code) : null;
    this.#settle(pending, bytes, error);
    if (answer.kind === 'payload') pending.resolve(answer.payload);
    return true;
  }

  #settle(pending: Pending, received: Uint8Array | null, error: Error | null): void {
    clearTimeout(pending.timer);
    const { sent, bytes_in, watch } = pending;
    watch?.({ sent, received, bytes_in, latency_ms: this.#now() - pending.began_ms, error });
    if (error !== null) pending.reject(error);
  }

  #expire(transaction: number): void {
    const pending = this.#pending.get(transaction);
    if (pending === undefined) return;
    this.#pending.delete(transaction);
    if (pending.aside) this.#silences_aside += 1;
    else this.#silences += 1;
    this.#settle(pending, null, new ModbusTimeout(pending.timeout_ms, pending.wrong));
    const longest_ms = Math.max(pending.timeout_ms, this.#options.timeout_ms);
    if (!this.#framer.has_transactions) this.#late.expect(pending.request, this.#now() + longest_ms);
    const half_open =
      this.#silences >= SILENCES_BEFORE_CLOSING ||
      (this.#silences_aside >= SILENCES_BEFORE_CLOSING && this.#pending.size === 0);
    // The rest of half an answer would spoil the next one.
    if (half_open || this.#received.length > 0) this.#dropAfterSilence();
  }

  #drop(socket: Socket, error: ModbusLinkError): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.#received = Buffer.alloc(0);
    socket.destroy();
    // Silence belongs to one device of perhaps many behind the gateway: only a peer that misbehaves is left alone.
    if (!this.#proven && error.fault !== 'silent') this.#failed(error);
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const pending of lost) this.#settle(pending, null, error);
  }
}
