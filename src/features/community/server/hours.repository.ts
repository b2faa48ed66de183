import type { Tx } from '../../../shared/server/tenancy.ts';

/** Measured hours of a POD in a month. */
export interface PodMonth {
  readonly pod: string;
  readonly direction: 'withdrawn' | 'injected';
  /** YYYY-MM. */
  readonly month: string;
  readonly hours: readonly number[];
}

/** What is measured of a community between two months, both included. */
export async function listHours(
  tx: Tx,
  community_id: number,
  { from, to }: { from: string; to: string },
): Promise<PodMonth[]> {
  const { rows } = await tx.query<PodMonth>(
    `select pod, direction, to_char(month, 'YYYY-MM') as month, hours from community_hours
     where company_id = $1 and community_id = $2 and month between $3::date and $4::date order by pod, direction, month`,
    [tx.scope.company_id, community_id, `${from}-01`, `${to}-01`],
  );
  return rows;
}

/** One import of a community after the other: hours are laid over those that are stored. */
export async function lockHours(tx: Tx, community_id: number): Promise<void> {
  await tx.query('select id from community where company_id = $1 and id = $2 for update', [
    tx.scope.company_id,
    community_id,
  ]);
}

export async function saveHours(
  tx: Tx,
  community_id: number,
  { pod, direction, month, hours, now }: PodMonth & { readonly now: Date },
): Promise<void> {
  await tx.query(
    `insert into community_hours (company_id, community_id, pod, direction, month, hours, imported_at)
     values ($1, $2, $3, $4, $5::date, $6, $7)
     on conflict (company_id, community_id, month, pod, direction) do update
       set hours = excluded.hours, imported_at = excluded.imported_at`,
    [tx.scope.company_id, community_id, pod, direction, `${month}-01`, hours, now],
  );
}
