import type { PageQuery } from '../../../shared/server/http/pages.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS, dayBorders, knownZone, localDay } from '../../../shared/units/zones.ts';
import type { Log } from '../logs.contract.ts';
import { entriesOf, type LogFilter } from './logs.repository.ts';

export type LogRow = Omit<Log, 'start' | 'end' | 'first' | 'last'> & { first: Date; last: Date };

/** Days of the calendar that a window touches in any of the zones, and when each begins there (epoch ms), the end of the last included. */
interface Calendar {
  readonly days: readonly string[];
  readonly zones: readonly { readonly name: string; readonly borders: readonly number[] }[];
}

const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

function calendarOf(names: readonly string[], first: string, last: string): Calendar {
  const days: string[] = [];
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day);
  const zones = names.map((name) => {
    const zone = knownZone(name);
    const borders = days.map((day) => dayBorders(zone, day).start);
    return { name, borders: [...borders, dayBorders(zone, last).end] };
  });
  return { days, zones };
}

async function readCalendar(tx: Tx, { start, end }: LogFilter): Promise<Calendar> {
  const { rows } = await tx.query<{ time_zone: string }>(
    'select distinct time_zone from plants.plant where company_id = $1',
    [tx.scope.company_id],
    'log_zones',
  );
  const names = rows.map((row) => row.time_zone);
  const dayOf = (at: number) => names.map((name) => localDay(knownZone(name), at).day).sort();
  const [first, last] = [dayOf(start.getTime())[0], dayOf(end.getTime() - 1).at(-1)];
  return first === undefined || last === undefined ? { days: [], zones: [] } : calendarOf(names, first, last);
}

// The day of an entry is found in its zone's borders: asking for the local time of each is five times as slow.
const placesSql = `zone as materialized (
    select u.name, u.borders::timestamptz[] as borders from unnest($10::text[], $11::text[]) u (name, borders)),
  place as materialized (
    select p.id, p.proj_code, p.name, p.time_zone, z.borders from plants.plant p join zone z on z.name = p.time_zone
    where p.company_id = $1)`;

const placesOf = ({ zones }: Calendar): unknown[] => [
  zones.map(({ name }) => name),
  zones.map(({ borders }) => `{${borders.map((at) => new Date(at).toISOString()).join(',')}}`),
];

/** How many logs there are on each day: each device or plant has a bit for each day on which something happened. */
async function countLogs(tx: Tx, filter: LogFilter, calendar: Calendar): Promise<number[]> {
  const { sql, values } = entriesOf(tx, filter);
  const sums = calendar.days.map((_, day) => `coalesce(sum(days >> ${day} & 1), 0)::int`);
  const { rows } = await tx.query<{ counts: number[] }>(
    `with ${placesSql},
     seen as (
       select bit_or(1::bigint << (width_bucket(x.at, p.borders) - 1)) as days
       from (${sql}) x join place p on p.id = x.plant_id group by x.plant_id, x.device_id)
     select array[${sums}] as counts from seen`,
    [...values, ...placesOf(calendar)],
  );
  return rows[0]?.counts ?? [];
}

/** The days that a page reaches over, newest first, and how many logs of them stand before it. */
function daysOfPage(
  counts: readonly number[],
  { page, page_size }: PageQuery,
): { from: number; to: number; skipped: number } | undefined {
  let [left, from, to, skipped] = [(page - 1) * page_size, -1, -1, 0];
  for (let day = counts.length - 1, found = 0; day >= 0 && found < page_size; day--) {
    const count = counts[day] ?? 0;
    if (count <= left) {
      left -= count;
      continue;
    }
    if (to < 0) [to, skipped] = [day, left];
    from = day;
    found += count - left;
    left = 0;
  }
  return to < 0 ? undefined : { from, to, skipped };
}

/** The part of a filter that days of a calendar can hold, in whatever zone. */
function narrowed(
  filter: LogFilter,
  calendar: Calendar,
  { from, to }: { from: number; to: number },
): LogFilter {
  const starts = calendar.zones.map(({ borders }) => borders[from] ?? Number.POSITIVE_INFINITY);
  const ends = calendar.zones.map(({ borders }) => borders[to + 1] ?? Number.NEGATIVE_INFINITY);
  return {
    ...filter,
    start: new Date(Math.max(filter.start.getTime(), Math.min(...starts))),
    end: new Date(Math.min(filter.end.getTime(), Math.max(...ends))),
  };
}

/**
 * One page of logs by device and local day, newest day first, and how many there are in all. All days are counted, but
 * only those that the page reaches over are put together.
 */
export async function listLogs(
  tx: Tx,
  filter: LogFilter,
  page: PageQuery,
): Promise<{ count: number; rows: LogRow[] }> {
  const calendar = await readCalendar(tx, filter);
  const counts = calendar.days.length === 0 ? [] : await countLogs(tx, filter, calendar);
  const count = counts.reduce((sum, of) => sum + of, 0);
  const days = daysOfPage(counts, page);
  if (!days) return { count, rows: [] };
  const { sql, values } = entriesOf(tx, narrowed(filter, calendar, days));
  const { rows } = await tx.query<LogRow>(
    `with ${placesSql},
     logs as materialized (
       select x.plant_id, x.device_id, width_bucket(x.at, p.borders) - 1 as day, min(x.at) as first, max(x.at) as last,
              count(*)::int as entries, count(*) filter (where x.weight = 'E')::int as errors,
              count(*) filter (where x.weight = 'W')::int as warnings
       from (${sql}) x join place p on p.id = x.plant_id group by 1, 2, 3),
     -- Read once as a whole: there may be thousands of logs on a day, and they are in the order of these names.
     devices as materialized (select id, short_name from plants.device where company_id = $1)
     select p.proj_code, p.name as plant_name, p.time_zone, l.device_id, d.short_name, ($12::text[])[l.day + 1] as day,
            l.first, l.last, l.entries, l.errors, l.warnings
     from logs l join place p on p.id = l.plant_id left join devices d on d.id = l.device_id
     where l.day between $13 and $14
     order by l.day desc, p.proj_code, l.device_id is not null, length(d.short_name), d.short_name, l.device_id
     limit $15 offset $16`,
    [...values, ...placesOf(calendar), calendar.days, days.from, days.to, page.page_size, days.skipped],
  );
  return { count, rows };
}
