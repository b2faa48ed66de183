import type { PageQuery } from '../../../shared/server/http/pages.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { Snapshot } from '../../plants/snapshot.model.ts';
import { iso } from './standing.repository.ts';

export interface VersionRow {
  number: number;
  at: string;
  action: string;
  user_id: number | null;
  names: string[];
  fields: string[];
}

/** One page of the versions of a device that the caller has found, newest first. */
export async function listVersionRows(
  tx: Tx,
  device_id: number,
  { page, page_size }: PageQuery,
): Promise<{ count: number; rows: VersionRow[] }> {
  const count = await tx.query<{ count: number }>(
    'select count(*)::int as count from plants.configuration_version where company_id = $1 and device_id = $2',
    [tx.scope.company_id, device_id],
  );
  const { rows } = await tx.query<VersionRow>(
    // A change and its row of the audit were written in one transaction, at one instant.
    `select v.number, ${iso('v.made_at')} as at, v.action, v.user_id,
            coalesce(a.detail->'names', '[]') as names, coalesce(a.detail->'fields', '[]') as fields
     from plants.configuration_version v left join lateral (
       select x.detail from shared.audit x where x.company_id = $1 and x.action = v.action and x.at = v.made_at
         and (x.target = v.device_id::text or v.action = 'port.changed') limit 1) a on true
     where v.company_id = $1 and v.device_id = $2 order by v.number desc limit $3 offset $4`,
    [tx.scope.company_id, device_id, page_size, (page - 1) * page_size],
  );
  return { count: count.rows[0]?.count ?? 0, rows };
}

/** The number of the newest version of a device that the caller has found; null without one. */
export async function findNewest(tx: Tx, device_id: number): Promise<number | null> {
  const { rows } = await tx.query<{ number: number | null }>(
    'select max(number) as number from plants.configuration_version where company_id = $1 and device_id = $2',
    [tx.scope.company_id, device_id],
  );
  return rows[0]?.number ?? null;
}

/** The configuration of a version of a device that the caller has found. */
export async function findSnapshot(tx: Tx, device_id: number, number: number): Promise<Snapshot | undefined> {
  const { rows } = await tx.query<{ snapshot: Snapshot }>(
    'select snapshot from plants.configuration_version where company_id = $1 and device_id = $2 and number = $3::bigint',
    [tx.scope.company_id, device_id, number],
  );
  return rows[0]?.snapshot;
}

export interface LogRow {
  id: number;
  at: string;
  kind: string;
  detail: Record<string, unknown>;
}

/** One page of the log of a device that the caller has found, newest first. */
export async function listLog(
  tx: Tx,
  device_id: number,
  { page, page_size }: PageQuery,
): Promise<{ count: number; rows: LogRow[] }> {
  const count = await tx.query<{ count: number }>(
    'select count(*)::int as count from acquisition.device_log where company_id = $1 and device_id = $2',
    [tx.scope.company_id, device_id],
  );
  const { rows } = await tx.query<LogRow>(
    `select id, ${iso('at')} as at, kind, detail from acquisition.device_log
     where company_id = $1 and device_id = $2 order by id desc limit $3 offset $4`,
    [tx.scope.company_id, device_id, page_size, (page - 1) * page_size],
  );
  return { count: count.rows[0]?.count ?? 0, rows };
}
