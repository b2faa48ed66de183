import type { Tx } from '../../../shared/server/tenancy.ts';
import { int8Array } from './binary-arrays.ts';

/** A variable of a device. */
export interface SlotOfDevice {
  readonly device_id: number;
  readonly slot: number;
}

export interface DaySumsWish {
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

/**
 * What variables of many devices came to over whole days, from day rows alone: months and years never touch readings.
 * Devices whose variables stand in the same slot are read together.
 */
export async function sumDays(tx: Tx, { slots, from, to }: DaySumsWish): Promise<DaySums> {
  const bySlot = [...Map.groupBy(slots, ({ slot }) => slot)];
  const parts = await Promise.all(
    bySlot.map(([slot, ofSlot]) =>
      tx.query<DaySums>(
        `select sum(d.sum[$2]) filter (where d.n[$2] > 0) as sum, sum(d.energy[$2]) as energy,
                coalesce(sum(d.n[$2]), 0)::float8 as n
         from obs_day d where d.company_id = $1 and d.device_id = any($3::bigint[]) and d.day between $4 and $5`,
        [tx.scope.company_id, slot + 1, int8Array(ofSlot.map(({ device_id }) => device_id)), from, to],
        'day_sums',
      ),
    ),
  );
  const rows = parts.flatMap(({ rows: ofSlot }) => ofSlot);
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
