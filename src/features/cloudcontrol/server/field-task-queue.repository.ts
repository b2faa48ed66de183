import type pg from 'pg';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import type { TaskAnswer } from '../field-task.model.ts';
import { FIELD_TASK_CHANNEL, type TaskKind } from '../field-tools.model.ts';

/** A task that this instance has taken; what exactly is asked is read when its turn comes. */
export type TakenTask = {
  readonly id: number;
  readonly question_id: string;
  /** The port it goes through, or the gateway that no port leads to. */
  readonly port_id: number | null;
  readonly gateway: string | null;
};

/** Taken anew from whoever has not said for so long that they still have it. */
const FORSAKEN = `interval '15 seconds'`;
/** How soon is looked again for what others may take first, and for what they have in hand at the soonest. */
const LOOK_AGAIN_S = { open: 2, held: 0.5 };
/** Whoever asked so long ago does not wait any more. */
const OLDEST = `interval '5 minutes'`;
const TAKEN_AT_ONCE = 1000;

const WANTED = `t.company_id = $1 and t.ended_at is null and t.asked_at > now() - ${OLDEST}`;
const OPEN = `(t.holder is null or t.taken_at < now() - ${FORSAKEN})`;

/**
 * Takes what may be asked through these ports, and through gateways that nobody else has a connection to.
 * @returns what was taken, and in how many seconds to look again: soon for what waits for others, else when whoever has
 * something in hand would be dead; null when all is ended.
 */
export async function takeTasks(
  pool: pg.Pool,
  scope: Scope,
  { holder, port_ids }: { holder: string; port_ids: readonly number[] },
): Promise<{ taken: TakenTask[]; again_s: number | null }> {
  return inScope(pool, scope, async (tx) => {
    // One instance after the other: two must not open a connection to one gateway.
    await tx.query('select pg_advisory_xact_lock(hashtext($1), $2)', [FIELD_TASK_CHANNEL, scope.company_id]);
    const { rows } = await tx.query<TakenTask>(
      `update field_task f set holder = $2, taken_at = now(), begun_at = null
       where f.company_id = $1 and f.id in (
         select t.id from field_task t where ${WANTED} and ${OPEN}
           and (t.port_id = any($3::bigint[]) or t.port_id is null and not exists (
             select from field_task o where o.company_id = $1 and o.gateway = t.gateway and o.port_id is null
               and o.ended_at is null and o.holder <> $2 and o.taken_at >= now() - ${FORSAKEN}))
         order by t.id limit ${TAKEN_AT_ONCE} for update skip locked)
       returning f.id, f.question_id, f.port_id, f.gateway`,
      [scope.company_id, holder, port_ids],
    );
    const left = await tx.query<{ again_s: number | null }>(
      `select min(case when ${OPEN} then ${LOOK_AGAIN_S.open}
                       else greatest(${LOOK_AGAIN_S.held}, extract(epoch from t.taken_at + ${FORSAKEN} - now())) end)::float8 as again_s
       from field_task t where ${WANTED}`,
      [scope.company_id],
    );
    return { taken: rows.sort((a, b) => a.id - b.id), again_s: left.rows[0]?.again_s ?? null };
  });
}

/** Says that this instance still has these tasks. @returns those that are its own; the others were given up or lost. */
export async function renewTasks(
  pool: pg.Pool,
  scope: Scope,
  { holder, ids }: { holder: string; ids: readonly number[] },
): Promise<number[]> {
  return inScope(pool, scope, async (tx) => {
    const { rows } = await tx.query<{ id: number }>(
      `update field_task set taken_at = now()
       where company_id = $1 and holder = $2 and id = any($3::bigint[]) and ended_at is null returning id`,
      [scope.company_id, holder, ids],
    );
    return rows.map(({ id }) => id);
  });
}

/** What exactly is asked, when its turn has come; undefined where it was given up or is another's by now. */
export async function beginTask(
  pool: pg.Pool,
  scope: Scope,
  { holder, id }: { holder: string; id: number },
): Promise<{ kind: TaskKind; asked: unknown } | undefined> {
  return inScope(pool, scope, async (tx) => {
    const { rows } = await tx.query<{ kind: TaskKind; asked: unknown }>(
      `update field_task set begun_at = now(), taken_at = now()
       where company_id = $1 and holder = $2 and id = $3 and ended_at is null returning kind, asked`,
      [scope.company_id, holder, id],
    );
    return rows[0];
  });
}

/** Ends a task with what came of it, unless it was given up or is another's by now. */
export async function answerTask(
  pool: pg.Pool,
  scope: Scope,
  { holder, id, answer }: { holder: string; id: number; answer: TaskAnswer },
): Promise<void> {
  await inScope(pool, scope, (tx) =>
    tx.query(
      // What it was tried as is long and of no more use: the answer names each of it.
      `update field_task set answer = $4, ended_at = now(), asked = asked - 'variables' - 'attributes'
       where company_id = $1 and holder = $2 and id = $3 and ended_at is null`,
      [scope.company_id, holder, id, JSON.stringify(answer)],
    ),
  );
}

/** Lets others take what this instance cannot ask any more. */
export async function giveTasksBack(
  pool: pg.Pool,
  scope: Scope,
  { holder, ids }: { holder: string; ids: readonly number[] },
): Promise<void> {
  await inScope(pool, scope, async (tx) => {
    await tx.query(
      `update field_task set holder = null, begun_at = null
       where company_id = $1 and holder = $2 and id = any($3::bigint[]) and ended_at is null`,
      [scope.company_id, holder, ids],
    );
    await tx.query('select pg_notify($1, $2)', [FIELD_TASK_CHANNEL, String(scope.company_id)]);
  });
}
