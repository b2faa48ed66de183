import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { TaskAnswer } from '../../features/cloudcontrol/field-task.model.ts';
import { MAX_ASKED } from '../../features/cloudcontrol/field-tools.model.ts';
import { fieldTaskQueue } from '../../features/cloudcontrol/server/field-task-queue.public.ts';
import type { Logger } from '../../shared/server/log.ts';
import { errorText } from '../../shared/server/start-fault.ts';
import { scopeOfWork } from '../../shared/server/tenancy.ts';
import { isPassing } from '../write-faults.ts';
import { TaskEnded } from './careful-reader.ts';
import type { LaneTask } from './lanes.ts';
import type { TaskOrder } from './perform-task.ts';
import { PortGone } from './port-access.ts';

export type HeldTasksParts = {
  readonly pool: pg.Pool;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** This instance's name among the leases. */
  readonly holder: string;
  /** The longest that one task may take. */
  readonly task_ms?: number;
};

/** Asks what an order says, until the signal ends it. */
export type Asking = (order: TaskOrder, signal: AbortSignal) => Promise<TaskAnswer>;

// Companies number their tasks each for itself.
const keyOf = ({ company_id, id }: LaneTask): string => `${company_id}/${id}`;
const WRITES_TRIED = 10;
const WRITE_AGAIN_MS = 1_000;
const MAX_ANSWER = 900_000;
const FAULT: TaskAnswer = { reason: { code: 'fault' } };

/** The tasks that this instance has in hand: each is answered once, given back, or dropped because it was given up. */
export class PendingTasks {
  readonly #parts: HeldTasksParts;
  readonly #held = new Map<string, { task: LaneTask; ending: AbortController }>();
  readonly #closing = new AbortController();

  constructor(parts: HeldTasksParts) {
    this.#parts = parts;
  }

  /** Takes one in hand. @returns false when it was already */
  add(task: LaneTask): boolean {
    if (this.#held.has(keyOf(task))) return false;
    this.#held.set(keyOf(task), { task, ending: new AbortController() });
    return true;
  }

  /** Companies of which something is in hand. */
  companies(): Set<number> {
    return new Set([...this.#held.values()].map(({ task }) => task.company_id));
  }

  /** Says that a company's tasks are still in hand, and ends those that were given up. */
  async renew(company_id: number): Promise<void> {
    const held = [...this.#held.values()].filter(({ task }) => task.company_id === company_id);
    if (held.length === 0) return;
    const { pool, holder } = this.#parts;
    const ids = held.map(({ task }) => task.id);
    const own = new Set(await fieldTaskQueue.renew(pool, scopeOfWork(company_id), { holder, ids }));
    for (const { task, ending } of held) if (!own.has(task.id)) ending.abort();
  }

  /** Does a task whose turn has come. Never fails. @returns whether what was asked may still be under way */
  async perform(task: LaneTask, ask: Asking): Promise<{ abandoned: boolean }> {
    const ending = this.#held.get(keyOf(task))?.ending;
    try {
      if (ending === undefined || ending.signal.aborted) return { abandoned: false };
      return await this.#perform(task, ask, ending);
    } catch (error) {
      this.#parts.log.warn({ task: task.id, why: errorText(error) }, 'what a person asked was not answered');
      return { abandoned: true };
    } finally {
      this.#held.delete(keyOf(task));
    }
  }

  /** Ends what is under way and gives all of it back. */
  async close(): Promise<void> {
    this.#closing.abort();
    const held = [...this.#held.values()];
    for (const { ending } of held) ending.abort();
    this.#held.clear();
    for (const [company_id, own] of Map.groupBy(held, ({ task }) => task.company_id))
      await this.#giveBack(
        company_id,
        own.map(({ task }) => task.id),
      );
  }

  async #perform(task: LaneTask, ask: Asking, ending: AbortController): Promise<{ abandoned: boolean }> {
    const { pool, holder, task_ms = MAX_ASKED.task_ms } = this.#parts;
    const order = await fieldTaskQueue.begin(pool, scopeOfWork(task.company_id), { holder, id: task.id });
    if (order === undefined) return { abandoned: false };
    const late = setTimeout(() => ending.abort(OUT_OF_TIME), task_ms);
    try {
      const answer = await Promise.race([ask(order, ending.signal), ended(ending.signal)]);
      await this.#write(task, answer);
      return { abandoned: false };
    } catch (error) {
      return await this.#failed(task, error, ending.signal);
    } finally {
      clearTimeout(late);
    }
  }

  async #failed(
    task: LaneTask,
    error: unknown,
    { reason, aborted }: AbortSignal,
  ): Promise<{ abandoned: boolean }> {
    const { log, task_ms = MAX_ASKED.task_ms } = this.#parts;
    if (reason === OUT_OF_TIME)
      await this.#write(task, { reason: { code: 'out_of_time', seconds: task_ms / 1000 } });
    else if (error instanceof PortGone) await this.#giveBack(task.company_id, [task.id]);
    else if (!(error instanceof TaskEnded)) {
      log.error({ task: task.id, err: error }, 'what a person asks could not be asked');
      await this.#write(task, FAULT);
    }
    return { abandoned: aborted };
  }

  /** While the database is away for seconds an answer is kept, because asking again costs the field more. */
  async #write({ company_id, id }: LaneTask, answer: TaskAnswer): Promise<void> {
    const { pool, holder, log } = this.#parts;
    const fits = JSON.stringify(answer).length <= MAX_ANSWER;
    let kept = fits ? answer : FAULT;
    for (let tries = 1; ; tries += 1) {
      try {
        return await fieldTaskQueue.answer(pool, scopeOfWork(company_id), { holder, id, answer: kept });
      } catch (error) {
        if (tries === WRITES_TRIED || this.#closing.signal.aborted) throw error;
        if (isPassing(error)) {
          await sleep(WRITE_AGAIN_MS);
          continue;
        }
        // What the database will never take must not hold up whoever is next on this connection.
        if (kept === FAULT) throw error;
        log.error({ task: id, err: error }, 'an answer of the field cannot be kept');
        kept = FAULT;
      }
    }
  }

  async #giveBack(company_id: number, ids: readonly number[]): Promise<void> {
    const { pool, holder, log } = this.#parts;
    await fieldTaskQueue
      .giveBack(pool, scopeOfWork(company_id), { holder, ids })
      .catch((error: unknown) =>
        log.warn(
          { company_id, why: errorText(error) },
          'what people ask was not given back; others take it soon',
        ),
      );
  }
}

const OUT_OF_TIME = 'out of time';

/** Fails when the signal ends a task: what it waits for may take longer. */
function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(new TaskEnded('the task is over'));
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}
