import type { PageQuery } from '../../../shared/server/http/pages.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import {
  configurationEntries,
  deviceEntries,
  deviceEntryDetail,
  versionOfEntry,
} from '../../cloudcontrol/server/log-entries.public.ts';
import { LOG_SOURCES, type LogEntry, type LogSource } from '../logs.contract.ts';
import { personSql } from './people.repository.ts';

export interface LogFilter {
  readonly plant_id?: number | undefined;
  readonly device_id?: number | undefined;
  /** Only what concerns plants themselves. */
  readonly itself: boolean;
  readonly source?: LogSource | undefined;
  readonly actor_id?: number | undefined;
  /** Kinds that are left out. */
  readonly without: readonly string[];
  readonly start: Date;
  readonly end: Date;
}

const within = (at: string): string => `${at} >= $2 and ${at} < $3`;

// A snooze tells when it was made, when it came into force where that was later, and when it ended.
const snoozeEntries = `
  select s.id, m.kind, m.at, s.plant_id, null::bigint as device_id, m.actor_id from alarm_snooze s
  cross join lateral (values ('created', s.created_at, s.created_by),
    ('started', case when s.starts_at > s.created_at and s.starts_at <= coalesce(s.ended_at, now()) then s.starts_at end, null),
    ('ended', s.ended_at, s.ended_by)) m (kind, at, actor_id)
  where s.company_id = $1 and s.created_at < $3 and (s.ended_at is null or s.ended_at >= $2) and ${within('m.at')}`;

const alarmEntries = `
  select e.id, e.kind, e.at, a.plant_id, a.device_id, e.actor_id,
         case when e.kind in ('opened', 'repeated') and a.cause_id is null then a.type end as weight
  from alarm_event e join alarm a on a.company_id = $1 and a.id = e.alarm_id
  where e.company_id = $1 and ${within('e.at')}`;

const SOURCES: Readonly<Record<LogSource, string>> = {
  alarm: alarmEntries,
  snooze: `select *, null as weight from (${snoozeEntries}) s`,
  device: `select *, null as weight from (${deviceEntries(within)}) d`,
  configuration: `select *, null as weight from (${configurationEntries(within)}) c`,
};

/**
 * The entries that are asked for, without what they say: `source`, `id`, `kind`, `at`, `plant_id`, `device_id`, `actor_id`, `weight`.
 * @param newest SQL that orders and limits those of each source
 */
export function entriesOf(tx: Tx, filter: LogFilter, newest = ''): { sql: string; values: unknown[] } {
  const { plant_id, device_id, itself, source, actor_id, without, start, end } = filter;
  const sources = LOG_SOURCES.filter((one) => source === undefined || one === source);
  const sql = sources
    .map(
      (one) => `(select '${one}' as source, x.* from (${SOURCES[one]}) x
        where ($4::bigint[] is null or x.plant_id = any($4)) and ($5::bigint is null or x.plant_id = $5)
          and ($6::bigint is null or x.device_id = $6) and (not $7::boolean or x.device_id is null)
          and ($8::bigint is null or x.actor_id = $8) and (cardinality($9::text[]) = 0 or x.kind <> all($9))
          ${newest})`,
    )
    .join(' union all ');
  const values = [
    tx.scope.company_id,
    start,
    end,
    plantFilter(tx.scope),
    plant_id ?? null,
    device_id ?? null,
    itself,
    actor_id ?? null,
    without,
  ];
  return { sql, values };
}

export type EntryRow = Omit<LogEntry, 'at'> & { at: Date };

const DETAIL = `case x.source
    when 'alarm' then jsonb_build_object('code', a.code, 'type', a.type, 'params', a.params) || e.detail
      || case when e.kind = 'assigned' then jsonb_build_object('assigned_to', ${personSql("(e.detail->>'user_id')::bigint")}) else '{}' end
    when 'snooze' then jsonb_build_object('starts_at', s.starts_at, 'ends_at', s.ends_at,
      'reason', case when x.kind = 'ended' then s.end_reason end)
    when 'configuration' then jsonb_build_object('number', v.number)
    else ${deviceEntryDetail('x.id')} end`;

/** One page of entries, newest first, and how many there are in all. What they say is looked up for the page alone. */
export async function listEntries(
  tx: Tx,
  filter: LogFilter,
  { page, page_size }: PageQuery,
): Promise<{ count: number; rows: EntryRow[] }> {
  const { sql, values } = entriesOf(tx, filter);
  // Each source in the order of its index, no further than the page reaches: what lies behind is only counted.
  const newest = entriesOf(
    tx,
    filter,
    'order by x.at desc, x.id desc, x.kind desc limit $10::int + $11::int',
  ).sql;
  const counting = tx.query<{ count: number }>(`select count(*)::int as count from (${sql}) x`, values);
  const listing = tx.query<EntryRow>(
    `with page as materialized (
       select x.* from (${newest}) x order by x.at desc, x.source, x.id desc, x.kind desc limit $10 offset $11)
     select x.id, x.at, x.source, x.kind, p.proj_code, p.name as plant_name, p.time_zone, x.device_id, d.short_name, e.alarm_id,
            ${personSql('x.actor_id')} as actor, coalesce(e.note, case when x.kind = 'created' then s.message end, '') as note,
            ${DETAIL} as detail
     from page x join plants.plant p on p.company_id = $1 and p.id = x.plant_id
     left join plants.device d on d.company_id = $1 and d.id = x.device_id
     left join alarm_event e on x.source = 'alarm' and e.company_id = $1 and e.id = x.id
     left join alarm a on a.company_id = $1 and a.id = e.alarm_id
     left join alarm_snooze s on x.source = 'snooze' and s.company_id = $1 and s.id = x.id
     left join lateral (${versionOfEntry('x.id')} and x.source = 'configuration') v on true
     order by x.at desc, x.source, x.id desc, x.kind desc`,
    [...values, page_size, (page - 1) * page_size],
  );
  const [counted, { rows }] = await Promise.all([counting, listing]);
  return { count: counted.rows[0]?.count ?? 0, rows };
}
