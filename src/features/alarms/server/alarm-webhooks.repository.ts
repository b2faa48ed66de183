import type { Tx } from '../../../shared/server/tenancy.ts';
import type { AlarmCode } from '../../notifications/alarm-codes.model.ts';
import type { PendingEvent } from './notifications.repository.ts';

/** Events that were dispatched to people and not queued for webhooks yet, oldest first. */
export async function listUnsent(tx: Tx, max: number): Promise<PendingEvent[]> {
  const { rows } = await tx.query<PendingEvent>(
    'select id, alarm_id, kind, at from alarm_event where company_id = $1 and unsent order by id limit $2',
    [tx.scope.company_id, max],
    'notifications_unsent',
  );
  return rows;
}

/** These do not wait for webhooks any more; those that failed say so in their history. */
export async function endUnsent(
  tx: Tx,
  { sent, failed }: { sent: readonly number[]; failed: readonly number[] },
): Promise<void> {
  await tx.query(
    `update alarm_event set unsent = false, detail = case when id = any($3::bigint[]) then detail || '{"unsent": true}' else detail end
     where company_id = $1 and id = any($2::bigint[])`,
    [tx.scope.company_id, [...sent, ...failed], failed],
  );
}

export interface SentAlarm {
  company_id: number;
  id: number;
  plant_id: number;
  proj_code: string;
  plant_name: string;
  time_zone: string;
  device_id: number | null;
  short_name: string | null;
  type: 'E' | 'W';
  code: AlarmCode;
  params: Record<string, string | number | null>;
  date: Date;
  opened_at: Date;
  last_at: Date | null;
  count: number;
}

export async function listSentAlarms(tx: Tx, ids: readonly number[]): Promise<SentAlarm[]> {
  const { rows } = await tx.query<SentAlarm>(
    `select a.company_id, a.id, a.plant_id, p.proj_code, p.name as plant_name, p.time_zone, a.device_id, d.short_name, a.type,
            a.code, a.params, a.date, a.opened_at, a.last_at, a.count
     from alarm a join plants.plant p on p.company_id = a.company_id and p.id = a.plant_id
     left join plants.device d on d.company_id = a.company_id and d.id = a.device_id
     where a.company_id = $1 and a.id = any($2::bigint[])`,
    [tx.scope.company_id, ids],
  );
  return rows;
}
