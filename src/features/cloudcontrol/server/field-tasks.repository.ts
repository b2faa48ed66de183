import { plantFilter, type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import type { Framer } from '../../plants/field.model.ts';
import { HOST_COMPARED } from '../../plants/server/gateways.public.ts';
import type { TaskAnswer } from '../field-task.model.ts';
import { FIELD_TASK_CHANNEL, MAX_ASKED, TAKEN_WITHIN_S, type TaskKind } from '../field-tools.model.ts';
import { iso } from './standing.repository.ts';

export interface AskedPort {
  id: number;
  framer: Framer;
  enabled: boolean;
  /** Host and port that it leads to; null for a serial line. */
  reaches: string | null;
}

const PORT = `id, framer, enabled, case when type = 'tcp' then ${HOST_COMPARED} || ' ' || port end as reaches`;

/** A port that the scope may see. */
export async function findPort(tx: Tx, id: number): Promise<AskedPort | undefined> {
  const { rows } = await tx.query<AskedPort>(
    `select ${PORT} from plants.port
     where company_id = $1 and id = $2 and ($3::bigint[] is null or plant_id = any($3))`,
    [tx.scope.company_id, id, plantFilter(tx.scope)],
  );
  return rows[0];
}

/**
 * The port of the company that leads to a gateway and is polled, whatever its framer: one of the plants that the scope may
 * see, else any. Who may not see it learns nothing of it, and the gateway still has one connection.
 */
export async function findPortTo(
  tx: Tx,
  { host, port, framer }: { host: string; port: number; framer: Framer },
): Promise<AskedPort | undefined> {
  return withEveryPlant(tx, async () => {
    const { rows } = await tx.query<AskedPort>(
      `select ${PORT} from plants.port
     where company_id = $1 and type = 'tcp' and ${HOST_COMPARED} = $2 and port = $3 and enabled
     order by framer = $4 desc, ($5::bigint[] is null or plant_id = any($5)) desc, id limit 1`,
      [tx.scope.company_id, host, port, framer, plantFilter(tx.scope)],
    );
    return rows[0];
  });
}

export interface NewTask {
  kind: TaskKind;
  port_id: number | null;
  gateway: string | null;
  /** Host and port that it comes to, through a port or not; null for a serial line. */
  reaches: string | null;
  /** What is named by its number, which whoever reads the answer must still be allowed to see. */
  named: { port_id?: number; device_id?: number };
  asked: object;
}

/** Writes the tasks of a question in their order, and tells whoever polls when the transaction commits. */
export async function insertTasks(tx: Tx, question_id: string, tasks: readonly NewTask[]): Promise<void> {
  const plants = await listPlantsNamed(tx, tasks);
  await tx.query(
    `insert into field_task (company_id, question_id, position, kind, port_id, gateway, asked, asked_by, plant_ids)
     select $1, $2, u.i - 1, u.kind, u.port_id, u.gateway, u.asked::jsonb, $3, u.plant_ids::bigint[]
     from unnest($4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[]) with ordinality
       as u(kind, port_id, gateway, asked, plant_ids, i)
     order by u.i returning id`,
    [
      tx.scope.company_id,
      question_id,
      tx.scope.user_id,
      tasks.map(({ kind }) => kind),
      tasks.map(({ port_id }) => port_id),
      tasks.map(({ gateway }) => gateway),
      tasks.map(({ asked }) => JSON.stringify(asked)),
      plants.map((ids) => `{${ids.join(',')}}`),
    ],
  );
  await tellTasks(tx);
}

/** The plants of what each task names by its number. */
async function listPlantsNamed(tx: Tx, tasks: readonly NewTask[]): Promise<number[][]> {
  const { rows } = await tx.query<{ plant_ids: number[] | null }>(
    `select array(select o.plant_id from plants.port o where o.company_id = $1 and o.id = u.named_port
                  union select d.plant_id from plants.device d where d.company_id = $1 and d.id = u.named_device) as plant_ids
     from unnest($2::bigint[], $3::bigint[]) with ordinality as u(named_port, named_device, i) order by u.i`,
    [
      tx.scope.company_id,
      tasks.map(({ named }) => named.port_id ?? null),
      tasks.map(({ named }) => named.device_id ?? null),
    ],
  );
  return rows.map(({ plant_ids }) => plant_ids ?? []);
}

async function tellTasks(tx: Tx): Promise<void> {
  await tx.query('select pg_notify($1, $2)', [FIELD_TASK_CHANNEL, String(tx.scope.company_id)]);
}

/** What somebody was tried as is long and of no more use once it is over: the answer names each of it. */
const ASKED_SHORT = `asked - 'variables' - 'attributes'`;

/**
 * Lets go of what nobody looks at any more: what was asked an hour ago and more, and the long part of what was asked so long
 * ago that nobody takes it any more.
 */
export async function tidyTasks(tx: Tx): Promise<void> {
  const { company_id } = tx.scope;
  await tx.query(`delete from field_task where company_id = $1 and asked_at < now() - interval '1 hour'`, [
    company_id,
  ]);
  await tx.query(
    `update field_task set ended_at = now(), asked = ${ASKED_SHORT},
            answer = jsonb_build_object('reason', jsonb_build_object('code', 'lost_task'))
     where company_id = $1 and ended_at is null and asked_at < now() - interval '10 minutes'
       and (taken_at is null or taken_at < now() - interval '1 minute')`,
    [company_id],
  );
}

export interface TaskRow {
  position: number;
  kind: TaskKind;
  port_id: number | null;
  unit_id: number;
  asked_at: string;
  state: 'waiting' | 'running' | 'ended';
  answer: TaskAnswer | null;
}

/** A question of the caller's, asked within the hour, as far as they may still see what they named in it. */
const OWN = `company_id = $1 and question_id = $2 and asked_by = $3 and asked_at > now() - interval '1 hour'
  and ($4::bigint[] is null or plant_ids <@ $4)`;
const ownOf = ({ scope }: Tx, question_id: string) => [
  scope.company_id,
  question_id,
  scope.user_id,
  plantFilter(scope),
];

/** The tasks of a question of the caller's; none where there is no such question. */
export async function listTasks(tx: Tx, question_id: string): Promise<TaskRow[]> {
  const { rows } = await tx.query<TaskRow>(
    `select position, kind, port_id, (asked->>'unit_id')::int as unit_id, ${iso('asked_at')} as asked_at, answer,
            case when ended_at is not null then 'ended' when begun_at is not null then 'running' else 'waiting' end as state
     from field_task where ${OWN}
     order by position`,
    ownOf(tx, question_id),
  );
  return rows;
}

/** How far a question of the caller's is: cheap, for whoever waits. */
export async function countEnded(tx: Tx, question_id: string): Promise<{ tasks: number; ended: number }> {
  const { rows } = await tx.query<{ tasks: number; ended: number }>(
    `select count(*)::int as tasks, count(ended_at)::int as ended from field_task where ${OWN}`,
    ownOf(tx, question_id),
    'count_ended_tasks',
  );
  return rows[0] ?? { tasks: 0, ended: 0 };
}

/** Ends what nobody took, and what was taken by somebody who is gone, each with its reason. */
export async function endForsaken(tx: Tx, question_id: string): Promise<void> {
  await tx.query(
    `update field_task set ended_at = now(), asked = ${ASKED_SHORT},
            answer = jsonb_build_object('reason', jsonb_build_object('code',
              case when taken_at is null then 'nobody_polls' else 'lost_task' end))
     where company_id = $1 and question_id = $2 and asked_by = $3 and ended_at is null
       and (taken_at < now() - make_interval(secs => $4) or taken_at is null and asked_at < now() - make_interval(secs => $5))`,
    [tx.scope.company_id, question_id, tx.scope.user_id, MAX_ASKED.task_ms / 1000, TAKEN_WITHIN_S],
    'end_forsaken_tasks',
  );
}

/** Ends what is not answered of a question of the caller's. @returns whether there is such a question */
export async function endTasks(tx: Tx, question_id: string): Promise<boolean> {
  const { tasks } = await countEnded(tx, question_id);
  if (tasks === 0) return false;
  await tx.query(
    `update field_task set ended_at = now(), asked = ${ASKED_SHORT}
     where company_id = $1 and question_id = $2 and asked_by = $3 and ended_at is null`,
    [tx.scope.company_id, question_id, tx.scope.user_id],
  );
  await tellTasks(tx);
  return true;
}
