import type { Readable } from 'node:stream';
import type { DatabaseTarget } from '../../../shared/server/database-target.ts';
import { AppError } from '../../../shared/server/errors.ts';
import { FairQueue, type QueueFault, type QueueLimits } from '../../../shared/server/fair-queue.ts';
import type { Logger } from '../../../shared/server/log.ts';
import { type Party, partyOf } from '../../../shared/server/party.ts';
import { packScope, type Scope } from '../../../shared/server/tenancy.ts';
import { AnswerStream } from './answer-stream.ts';
import { AT_ONCE, away, bytesOf, MAX_MS, QueryThread, type Task } from './query-thread.ts';
import type { QueryWorkers, WorkerQuery } from './worker-query.ts';

const ENTRY = new URL('./query-worker.ts', import.meta.url);
/** Questions that may wait, and the bytes of their files, which lie in memory. */
const WAITING: QueueLimits['items'] = { party: 25, all: 100 };
const WAITING_BYTES: QueueLimits['bytes'] = { party: 60_000_000, all: 120_000_000 };
/** Answers that clients have not taken yet lie in memory: threads never wait for clients, new questions do. */
const LEAVING_BYTES = { party: 80_000_000, all: 200_000_000 };
/** Beyond that, a company of which no answer lies here is still answered. */
const LEAVING_RESERVE = 100_000_000;
/** Who asked within this time is reckoned with: their next question finds a thread that no other owner holds. */
const RECKONED_MS = 600_000;
/** For so long after another owner asked a thread has one question at a time: cores and database are shared as well. */
const ALONGSIDE_MS = 5000;
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

const FULL: Readonly<Record<QueueFault, () => AppError>> = {
  party: () =>
    new AppError('limit', 'Many large questions of this company wait already; ask again shortly', {
      retryAfter_s: 10,
    }),
  all: () => away('Many large questions wait already; ask again shortly', 10),
};

/**
 * Heavy questions on threads of this process, each with connections of its own: charts of many readings and files of
 * 25 MB would hold up the event loop that takes readings in. Companies take turns: a thread works for one at a time, no
 * company holds all of several threads, none is given more while another waits, and a company that asks seldom waits for
 * one turn at most, however many others ask without end. Companies of one owner have one turn among those of other owners,
 * and together hold all threads only where nobody else asked for ten minutes. A thread starts with the first question that
 * needs it; one that dies is replaced by the next.
 */
export class QueryWorkerPool<Question extends object = WorkerQuery> implements QueryWorkers<Question> {
  readonly #options: ThreadsOptions;
  readonly #threads = new Set<QueryThread<Question>>();
  readonly #waiting: FairQueue<Task<Question>>;
  readonly #leaving = new Map<Readable, Party>();
  /** When each owner asked last, the latest at the end. */
  readonly #asked = new Map<Party['owner'], number>();
  #lastId = 0;
  #closing = false;

  constructor(options: ThreadsOptions) {
    this.#options = options;
    this.#waiting = new FairQueue({ items: options.waiting ?? WAITING, bytes: WAITING_BYTES });
  }

  async ask(scope: Scope, query: Question, signal?: AbortSignal): Promise<Uint8Array> {
    const answer = await this.stream(scope, query, signal);
    return answer instanceof Uint8Array ? answer : Buffer.concat(await answer.toArray());
  }

  async stream(scope: Scope, query: Question, signal?: AbortSignal): Promise<Uint8Array | Readable> {
    const packed = packScope(scope);
    if (this.#closing) throw away('The program is ending');
    const answer = new AnswerStream();
    const party = partyOf(scope);
    const now = this.#options.now().getTime();
    const task = { id: ++this.#lastId, party, scope: packed, query, now, answer };
    const onAbort = () => {
      if (!this.#waiting.remove(task)) for (const thread of this.#threads) thread.giveUp(task.id);
      answer.fail(away('Nobody waits for the answer any more'));
    };
    if (signal?.aborted) onAbort();
    else this.#enqueue(task);
    signal?.addEventListener('abort', onAbort, { once: true });
    const begun = await answer.begun.finally(() => signal?.removeEventListener('abort', onAbort));
    if (!(begun instanceof Uint8Array)) this.#keep(begun, party);
    return begun;
  }

  /** Knows of a long answer until it was taken away. */
  #keep(stream: Readable, party: Party): void {
    this.#leaving.set(stream, party);
    const timer = setTimeout(() => stream.destroy(away('The answer was not taken away')), MAX_MS).unref();
    stream.once('close', () => {
      clearTimeout(timer);
      this.#leaving.delete(stream);
      this.#dispatch();
    });
  }

  /** Whether clients that read slowly leave room for more answers of a company. */
  #hasRoom({ id, owner }: Party): boolean {
    let [own, ofOwner, all] = [0, 0, 0];
    for (const [stream, party] of this.#leaving) {
      all += stream.readableLength;
      if (party.owner === owner) ofOwner += stream.readableLength;
      if (party.id === id) own += stream.readableLength;
    }
    return own < LEAVING_BYTES.party && all < LEAVING_BYTES.all + (ofOwner === 0 ? LEAVING_RESERVE : 0);
  }

  #enqueue(task: Task<Question>): void {
    const { owner } = task.party;
    this.#asked.delete(owner);
    this.#asked.set(owner, task.now);
    for (const [one, at] of this.#asked) if (at <= task.now - RECKONED_MS) this.#asked.delete(one);
    const fault = this.#waiting.push(task.scope, task, bytesOf(task));
    if (fault) task.answer.fail(FULL[fault]());
    else this.#dispatch();
  }

  #dispatch(): void {
    while (!this.#closing) {
      const task = this.#waiting.take((party) => this.#hasRoom(party) && this.#mayHave(party));
      if (!task) return;
      this.#threadFor(task.party).take(task);
    }
  }

  #heldBy(isWhose: (party: Party) => boolean): number {
    return [...this.#threads].filter(({ party }) => party && isWhose(party)).length;
  }

  /** What one may hold of the threads: with several of them never all. */
  get #max(): number {
    return Math.max(1, (this.#options.threads ?? 1) - 1);
  }

  /** Whether a company holds as many threads as it may, by itself or, where other owners ask, together with its owner's others. */
  #hasShare({ id, owner }: Party): boolean {
    if (this.#heldBy((party) => party.id === id) >= this.#max) return true;
    // An owner who alone has asked lately has the threads to themselves.
    return this.#asked.size > 1 && this.#heldBy((party) => party.owner === owner) >= this.#max;
  }

  /** Whether another company waits for a thread that it may have, or may have once this one lets go. */
  #othersWait({ id, owner }: Party): boolean {
    return this.#waiting.parties.some((party) => {
      if (party.id === id) return false;
      const isFull = this.#heldBy((holder) => holder.id === party.id) >= this.#max;
      return party.owner === owner ? !isFull : !this.#hasShare(party);
    });
  }

  /** Whether another owner asked a moment ago. */
  #othersAsked({ owner }: Party): boolean {
    const since = this.#options.now().getTime() - ALONGSIDE_MS;
    return [...this.#asked].some(([one, at]) => one !== owner && at > since);
  }

  #ownThread(party: Party): QueryThread<Question> | undefined {
    if (this.#othersWait(party) || this.#othersAsked(party)) return undefined;
    return [...this.#threads].find((thread) => thread.party?.id === party.id && thread.free);
  }

  /** Whether a thread works for a company, or may begin to. */
  #mayHave(party: Party): boolean {
    if (this.#ownThread(party)) return true;
    return this.#heldBy(() => true) < (this.#options.threads ?? 1) && !this.#hasShare(party);
  }

  #threadFor(party: Party): QueryThread<Question> {
    const idle = () => [...this.#threads].find((thread) => thread.party === undefined);
    return this.#ownThread(party) ?? idle() ?? this.#start();
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
        othersWait: (party) => this.#othersWait(party),
      },
    );
    this.#threads.add(thread);
    return thread;
  }

  warm(): void {
    if (!this.#closing && this.#threads.size === 0) this.#start();
  }

  /** Refuses what waits and ends the threads, within a second. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const stream of this.#leaving.keys()) stream.destroy(away('The program is ending'));
    for (const task of this.#waiting.drain()) task.answer.fail(away('The program is ending'));
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }
}
