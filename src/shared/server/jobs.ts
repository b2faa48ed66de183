import { createHash } from 'node:crypto';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { countJobsOf, type Sender } from './jobs.repository.ts';
import type { Logger } from './log.ts';
import { partyOf, type Whose } from './party.ts';

/** How often a job that fails is tried again, and after how many seconds. */
interface Retries {
  retryLimit: number;
  retryDelay: number;
  retryBackoff?: boolean;
  retryDelayMax?: number;
}

/** One try of a job. */
export interface Attempt {
  /** No further try follows: what still fails must be told to whoever waits. */
  readonly last: boolean;
}

/** A queue and what its jobs carry. Its area declares it; `apps/server/queues.ts` has it made. */
export interface Queue<T extends object> {
  readonly name: string;
  readonly retries: Retries;
  /** Jobs of it that an instance does at once. */
  readonly atOnce: number;
  /** Only for the compiler. */
  readonly carries?: (job: T) => void;
}

/** Jobs of a queue that an instance does at once, where it does not say otherwise. */
const AT_ONCE = 2;
const USUAL_RETRIES: Retries = { retryLimit: 3, retryDelay: 2 };

/** Declares a queue. */
export const defineQueue = <T extends object>(
  name: string,
  retries = USUAL_RETRIES,
  atOnce = AT_ONCE,
): Queue<T> => ({ name, retries, atOnce });

/** Does one job. It may be given a job again that it had begun. */
export type JobHandler<T extends object> = (job: T, attempt: Attempt) => Promise<void>;
/** Those of one owner's companies among them. */
const AT_ONCE_OF_ONE = 1;
/** A worker that has not said for so long that it lives is gone, and another takes its job. */
const HEARTBEAT_S = 10;
/** How often the watch looks for such workers; by default the job library would look each minute. */
const WATCH_S = 5;
const CLOSE_MS = 6000;

export type { Sender } from './jobs.repository.ts';

type Log = Pick<Logger, 'warn' | 'error'>;

interface Runner {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** The same as a prepared statement, by a name of its text. */
const prepared = (text: string, values: unknown[] = []) => ({
  name: `jobs ${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`,
  text,
  values,
});

/**
 * The pool, with the question for the next job prepared: every worker of every queue asks it twice a second for as long as
 * the program runs, and reading and planning it is most of what it costs.
 */
const asking = (pool: pg.Pool): Runner => ({
  query: (text, values) =>
    /^\s*WITH\s+next AS/.test(text) ? pool.query(prepared(text, values)) : pool.query(text, values),
});

// A script of several statements answers a list of results; the job library reads the rows of all.
function adapter(runner: Runner) {
  return {
    async executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
      const answer: unknown = await runner.query(text, values);
      const results = (Array.isArray(answer) ? answer : [answer]) as { rows?: unknown[] }[];
      return { rows: results.flatMap((one) => one.rows ?? []) };
    },
  };
}

/**
 * Work that outlives a call: sent in the transaction of what it belongs to, done by a worker, done again by another
 * when that one dies. A handler must therefore be repeatable.
 */
export class JobQueue {
  readonly #boss: PgBoss;
  readonly #works: boolean;

  /** `works`: this instance takes jobs and watches over those of workers that died; else it only sends. */
  constructor({ pool, log, works }: { pool: pg.Pool; log: Log; works: boolean }) {
    this.#works = works;
    this.#boss = new PgBoss({
      db: adapter(asking(pool)),
      schema: 'pgboss',
      migrate: false,
      reindex: false,
      schedule: false,
      supervise: works,
      ...(works ? { superviseIntervalSeconds: WATCH_S, monitorIntervalSeconds: WATCH_S } : {}),
    });
    this.#boss.on('error', (err) => log.warn({ err }, 'the job queue could not be reached'));
  }

  async start(): Promise<void> {
    await this.#boss.start();
  }

  /**
   * Sends a job with the transaction: neither is there without the other. Jobs sent for a company take turns with those of
   * other owners' companies, and never occupy all that an instance does at once: one that has n of its owner before it waits
   * behind every job that has fewer. `at`: it is done then, not now.
   */
  async send<T extends object>(
    tx: Sender,
    queue: Queue<T>,
    data: T,
    whose?: Whose,
    at?: Date,
  ): Promise<void> {
    const owner = whose === undefined ? undefined : partyOf(whose).owner;
    const before = owner === undefined ? 0 : await countJobsOf(tx, queue.name, owner);
    await this.#boss.send(queue.name, data, {
      ...(owner === undefined ? {} : { group: { id: String(owner) }, priority: -before }),
      db: adapter({ query: (text, values) => tx.query(text, values ?? []) }),
      ...queue.retries,
      ...(at && { startAfter: at }),
      heartbeatSeconds: HEARTBEAT_S,
      expireInSeconds: 3600,
    });
  }

  /** Does the jobs of a queue, several at once, of an owner one. A handler that throws is tried again. */
  async work<T extends object>(queue: Queue<T>, handler: JobHandler<T>): Promise<void> {
    const options = {
      pollingIntervalSeconds: 0.5,
      localConcurrency: queue.atOnce,
      localGroupConcurrency: AT_ONCE_OF_ONE,
      includeMetadata: true,
    } as const;
    await this.#boss.work<T, unknown, typeof options>(queue.name, options, async (jobs) => {
      for (const { data, retryCount, retryLimit } of jobs)
        await handler(data, { last: retryCount >= retryLimit });
    });
  }

  /** Waits for jobs under way to end at their next step; those that do not are done again by others. */
  async close(): Promise<void> {
    await this.#boss.stop(this.#works ? { graceful: true, timeout: CLOSE_MS } : { graceful: false });
  }
}
