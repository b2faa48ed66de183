import type { Exchange } from '../modbus/link.ts';
import type { RegisterReader } from '../read-blocks.ts';

/** The task was given up, or its time is over: nothing more is asked. */
export class TaskEnded extends Error {
  override readonly name = 'TaskEnded';
}

/** A task that leads its device in circles is ended. */
const MAX_REQUESTS = 1500;

/** What one task reads through: asks nothing more once the task is over, and notes how long answers take. */
export class CarefulReader implements RegisterReader {
  readonly #reader: RegisterReader;
  readonly #signal: AbortSignal;
  #requests = 0;
  #answers = 0;
  #latency_sum_ms = 0;

  constructor(reader: RegisterReader, signal: AbortSignal) {
    this.#reader = reader;
    this.#signal = signal;
  }

  /** Mean over what was answered, a refusal too; null where nothing was. */
  get latency_ms(): number | null {
    return this.#answers === 0 ? null : this.#latency_sum_ms / this.#answers;
  }

  /** Was anything answered, be it with a refusal? */
  get heard(): boolean {
    return this.#answers > 0;
  }

  async read(...[request, watch, timeout_ms]: Parameters<RegisterReader['read']>): Promise<Uint8Array> {
    this.#requests += 1;
    if (this.#signal.aborted || this.#requests > MAX_REQUESTS) throw new TaskEnded('the task is over');
    const noting = (exchange: Exchange) => {
      this.#note(exchange);
      watch?.(exchange);
    };
    return await this.#reader.read(request, noting, timeout_ms);
  }

  #note({ received, latency_ms }: Exchange): void {
    if (received === null) return;
    this.#answers += 1;
    this.#latency_sum_ms += latency_ms;
  }
}
