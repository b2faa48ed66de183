import type pg from 'pg';
import { inTransaction } from '../db.ts';
import type { Attempt, JobQueue } from '../jobs.ts';
import type { Logger } from '../log.ts';
import { afterTry } from '../unanswered.ts';
import { listWaitingSms, lockSms, markSms, type SmsRow } from './sms-outbox.repository.ts';
import { openText } from './sms-outbox.ts';
import { type SmsPort, SmsUndelivered } from './sms-provider.ts';
import { type SmsJob, smsQueue } from './sms-queue.ts';

interface WorkerDeps {
  readonly pool: pg.Pool;
  readonly log: Pick<Logger, 'warn'>;
  /** Undefined: nobody sends, and messages are kept. */
  readonly port: SmsPort | undefined;
  /** Opens the texts that wait. */
  readonly key: Uint8Array;
}

/** What is asked for again has one turn together: a backlog of one company stands before nobody's new mail. */
const WOKEN = 'asked for again';

/** Sends the messages of the outbox, each held by a transaction while it is on its way, as mail is. */
export class SmsWorker {
  readonly #deps: WorkerDeps;

  constructor(deps: WorkerDeps) {
    this.#deps = deps;
  }

  /** Asks again for what waits: its job may have ended with the workers that died on it. */
  async wake(jobs: Pick<JobQueue, 'send'>): Promise<void> {
    const { pool } = this.#deps;
    for (const id of await listWaitingSms(pool))
      await jobs.send({ query: (text, values) => pool.query(text, values) }, smsQueue, { id }, WOKEN);
  }

  /** Sends the message of a job. @throws SmsUndelivered where another try may succeed */
  async perform({ id }: SmsJob, { last }: Attempt): Promise<void> {
    const again = await inTransaction(this.#deps.pool, (client) => this.#deliver(client, id, last));
    if (again) throw again;
  }

  async #deliver(client: pg.PoolClient, id: number, last: boolean): Promise<SmsUndelivered | undefined> {
    const { port, log } = this.#deps;
    const sms = await lockSms(client, id);
    if (sms?.state !== 'waiting') return undefined;
    if (!port) return void (await markSms(client, id, { state: 'kept', fault: '' }));
    const fault = await this.#send(port, sms);
    if (!fault) return void (await markSms(client, id, { state: 'sent', fault: '' }));
    const kept = afterTry(sms.fault, fault, last);
    await markSms(client, id, { state: kept.failed ? 'failed' : 'waiting', fault: kept.fault });
    if (!kept.failed) return fault;
    log.warn(
      { sms: id, fault: kept.fault },
      'a text message could not be sent; `npm run admin -- outbox` prints it',
    );
    return undefined;
  }

  async #send(port: SmsPort, sms: SmsRow): Promise<SmsUndelivered | undefined> {
    try {
      await port({ to_number: sms.to_number, text: openText(this.#deps.key, sms) });
      return undefined;
    } catch (error) {
      if (error instanceof SmsUndelivered) return error;
      return new SmsUndelivered('its text cannot be opened: was SECRET_KEY changed?', true);
    }
  }
}
