import { Turns } from '../../shared/server/turns.ts';
import { type Clock, Naps } from '../clock.ts';
import { ModbusException } from '../modbus/errors.ts';
import type { PollLink } from '../port-link.ts';
import { isSilence, type RegisterReader } from '../read-blocks.ts';
import { TaskEnded } from './careful-reader.ts';

/** The port is not polled here any more: somebody else may ask. */
export class PortGone extends Error {
  override readonly name = 'PortGone';
}

export type AskedDoorParts = {
  readonly clock: Clock;
  /** The port's connection as it is now. */
  readonly link: () => PollLink;
  /** Is no poll of a device that answers under way or due? */
  readonly free: () => boolean;
  /** How long an answer of a unit may take while others wait; undefined: as long as the port says. */
  readonly hurriedTimeoutMs: (unit: number) => number | undefined;
  /** Told that a unit answered, be it with a refusal. */
  readonly heard: (unit: number) => void;
};

/** What a person asks waits so long for polls that are due, then it goes between two of their requests. */
const PATIENCE_MS = 1000;

/**
 * The way by which what people ask goes over a port's own connection. One piece of work at a time, and one request of it
 * in the connection's queue, so that between two requests of polls there is at most one of it. After a request that held
 * the line for long the polls that are due have as long to themselves.
 */
export class PortAccess {
  readonly #parts: AskedDoorParts;
  readonly #turns = new Turns(1);
  #held_ms = 0;
  readonly #naps: Naps;
  #closed = false;

  constructor(parts: AskedDoorParts) {
    this.#parts = parts;
    this.#naps = new Naps(parts.clock);
  }

  /**
   * Does a piece of work that reads, after those before it.
   * @param at_once a connection that rests after failures is tried once now
   * @param signal ends it: what has not gone out yet stays unasked
   * @throws PortGone, TaskEnded, and what the work throws
   */
  ask<T>(
    work: (reader: RegisterReader) => Promise<T>,
    { at_once, signal }: { at_once: boolean; signal?: AbortSignal },
  ): Promise<T> {
    return this.#turns.run(async () => {
      this.#demand(signal);
      if (at_once) this.#parts.link().hurry?.();
      return await work({ read: (...request) => this.#read(request, signal) });
    });
  }

  #demand(signal: AbortSignal | undefined): void {
    if (this.#closed) throw new PortGone('the port is not polled here');
    if (signal?.aborted) throw new TaskEnded('the task is over');
  }

  /** A poll has ended: whoever waits looks again. */
  settle(): void {
    if (this.#parts.free()) this.#naps.wake();
  }

  /** Whoever is under way, or waits, is told that the port is gone. */
  close(): void {
    this.#closed = true;
    this.#naps.wake();
  }

  async #read(
    [request, watch, timeout_ms]: Parameters<RegisterReader['read']>,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array> {
    const { clock, link, free, hurriedTimeoutMs, heard } = this.#parts;
    await this.#untilFree();
    this.#demand(signal);
    const limit_ms = timeout_ms ?? (free() ? undefined : hurriedTimeoutMs(request.unit));
    const began_ms = clock.now();
    const way = link();
    try {
      const payload = await (way.aside ?? way).read(request, watch, limit_ms);
      heard(request.unit);
      return payload;
    } catch (error) {
      if (this.#closed) throw new PortGone('the port is not polled here', { cause: error });
      // The port leads elsewhere since: what was asked is asked there.
      if (way !== link()) return await this.#read([request, watch, timeout_ms], signal);
      if (error instanceof ModbusException && !isSilence(error)) heard(request.unit);
      throw error;
    } finally {
      this.#held_ms = Math.max(0, clock.now() - began_ms);
    }
  }

  async #untilFree(): Promise<void> {
    const { clock, free } = this.#parts;
    const until_ms = clock.now() + PATIENCE_MS + this.#held_ms;
    while (!this.#closed && !free()) {
      const left_ms = until_ms - clock.now();
      // A clock that was set back must not keep anybody waiting.
      if (left_ms <= 0 || left_ms > PATIENCE_MS + this.#held_ms) break;
      await this.#naps.sleep(left_ms);
    }
  }
}
