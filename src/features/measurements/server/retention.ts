import type pg from 'pg';
import { recordAudit } from '../../../shared/server/audit.ts';
import { showBin } from '../../../shared/server/records/bin.ts';
import { inScope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { lockDays } from './day-rows.repository.ts';
import { expireDays, findMonthsKept, listDeviceIds } from './retention.repository.ts';

/** The instant this many months before another, by the calendar of UTC. */
export function monthsBefore(at: Date, months: number): Date {
  const first = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months));
  const lastOfMonth = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const time_ms = at.getTime() - Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
  return new Date(first.getTime() + (Math.min(at.getUTCDate(), lastOfMonth) - 1) * 86_400_000 + time_ms);
}

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
  let days = 0;
  for (const device_id of devices) {
    // No day is made anew meanwhile: it would count from readings that are just leaving.
    days += await inScope(pool, scope, async (tx) => {
      await lockDays(tx);
      return expireDays(tx, device_id, before);
    });
  }
  if (days === 0) return 0;
  await inScope(pool, scope, (tx) =>
    recordAudit(tx, 'readings.expired', '', { days, before: before.toISOString() }),
  );
  return days;
}
