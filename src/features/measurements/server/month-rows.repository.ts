import type { Tx } from '../../../shared/server/tenancy.ts';
import { dateArray, int8Array } from './binary-arrays.ts';
import type { DeviceDay } from './readings.repository.ts';

/** Thirty-one days of this add up without overflow, which would be an error in PostgreSQL and stop the day updater. */
const MAX = '5e306';
const added = (column: string) =>
  `case when bool_or(abs(s.${column}) > ${MAX}) is not true
        then sum(s.${column}) filter (where abs(s.${column}) <= ${MAX}${column === 'sum' ? ' and s.n > 0' : ''}) end as ${column}`;

const FIGURES = ['n', 'sum', 'min', 'max', 'energy', 'recovered'] as const;
const figures = FIGURES.join(', ');

/**
 * What day rows come to by device and month, slot by slot, for `months`: rows (d, m) of a device and a month's first day.
 * $1 is the company.
 */
export const monthsFromDays = (months: string): string =>
  `select device_id, month, ${FIGURES.map((name) => `array_agg(${name} order by slot) as ${name}`).join(', ')}
   from (select t.d as device_id, t.m as month, s.slot, coalesce(sum(s.n), 0)::int as n, ${added('sum')},
                min(s.min) as min, max(s.max) as max, ${added('energy')}, ${added('recovered')}
         from (${months}) as t(d, m)
         cross join lateral (
           select ${figures} from obs_day
           where company_id = $1 and device_id = t.d and day >= t.m and day < (t.m + interval '1 month')::date
           offset 0) as o
         cross join lateral unnest(${FIGURES.map((name) => `o.${name}`).join(', ')}) with ordinality as s(${figures}, slot)
         group by 1, 2, 3) as by_slot
   group by device_id, month`;

const firstOf = (day: string): string => `${day.slice(0, 7)}-01`;

/** The months that days lie in, each once, in the order of their key. */
function monthsOf(days: readonly DeviceDay[]): { device_ids: Buffer; months: Buffer } {
  const each = new Map<string, DeviceDay>();
  for (const { device_id, day } of days)
    each.set(`${device_id}/${firstOf(day)}`, { device_id, day: firstOf(day) });
  const list = [...each.values()].sort((a, b) => a.device_id - b.device_id || (a.day < b.day ? -1 : 1));
  return {
    device_ids: int8Array(list.map(({ device_id }) => device_id)),
    months: dateArray(list.map(({ day }) => day)),
  };
}

/**
 * Makes the month rows of days anew from the day rows that are there now. Called in the transaction that wrote or removed
 * these, under the lock of the company's days: another process's rows are either committed or not begun.
 */
export async function renewMonths(tx: Tx, days: readonly DeviceDay[]): Promise<void> {
  if (days.length === 0) return;
  const { device_ids, months } = monthsOf(days);
  const standing = FIGURES.map((name) => `m.${name}`).join(', ');
  await tx.query(
    `insert into obs_month as m (company_id, device_id, month, ${figures})
     select c.id_client, device_id, month, ${figures}
     from companies.company c, (${monthsFromDays('select * from unnest($2::bigint[], $3::date[])')}) as made
     where c.id_client = $1
     order by device_id, month
     on conflict (company_id, device_id, month) do update set
       ${FIGURES.map((name) => `${name} = excluded.${name}`).join(', ')}
     where (${standing}) is distinct from (${FIGURES.map((name) => `excluded.${name}`).join(', ')})`,
    [tx.scope.company_id, device_ids, months],
    'month_renew',
  );
}

/** Takes the month rows of days that were removed away where no day of the month is left. */
export async function removeEmptyMonths(tx: Tx, removed: readonly DeviceDay[]): Promise<void> {
  if (removed.length === 0) return;
  const { device_ids, months } = monthsOf(removed);
  await tx.query(
    `delete from obs_month m using unnest($2::bigint[], $3::date[]) as u(d, y)
     where m.company_id = $1 and m.device_id = u.d and m.month = u.y
       and not exists (select from obs_day o where o.company_id = $1 and o.device_id = u.d
                         and o.day >= u.y and o.day < (u.y + interval '1 month')::date)`,
    [tx.scope.company_id, device_ids, months],
    'month_remove',
  );
}
