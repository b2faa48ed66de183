import { PortGone } from '../field-tasks/port-access.ts';
import { ModbusException } from '../modbus/errors.ts';
import type { Exchange } from '../modbus/link.ts';
import type { ReadRequest } from '../modbus/pdu.ts';
import type { PollLink } from '../port-link.ts';
import { isSilence } from '../read-blocks.ts';
import type { WriteOrder } from './write-order.ts';

export type FieldLineParts = {
  /** The port's connection as it is now. */
  readonly link: () => PollLink;
  /** Told that a unit answered, be it with a refusal. */
  readonly heard: (unit: number) => void;
};

/** What became of a write: done; refused by the device; or that it went out and nobody knows. */
export type Written =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'refused'; readonly exception: number }
  /** Not a byte went out. */
  | { readonly outcome: 'not_sent'; readonly why: Error }
  | { readonly outcome: 'unknown'; readonly why: Error };

/**
 * The way by which lighting reads and writes over a port's own connection: each request takes its turn between those of the
 * polls, and does not wait for the polls that are due. What was written once is never sent again.
 */
export class FieldLine {
  readonly #parts: FieldLineParts;
  #closed = false;

  constructor(parts: FieldLineParts) {
    this.#parts = parts;
  }

  /** The port is not polled here any more. */
  close(): void {
    this.#closed = true;
  }

  /** A connection that rests after failures is tried once now. */
  hurry(): void {
    this.#parts.link().hurry?.();
  }

  /** @throws PortGone, and what a link throws */
  async read(request: ReadRequest, timeout_ms?: number): Promise<Uint8Array> {
    this.#demand();
    const { link, heard } = this.#parts;
    const way = link();
    try {
      const payload = await (way.aside ?? way).read(request, undefined, timeout_ms);
      heard(request.unit);
      return payload;
    } catch (error) {
      this.#demand(error);
      // The port leads elsewhere since: what was asked is asked there.
      if (way !== link()) return await this.read(request, timeout_ms);
      if (error instanceof ModbusException && !isSilence(error)) heard(request.unit);
      throw error;
    }
  }

  /** Sends a write, once. @throws PortGone before anything was sent */
  async write(order: WriteOrder, timeout_ms?: number): Promise<Written> {
    this.#demand();
    const way = this.#parts.link();
    let sent: Exchange | undefined;
    const watch = (exchange: Exchange) => {
      sent = exchange;
    };
    try {
      if (way.carry === undefined) throw new TypeError('this connection carries no writes');
      await way.carry(order, watch, timeout_ms);
      this.#parts.heard(order.unit);
      return { outcome: 'done' };
    } catch (error) {
      const why = error instanceof Error ? error : new Error(String(error));
      if (sent === undefined) return { outcome: 'not_sent', why };
      if (why instanceof ModbusException && !DOUBTFUL.includes(why.code))
        return { outcome: 'refused', exception: why.code };
      return { outcome: 'unknown', why };
    }
  }

  #demand(cause?: unknown): void {
    if (this.#closed) throw new PortGone('the port is not polled here', { cause });
  }
}

/** Failed midway, acknowledged, and the two of a gateway: they do not say that the device did nothing. */
const DOUBTFUL: readonly number[] = [4, 5, 10, 11];
