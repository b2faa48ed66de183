import type { Tx } from '../../../shared/server/tenancy.ts';
import type { LightingAlarm } from '../lighting-fields.contract.ts';

export interface AlarmRow extends Omit<LightingAlarm, 'date' | 'end_date' | 'snooze_date' | 'message'> {
  date: Date;
  end_date: Date | null;
  snooze_date: Date | null;
}

/** Alarms of a box, newest first, a page of them; `line`: of that line, and of the box as a whole. */
export async function pageOfAlarms(
  tx: Tx,
  of: { readonly box_id: number; readonly line: number | null; readonly closed: boolean | null },
  { page, page_size }: { readonly page: number; readonly page_size: number },
): Promise<{ results: AlarmRow[]; count: number }> {
  const { rows } = await tx.query<AlarmRow & { total: number }>(
    `select a.id, a.box_id, b.serial, a.line, a.type, a.kind, a.params, a.date, a.end_date, a.count, a.snooze_date,
       a.snooze_message, (count(*) over ())::int as total
     from lighting_alarm a join lighting_box b on b.company_id = $1 and b.id = a.box_id
     where a.company_id = $1 and a.box_id = $2 and a.opened_at is not null
       and ($3::int is null or a.line is null or a.line = $3)
       and ($4::boolean is null or (a.end_date is not null) = $4)
     order by a.date desc, a.id desc limit $5 offset $6`,
    [tx.scope.company_id, of.box_id, of.line, of.closed, page_size, (page - 1) * page_size],
  );
  return { results: rows.map(({ total: _, ...row }) => row), count: rows[0]?.total ?? 0 };
}
