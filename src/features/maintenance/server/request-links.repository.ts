import type { Tx } from '../../../shared/server/tenancy.ts';

/** Until when links open requests, by the number of the request; of those whose links are over or withdrawn nothing. */
export async function openLinksOf(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, Date>> {
  const { rows } = await tx.query<{ record_id: number; expires_at: Date }>(
    `select record_id, max(expires_at) as expires_at from shared.signed_link
     where company_id = $1 and kind = 'maintenance_request' and record_id = any($2::bigint[])
       and withdrawn_at is null and expires_at > now()
     group by record_id`,
    [tx.scope.company_id, ids],
  );
  return new Map(rows.map(({ record_id, expires_at }) => [record_id, expires_at]));
}
