import type { Tx } from '../../../shared/server/tenancy.ts';
import { type ActiveAlarm, alarmKey } from '../evaluation/active-alarm.model.ts';
import { JOINS_WITHIN_HOURS } from './alarm-rows.repository.ts';

/**
 * Keys of alarms of these plants that, should they open now, come again, and that were there before the snooze in force
 * was set: whoever set it knew of them.
 */
export async function listKnownToSnoozers(
  tx: Tx,
  plant_ids: readonly number[],
  now: Date,
): Promise<Set<string>> {
  if (plant_ids.length === 0) return new Set();
  const { rows } = await tx.query<Pick<ActiveAlarm, 'plant_id' | 'device_id' | 'port_id' | 'code'>>(
    `select a.plant_id, a.device_id, a.port_id, a.code from alarm a
     where a.company_id = $1 and a.plant_id = any($2::bigint[]) and a.end_date > $3::timestamptz - make_interval(hours => $4)
       and a.raised_for = ''
       and exists (select from alarm_snooze s where s.company_id = $1 and s.plant_id = a.plant_id and s.ended_at is null
                     and s.starts_at <= $3 and s.ends_at > $3 and s.created_at >= a.opened_at)`,
    [tx.scope.company_id, plant_ids, now, JOINS_WITHIN_HOURS],
    'snooze_known',
  );
  return new Set(rows.map(alarmKey));
}
