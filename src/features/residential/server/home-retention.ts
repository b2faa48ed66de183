import type pg from 'pg';
import { recordAudit } from '../../../shared/server/audit.ts';
import { showBin } from '../../../shared/server/records/bin.ts';
import { inScope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { letReadingsGo, monthsBefore } from '../../measurements/server/expiry.public.ts';
import { findSettings, listDevicesOfHomes } from './settings.repository.ts';

/**
 * Lets single readings of a company's homes go that are older than it keeps them; the energies of days stay. Answers how many days
 * of devices were.
 */
export async function letHomeReadingsGo(pool: pg.Pool, company_id: number, now: Date): Promise<number> {
  const scope = scopeOfWork(company_id);
  const { months, devices } = await inScope(
    pool,
    scope,
    async (tx) => {
      const { readings_kept_months } = await findSettings(tx);
      await showBin(tx);
      return {
        months: readings_kept_months,
        devices: readings_kept_months === null ? [] : await listDevicesOfHomes(tx),
      };
    },
    'read only',
  );
  if (months === null || devices.length === 0) return 0;
  const before = monthsBefore(now, months);
  const days = await letReadingsGo({ pool, scope }, devices, before);
  if (days === 0) return 0;
  await inScope(pool, scope, (tx) =>
    recordAudit(tx, 'home.readings_expired', '', { let_go_days: days, let_go_before: before.toISOString() }),
  );
  return days;
}
