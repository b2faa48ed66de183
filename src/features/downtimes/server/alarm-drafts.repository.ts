import type { Tx } from '../../../shared/server/tenancy.ts';
import type { AlarmCode } from '../../notifications/alarm-codes.model.ts';

export interface AlarmToDraft {
  readonly plant_id: number;
  readonly proj_code: string;
  readonly plant_name: string;
  readonly time_zone: string;
  readonly device_id: number | null;
  readonly code: AlarmCode;
  readonly params: Readonly<Record<string, unknown>>;
  readonly date: Date;
  readonly end_date: Date | null;
}

/** An alarm that the scope may see. */
export async function findAlarm(tx: Tx, id: number): Promise<AlarmToDraft | undefined> {
  const { rows } = await tx.query<AlarmToDraft>(
    `select p.id as plant_id, p.proj_code, p.name as plant_name, p.time_zone, d.id as device_id, a.code, a.params, a.date, a.end_date
     from alarms.alarm a join plants.plant p on p.company_id = $1 and p.id = a.plant_id
     left join plants.device d on d.company_id = $1 and d.id = a.device_id
     where a.company_id = $1 and a.id = $2`,
    [tx.scope.company_id, id],
    'downtimes_alarm',
  );
  return rows[0];
}

/** Downtimes that an alarm was made into, the first of them first. */
export async function listDowntimesOfAlarm(tx: Tx, alarm_id: number): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `select d.id from downtime_alarm l join downtime d on d.company_id = $1 and d.id = l.downtime_id
     where l.company_id = $1 and l.alarm_id = $2 order by d.start_at, d.id`,
    [tx.scope.company_id, alarm_id],
    'downtimes_of_alarm',
  );
  return rows.map(({ id }) => id);
}
