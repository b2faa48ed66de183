import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { AppError } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import type { AskedQuestion, fieldToolsCalls } from '../field-tools.contract.ts';
import { countEnded, endForsaken } from './field-tasks.repository.ts';
import { answersOf, ask, giveUp } from './field-tasks.service.ts';

/** How often is looked whether more is known, while somebody waits: soon at first, because most answers come at once. */
const LOOK_MS = { first: 30, most: 250 };
const FORSAKEN_EVERY_MS = 1000;

interface Waiting {
  readonly wait_ms: number;
  /** So many the caller has seen. */
  readonly ended_tasks: number;
  /** The caller does not listen any more. */
  readonly gone: AbortSignal;
  /** @throws AppError when the caller may not ask any more */
  readonly stillAdmitted: () => Promise<void>;
}

export function fieldToolsHandlers({ pool }: { pool: pg.Pool }): Handlers<typeof fieldToolsCalls> {
  return {
    async ask({ scope, query, body, gone, stillAdmitted }) {
      // Listened to from the start: whoever goes while the question is written is not waited for.
      const waiting = { ...query, ended_tasks: 0, gone, stillAdmitted };
      const id = await inScope(pool, scope, (tx) => ask(tx, body));
      return await answered({ pool, scope, id }, waiting);
    },
    answers: ({ scope, params: { id }, query, gone, stillAdmitted }) =>
      answered({ pool, scope, id }, { ...query, gone, stillAdmitted }),
    giveUp: ({ tx, params }) => giveUp(tx, params.id),
  };
}

interface Question {
  readonly pool: pg.Pool;
  readonly scope: Scope;
  readonly id: string;
}

/** The answers, as soon as there are more than the caller has seen. */
async function answered({ pool, scope, id }: Question, waiting: Waiting): Promise<AskedQuestion> {
  const { wait_ms, ended_tasks, gone, stillAdmitted } = waiting;
  const until_ms = performance.now() + wait_ms;
  let look_ms = LOOK_MS.first;
  let swept_ms = Number.NEGATIVE_INFINITY;
  for (;;) {
    const now_ms = performance.now();
    const sweeps = now_ms - swept_ms >= FORSAKEN_EVERY_MS;
    if (sweeps) swept_ms = now_ms;
    const { tasks, ended } = await inScope(pool, scope, async (tx) => {
      if (sweeps) await endForsaken(tx, id);
      return await countEnded(tx, id);
    });
    if (ended === tasks || ended > ended_tasks || now_ms >= until_ms) break;
    await sleep(Math.min(look_ms, until_ms - now_ms));
    look_ms = Math.min(LOOK_MS.most, look_ms * 1.5);
    if (gone.aborted) throw new AppError('unavailable', 'Nobody listens any more');
  }
  if (wait_ms > 0) await stillAdmitted();
  return await inScope(pool, scope, (tx) => answersOf(tx, id), 'read only');
}
