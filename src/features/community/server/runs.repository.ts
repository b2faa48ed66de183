import type { Tx } from '../../../shared/server/tenancy.ts';
import type { SimulationParameters, SimulationReport } from '../parameters.contract.ts';
import { withUsual } from '../simulation-parameters.model.ts';
import type { SimulationStep } from '../simulation-report.model.ts';

export type RunState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

export interface RunRow {
  id: number;
  user_id: number;
  key: string;
  state: RunState;
  parameters: SimulationParameters;
  report: SimulationReport | null;
  /** Months that are calculated. */
  steps: number;
  created_at: Date;
  ended_at: Date | null;
}

const COLUMNS = `r.id, r.user_id, r.key, r.state, r.parameters, r.report, r.created_at, r.ended_at,
  (select count(*)::int from simulation_step s where s.company_id = $1 and s.run_id = r.id) as steps`;
const KEPT_RUNS = 20;

/** A run; of `user_id` where one is named. */
export async function findRun(tx: Tx, id: number, user_id: number | null): Promise<RunRow | undefined> {
  const { rows } = await tx.query<RunRow>(
    `select ${COLUMNS} from simulation_run r
     where r.company_id = $1 and r.id = $2 and ($3::bigint is null or r.user_id = $3)`,
    [tx.scope.company_id, id, user_id],
  );
  return rows.map(withUsual)[0];
}

/** A person's latest runs, the newest first. */
export async function listRuns(tx: Tx, user_id: number): Promise<RunRow[]> {
  const { rows } = await tx.query<RunRow>(
    `select ${COLUMNS} from simulation_run r where r.company_id = $1 and r.user_id = $2
     order by r.created_at desc, r.id desc limit ${KEPT_RUNS}`,
    [tx.scope.company_id, user_id],
  );
  return rows.map(withUsual);
}

interface NewRun {
  readonly user_id: number;
  readonly key: string;
  readonly parameters: SimulationParameters;
  readonly now: Date;
}

/** Adds a run; null where the same one of the same person stands already. */
export async function insertRun(tx: Tx, { user_id, key, parameters, now }: NewRun): Promise<number | null> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into simulation_run (company_id, user_id, key, parameters, created_at) values ($1, $2, $3, $4, $5)
     on conflict (company_id, user_id, key) where state in ('waiting', 'running') do nothing returning id`,
    [tx.scope.company_id, user_id, key, JSON.stringify(parameters), now],
  );
  return rows[0]?.id ?? null;
}

export async function findStanding(tx: Tx, user_id: number, key: string): Promise<number | null> {
  const { rows } = await tx.query<{ id: number }>(
    `select id from simulation_run where company_id = $1 and user_id = $2 and key = $3 and state in ('waiting', 'running')`,
    [tx.scope.company_id, user_id, key],
  );
  return rows[0]?.id ?? null;
}

/** Moves a run that stands to another state. Whether it stood. */
export async function moveRun(
  tx: Tx,
  id: number,
  { to, report = null, now = null }: { to: RunState; report?: SimulationReport | null; now?: Date | null },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update simulation_run set state = $3, report = $4, ended_at = $5
     where company_id = $1 and id = $2 and state in ('waiting', 'running')`,
    [tx.scope.company_id, id, to, report && JSON.stringify(report), now],
  );
  return rowCount > 0;
}

/** Says that what a run is calculated from has changed: its months are calculated anew. */
export async function rekeyRun(tx: Tx, id: number, key: string): Promise<void> {
  const given = [tx.scope.company_id, id];
  await tx.query('delete from simulation_step where company_id = $1 and run_id = $2', given);
  // Another run of the same person that is the same by now keeps the key; this one goes on beside it.
  await tx.query(
    `update simulation_run r set key = $3 where r.company_id = $1 and r.id = $2 and not exists (
       select from simulation_run o where o.company_id = $1 and o.user_id = r.user_id and o.key = $3 and o.id <> r.id
         and o.state in ('waiting', 'running'))`,
    [...given, key],
  );
}

/** Keeps a month of a run that stands; once more changes nothing. Whether the run still stands. */
export async function saveStep(tx: Tx, id: number, month: number, step: SimulationStep): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into simulation_step (company_id, run_id, month, result)
     select $1, r.id, $3, $4 from simulation_run r where r.company_id = $1 and r.id = $2 and r.state = 'running'
     on conflict (company_id, run_id, month) do update set result = excluded.result`,
    [tx.scope.company_id, id, month, JSON.stringify(step)],
  );
  return rowCount > 0;
}

export async function listSteps(tx: Tx, id: number): Promise<SimulationStep[]> {
  const { rows } = await tx.query<{ result: SimulationStep }>(
    'select result from simulation_step where company_id = $1 and run_id = $2 order by month',
    [tx.scope.company_id, id],
  );
  return rows.map(({ result }) => result);
}

/**
 * Removes runs that ended more than a week ago; what was saved of them stands with its simulation. One that has not ended a day after it was
 * started has failed: its job is gone, as after a restore, and the same would be waited for without end.
 */
export async function removeOldRuns(tx: Tx): Promise<void> {
  await tx.query(
    `update simulation_run set state = 'failed', ended_at = now()
     where company_id = $1 and state in ('waiting', 'running') and created_at < now() - interval '1 day'`,
    [tx.scope.company_id],
  );
  await tx.query(
    `delete from simulation_run r where r.company_id = $1 and r.ended_at < now() - interval '7 days'`,
    [tx.scope.company_id],
  );
}
