import type { Tx } from '../../../shared/server/tenancy.ts';
import { DEVICES_OF_BOXES } from './controllers.repository.ts';

export interface OpenRow {
  municipality_id: number;
  lights: number;
  alarms: number;
  reports: number;
}

/** Lights, alarms that are open and not snoozed, and open reports of each municipality. */
export async function countOpen(tx: Tx, now: Date): Promise<OpenRow[]> {
  const { rows } = await tx.query<OpenRow>(
    `select m.id as municipality_id,
       (select count(*)::int from light_point p join lighting_box b on b.company_id = $1 and b.id = p.box_id
        where p.company_id = $1 and b.municipality_id = m.id) as lights,
       (select count(*)::int from lighting_alarm a join lighting_box b on b.company_id = $1 and b.id = a.box_id
        where a.company_id = $1 and b.municipality_id = m.id and a.end_date is null and a.opened_at is not null
          and (a.snooze_date is null or a.snooze_date <= $2)) as alarms,
       (select count(*)::int from light_report r join light_point p on p.company_id = $1 and p.id = r.light_id
        join lighting_box b on b.company_id = $1 and b.id = p.box_id
        where r.company_id = $1 and r.state = 'open' and b.municipality_id = m.id) as reports
     from municipality m where m.company_id = $1`,
    [tx.scope.company_id, now],
  );
  return rows;
}

export interface DeviceCounts {
  kind: 'controller' | 'meter';
  state: 'answers' | 'silent' | 'never_heard';
  count: number;
}

/** Controllers and meters of a municipality by whether they answer. */
export async function countDevices(tx: Tx, municipality_id: number, now: Date): Promise<DeviceCounts[]> {
  const { rows } = await tx.query<DeviceCounts>(
    `select a.kind, case when a.heard_at is null then 'never_heard'
         when a.heard_at >= $3::timestamptz - greatest(3 * a.poll_s, 300) * interval '1 second' then 'answers'
         else 'silent' end as state, count(*)::int as count
     from (${DEVICES_OF_BOXES}) a
     join lighting_box b on b.company_id = $1 and b.id = a.box_id
     where b.municipality_id = $2 group by 1, 2`,
    [tx.scope.company_id, municipality_id, now],
  );
  return rows;
}
