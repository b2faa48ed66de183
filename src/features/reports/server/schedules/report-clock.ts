import { listReachedCompanies } from '../../../../shared/server/callers.ts';
import type { Running, WorkerServices } from '../../../../shared/server/feature-work.ts';
import { companyIsOpen } from '../../../../shared/server/open-company.ts';
import { repeatWork } from '../../../../shared/server/repeated-work.ts';
import { inScope, scopeOfWork } from '../../../../shared/server/tenancy.ts';
import { MINUTE_MS } from '../../../../shared/units/zones.ts';
import { queueDue } from './send-scheduled.ts';

const FIRST_MS = 25_000;
const EVERY_MS = 5 * MINUTE_MS;

/** Looks every few minutes which schedules are due, in all companies, until it is closed. */
export async function startReportClock({ pool, log, jobs, now }: WorkerServices): Promise<Running> {
  const look = async (isClosed: () => boolean): Promise<void> => {
    for (const company_id of await listReachedCompanies(pool)) {
      if (isClosed()) return;
      await inScope(pool, scopeOfWork(company_id), async (tx) => {
        if (await companyIsOpen(tx)) await queueDue(tx, jobs, now());
      }).catch((err: unknown) =>
        log.warn({ err, company_id }, 'scheduled reports could not be asked for; it is tried again'),
      );
    }
  };
  const failed = (err: unknown) => log.warn({ err }, 'scheduled reports could not be asked for');
  return repeatWork(look, { first_ms: FIRST_MS, every_ms: EVERY_MS, failed });
}
