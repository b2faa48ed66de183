import type pg from 'pg';
import { inTransaction } from '../db.ts';
import type { Attempt, JobQueue } from '../jobs.ts';
import type { Logger } from '../log.ts';
import { afterTry } from '../unanswered.ts';
import { type MailJob, mailQueue } from './mail-queue.ts';
import {
  holdFor,
  listUnsealed,
  listWaiting,
  lockMail,
  markSent,
  markUnsent,
  saveResting,
  type WaitingMail,
} from './outbox.repository.ts';
import { MAX_TRY_MS, type Post, Undelivered } from './post.ts';
import { openLinks, sealResting } from './sealed-links.ts';

/** The database ends no transaction that holds a mail before its try has ended (ms). */
const MARGIN_MS = 60_000;

interface WorkerDeps {
  /** Of its own: a mail holds a connection for as long as the mail server needs. */
  pool: pg.Pool;
  log: Pick<Logger, 'warn'>;
  /** Undefined: no mail server is set, and mail is kept. */
  post: Post | undefined;
  /** In the demonstration the mail that is kept is shown on a page, and nobody is warned of it. */
  demo: boolean;
  /** Opens the links of mail that waits. */
  key: Uint8Array;
}

/** What is asked for again has one turn together: a backlog of one company stands before nobody's new mail. */
const WOKEN = 'asked for again';

/**
 * Sends the mail of the outbox. A mail is held by a transaction while it is on its way: a worker that dies lets go of it,
 * and the next one sends it again, so that none is lost and at most one comes twice.
 */
export class MailWorker {
  readonly #deps: WorkerDeps;

  constructor(deps: WorkerDeps) {
    this.#deps = deps;
  }

  /**
   * Seals what an older program left in clear, and asks again for the mail that waits: its job may have ended with the
   * workers that died on it.
   */
  async wake(jobs: Pick<JobQueue, 'send'>): Promise<void> {
    const { pool, key } = this.#deps;
    await inTransaction(pool, async (client) => {
      for (const mail of await listUnsealed(client)) {
        const resting = sealResting(key, mail);
        if (resting.sealed_links) await saveResting(client, resting);
      }
    });
    for (const id of await listWaiting(pool))
      await jobs.send({ query: (text, values) => pool.query(text, values) }, mailQueue, { id }, WOKEN);
  }

  /** Sends the mail of a job. @throws Undelivered where another try may succeed */
  async perform({ id }: MailJob, { last }: Attempt): Promise<void> {
    const again = await inTransaction(this.#deps.pool, (client) => this.#deliver(client, id, last));
    if (again) throw again;
  }

  async #deliver(client: pg.PoolClient, id: number, last: boolean): Promise<Undelivered | undefined> {
    const { post, log, demo } = this.#deps;
    const mail = await lockMail(client, id);
    if (mail?.state !== 'waiting') return undefined;
    if (!post) {
      await markUnsent(client, id, { state: 'kept', fault: '' });
      if (!demo)
        log.warn(
          { mail: id },
          'no mail server is set (SMTP_URL): a mail was kept; `npm run admin -- outbox` prints it',
        );
      return undefined;
    }
    await holdFor(client, MAX_TRY_MS + MARGIN_MS);
    const fault = await this.#send(post, mail);
    if (!fault) return void (await markSent(client, id));
    const kept = afterTry(mail.fault, fault, last);
    await markUnsent(client, id, { state: kept.failed ? 'failed' : 'waiting', fault: kept.fault });
    if (!kept.failed) return fault;
    log.warn(
      { mail: id, fault: kept.fault },
      'a mail could not be sent; `npm run admin -- outbox` prints it',
    );
    return undefined;
  }

  async #send(post: Post, mail: WaitingMail): Promise<Undelivered | undefined> {
    const whole = this.#opened(mail);
    if (whole instanceof Undelivered) return whole;
    return post(whole).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof Undelivered) return error;
        throw error;
      },
    );
  }

  #opened(mail: WaitingMail): WaitingMail | Undelivered {
    try {
      return openLinks(this.#deps.key, mail);
    } catch {
      return new Undelivered('its links cannot be opened: was SECRET_KEY changed?', true);
    }
  }
}
