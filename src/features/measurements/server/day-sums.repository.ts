import type { Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import { int8Array } from './binary-arrays.ts';

/** A variable of a device. */
export interface SlotOfDevice {
  readonly device_id: number;
  readonly slot: number;
}

export interface DaySumsQuery {
  readonly slots: readonly SlotOfDevice[];
  /** First and last local day (YYYY-MM-DD), both included. */
  readonly from: string;
  readonly to: string;
}

export interface DaySums {
  /** Sum of the good readings, in the variables' own unit; null where there is none. */
  readonly sum: number | null;
  /** kWh, for slots that carry energy; null where none does. */
  readonly energy: number | null;
  /** Good readings that were counted. */
  readonly n: number;
}

const nextDay = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
const isFirst = (day: string): boolean => day.endsWith('-01');

/**
 * The whole months of [from, to] as [first, after): first days of the first of them and of the month behind the last. No
 * whole month: both are the day behind the last one.
 */
function wholeMonths(from: string, to: string): { first: string; after: string } {
  const end = nextDay(to);
  const [year = 0, month = 1] = from.split('-').map(Number);
  const first = isFirst(from) ? from : new Date(Date.UTC(year, month)).toISOString().slice(0, 10);
  const after = `${end.slice(0, 7)}-01`;
  return first < after ? { first, after } : { first: end, after: end };
}

/** Devices that are asked for the same slots. */
interface SameSlots {
  readonly slots: readonly number[];
  readonly device_ids: number[];
}

function bySlots(resolved: readonly SlotOfDevice[]): SameSlots[] {
  const same = new Map<string, SameSlots>();
  for (const [device_id, ofDevice] of Map.groupBy(resolved, (one) => one.device_id)) {
    const slots = ofDevice.map(({ slot }) => slot).sort((a, b) => a - b);
    const known = same.get(slots.join());
    if (known) known.device_ids.push(device_id);
    else same.set(slots.join(), { slots, device_ids: [device_id] });
  }
  return [...same.values()];
}

/**
 * What variables of many devices came to over whole days, never from readings: whole months from month rows, the days
 * beside them from day rows. Devices that are asked for the same slots are read together, each row once.
 */
export async function sumDays(tx: Tx, { slots, from, to }: DaySumsQuery): Promise<DaySums> {
  const { first, after } = wholeMonths(from, to);
  const parts = await Promise.all(
    bySlots(slots).map((same) =>
      tx.query<DaySums>(
        `select sum(part.sum[s]) filter (where part.n[s] > 0) as sum, sum(part.energy[s]) as energy,
                coalesce(sum(part.n[s]), 0)::float8 as n
         from (select n, sum, energy from obs_month
               where company_id = $1 and device_id = any($3::bigint[]) and month >= $6 and month < $7
               union all
               select n, sum, energy from obs_day
               where company_id = $1 and device_id = any($3::bigint[]) and day >= $4 and day < least($6::date, $5::date + 1)
               union all
               select n, sum, energy from obs_day
               where company_id = $1 and device_id = any($3::bigint[]) and day >= greatest($7::date, $4) and day <= $5) as part
         cross join unnest($2::int[]) as s`,
        [
          tx.scope.company_id,
          same.slots.map((slot) => slot + 1),
          int8Array(same.device_ids),
          from,
          to,
          first,
          after,
        ],
        'day_sums',
      ),
    ),
  );
  const rows = parts.flatMap(({ rows: ofSlots }) => ofSlots);
  return {
    sum: totalOf(rows.map((row) => row.sum)),
    energy: totalOf(rows.map((row) => row.energy)),
    n: rows.reduce((count, row) => count + row.n, 0),
  };
}

/** Null is not zero: nothing and something is something, nothing alone stays nothing. */
function totalOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}
