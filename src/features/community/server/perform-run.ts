import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import { AppError } from '../../../shared/server/errors.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import type { Logger } from '../../../shared/server/log.ts';
import { inScope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { MONTHS } from '../simulation.model.ts';
import { moneyInputsOf } from '../simulation-parameters.model.ts';
import { reportOf } from '../simulation-report.model.ts';
import { loadInputs, type RunInputs } from './run-inputs.ts';
import type { RunJob } from './run-queue.ts';
import type { FromRunThread, RunThreadData } from './run-thread.ts';
import { findRun, listSteps, moveRun, rekeyRun, saveStep } from './runs.repository.ts';

const ENTRY = new URL('./run-thread.ts', import.meta.url);
/** A run that takes more memory ends its thread, not the process. */
const HEAP_MB = 1024;

export interface RunWork {
  readonly pool: pg.Pool;
  readonly log: Pick<Logger, 'error'>;
  now(): Date;
  /** Aborted when the worker ends: the run goes on where another takes it. */
  readonly ending: AbortSignal;
}

interface Begun extends RunInputs {
  readonly done: number;
  readonly batteries: RunThreadData['batteries'];
}

/** Takes a run up: undefined where it stands no longer. What it is calculated from may have changed since it was asked for. */
async function begin(tx: Tx, run_id: number): Promise<Begun | undefined> {
  const run = await findRun(tx, run_id, null);
  if (!run || !(await moveRun(tx, run_id, { to: 'running' }))) return undefined;
  const inputs = await loadInputs(tx, run.parameters);
  if (inputs.key !== run.key) await rekeyRun(tx, run_id, inputs.key);
  const steps = await listSteps(tx, run_id);
  return { ...inputs, done: steps.length, batteries: steps.at(-1)?.batteries ?? {} };
}

/** Calculates the months that are left, each kept before the next one; whether the run still stood at the end. */
async function calculate(
  { pool, ending }: RunWork,
  { company_id, run_id }: RunJob,
  begun: Begun,
): Promise<boolean> {
  const { simulation, inputs, done, batteries } = begun;
  const thread = new Worker(ENTRY, {
    workerData: { simulation, inputs, done, batteries } satisfies RunThreadData,
    name: 'simulation',
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  try {
    let left = MONTHS - done;
    if (left === 0) return true;
    for await (const [message] of on(thread, 'message', { signal: ending })) {
      const { month, step } = message as FromRunThread;
      const stands = await inScope(pool, scopeOfWork(company_id), async (tx) => {
        await notifyTopics(tx, ['simulation_runs']);
        return saveStep(tx, run_id, month, step);
      });
      if (!stands) return false;
      left--;
      if (left === 0) return true;
    }
    return false;
  } finally {
    await thread.terminate();
  }
}

async function finish(tx: Tx, run_id: number, now: Date): Promise<void> {
  const run = await findRun(tx, run_id, null);
  if (!run) return;
  const { simulation } = await loadInputs(tx, run.parameters);
  const steps = await listSteps(tx, run_id);
  // Another worker began it anew meanwhile, and ends it.
  if (steps.length < MONTHS) return;
  const report = reportOf(simulation, steps, moneyInputsOf(run.parameters));
  await moveRun(tx, run_id, { to: 'done', report, now });
  await notifyTopics(tx, ['simulation_runs']);
}

/** Does a run from its first month, or from the one at which another worker was killed. Again it changes nothing. */
export async function performRun(work: RunWork, job: RunJob, last: boolean): Promise<void> {
  const { pool, now, log } = work;
  const scope = scopeOfWork(job.company_id);
  try {
    const begun = await inScope(pool, scope, (tx) => begin(tx, job.run_id));
    if (!begun || !(await calculate(work, job, begun))) return;
    await inScope(pool, scope, (tx) => finish(tx, job.run_id, now()));
  } catch (error) {
    // What a person has to mend fails at once; all else is tried again.
    if (!last && !(error instanceof AppError)) throw error;
    log.error({ err: error, run_id: job.run_id }, 'a simulation failed');
    await inScope(pool, scope, async (tx) => {
      await moveRun(tx, job.run_id, { to: 'failed', now: now() });
      await notifyTopics(tx, ['simulation_runs']);
    });
  }
}
