import type { Tx } from '../../../shared/server/tenancy.ts';
import type { HotRow } from '../columns.model.ts';
import { int8Array } from './binary-arrays.ts';
import { parseFloats } from './numbers-text.ts';
import type { ReadingWindow } from './readings.repository.ts';

/** A stretch of a device's readings, both ends inclusive, and the slots that are wanted of it. */
export interface SlotWindow extends ReadingWindow {
  readonly slots: readonly number[];
}

interface Row {
  i: number;
  at: number;
  body: string;
  q: Buffer | null;
}

const instant = (ts: number) => new Date(ts).toISOString();

/** The hot rows of each window, ascending, with just its slots. One statement for all. */
export async function listRecentRows(tx: Tx, windows: readonly SlotWindow[]): Promise<HotRow[][]> {
  const result: HotRow[][] = windows.map(() => []);
  if (windows.length === 0) return result;
  const { rows } = await tx.query<Row>(
    `select u.i::int as i, date_part('epoch', o.ts) as at,
            array(select o.vals[k] from unnest(u.s::int[]) with ordinality as w(k, n) order by n)::text as body, o.q
     from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::text[]) with ordinality as u(d, a, b, s, i)
     cross join lateral (
       select ts, vals, q from obs
       where company_id = $1 and device_id = u.d and ts >= u.a and ts <= u.b and ts >= $6 and ts <= $7
       order by ts) as o
     order by 1, 2`,
    [
      tx.scope.company_id,
      int8Array(windows.map((w) => w.device_id)),
      windows.map((w) => instant(w.start)),
      windows.map((w) => instant(w.end)),
      windows.map((w) => `{${w.slots.map((slot) => slot + 1).join(',')}}`),
      instant(windows.reduce((min, w) => Math.min(min, w.start), Number.POSITIVE_INFINITY)),
      instant(windows.reduce((max, w) => Math.max(max, w.end), Number.NEGATIVE_INFINITY)),
    ],
  );
  for (const { i, at, body, q } of rows) {
    const slots = windows[i - 1]?.slots ?? [];
    result[i - 1]?.push({
      ts: Math.round(at * 1000),
      values: parseFloats(body),
      quality: q ? Uint8Array.from(slots, (slot) => q[slot] ?? 0) : null,
    });
  }
  return result;
}

/** Devices of which readings were let go in any of these windows, of days that are kept one by one. */
export async function listOldExpired(tx: Tx, windows: readonly ReadingWindow[]): Promise<number[]> {
  const { rows } = await tx.query<{ device_id: number }>(
    `select distinct u.d as device_id from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[]) as u(d, a, b)
     join obs_day o on o.company_id = $1 and o.device_id = u.d and o.day >= (u.a - interval '2 days')::date
       and o.day <= (u.b + interval '2 days')::date and o.expired and o.start_at < u.b and o.end_at > u.a`,
    [
      tx.scope.company_id,
      int8Array(windows.map((w) => w.device_id)),
      windows.map((w) => instant(w.start)),
      windows.map((w) => instant(w.end)),
    ],
    'calc_expired',
  );
  return rows.map(({ device_id }) => device_id);
}
