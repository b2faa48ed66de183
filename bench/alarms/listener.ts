import { liveCalls } from '../../src/shared/contract/live.contract.ts';
import { eventParser } from '../../src/shared/web/live/parse-events.ts';
import type { Asking } from './history.ts';

interface OpenAlarm {
  readonly device_id: number | null;
  readonly code: string;
}

interface Waiting {
  readonly device_id: number;
  readonly code: string;
  readonly open: boolean;
  readonly answered: (at: number) => void;
}

/** What a browser does: hears of alarms on the live stream, and asks for those that are open. */
export class ListeningScreen {
  readonly #ask: Asking;
  readonly #leave = new AbortController();
  readonly #waiting = new Set<Waiting>();
  #old = false;
  #asking: Promise<void> | undefined;

  constructor(ask: Asking) {
    this.#ask = ask;
  }

  /** Listens until it is closed. @throws when there is no stream */
  async listen(address: string, headers: Record<string, string>): Promise<void> {
    const { signal } = this.#leave;
    const answer = await fetch(address + liveCalls.events.path, { headers, signal });
    if (!answer.ok || !answer.body) throw new Error(`the live stream answered ${answer.status}`);
    void this.#read(answer.body).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  /** When (epoch ms) this screen was answered that the alarm of a device is open, or is not. */
  async whenShown(of: Omit<Waiting, 'answered'>): Promise<number> {
    return new Promise((answered) => this.#waiting.add({ ...of, answered }));
  }

  get unseen(): number {
    return this.#waiting.size;
  }

  close(): void {
    this.#leave.abort();
  }

  async #read(body: AsyncIterable<Uint8Array>): Promise<void> {
    const [decoder, parse] = [new TextDecoder(), eventParser()];
    for await (const piece of body) {
      for (const data of parse(decoder.decode(piece, { stream: true }))) {
        if ((JSON.parse(data) as { kind: string }).kind === 'alarms') this.#renew();
      }
    }
  }

  #renew(): void {
    this.#old = true;
    this.#asking ??= this.#askAnew().finally(() => {
      this.#asking = undefined;
    });
  }

  async #askAnew(): Promise<void> {
    while (this.#old) {
      this.#old = false;
      const text = await this.#ask('/api/v1/alarms/?closed=false&consequences=true&page_size=500');
      const at = Date.now();
      const { results } = JSON.parse(text) as { results: OpenAlarm[] };
      const open = new Set(results.map(({ device_id, code }) => `${device_id}/${code}`));
      for (const one of this.#waiting) {
        if (open.has(`${one.device_id}/${one.code}`) !== one.open) continue;
        this.#waiting.delete(one);
        one.answered(at);
      }
    }
  }
}
