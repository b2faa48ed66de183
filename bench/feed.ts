import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const GATEWAYS = 10;
const DEVICES_EACH = 25;
/** Short names of the devices that the feed speaks of: 250 of 20 variables, each once a second. */
export const FEED_DEVICES = Array.from({ length: GATEWAYS * DEVICES_EACH }, (_, i) => `FEED${i}`);

export interface FeedResult {
  readonly readings: number;
  readonly errors: number;
  /** From when a delivery was due to its acknowledgement, ascending; ms. */
  readonly acknowledged_ms: readonly number[];
  readonly took_s: number;
}

/** Ten gateways that deliver 5,000 readings a second over HTTP, on time whether the last one was answered or not. */
export class Feed {
  readonly #send: (body: string) => Promise<boolean>;
  readonly #variables: readonly string[];
  readonly #times: number[] = [];
  readonly #begun = performance.now();
  readonly #pending = new Set<Promise<void>>();
  readonly #loop: Promise<void>;
  #errors = 0;
  #over = false;

  constructor(address: string, key: string, variables: readonly string[]) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    this.#variables = variables;
    this.#send = async (body) => {
      const response = await fetch(`${address}/ingest/v1/readings/`, { method: 'POST', headers, body });
      await response.arrayBuffer();
      return response.ok;
    };
    this.#loop = this.#run();
  }

  async #run(): Promise<void> {
    for (let turn = 0; !this.#over; turn++) {
      const due = this.#begun + turn * (1000 / GATEWAYS);
      await sleep(Math.max(0, due - performance.now()));
      const sent = this.#deliver(this.#body(turn), due);
      this.#pending.add(sent);
      void sent.finally(() => this.#pending.delete(sent));
    }
  }

  async #deliver(body: string, due: number): Promise<void> {
    const fine = await this.#send(body).catch(() => false);
    if (fine) this.#times.push(performance.now() - due);
    else this.#errors++;
  }

  #body(turn: number): string {
    const ts = new Date().toISOString();
    const first = (turn % GATEWAYS) * DEVICES_EACH;
    const readings = FEED_DEVICES.slice(first, first + DEVICES_EACH).map((device, i) => ({
      device,
      ts,
      values: Object.fromEntries(
        this.#variables.map((name, slot) => [
          name,
          Math.round(1000 * Math.abs(Math.sin(turn + i + slot))) / 10,
        ]),
      ),
    }));
    return JSON.stringify({ readings });
  }

  async stop(): Promise<FeedResult> {
    this.#over = true;
    await this.#loop;
    await Promise.all(this.#pending);
    return {
      readings: this.#times.length * DEVICES_EACH * this.#variables.length,
      errors: this.#errors,
      acknowledged_ms: [...this.#times].sort((a, b) => a - b),
      took_s: (performance.now() - this.#begun) / 1000,
    };
  }
}
