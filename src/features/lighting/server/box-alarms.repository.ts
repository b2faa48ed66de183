import type { Tx } from '../../../shared/server/tenancy.ts';
import type { AlarmRow } from './lighting-alarms.repository.ts';

export interface BoxAlarmRow extends AlarmRow {
  device_id: number | null;
  proj_code: string | null;
  request_id: number | null;
}

/** Of the controller only what the person sees: devices are narrowed by plants, alarms are not. */
const ALARM = `a.id, a.box_id, b.serial, a.line, a.type, a.kind, a.params, a.date, a.end_date, a.count, a.snooze_date,
  a.snooze_message, d.id as device_id, p.proj_code, a.request_id`;
const FROM = `lighting_alarm a join lighting_box b on b.company_id = $1 and b.id = a.box_id
  left join io_controller c on c.company_id = $1 and c.box_id = a.box_id
  left join plants.device d on d.company_id = $1 and d.id = c.device_id
  left join plants.plant p on p.company_id = $1 and p.id = d.plant_id`;

/** Alarms, newest first, a page of them. */
export async function pageOfBoxAlarms(
  tx: Tx,
  of: { readonly box_id: number | null; readonly closed: boolean | null },
  { page, page_size }: { readonly page: number; readonly page_size: number },
): Promise<{ results: BoxAlarmRow[]; count: number }> {
  const { rows } = await tx.query<BoxAlarmRow & { total: number }>(
    `select ${ALARM}, (count(*) over ())::int as total from ${FROM}
     where a.company_id = $1 and a.opened_at is not null and ($2::bigint is null or a.box_id = $2)
       and ($3::boolean is null or (a.end_date is not null) = $3)
     order by a.date desc, a.id desc limit $4 offset $5`,
    [tx.scope.company_id, of.box_id, of.closed, page_size, (page - 1) * page_size],
  );
  return { results: rows.map(({ total: _, ...row }) => row), count: rows[0]?.total ?? 0 };
}

export async function findBoxAlarm(tx: Tx, id: number): Promise<BoxAlarmRow | undefined> {
  const { rows } = await tx.query<BoxAlarmRow>(
    `select ${ALARM} from ${FROM} where a.company_id = $1 and a.id = $2 and a.opened_at is not null`,
    [tx.scope.company_id, id],
  );
  return rows[0];
}

export async function muteAlarm(
  tx: Tx,
  { id, until, message }: { readonly id: number; readonly until: Date | null; readonly message: string },
): Promise<void> {
  await tx.query(
    'update lighting_alarm set snooze_date = $3, snooze_message = $4 where company_id = $1 and id = $2',
    [tx.scope.company_id, id, until, message],
  );
}

/** Remembers the request that was made of an alarm. */
export async function keepRequest(
  tx: Tx,
  { id, request_id }: { readonly id: number; readonly request_id: number },
): Promise<void> {
  await tx.query('update lighting_alarm set request_id = $3 where company_id = $1 and id = $2', [
    tx.scope.company_id,
    id,
    request_id,
  ]);
}
