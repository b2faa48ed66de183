import type pg from 'pg';
import type { CloudVendor } from '../../../../shared/server/cloud-settings.ts';
import { plantFilter, type Tx, withEveryPlant } from '../../../../shared/server/tenancy.ts';
import type { CloudState, Counters } from '../../cloud-readings.model.ts';

/** Which site of a vendor's cloud a home is read from, and how that went last. */
export interface CloudSite {
  vendor: CloudVendor;
  site_id: string;
  fault: string | null;
  read_until: Date | null;
}

export async function findCloudSite(tx: Tx, plant_id: number): Promise<CloudSite | undefined> {
  const { rows } = await tx.query<CloudSite>(
    'select vendor, site_id, fault, read_until from home_cloud_site where company_id = $1 and plant_id = $2',
    [tx.scope.company_id, plant_id],
    'residential_cloud_site',
  );
  return rows[0];
}

/** Whether another home of the company has a site, whoever asks. */
export async function isSiteOfOurs(
  tx: Tx,
  { vendor, site_id, plant_id }: { vendor: string; site_id: string; plant_id: number | null },
): Promise<boolean> {
  const { rowCount } = await withEveryPlant(tx, () =>
    tx.query(
      `select from home_cloud_site
       where company_id = $1 and vendor = $2 and site_id = $3 and plant_id is distinct from $4`,
      [tx.scope.company_id, vendor, site_id, plant_id],
    ),
  );
  return rowCount > 0;
}

/** Whether another home has a site: of this company, or of another that has had it for longer. Asked before it is read. */
export async function isSiteTaken(
  tx: Tx,
  { vendor, site_id, plant_id }: { vendor: string; site_id: string; plant_id: number | null },
): Promise<boolean> {
  const { rows } = await tx.query<{ taken: boolean }>(
    'select cross_tenant_cloud_site_taken($1, $2, $3, $4) as taken',
    [tx.scope.company_id, plant_id, vendor, site_id],
  );
  return rows[0]?.taken !== false;
}

/**
 * Reads a home from this site from now on. Another site than before goes on where that one was read until: the home's counters run
 * on, and what was read twice would be counted twice.
 */
export async function saveCloudSite(
  tx: Tx,
  plant_id: number,
  { vendor, site_id, now }: Pick<CloudSite, 'vendor' | 'site_id'> & { now: Date },
): Promise<void> {
  await tx.query(
    `insert into home_cloud_site as s (company_id, plant_id, vendor, site_id, since, next_at) values ($1, $2, $3, $4, $5, $5)
     on conflict (company_id, plant_id) do update set vendor = excluded.vendor, site_id = excluded.site_id, since = excluded.since, next_at = excluded.next_at,
       failures = 0, fault = null, asked_short = false
     where s.vendor <> excluded.vendor or s.site_id <> excluded.site_id`,
    [tx.scope.company_id, plant_id, vendor, site_id, now],
  );
}

export async function deleteCloudSite(tx: Tx, plant_id: number): Promise<void> {
  await tx.query('delete from home_cloud_site where company_id = $1 and plant_id = $2', [
    tx.scope.company_id,
    plant_id,
  ]);
}

export interface DueSite {
  plant_id: number;
  vendor: CloudVendor;
  site_id: string;
  time_zone: string;
  with_storage: boolean;
  failures: number;
  /** Long questions were refused, and it is still behind. */
  asked_short: boolean;
  read_until: Date | null;
  counters: Counters | null;
}

/** SQL: of sites `c` those whose homes are read: neither those that were erased nor those in the archive. */
const IS_READ = `join home r on r.company_id = $1 and r.plant_id = c.plant_id and r.erased_at is null
         join plants.plant q on q.company_id = $1 and q.id = c.plant_id`;

/** The home of the company whose turn it is; others leave it alone until `until`, whoever they are. */
export async function claimDueSite(
  tx: Tx,
  { vendor, now, until }: { vendor: CloudVendor; now: Date; until: Date },
): Promise<DueSite | undefined> {
  const { rows } = await tx.query<DueSite>(
    `update home_cloud_site s set next_at = $4
     from home h join plants.plant p on p.company_id = $1 and p.id = h.plant_id
     where s.company_id = $1 and h.company_id = $1 and h.plant_id = s.plant_id and h.erased_at is null and s.next_at <= $3
       and s.plant_id = (
         select c.plant_id from home_cloud_site c ${IS_READ}
         where c.company_id = $1 and c.vendor = $2 and c.next_at <= $3
         order by c.next_at, c.plant_id limit 1)
     returning s.plant_id, s.vendor, s.site_id, p.time_zone, h.storage_kwh is not null as with_storage, s.failures, s.asked_short, s.read_until, s.counters`,
    [tx.scope.company_id, vendor, now, until],
  );
  return rows[0];
}

interface CountedSites {
  count: number;
  with_storage: number;
  due_at: Date | null;
}

/** How many homes of the company are read from a vendor's cloud, and when the first of them is due. */
export async function countCloudSites(tx: Tx, vendor: CloudVendor): Promise<CountedSites> {
  const { rows } = await tx.query<CountedSites>(
    `select count(*)::int as count, count(r.storage_kwh)::int as with_storage, min(c.next_at) as due_at from home_cloud_site c ${IS_READ}
     where c.company_id = $1 and c.vendor = $2 and ($3::bigint[] is null or c.plant_id = any($3))`,
    [tx.scope.company_id, vendor, plantFilter(tx.scope)],
  );
  return rows[0] ?? { count: 0, with_storage: 0, due_at: null };
}

type Outcome =
  | { readonly state: CloudState; readonly next_at: Date; readonly is_behind: boolean }
  | { readonly asked_short: true; readonly next_at: Date }
  | { readonly fault: string; readonly next_at: Date };

/** Keeps how far a home was read, or why it was not; nothing where it is read from another site meanwhile. */
export async function saveCloudOutcome(
  tx: Tx,
  { plant_id, vendor, site_id }: Pick<DueSite, 'plant_id' | 'vendor' | 'site_id'>,
  outcome: Outcome,
): Promise<void> {
  const key = [tx.scope.company_id, plant_id, vendor, site_id, outcome.next_at];
  if ('fault' in outcome) {
    await tx.query(
      `update home_cloud_site set next_at = $5, failures = failures + 1, fault = $6
       where company_id = $1 and plant_id = $2 and vendor = $3 and site_id = $4`,
      [...key, outcome.fault],
    );
    return;
  }
  if ('asked_short' in outcome) {
    await tx.query(
      `update home_cloud_site set next_at = $5, asked_short = true
       where company_id = $1 and plant_id = $2 and vendor = $3 and site_id = $4`,
      key,
    );
    return;
  }
  const { until, counters } = outcome.state;
  await tx.query(
    `update home_cloud_site set next_at = $5, failures = 0, fault = null, read_until = $6, counters = $7, asked_short = asked_short and $8
     where company_id = $1 and plant_id = $2 and vendor = $3 and site_id = $4`,
    [...key, new Date(until), JSON.stringify(counters), outcome.is_behind],
  );
}

/** Takes one of the company's share of the day's requests; false where that is used up. */
export async function takeOfShare(
  tx: Tx,
  { vendor, now, share }: { vendor: string; now: Date; share: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into cloud_company as c (company_id, vendor, day, asked) values ($1, $2, $3, 1)
     on conflict (company_id, vendor) do update set day = excluded.day, asked = case when c.day = excluded.day then c.asked + 1 else 1 end
     where c.day <> excluded.day or c.asked < $4`,
    [tx.scope.company_id, vendor, now.toISOString().slice(0, 10), share],
  );
  return rowCount === 1;
}

// What is asked of vendors counts for all companies together: these statements run outside every company.

/** Takes one of the day's requests; false where the vendor wants to be left alone, or the day's are used up. */
export async function takeRequest(
  pool: pg.Pool,
  { vendor, now, per_day }: { vendor: string; now: Date; per_day: number },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into cloud_vendor as v (vendor, day, asked) values ($1, $2, 1)
     on conflict (vendor) do update set day = excluded.day, asked = case when v.day = excluded.day then v.asked + 1 else 1 end
     where (v.paused_until is null or v.paused_until <= $3) and (v.day <> excluded.day or v.asked < $4)`,
    [vendor, now.toISOString().slice(0, 10), now, per_day],
  );
  return rowCount === 1;
}

/** The vendor is asked nothing until then; a pause is never made shorter. */
export async function pauseVendor(pool: pg.Pool, vendor: string, until: Date): Promise<void> {
  await pool.query('update cloud_vendor set paused_until = greatest(paused_until, $2) where vendor = $1', [
    vendor,
    until,
  ]);
}

/** Whether a vendor wants to be left alone. */
export async function isPaused(pool: pg.Pool, vendor: string, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select vendor from cloud_vendor where vendor = $1 and paused_until > $2',
    [vendor, now],
  );
  return rowCount === 1;
}
