import type { Tx } from '../../../shared/server/tenancy.ts';
import { isAtWork } from './boxes.repository.ts';
import { DEVICES_OF_BOXES } from './controllers.repository.ts';

export interface OpenRow {
  municipality_id: number;
  alarms: number;
  reports: number;
}

/** Alarms that are open and not snoozed, of boxes that nobody works on, and open reports, of each municipality that has some. */
export async function countOpen(tx: Tx, now: Date): Promise<OpenRow[]> {
  const { rows } = await tx.query<OpenRow>(
    `select b.municipality_id, (coalesce(sum(o.alarms) filter (where ${isAtWork('b', '$2')} is not true), 0))::int as alarms, sum(o.reports)::int as reports
     from (
       select a.box_id, 1 as alarms, 0 as reports from lighting_alarm a
       where a.company_id = $1 and a.end_date is null and a.opened_at is not null
         and (a.snooze_date is null or a.snooze_date <= $2)
       union all
       select p.box_id, 0, 1 from light_report r join light_point p on p.company_id = $1 and p.id = r.light_id
       where r.company_id = $1 and r.state = 'open'
     ) o
     join lighting_box b on b.company_id = $1 and b.id = o.box_id
     where b.municipality_id is not null group by 1`,
    [tx.scope.company_id, now],
  );
  return rows;
}

/** Boxes on which somebody works, of each municipality that has some. */
export async function countAtWork(tx: Tx, now: Date): Promise<Map<number, number>> {
  const { rows } = await tx.query<{ municipality_id: number; count: number }>(
    `select b.municipality_id, count(*)::int as count from lighting_box b
     where b.company_id = $1 and b.municipality_id is not null and ${isAtWork('b', '$2')} group by 1`,
    [tx.scope.company_id, now],
  );
  return new Map(rows.map((row) => [row.municipality_id, row.count]));
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
