import type { Tx } from '../../../shared/server/tenancy.ts';
import type { EvaluationState } from '../evaluation/active-alarm.model.ts';

/**
 * Locks the company for one evaluation: the row stays locked until the transaction ends, so that of any number of
 * instances one evaluates at a time. Answers the revision of the stored state (0 before the first one); undefined while
 * another instance holds the lock.
 */
export async function lockEvaluationState(tx: Tx, now: Date): Promise<number | undefined> {
  const locked = await lockStoredState(tx);
  if (locked !== undefined) return locked;
  // There is none yet, or another holds it: only then does this insert nothing.
  await tx.query(
    'insert into alarm_evaluation_state (company_id, evaluated_at, revision) values ($1, $2, 0) on conflict do nothing',
    [tx.scope.company_id, now],
    'evaluation_state_begin',
  );
  return lockStoredState(tx);
}

async function lockStoredState(tx: Tx): Promise<number | undefined> {
  const { rows } = await tx.query<{ revision: number }>(
    'select revision from alarm_evaluation_state where company_id = $1 for update skip locked',
    [tx.scope.company_id],
    'evaluation_state_take',
  );
  return rows[0]?.revision;
}

/** The state that the last evaluation left. */
export async function readEvaluationState(tx: Tx): Promise<EvaluationState | null> {
  const { rows } = await tx.query<{
    state: Partial<EvaluationState>;
    rhythms: EvaluationState['rhythms'];
    evaluated_at: number;
  }>(
    `select state, rhythms, (extract(epoch from evaluated_at) * 1000)::float8 as evaluated_at
     from alarm_evaluation_state where company_id = $1`,
    [tx.scope.company_id],
    'evaluation_state_read',
  );
  const { state, rhythms = {}, evaluated_at = null } = rows[0] ?? {};
  // State of an older program may lack a part.
  const { listening_from, watches, causes = {}, stood = [], explained = {} } = state ?? {};
  const { outlived = {}, storing } = state ?? {};
  if (listening_from === undefined || watches === undefined) return null;
  const stored = {
    evaluated_at: evaluated_at,
    listening_from,
    watches,
    causes,
    stood,
    explained,
    rhythms,
    outlived,
  };
  return storing ? { ...stored, storing } : stored;
}

/** Saves the state of this evaluation, as JSON; rhythms only where they changed, with null they stay. Answers its revision. */
export async function saveEvaluationState(
  tx: Tx,
  { state, rhythms }: { readonly state: string; readonly rhythms: string | null },
  now: Date,
): Promise<number> {
  const { rows } = await tx.query<{ revision: number }>(
    `update alarm_evaluation_state set state =$2::jsonb, rhythms = coalesce($4::jsonb, rhythms), evaluated_at = $3, revision = revision + 1
     where company_id = $1 returning revision`,
    [tx.scope.company_id, state, now, rhythms],
    'evaluation_state_save',
  );
  return rows[0]?.revision ?? 0;
}

/** Clears the state; the new revision tells instances that hold it in memory. */
export async function clearEvaluationState(tx: Tx): Promise<void> {
  await tx.query(
    `update alarm_evaluation_state set state ='{}', rhythms = '{}', revision = revision + 1 where company_id = $1 and state <> '{}'`,
    [tx.scope.company_id],
    'evaluation_state_forget',
  );
}

/** Saves which plants an evaluation failed for. */
export async function saveFailedPlants(tx: Tx, plant_ids: readonly number[]): Promise<void> {
  await tx.query(
    'update alarm_evaluation_state set failed_plant_ids = $2 where company_id = $1 and failed_plant_ids <> $2',
    [tx.scope.company_id, plant_ids],
    'evaluation_state_unjudged',
  );
}

/** The state of a company's evaluation and notifications, for whoever runs the installation. */
export interface EvaluationStatus {
  readonly evaluated_at: Date | null;
  readonly failed_plant_ids: number[];
  /** Events of the last 30 days that could not be queued for webhooks, and notifications to a person that failed. */
  readonly unsent_events: number;
  readonly failed_notifications: number;
}

export async function findEvaluationStatus(tx: Tx, now: Date): Promise<EvaluationStatus | undefined> {
  const { rows } = await tx.query<EvaluationStatus>(
    `select k.evaluated_at, coalesce(k.failed_plant_ids, '{}') as failed_plant_ids,
            (select count(*)::int from alarm_event e where e.company_id = $1 and e.detail ? 'unsent'
               and e.at > $2::timestamptz - interval '30 days') as unsent_events,
            (select count(*)::int from alarm_notification t where t.company_id = $1 and t.outcome = 'failed'
               and t.ended_at > $2::timestamptz - interval '30 days') as failed_notifications
     from companies.company c left join alarm_evaluation_state k on k.company_id = c.id_client where c.id_client = $1`,
    [tx.scope.company_id, now],
  );
  return rows[0];
}

/** Saves the time of an evaluation that changed nothing. */
export async function saveEvaluatedAt(tx: Tx, now: Date): Promise<void> {
  await tx.query(
    'update alarm_evaluation_state set evaluated_at = $2 where company_id = $1',
    [tx.scope.company_id, now],
    'evaluation_state_look',
  );
}
