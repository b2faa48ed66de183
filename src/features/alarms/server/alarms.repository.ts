import type { PageAsked } from '../../../shared/server/http/pages.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { Alarm } from '../alarms.contract.ts';

export type AlarmRow = Omit<Alarm, 'message' | 'date' | 'end_date'> & { date: Date; end_date: Date | null };

export interface AlarmFilter {
  /** true: ended ones; false: open ones; undefined: all. */
  readonly closed: boolean | undefined;
  readonly proj_code: string | undefined;
}

const WHERE = `
  from alarm a
  join plant p on p.company_id = a.company_id and p.id = a.plant_id
  left join device d on d.company_id = a.company_id and d.id = a.device_id
  where a.company_id = $1 and ($2::bigint[] is null or a.plant_id = any($2))
    and ($3::bool is null or (a.end_date is not null) = $3) and ($4::text is null or p.proj_code = $4)`;

/** One page of the alarms of plants that the scope may see, newest first, and how many there are in all. */
export async function listAlarms(
  tx: Tx,
  filter: AlarmFilter,
  { page, page_size }: PageAsked,
): Promise<{ count: number; rows: AlarmRow[] }> {
  const values = [
    tx.scope.company_id,
    plantFilter(tx.scope),
    filter.closed ?? null,
    filter.proj_code ?? null,
  ];
  const [counted, found] = await Promise.all([
    tx.query<{ count: number }>(`select count(*)::int as count ${WHERE}`, values, 'alarm_count'),
    tx.query<AlarmRow>(
      `select a.id, p.proj_code, p.name as plant_name, p.time_zone, a.device_id, d.short_name, a.type, a.code, a.params,
              a.date, a.end_date, a.count
       ${WHERE} order by a.date desc, a.id desc limit $5 offset $6`,
      [...values, page_size, (page - 1) * page_size],
      'alarm_page',
    ),
  ]);
  return { count: counted.rows[0]?.count ?? 0, rows: found.rows };
}

/** Whether the scope may see a plant of this code. */
export async function seesPlantCode(tx: Tx, proj_code: string): Promise<boolean> {
  const { rows } = await tx.query(
    `select 1 from plant where company_id = $1 and proj_code = $2 and ($3::bigint[] is null or id = any($3))`,
    [tx.scope.company_id, proj_code, plantFilter(tx.scope)],
    'alarm_plant',
  );
  return rows.length > 0;
}
