import { epochMs } from '../../../shared/server/epoch-ms.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { LastRow, ReadingRow } from '../readings.model.ts';
import { int8Array } from './binary-arrays.ts';

const instant = (ms: number) => new Date(ms).toISOString();

export interface UnsettledDevice {
  readonly device_id: number;
  /** Epoch ms of its row of last values; null without one. */
  readonly last_at: number | null;
}

/**
 * Devices whose newest values are not the newest that are true at `until`: they are ahead of it, or readings that stood
 * ahead have come into their time. All epoch ms; devices ascending.
 */
export async function listUnsettled(
  tx: Tx,
  { since, until, limit }: { since: number; until: number; limit: number },
): Promise<UnsettledDevice[]> {
  const { rows } = await tx.query<UnsettledDevice>(
    `select d.id as device_id, ${epochMs('l.ts')} as last_at
     from plants.device d left join obs_last l on l.company_id = d.company_id and l.device_id = d.id
     where d.company_id = $1 and (l.ts > $3 or exists (
       select from obs o where o.company_id = $1 and o.device_id = d.id
         and o.ts > $2 and o.ts <= $3 and (l.ts is null or o.ts > l.ts)))
     order by d.id limit $4`,
    [tx.scope.company_id, instant(since), instant(until), limit],
    'reading_unsettled',
  );
  return rows;
}

/** The newest hot rows of a device within a stretch (epoch ms, the end inclusive), ascending, at most so many. */
export async function listNewestRows(
  tx: Tx,
  device_id: number,
  { after, until, limit }: { after: number; until: number; limit: number },
): Promise<ReadingRow[]> {
  const { rows } = await tx.query<{ at: number; vals: (number | null)[]; q: Buffer | null }>(
    `select ${epochMs('ts')} as at, vals, q from obs
     where company_id = $1 and device_id = $2 and ts > $3 and ts <= $4 order by ts desc limit $5`,
    [tx.scope.company_id, device_id, instant(after), instant(until), limit],
    'reading_newest_rows',
  );
  return rows.reverse().map(({ at, vals, q }) => ({
    device_id,
    ts: Math.round(at),
    values: Float64Array.from(vals, (value) => value ?? Number.NaN),
    quality: q,
  }));
}

/** A device's row of last values, taken away so that an older one can stand in its place. */
export async function takeLast(tx: Tx, device_id: number): Promise<LastRow | undefined> {
  const { rows } = await tx.query<{
    at: number;
    vals: (number | null)[];
    slot_at: (number | null)[];
    spoke_at: (number | null)[] | null;
    q: Buffer | null;
  }>(
    `select ${epochMs('ts')} as at, vals, q,
       array(select ${epochMs('t')} from unnest(slot_ts) with ordinality u (t, i) order by i) as slot_at,
       array(select ${epochMs('t')} from unnest(spoke_at) with ordinality u (t, i) order by i) as spoke_at
     from obs_last where company_id = $1 and device_id = $2 for update`,
    [tx.scope.company_id, device_id],
  );
  await tx.query('delete from obs_last where company_id = $1 and device_id = $2', [
    tx.scope.company_id,
    device_id,
  ]);
  const [row] = rows;
  if (!row) return undefined;
  const asNumbers = (list: readonly (number | null)[]) =>
    Float64Array.from(row.vals, (_, slot) => Math.round(list[slot] ?? Number.NaN));
  return {
    device_id,
    ts: Math.round(row.at),
    values: Float64Array.from(row.vals, (value) => value ?? Number.NaN),
    slot_ts: asNumbers(row.slot_at),
    spoke_ts: asNumbers(row.spoke_at ?? row.slot_at),
    quality: row.q,
  };
}

/** Holds the last rows of these devices until the transaction ends, so that no delivery moves them meanwhile. */
export async function lockLast(tx: Tx, device_ids: readonly number[]): Promise<void> {
  await tx.query(
    `select from obs_last where company_id = $1 and device_id = any($2::bigint[]) order by device_id for update`,
    [tx.scope.company_id, int8Array(device_ids)],
  );
}
