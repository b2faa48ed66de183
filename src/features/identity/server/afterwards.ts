import type { FastifyReply } from 'fastify';
import type { Logger } from '../../../shared/server/log.ts';
import type { Action } from './personal-actions.ts';

const MAX_WAITING = 500;

type Write = (action: Action) => Promise<void>;

/**
 * What is written down once an answer has gone out, one action after the other, so that the time of an answer tells nothing
 * of it. While too much is waiting, what is alike is counted: one entry for each account then says how many times.
 */
export class Afterwards {
  readonly #log: Pick<Logger, 'warn'>;
  readonly #write: Write;
  readonly #waiting = new Set<Promise<void>>();
  #counted = new Map<string, { action: Action; times: number }>();
  #last: Promise<void> = Promise.resolve();

  constructor(log: Pick<Logger, 'warn'>, write: Write) {
    this.#log = log;
    this.#write = write;
  }

  /** Writes an action down after this reply. */
  tell(reply: FastifyReply, action: Action): void {
    if (this.#waiting.size >= MAX_WAITING) {
      this.#count(action);
      return;
    }
    const sent = new Promise<void>((resolve) => {
      // Whoever asked may have gone away before there was an answer.
      if (reply.raw.destroyed) resolve();
      else reply.raw.once('finish', resolve).once('close', resolve);
    });
    this.#hold(sent.then(() => this.#inTurn(() => this.#write(action))));
  }

  /** Waits for all that is still to be done. */
  async close(): Promise<void> {
    while (this.#waiting.size > 0) await Promise.all(this.#waiting);
  }

  #hold(done: Promise<void>): void {
    this.#waiting.add(done);
    void done.finally(() => this.#waiting.delete(done));
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(work).catch((err: unknown) => {
      this.#log.warn({ err }, 'what followed an answer could not be done');
    });
    return this.#last;
  }

  // Only accounts that exist come here: there are never more to count than accounts.
  #count(action: Action): void {
    const key = JSON.stringify([action.action, action.user_id, action.detail]);
    const alike = this.#counted.get(key);
    if (alike) {
      alike.times++;
      if (alike.action.address !== action.address) alike.action = { ...alike.action, address: null };
      return;
    }
    // In its turn everything is done by then that waits now; what comes meanwhile is counted along.
    if (this.#counted.size === 0) this.#hold(this.#inTurn(async () => this.#writeCounted()));
    this.#counted.set(key, { action, times: 1 });
  }

  #writeCounted(): void {
    const counted = this.#counted;
    this.#counted = new Map();
    for (const { action, times } of counted.values()) {
      this.#hold(this.#inTurn(() => this.#write({ ...action, detail: { ...action.detail, times } })));
    }
  }
}
