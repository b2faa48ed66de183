import type pg from 'pg';
import { recordAudit } from '../../../shared/server/audit.ts';
import { showBin } from '../../../shared/server/records/bin.ts';
import { inScope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { letReadingsGo, monthsBefore } from './expiry.public.ts';
import { findMonthsKept, listDeviceIds } from './retention.repository.ts';

/**
 * Lets a company's readings go that are older than it keeps them, device by device in transactions of their own; a day
 * is let go whole. Answers how many days of devices were.
 */
export async function letOldReadingsGo(pool: pg.Pool, company_id: number, now: Date): Promise<number> {
  const scope = scopeOfWork(company_id);
  const { months, devices } = await inScope(
    pool,
    scope,
    async (tx) => {
      const kept = await findMonthsKept(tx);
      await showBin(tx);
      return { months: kept, devices: kept === null ? [] : await listDeviceIds(tx) };
    },
    'read only',
  );
  if (months === null) return 0;
  const before = monthsBefore(now, months);
  const days = await letReadingsGo({ pool, scope }, devices, before);
  if (days === 0) return 0;
  await inScope(pool, scope, (tx) =>
    recordAudit(tx, 'readings.expired', '', { days, before: before.toISOString() }),
  );
  return days;
}
