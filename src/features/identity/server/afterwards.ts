import type { FastifyReply } from 'fastify';
import type { Logger } from '../../../shared/server/log.ts';

const MOST_WAITING = 500;

type Work = () => Promise<void>;

/**
 * Work that begins once an answer has gone out, one piece after the other, so that the time of an answer tells nothing of
 * it. What comes while too much is waiting is left out, and said so.
 */
export class Afterwards {
  readonly #log: Pick<Logger, 'warn'>;
  readonly #waiting = new Set<Promise<void>>();
  #last: Promise<void> = Promise.resolve();

  constructor(log: Pick<Logger, 'warn'>) {
    this.#log = log;
  }

  /** Does `work` after this reply. */
  after(reply: FastifyReply, work: Work): void {
    if (this.#waiting.size >= MOST_WAITING) {
      this.#log.warn('too much is waiting to be written down after sign-ins: one entry is left out');
      return;
    }
    const sent = new Promise<void>((resolve) => {
      // Whoever asked may have gone away before there was an answer.
      if (reply.raw.destroyed) resolve();
      else reply.raw.once('finish', resolve).once('close', resolve);
    });
    const done = sent.then(() => {
      this.#last = this.#last.then(work).catch((err: unknown) => {
        this.#log.warn({ err }, 'what followed an answer could not be done');
      });
      return this.#last;
    });
    this.#waiting.add(done);
    void done.finally(() => this.#waiting.delete(done));
  }

  /** Waits for all that is still to be done. */
  async close(): Promise<void> {
    while (this.#waiting.size > 0) await Promise.all(this.#waiting);
  }
}
