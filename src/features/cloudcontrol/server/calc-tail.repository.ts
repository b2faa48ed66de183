import type { Tx } from '../../../shared/server/tenancy.ts';

export interface HeardQuery {
  readonly device_id: number;
  readonly slots: readonly number[];
}

export interface HeardOf {
  /** Up to when (epoch ms) every one of the slots has spoken; -Infinity where one never did. */
  spoke: number;
  /** Grows with each newer reading of any of them. */
  heard: number;
}

/** How far slots of devices have spoken, in the order asked for. One question for all. */
export async function listHeard(tx: Tx, queries: readonly HeardQuery[]): Promise<HeardOf[]> {
  const result: HeardOf[] = queries.map(() => ({ spoke: Number.NEGATIVE_INFINITY, heard: 0 }));
  const { rows } = await tx.query<{ i: number; spoke: number; heard: number }>(
    `select u.i::int as i, date_part('epoch', told.least) as spoke, told.heard
     from unnest($2::bigint[], $3::text[]) with ordinality as u(d, s, i)
     join measurements.obs_last o on o.company_id = $1 and o.device_id = u.d
     cross join lateral (
       select min(coalesce(o.spoke_at[k], o.slot_ts[k], '-infinity')) as least,
              sum(coalesce(date_part('epoch', coalesce(o.spoke_at[k], o.slot_ts[k])), 0)) as heard
       from unnest(u.s::int[]) as k) as told`,
    [
      tx.scope.company_id,
      queries.map(({ device_id }) => device_id),
      queries.map(({ slots }) => `{${slots.map((slot) => slot + 1).join(',')}}`),
    ],
    'calc_heard',
  );
  for (const { i, spoke, heard } of rows) result[i - 1] = { spoke: Math.round(spoke * 1000), heard };
  return result;
}

/** The newest result of each of these virtual devices (epoch ms), by device. */
export async function listNewestResults(tx: Tx, device_ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await tx.query<{ device_id: number; at: number }>(
    `select device_id, date_part('epoch', ts) as at from measurements.obs_last where company_id = $1 and device_id = any($2::bigint[])`,
    [tx.scope.company_id, device_ids],
    'calc_newest',
  );
  return new Map(rows.map(({ device_id, at }) => [device_id, Math.round(at * 1000)]));
}
