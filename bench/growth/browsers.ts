import { get, type IncomingMessage } from 'node:http';
import { liveCalls } from '../../src/shared/contract/live.contract.ts';
import { SLOW_INTERVAL_S, slowTurns } from './fleet.ts';

export const BELL = '/api/v1/alarms/?closed=false&page_size=500';
export const DASHBOARD = '/api/v1/plants-card-list/';
/** As the portal does: of more plants than these it asks for all. */
const CODES_AT_ONCE = 200;
const EVERY_MS = 2000;

export interface BrowsersTask {
  readonly address: string;
  /** Of sessions that are signed in; streams are spread over them. */
  readonly sessions: readonly Record<string, string>[];
  readonly listeners: number;
}

export interface Timing {
  readonly ms: readonly number[];
  readonly kb: number;
}

export interface BrowserFigures {
  readonly dashboard: Timing;
  readonly some: Timing;
  readonly bell: Timing;
  /** Of plants that speak once a minute: from the second in which one spoke until a browser was told that its card changed (ms). */
  readonly told_ms: readonly number[];
  readonly events: number;
  readonly refused: number;
}

/** Browsers that listen, of which one also asks for the dashboard, cards and the bell every other second. */
export class Browsers {
  readonly #codes: readonly string[];
  readonly #slow: ReadonlyMap<string, number>;
  /** The second (epoch) in which each of them spoke last when it was told of. */
  readonly #heard = new Map<string, number>();
  #from_ms = 0;
  #told: number[] = [];
  #events = 0;
  #refused = 0;

  /** @param devices of plants P1, P2 and so on, in their order */
  constructor(devices: readonly number[]) {
    this.#codes = devices.map((_, i) => `P${i + 1}`);
    this.#slow = slowTurns(devices);
  }

  async look(for_ms: number, task: BrowsersTask | undefined): Promise<BrowserFigures | undefined> {
    if (!task) return undefined;
    [this.#told, this.#events, this.#refused] = [[], 0, 0];
    const streams = await Promise.all(
      Array.from({ length: task.listeners }, (_, i) => this.#listen(task, i)),
    );
    this.#from_ms = Date.now();
    const until = performance.now() + for_ms;
    const codes = this.#codes.slice(0, CODES_AT_ONCE).join(',');
    const asked = { dashboard: [] as Answer[], some: [] as Answer[], bell: [] as Answer[] };
    while (performance.now() < until) {
      const next = performance.now() + EVERY_MS;
      asked.dashboard.push(await ask(task, DASHBOARD));
      asked.some.push(await ask(task, `${DASHBOARD}?codes=${codes}`));
      asked.bell.push(await ask(task, BELL));
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
    }
    for (const stream of streams) stream?.destroy();
    const [dashboard, some, bell] = [summed(asked.dashboard), summed(asked.some), summed(asked.bell)];
    return { dashboard, some, bell, told_ms: this.#told, events: this.#events, refused: this.#refused };
  }

  #listen({ address, sessions }: BrowsersTask, i: number): Promise<IncomingMessage | undefined> {
    return new Promise((resolve, reject) => {
      const headers = sessions[i % sessions.length] ?? {};
      get(address + liveCalls.events.path, { headers, agent: false }, (response) => {
        if (response.statusCode !== 200) {
          this.#refused += 1;
          response.resume();
          resolve(undefined);
          return;
        }
        response.setEncoding('utf8');
        response.on('error', () => undefined);
        let text = '';
        response.on('data', (more: string) => {
          text += more;
          const blocks = text.split('\n\n');
          text = blocks.pop() ?? '';
          for (const block of blocks) if (block.startsWith('event: plants')) this.#hear(block, i === 0);
        });
        resolve(response);
      }).on('error', reject);
    });
  }

  #hear(block: string, isTimed: boolean): void {
    this.#events += 1;
    if (!isTimed) return;
    const { codes } = JSON.parse(block.slice(block.indexOf('{'))) as { codes: string[] };
    const now = Date.now();
    for (const code of codes) {
      const turn = this.#slow.get(code);
      if (turn === undefined) continue;
      const second = Math.floor(now / 1000);
      const spoke = second - ((second - turn) % SLOW_INTERVAL_S);
      // Cards change for other reasons, too: the first time after each reading counts.
      if (spoke * 1000 < this.#from_ms || this.#heard.get(code) === spoke) continue;
      this.#heard.set(code, spoke);
      this.#told.push(now - spoke * 1000);
    }
  }
}

interface Answer {
  readonly ms: number;
  readonly kb: number;
}

async function ask({ address, sessions }: BrowsersTask, path: string): Promise<Answer> {
  const begin = performance.now();
  const response = await fetch(address + path, { headers: sessions[0] ?? {} });
  const body = await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return { ms: performance.now() - begin, kb: body.byteLength / 1024 };
}

const summed = (answers: readonly Answer[]): Timing => ({
  ms: answers.map(({ ms }) => ms),
  kb: answers.at(-1)?.kb ?? 0,
});
