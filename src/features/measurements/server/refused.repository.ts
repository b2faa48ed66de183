import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';

export type RefusedSource = 'http' | 'mqtt' | 'modbus';

/** Readings of one device that were refused for one reason, counted. */
export interface RefusedCount {
  source: RefusedSource;
  /** `proj_code/short_name`; with the reason unknown_device as it named itself, '' where it did not. */
  device: string;
  reason: string;
  count: number;
  first_at: Date;
  last_at: Date;
}

type CountedFor = Pick<RefusedCount, 'source' | 'device' | 'reason'>;

/** What a company has counted already, for as long as the transaction lasts nobody else's to change. */
export async function lockRefused(tx: Tx): Promise<CountedFor[]> {
  const { company_id } = tx.scope;
  await tx.query(`select pg_advisory_xact_lock(hashtext('refused_reading'), $1)`, [company_id]);
  const { rows } = await tx.query<CountedFor>(
    'select source, device, reason from refused_reading where company_id = $1',
    [company_id],
  );
  return rows;
}

/** Adds counts to those that stand; each source, device and reason at most once. */
export async function addRefused(tx: Tx, counts: readonly RefusedCount[]): Promise<void> {
  await tx.query(
    `insert into refused_reading (company_id, source, device, reason, count, first_at, last_at)
     select c.id_client, r.source, r.device, r.reason, r.count, r.first_at, r.last_at
     from companies.company c, unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::timestamptz[], $7::timestamptz[])
       as r(source, device, reason, count, first_at, last_at)
     where c.id_client = $1
     on conflict (company_id, source, device, reason) do update set
       count = refused_reading.count + excluded.count,
       first_at = least(refused_reading.first_at, excluded.first_at),
       last_at = greatest(refused_reading.last_at, excluded.last_at)`,
    [
      tx.scope.company_id,
      counts.map(({ source }) => source),
      counts.map(({ device }) => device),
      counts.map(({ reason }) => reason),
      counts.map(({ count }) => count),
      counts.map(({ first_at }) => first_at.toISOString()),
      counts.map(({ last_at }) => last_at.toISOString()),
    ],
  );
}

/**
 * What was refused, newest first. Whoever sees only some plants sees what devices of those plants sent, by their full
 * names: a short name, and one that only claims to be a device's, could be any plant's.
 */
export async function listRefused(tx: Tx, max: number): Promise<RefusedCount[]> {
  const { rows } = await tx.query<RefusedCount>(
    `select r.source, r.device, r.reason, r.count, r.first_at, r.last_at from refused_reading r
     where r.company_id = $1 and ($2::bigint[] is null or exists (
       select from plants.device d join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
       where d.company_id = $1 and d.plant_id = any($2)
         and r.device = p.proj_code || '/' || d.short_name and r.reason <> 'unknown_device'))
     order by r.last_at desc, r.source, r.device, r.reason limit $3`,
    [tx.scope.company_id, plantFilter(tx.scope), max],
  );
  return rows;
}

/** Removes what was last refused 30 days ago. */
export async function removeOldRefused(tx: Tx): Promise<void> {
  await tx.query(
    `delete from refused_reading where company_id = $1 and last_at < now() - interval '30 days'`,
    [tx.scope.company_id],
  );
}
