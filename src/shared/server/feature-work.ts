import type pg from 'pg';
import type { Config } from './config.ts';
import type { DatabaseTarget } from './database-target.ts';
import type { DiskWatch } from './disk-watch.ts';
import type { Attempt, JobHandler, JobQueue, Queue } from './jobs.ts';
import type { Logger } from './log.ts';
import type { Mailer } from './mail/outbox.ts';
import type { Post } from './mail/post.ts';
import type { NotificationKinds } from './notifications/kinds.ts';
import type { Tx } from './tenancy.ts';

/** What the program gives every area's work that no call waits for. */
export interface WorkerServices {
  readonly config: Pick<
    Config,
    'clouds' | 'demo' | 'outboundAllow' | 'publicUrl' | 'sms' | 'soleCompanyAllow' | 'weather'
  >;
  readonly pool: pg.Pool;
  /** Holds mail on its way, for as long as a mail server needs: other work waits for none of its connections. */
  readonly mailPool: pg.Pool;
  /** Where notices of the database are listened to. */
  readonly database: DatabaseTarget;
  readonly jobs: Pick<JobQueue, 'send'>;
  readonly mailer: Mailer;
  /** How mail goes out; undefined where it does not. */
  readonly post: Post | undefined;
  readonly log: Logger;
  /** Where the database's files lie, as far as that is known. */
  readonly disk: Pick<DiskWatch, 'hasRoomFor'>;
  /** What people are notified of, of every area. */
  readonly notificationKinds: NotificationKinds;
  now(): Date;
  /** A key of this installation, by what it is for. */
  keyFor(purpose: string): Buffer;
  /** Aborted when the worker begins to end: jobs under way stop at their next step. */
  readonly ending: AbortSignal;
}

/** What runs until it is closed. */
export interface Running {
  close(): Promise<void>;
}

/** A queue and who does its jobs. */
export interface QueueWorker<W> {
  readonly queue: Queue<object>;
  readonly start: (services: W) => (job: object, attempt: Attempt) => Promise<void>;
}

/** Says who does the jobs of a queue: `start` is called once, and its answer for each job. */
export const worksOn = <T extends object, W>(
  queue: Queue<T>,
  start: (services: W) => JobHandler<T>,
): QueueWorker<W> => ({ queue, start }) as unknown as QueueWorker<W>;

/** What an area removes each hour because its time is over. Two instances that do so at once do no harm. */
export interface Housekeeping<W> {
  /** For the whole installation. */
  readonly installation?: (services: W) => Promise<void>;
  /** For each company, in one transaction with the other areas. */
  readonly company?: (tx: Tx) => Promise<void>;
  /** For each company, in transactions of its own. */
  readonly companyAlone?: (pool: pg.Pool, company_id: number) => Promise<unknown>;
}

/** What an area does that no call waits for. */
export interface AreaWork<W> {
  /** Its queues and who does their jobs; `apps/server/queues.ts` has the queues made. */
  readonly jobs?: readonly QueueWorker<W>[];
  /** What runs by itself beside the jobs, in every instance that does any. */
  readonly background?: (services: W) => Promise<readonly Running[]>;
  readonly housekeeping?: Housekeeping<W>;
}
