import type { PageQuery } from '../../../shared/server/http/pages.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { Alarm } from '../alarms.contract.ts';
import { type AlarmFilter, whereOf } from './alarm-filter.repository.ts';
import { personSql } from './people.repository.ts';

type Instants = 'date' | 'end_date' | 'opened_at' | 'last_at' | 'snoozed_until' | 'acknowledged_at';
export type AlarmRow = Omit<Alarm, 'message' | 'recovering' | Instants> & {
  back_since: Date | null;
  closes_at: Date | null;
  date: Date;
  opened_at: Date;
  end_date: Date | null;
  last_at: Date | null;
  snoozed_until: Date | null;
  acknowledged_at: Date | null;
};

// What ended before its plant's snooze began was notified as usual: the snooze is none of its own.
const SNOOZED = `p.snooze_date > now() and (a.end_date is null or exists (
    select 1 from alarm_snooze s where s.company_id = $1 and s.plant_id = a.plant_id and s.ended_at is null
      and s.starts_at <= now() and s.ends_at > now() and s.starts_at < a.end_date))`;
// A count of what follows, and people's names, are looked up for the rows that are answered, not for those that are counted.
const COLUMNS = `a.id, p.proj_code, p.name as plant_name, p.time_zone, a.device_id, d.short_name, a.type, a.code, a.params,
  a.date, a.end_date, a.opened_at, a.count, a.last_at, a.cause_id, a.muted, a.version, a.acknowledged_at,
  case when a.end_date is null then round(a.closing_ms / 1000.0)::int end as closes_after_s,
  case when a.end_date is null then a.back_since end as back_since, case when a.end_date is null then a.closes_at end as closes_at,
  (select count(*)::int from alarm f where f.company_id = $1 and f.cause_id = a.id) as consequences,
  case when ${SNOOZED} then p.snooze_date end as snoozed_until, case when ${SNOOZED} then p.snooze_kind end as snooze_kind,
  ${personSql('a.assigned_to')} as assigned_to, ${personSql('a.acknowledged_by')} as acknowledged_by`;
const OF_PLANT = `join plants.plant p on p.company_id = $1 and p.id = a.plant_id
  left join plants.device d on d.company_id = $1 and d.id = a.device_id`;

/** By what a list stands: when alarms began, when they ended, or errors before warnings and then when they began. */
export type AlarmOrder = 'date' | 'end_date' | 'severity';

/** One page of the alarms that the scope may see, newest first in its order, and how many there are in all. */
export async function listAlarms(
  tx: Tx,
  { filter, order = 'date' }: { filter: AlarmFilter; order?: AlarmOrder | undefined },
  { page, page_size }: PageQuery,
): Promise<{ count: number; rows: AlarmRow[] }> {
  const { sql, values } = whereOf(tx, filter);
  const counting = tx.query<{ count: number }>(
    `select count(*)::int as count from alarm a where ${sql}`,
    values,
  );
  const at = order === 'end_date' ? 'end_date' : 'date';
  const first = order === 'severity' ? 'a.type, ' : '';
  const [limit, offset] = [`$${values.length + 1}`, `$${values.length + 2}`];
  const listing = tx.query<AlarmRow>(
    `with page as materialized (
       select a.id, a.${at} as at from alarm a where ${sql} order by ${first}a.${at} desc, a.id desc limit ${limit} offset ${offset})
     select ${COLUMNS} from page join alarm a on a.company_id = $1 and a.id = page.id ${OF_PLANT}
     order by ${first}page.at desc, page.id desc`,
    [...values, page_size, (page - 1) * page_size],
  );
  const [counted, { rows }] = await Promise.all([counting, listing]);
  return { count: counted.rows[0]?.count ?? 0, rows };
}

/** Where an alarm stands among all, to the microsecond. */
export type AlarmPosition = readonly [date: string, id: number];

/** The next alarms after a position, newest first: a page of any depth costs the same. */
export async function listAlarmsAfter(
  tx: Tx,
  filter: AlarmFilter,
  { after, limit }: { after: AlarmPosition | undefined; limit: number },
): Promise<{ rows: AlarmRow[]; last: AlarmPosition | undefined }> {
  const { sql, values } = whereOf(tx, filter);
  const n = values.length;
  const beyond = after ? `and (a.date, a.id) < ($${n + 2}::timestamptz, $${n + 3}::bigint)` : '';
  const { rows } = await tx.query<AlarmRow & { exactly: string }>(
    `with page as materialized (
       select a.id, a.date from alarm a where ${sql} ${beyond} order by a.date desc, a.id desc limit $${n + 1})
     select ${COLUMNS}, a.date::text as exactly from page join alarm a on a.company_id = $1 and a.id = page.id ${OF_PLANT}
     order by page.date desc, page.id desc`,
    [...values, limit, ...(after ?? [])],
  );
  const end = rows.at(-1);
  return {
    rows: rows.map(({ exactly: _exactly, ...row }) => row),
    last: end && rows.length === limit ? [end.exactly, end.id] : undefined,
  };
}

/** An alarm that the scope may see, with the readings that raised it as they are stored. */
export async function findAlarm(
  tx: Tx,
  id: number,
): Promise<{ alarm: AlarmRow; evidence: unknown } | undefined> {
  const { rows } = await tx.query<AlarmRow & { evidence: unknown }>(
    `select ${COLUMNS}, a.evidence from alarm a ${OF_PLANT}
     where a.company_id = $1 and a.id = $2 and ($3::bigint[] is null or a.plant_id = any($3))`,
    [tx.scope.company_id, id, plantFilter(tx.scope)],
    'alarm_one',
  );
  const [row] = rows;
  if (!row) return undefined;
  const { evidence, ...alarm } = row;
  return { alarm, evidence };
}

/** What an alarm follows from, and what follows from it as far as the scope sees its plants, newest first. */
export async function listRelated(tx: Tx, { id, cause_id }: AlarmRow, max: number): Promise<AlarmRow[]> {
  const { rows } = await tx.query<AlarmRow>(
    `select ${COLUMNS} from alarm a ${OF_PLANT}
     where a.company_id = $1 and (a.cause_id = $2 or a.id = $3) and ($4::bigint[] is null or a.plant_id = any($4))
     order by a.id = $3 desc nulls last, a.date desc, a.id desc limit $5`,
    [tx.scope.company_id, id, cause_id, plantFilter(tx.scope), max],
    'alarm_related',
  );
  return rows;
}

/** The id of a plant that the scope may see. */
export async function findPlantId(tx: Tx, proj_code: string): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>(
    `select id from plants.plant where company_id = $1 and proj_code = $2 and ($3::bigint[] is null or id = any($3))`,
    [tx.scope.company_id, proj_code, plantFilter(tx.scope)],
    'alarm_plant',
  );
  return rows[0]?.id;
}

/** Whether the scope may see a device, deleted ones too: their alarms stay. */
export async function seesDevice(tx: Tx, device_id: number): Promise<boolean> {
  const { rows } = await tx.query(
    `select 1 from plants.device where company_id = $1 and id = $2 and ($3::bigint[] is null or plant_id = any($3))`,
    [tx.scope.company_id, device_id, plantFilter(tx.scope)],
    'alarm_device',
  );
  return rows.length > 0;
}
