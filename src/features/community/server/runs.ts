import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { recordAudit } from '../../../shared/server/audit.ts';
import { definedFields } from '../../../shared/server/changed-fields.ts';
import { AppError } from '../../../shared/server/errors.ts';
import type { JobQueue } from '../../../shared/server/jobs.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import { type ResultToSave, SimulationParameters, type SimulationReport } from '../parameters.contract.ts';
import { MONTHS } from '../simulation.model.ts';
import type { SimulationRun } from '../simulations.contract.ts';
import { ownRun, personOf } from './own-run.ts';
import { loadInputs, refuseNobody } from './run-inputs.ts';
import { runQueue } from './run-queue.ts';
import { findStanding, insertRun, listRuns, moveRun, type RunRow } from './runs.repository.ts';
import { parametersSeen } from './simulations.ts';

/** How often a call that waits looks whether the run has ended. */
const LOOK_MS = 200;

/** Parameters as far as somebody set them. */
type GivenParameters = { readonly [K in keyof SimulationParameters]?: SimulationParameters[K] | undefined };

export interface RunDeps {
  readonly pool: pg.Pool;
  readonly jobs: Pick<JobQueue, 'send'>;
}

export function presentRun(row: RunRow): SimulationRun {
  const { id, state, parameters, report } = row;
  return {
    id,
    state,
    progress: state === 'done' ? 100 : Math.floor((row.steps * 100) / (MONTHS + 1)),
    parameters,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    result_report: report,
    result_to_save: report && toSave(id, report),
  };
}

const toSave = (run_id: number, { totals }: SimulationReport): ResultToSave => ({ run_id, totals });

/** Without the result, for the list. */
export const presentInList = ({ report: _, ...row }: RunRow) => {
  const { result_report: __, result_to_save: ___, ...same } = presentRun({ ...row, report: null });
  return same;
};

/** Starts a run, or joins the one of the same person and inputs that stands. @throws AppError invalid, each fault at its field */
export async function startRun(
  tx: Tx,
  given: GivenParameters,
  { jobs, now }: Pick<RunDeps, 'jobs'> & { now: Date },
): Promise<number> {
  const parameters = SimulationParameters.parse(given);
  refuseNobody(parameters, 'prosumer');
  const user_id = personOf(tx.scope);
  const { key } = await loadInputs(tx, parameters);
  const id = await insertRun(tx, { user_id, key, parameters, now });
  // Whoever was faster has ended it by now, or it stands.
  if (id === null) return (await findStanding(tx, user_id, key)) ?? startRun(tx, given, { jobs, now });
  await recordAudit(tx, 'simulation.started', String(id), {});
  await jobs.send(tx, runQueue, { company_id: tx.scope.company_id, run_id: id }, tx.scope);
  await notifyTopics(tx, ['simulation_runs']);
  return id;
}

export const ownRuns = async (tx: Tx) => (await listRuns(tx, personOf(tx.scope))).map(presentInList);

export async function cancelRun(tx: Tx, id: number, now: Date): Promise<void> {
  await ownRun(tx, id);
  if (!(await moveRun(tx, id, { to: 'cancelled', now }))) return;
  await recordAudit(tx, 'simulation.cancelled', String(id), {});
  await notifyTopics(tx, ['simulation_runs']);
}

/**
 * Waits until a run ends. Nothing is held meanwhile: each look is a transaction of its own.
 * @throws AppError conflict when it was cancelled, unavailable when it failed
 */
async function ended(pool: pg.Pool, scope: Scope, id: number, gone: AbortSignal): Promise<SimulationReport> {
  for (;;) {
    const { state, report } = await inScope(pool, scope, (tx) => ownRun(tx, id), 'read only');
    if (state === 'done' && report) return report;
    if (state === 'cancelled') throw new AppError('conflict', 'The simulation was cancelled');
    if (state === 'failed') throw new AppError('unavailable', 'Simulation failed'); // spec §8
    await pause(LOOK_MS, undefined, { signal: gone });
  }
}

interface Query {
  readonly scope: Scope;
  readonly query: GivenParameters & { readonly code?: string | undefined };
  readonly now: Date;
  readonly gone: AbortSignal;
}

/** Calculates a simulation and answers when it ends. // spec §7: /cer-simulation/ */
export async function simulate(
  { pool, jobs }: RunDeps,
  { scope, query: { code, ...given }, now, gone }: Query,
): Promise<{ result_report: SimulationReport; result_to_save: ResultToSave }> {
  const id = await inScope(pool, scope, async (tx) => {
    const stored = code === undefined ? {} : await parametersSeen(tx, code, given.plants !== undefined);
    return startRun(tx, { ...stored, ...definedFields(given) }, { jobs, now });
  });
  const result_report = await ended(pool, scope, id, gone);
  return { result_report, result_to_save: toSave(id, result_report) };
}
