import { Worker } from 'node:worker_threads';
import { AppError } from '../../../shared/server/errors.ts';
import type { Party } from '../../../shared/server/party.ts';
import type { PackedScope } from '../../../shared/server/tenancy.ts';
import type { AnswerStream } from './answer-stream.ts';
import { type FromThread, type ThreadData, type ToThread, unpackFault } from './query-messages.ts';

/** While one waits for the database, the other counts. */
export const AT_ONCE = 2;
/** A question that takes longer is given up together with its thread; nobody waits for it by then. */
export const MAX_MS = 120_000;
/** How often it is looked, while a question may hold a shared thread, whether others wait. */
const LOOKS = 8;
/** A question that takes more memory ends its thread, not the process. */
const HEAP_MB = 1024;
/** How long a thread may take to end by itself. */
const ENDING_MS = 700;

export interface Task<Question> {
  readonly id: number;
  readonly party: Party;
  readonly scope: PackedScope;
  readonly query: Question;
  readonly now: number;
  readonly answer: AnswerStream;
}

/** Bytes that a question gives away. */
function givenBy({ query }: Task<object>): Uint8Array<ArrayBuffer> | undefined {
  return 'bytes' in query && query.bytes instanceof Uint8Array
    ? (query.bytes as Uint8Array<ArrayBuffer>)
    : undefined;
}
export const bytesOf = (task: Task<object>): number => givenBy(task)?.byteLength ?? 0;
export const away = (detail: string, retryAfter_s = 5): AppError =>
  new AppError('unavailable', detail, { retryAfter_s });

interface ThreadEvents {
  readonly onFree: () => void;
  readonly onGone: (error: Error | undefined) => void;
  /** Whether another company waits for this thread. */
  readonly othersWait: (party: Party) => boolean;
}

interface ThreadOptions {
  readonly entry: URL;
  readonly data: ThreadData;
  /** How long a question may hold the thread while others wait for it. */
  readonly sharedMs: number;
}

/** One thread with the questions that it is at: all of them of one company, so that what ends it costs no other one. */
export class QueryThread<Question extends object> {
  readonly #worker: Worker;
  readonly #events: ThreadEvents;
  readonly #sharedMs: number;
  readonly #running = new Map<number, { task: Task<Question>; timer: NodeJS.Timeout }>();
  readonly #gone: Promise<void>;
  #isLost = false;
  #lostWith = 'The answer was lost on its way; ask again';

  constructor({ entry, data, sharedMs }: ThreadOptions, events: ThreadEvents) {
    this.#events = events;
    this.#sharedMs = sharedMs;
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
          clearInterval(timer);
          task.answer.fail(away(this.#lostWith));
        }
        this.#running.clear();
        resolve();
        events.onGone(fault);
      });
    });
  }

  /** Whose questions it is at; undefined while it is idle. */
  get party(): Party | undefined {
    const [first] = this.#running.values();
    return first?.task.party;
  }

  get free(): boolean {
    return !this.#isLost && this.#running.size < AT_ONCE;
  }

  take(task: Task<Question>): void {
    const { id, scope, query, now } = task;
    const began = performance.now();
    const look = () => {
      const held = performance.now() - began;
      if (held >= MAX_MS) this.#giveUpAll('This took too long: ask for less at a time');
      else if (held >= this.#sharedMs && this.#events.othersWait(task.party))
        this.#giveUpAll('This took too long while others waited: ask for less, or again later');
    };
    const timer = setInterval(look, Math.min(this.#sharedMs / LOOKS, MAX_MS / 24)).unref();
    this.#running.set(id, { task, timer });
    const message: ToThread<Question> = { id, scope, query, now };
    const given = givenBy(task);
    this.#worker.postMessage(message, given ? [given.buffer] : []);
  }

  /** Nobody waits for this answer any more: whoever can leaves off. */
  giveUp(id: number): void {
    if (this.#running.has(id)) this.#worker.postMessage({ given_up: id } satisfies ToThread<Question>);
  }

  #giveUpAll(why: string): void {
    // Each of its questions looks again until the thread is gone.
    if (this.#isLost) return;
    this.#isLost = true;
    this.#lostWith = why;
    void this.#worker.terminate();
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
    clearInterval(timer);
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
