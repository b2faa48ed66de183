import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { AlarmCode } from '../../notifications/alarm-codes.model.ts';
import type { AlarmEvent } from '../alarms.contract.ts';
import type { AlarmEventKind } from '../alarms.model.ts';
import { personSql } from './people.repository.ts';

/** What people decide about an alarm. */
export interface WorkState {
  readonly acknowledged_at: Date | null;
  readonly acknowledged_by: number | null;
  readonly assigned_to: number | null;
}

export interface LockedAlarm extends WorkState {
  readonly id: number;
  readonly plant_id: number;
  readonly proj_code: string;
  readonly code: AlarmCode;
  readonly version: number;
}

/** Takes an alarm that the scope may see until the transaction ends: of two who change it, the second sees the first. */
export async function lockAlarm(tx: Tx, id: number): Promise<LockedAlarm | undefined> {
  const [alarm] = await lockAlarms(tx, [id]);
  return alarm;
}

/** The same of several, always in the same order, so that two who take the same ones do not wait for each other. */
export async function lockAlarms(tx: Tx, ids: readonly number[]): Promise<LockedAlarm[]> {
  const { rows } = await tx.query<LockedAlarm>(
    `select a.id, a.plant_id, p.proj_code, a.code, a.version, a.acknowledged_at, a.acknowledged_by, a.assigned_to
     from alarm a join plants.plant p on p.company_id = $1 and p.id = a.plant_id
     where a.company_id = $1 and a.id = any($2::bigint[]) and ($3::bigint[] is null or a.plant_id = any($3))
     order by a.id for no key update of a`,
    [tx.scope.company_id, ids, plantFilter(tx.scope)],
    'alarm_lock',
  );
  return rows;
}

export async function saveWork(tx: Tx, id: number, work: WorkState): Promise<void> {
  await tx.query(
    `update alarm set acknowledged_at = $3, acknowledged_by = $4, assigned_to = $5, version = version + 1
     where company_id = $1 and id = $2`,
    [tx.scope.company_id, id, work.acknowledged_at, work.acknowledged_by, work.assigned_to],
  );
}

/** What a person did about an alarm. */
export interface AlarmAction {
  readonly alarm_id: number;
  readonly at: Date;
  readonly kind: AlarmEventKind;
  readonly note?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

export async function insertAction(
  tx: Tx,
  { alarm_id, at, kind, note = '', detail = {} }: AlarmAction,
): Promise<void> {
  await tx.query(
    `insert into alarm_event (company_id, alarm_id, at, kind, actor_id, note, detail) values ($1, $2, $3, $4, $5, $6, $7)`,
    [tx.scope.company_id, alarm_id, at, kind, tx.scope.user_id, note, JSON.stringify(detail)],
  );
}

export type EventRow = Omit<AlarmEvent, 'at'> & { at: Date };

/** The newest events of an alarm that the caller has found, oldest first. Whom it was given to is named in `detail`. */
export async function listEvents(tx: Tx, alarm_id: number, max: number): Promise<EventRow[]> {
  const { rows } = await tx.query<EventRow>(
    `select e.id, e.at, e.kind, ${personSql('e.actor_id')} as actor, e.note,
            case when e.kind = 'assigned' then e.detail || jsonb_build_object('assigned_to', ${personSql("(e.detail->>'user_id')::bigint")})
                 else e.detail end as detail
     from alarm_event e where e.company_id = $1 and e.alarm_id = $2 order by e.id desc limit $3`,
    [tx.scope.company_id, alarm_id, max],
    'alarm_events',
  );
  return rows.reverse();
}
