import type { Readable } from 'node:stream';
import type { DatabaseTarget } from '../../../shared/server/database-target.ts';
import { Refusal } from '../../../shared/server/errors.ts';
import { FairQueue, type QueueFault, type QueueLimits } from '../../../shared/server/fair-queue.ts';
import type { Logger } from '../../../shared/server/log.ts';
import { packScope, type Scope } from '../../../shared/server/tenancy.ts';
import { AnswerStream } from './answer-stream.ts';
import { AT_ONCE, away, bytesOf, LONGEST_MS, QueryThread, type Task } from './query-thread.ts';
import type { HeavyQuestion, Questions } from './questions.ts';

const ENTRY = new URL('./questions-thread.ts', import.meta.url);
/** Questions that may wait, and the bytes of their files, which lie in memory. */
const WAITING: QueueLimits['items'] = { party: 25, all: 100 };
const WAITING_BYTES: QueueLimits['bytes'] = { party: 60_000_000, all: 120_000_000 };
/** Answers that clients have not taken yet lie in memory: threads never wait for clients, new questions do. */
const LEAVING_BYTES = { party: 80_000_000, all: 200_000_000 };
/** Beyond that, a company of which no answer lies here is still answered. */
const LEAVING_RESERVE = 100_000_000;
/** While another company waits for a thread, a question may hold one for so long: browsers wait for 20 seconds. */
const SHARED_MS = 8000;

export interface ThreadsOptions {
  /** The program of a thread; the one that answers heavy questions of measurements where nothing is said. */
  entry?: URL;
  database: DatabaseTarget;
  log: Pick<Logger, 'error' | 'level'>;
  now: () => Date;
  /** A company holds at most one less, and the only one by turns. */
  threads?: number;
  waiting?: QueueLimits['items'];
  sharedMs?: number;
}

const FULL: Readonly<Record<QueueFault, () => Refusal>> = {
  party: () =>
    new Refusal('limit', 'Many large questions of this company wait already; ask again shortly', {
      retryAfter_s: 10,
    }),
  all: () => away('Many large questions wait already; ask again shortly', 10),
};

/**
 * Heavy questions on threads of this process, each with connections of its own: charts of many readings and files of
 * 25 MB would hold up the event loop that takes readings in. Companies take turns: a thread works for one at a time, no
 * company holds all of several threads, none is given more while another waits, and a company that asks seldom waits for
 * one turn at most, however many others ask without end. A thread starts with the first
 * question that needs it; one that dies is replaced by the next.
 */
export class QuestionThreads<Question extends object = HeavyQuestion> implements Questions<Question> {
  readonly #options: ThreadsOptions;
  readonly #threads = new Set<QueryThread<Question>>();
  readonly #waiting: FairQueue<Task<Question>>;
  readonly #leaving = new Map<Readable, number>();
  #lastId = 0;
  #closing = false;

  constructor(options: ThreadsOptions) {
    this.#options = options;
    this.#waiting = new FairQueue({ items: options.waiting ?? WAITING, bytes: WAITING_BYTES });
  }

  async ask(scope: Scope, question: Question, signal?: AbortSignal): Promise<Uint8Array> {
    const answer = await this.stream(scope, question, signal);
    return answer instanceof Uint8Array ? answer : Buffer.concat(await answer.toArray());
  }

  async stream(scope: Scope, question: Question, signal?: AbortSignal): Promise<Uint8Array | Readable> {
    const packed = packScope(scope);
    if (this.#closing) throw away('The program is ending');
    const answer = new AnswerStream();
    const { company_id } = scope;
    const now = this.#options.now().getTime();
    const task = { id: ++this.#lastId, company_id, scope: packed, question, now, answer };
    const onAbort = () => {
      if (!this.#waiting.remove(task)) for (const thread of this.#threads) thread.giveUp(task.id);
      answer.fail(away('Nobody waits for the answer any more'));
    };
    if (signal?.aborted) onAbort();
    else this.#enqueue(task);
    signal?.addEventListener('abort', onAbort, { once: true });
    const begun = await answer.begun.finally(() => signal?.removeEventListener('abort', onAbort));
    if (!(begun instanceof Uint8Array)) this.#keep(begun, company_id);
    return begun;
  }

  /** Knows of a long answer until it was taken away. */
  #keep(stream: Readable, company_id: number): void {
    this.#leaving.set(stream, company_id);
    const timer = setTimeout(() => stream.destroy(away('The answer was not taken away')), LONGEST_MS).unref();
    stream.once('close', () => {
      clearTimeout(timer);
      this.#leaving.delete(stream);
      this.#dispatch();
    });
  }

  /** Whether clients that read slowly leave room for more answers of a company. */
  #hasRoom(company_id: number): boolean {
    let [own, all] = [0, 0];
    for (const [stream, party] of this.#leaving) {
      all += stream.readableLength;
      if (party === company_id) own += stream.readableLength;
    }
    return own < LEAVING_BYTES.party && all < LEAVING_BYTES.all + (own === 0 ? LEAVING_RESERVE : 0);
  }

  #enqueue(task: Task<Question>): void {
    const fault = this.#waiting.push(task.company_id, task, bytesOf(task));
    if (fault) task.answer.fail(FULL[fault]());
    else this.#dispatch();
  }

  #dispatch(): void {
    while (!this.#closing) {
      const task = this.#waiting.take((company) => this.#hasRoom(company) && this.#mayHave(company));
      if (!task) return;
      this.#threadFor(task.company_id).take(task);
    }
  }

  #heldBy(company_id: number): number {
    return [...this.#threads].filter((thread) => thread.company_id === company_id).length;
  }

  /** Whether a company holds as many threads as it may: with several of them never all. */
  #hasShare(company_id: number): boolean {
    return this.#heldBy(company_id) >= Math.max(1, (this.#options.threads ?? 1) - 1);
  }

  /** Whether another company waits for a thread that it may have. */
  #othersWait(company_id: number): boolean {
    return this.#waiting.parties.some((party) => party !== company_id && !this.#hasShare(party));
  }

  #ownThread(company_id: number): QueryThread<Question> | undefined {
    if (this.#othersWait(company_id)) return undefined;
    return [...this.#threads].find((thread) => thread.company_id === company_id && thread.free);
  }

  /** Whether a thread works for a company, or may begin to. */
  #mayHave(company_id: number): boolean {
    if (this.#ownThread(company_id)) return true;
    const busy = [...this.#threads].filter((thread) => thread.company_id !== undefined);
    return busy.length < (this.#options.threads ?? 1) && !this.#hasShare(company_id);
  }

  #threadFor(company_id: number): QueryThread<Question> {
    const idle = () => [...this.#threads].find((thread) => thread.company_id === undefined);
    return this.#ownThread(company_id) ?? idle() ?? this.#start();
  }

  #start(): QueryThread<Question> {
    const { database, log, entry = ENTRY, sharedMs = SHARED_MS } = this.#options;
    const data = { database, logLevel: log.level, connections: AT_ONCE };
    const thread: QueryThread<Question> = new QueryThread<Question>(
      { entry, data, sharedMs },
      {
        onFree: () => this.#dispatch(),
        onGone: (err) => {
          this.#threads.delete(thread);
          if (!this.#closing) log.error({ err }, 'a thread that answers questions was lost');
          this.#dispatch();
        },
        othersWait: (company_id) => this.#othersWait(company_id),
      },
    );
    this.#threads.add(thread);
    return thread;
  }

  /** Refuses what waits and ends the threads, within a second. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const stream of this.#leaving.keys()) stream.destroy(away('The program is ending'));
    for (const task of this.#waiting.drain()) task.answer.fail(away('The program is ending'));
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }
}
