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
