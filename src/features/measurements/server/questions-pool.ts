import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { DatabaseTarget } from '../../../shared/server/database-target.ts';
import { Refusal } from '../../../shared/server/errors.ts';
import type { Logger } from '../../../shared/server/log.ts';
import { type PackedScope, packScope, type Scope } from '../../../shared/server/tenancy.ts';
import { AnswerStream } from './answer-stream.ts';
import type { HeavyQuestion, Questions } from './questions.ts';
import { type FromThread, type ThreadData, type ToThread, unpackFault } from './questions-messages.ts';

const ENTRY = new URL('./questions-thread.ts', import.meta.url);
/** While one waits for the database, the other counts. */
const AT_ONCE = 2;
const MOST_WAITING = 50;
/** Files that wait lie in memory. */
const MOST_WAITING_BYTES = 100_000_000;
/** A question that takes longer is given up together with its thread; nobody waits for it by then. */
const LONGEST_MS = 120_000;
/** A question that takes more memory ends its thread, not the process. */
const HEAP_MB = 1024;
/** Answers that clients have not taken yet lie in memory: threads never wait for clients, new questions do. */
const MOST_LEAVING_BYTES = 200_000_000;
/** How long a thread may take to end by itself. */
const ENDING_MS = 700;

export interface ThreadsOptions {
  /** The program of a thread; the one that answers heavy questions of measurements where nothing is said. */
  entry?: URL;
  database: DatabaseTarget;
  log: Pick<Logger, 'error' | 'level'>;
  now: () => Date;
  threads?: number;
  mostWaiting?: number;
}

interface Task<Question> {
  readonly id: number;
  readonly scope: PackedScope;
  readonly question: Question;
  readonly now: number;
  readonly answer: AnswerStream;
}

/** Bytes that a question gives away. */
function givenBy({ question }: Task<object>): Uint8Array<ArrayBuffer> | undefined {
  return 'bytes' in question && question.bytes instanceof Uint8Array
    ? (question.bytes as Uint8Array<ArrayBuffer>)
    : undefined;
}
const bytesOf = (task: Task<object>) => givenBy(task)?.byteLength ?? 0;
const away = (detail: string, retryAfter_s = 5) => new Refusal('unavailable', detail, { retryAfter_s });

/** One thread with the questions that it is at. */
class Thread<Question extends object> {
  readonly #worker: Worker;
  readonly #running = new Map<number, { task: Task<Question>; timer: NodeJS.Timeout }>();
  readonly #gone: Promise<void>;

  constructor(
    { entry, data }: { entry: URL; data: ThreadData },
    events: { onFree: () => void; onGone: (error: Error | undefined) => void },
  ) {
    this.#worker = new Worker(entry, {
      workerData: data,
      name: 'questions',
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    let fault: Error | undefined;
    this.#worker.on('error', (error: Error) => {
      fault = error;
    });
    this.#worker.on('message', (message: FromThread) => {
      if (this.#take(message)) events.onFree();
    });
    this.#gone = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        for (const { task, timer } of this.#running.values()) {
          clearTimeout(timer);
          task.answer.fail(away('The answer was lost on its way; ask again'));
        }
        this.#running.clear();
        resolve();
        events.onGone(fault);
      });
    });
  }

  get free(): boolean {
    return this.#running.size < AT_ONCE;
  }

  take(task: Task<Question>): void {
    const { id, scope, question, now } = task;
    const timer = setTimeout(() => void this.#worker.terminate(), LONGEST_MS).unref();
    this.#running.set(id, { task, timer });
    const message: ToThread<Question> = { id, scope, question, now };
    const given = givenBy(task);
    this.#worker.postMessage(message, given ? [given.buffer] : []);
  }

  /** Nobody waits for this answer any more: whoever can leaves off. */
  giveUp(id: number): void {
    if (this.#running.has(id)) this.#worker.postMessage({ given_up: id } satisfies ToThread<Question>);
  }

  /** Whether that was the end of a question. */
  #take(message: FromThread): boolean {
    const running = this.#running.get(message.id);
    if (!running) return false;
    const { task, timer } = running;
    if ('pieces' in message) task.answer.add(message.pieces, message.end);
    else task.answer.fail(unpackFault(message.fault));
    if ('pieces' in message && !message.end) return false;
    this.#running.delete(message.id);
    clearTimeout(timer);
    return true;
  }

  /** Lets an idle thread end by itself, and ends one that is busy. */
  async end(): Promise<void> {
    this.#worker.postMessage('end' satisfies ToThread<Question>);
    const timer = setTimeout(() => void this.#worker.terminate(), ENDING_MS);
    await this.#gone;
    clearTimeout(timer);
  }
}

/**
 * Heavy questions on threads of this process, each with connections of its own: charts of many readings and files of
 * 25 MB would hold up the event loop that takes readings in. A thread starts with the first question; one that dies is
 * replaced by the next.
 */
export class QuestionThreads<Question extends object = HeavyQuestion> implements Questions<Question> {
  readonly #options: ThreadsOptions;
  readonly #threads = new Set<Thread<Question>>();
  readonly #waiting: Task<Question>[] = [];
  readonly #leaving = new Set<Readable>();
  #lastId = 0;
  #closing = false;

  constructor(options: ThreadsOptions) {
    this.#options = options;
  }

  async ask(scope: Scope, question: Question, signal?: AbortSignal): Promise<Uint8Array> {
    const answer = await this.stream(scope, question, signal);
    return answer instanceof Uint8Array ? answer : Buffer.concat(await answer.toArray());
  }

  async stream(scope: Scope, question: Question, signal?: AbortSignal): Promise<Uint8Array | Readable> {
    const packed = packScope(scope);
    if (this.#closing) throw away('The program is ending');
    const answer = new AnswerStream();
    const task = { id: ++this.#lastId, scope: packed, question, now: this.#options.now().getTime(), answer };
    const onAbort = () => {
      const place = this.#waiting.indexOf(task);
      if (place >= 0) this.#waiting.splice(place, 1);
      else for (const thread of this.#threads) thread.giveUp(task.id);
      answer.fail(away('Nobody waits for the answer any more'));
    };
    if (signal?.aborted) onAbort();
    else this.#enqueue(task);
    signal?.addEventListener('abort', onAbort, { once: true });
    const begun = await answer.begun.finally(() => signal?.removeEventListener('abort', onAbort));
    if (!(begun instanceof Uint8Array)) this.#keep(begun);
    return begun;
  }

  /** Knows of a long answer until it was taken away. */
  #keep(stream: Readable): void {
    this.#leaving.add(stream);
    const timer = setTimeout(() => stream.destroy(away('The answer was not taken away')), LONGEST_MS).unref();
    stream.once('close', () => {
      clearTimeout(timer);
      this.#leaving.delete(stream);
      this.#dispatch();
    });
  }

  /** Whether clients that read slowly leave room for more answers. */
  get #hasRoom(): boolean {
    let bytes = 0;
    for (const stream of this.#leaving) bytes += stream.readableLength;
    return bytes < MOST_LEAVING_BYTES;
  }

  #enqueue(task: Task<Question>): void {
    this.#waiting.push(task);
    this.#dispatch();
    const bytes = this.#waiting.reduce((sum, waiting) => sum + bytesOf(waiting), 0);
    const full = this.#waiting.length > (this.#options.mostWaiting ?? MOST_WAITING);
    if (this.#waiting.at(-1) !== task || (!full && bytes <= MOST_WAITING_BYTES)) return;
    this.#waiting.pop();
    task.answer.fail(away('Many large questions wait already; ask again shortly', 10));
  }

  #dispatch(): void {
    while (this.#waiting.length > 0 && this.#hasRoom) {
      const thread = this.#freeThread();
      if (!thread) return;
      const task = this.#waiting.shift();
      if (task) thread.take(task);
    }
  }

  #freeThread(): Thread<Question> | undefined {
    const { threads = 1, database, log, entry = ENTRY } = this.#options;
    for (const thread of this.#threads) if (thread.free) return thread;
    if (this.#closing || this.#threads.size >= threads) return undefined;
    const data = { database, logLevel: log.level, connections: AT_ONCE };
    const thread: Thread<Question> = new Thread<Question>(
      { entry, data },
      {
        onFree: () => this.#dispatch(),
        onGone: (err) => {
          this.#threads.delete(thread);
          if (!this.#closing) log.error({ err }, 'a thread that answers questions was lost');
          this.#dispatch();
        },
      },
    );
    this.#threads.add(thread);
    return thread;
  }

  /** Refuses what waits and ends the threads, within a second. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const stream of this.#leaving) stream.destroy(away('The program is ending'));
    for (const task of this.#waiting.splice(0)) task.answer.fail(away('The program is ending'));
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }
}
