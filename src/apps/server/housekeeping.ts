import { listReachedCompanies } from '../../shared/server/callers.ts';
import { inScope, scopeOfWork } from '../../shared/server/tenancy.ts';
import { areas, type Work } from './areas-work.ts';

const FIRST_MS = 60_000;
const EVERY_MS = 3_600_000;

export interface HousekeepingTimes {
  /** Milliseconds until the first round, and between two rounds. */
  first_ms?: number;
  every_ms?: number;
}

const tasks = areas.flatMap(({ housekeeping }) => housekeeping ?? []);

/** One round: removes what is over, for the installation and for each company, disabled or not. A company that fails keeps no other back. */
export async function removeExpired(services: Work): Promise<void> {
  const { pool, log } = services;
  for (const { installation } of tasks) await installation?.(services);
  for (const company_id of await listReachedCompanies(pool)) {
    try {
      await inScope(pool, scopeOfWork(company_id), async (tx) => {
        for (const { company } of tasks) await company?.(tx);
      });
      for (const { companyAlone } of tasks) await companyAlone?.(pool, company_id);
    } catch (err) {
      log.warn({ err, company_id }, "a company's old work could not be removed");
    }
  }
}

/** Removes what is over a minute after the start and then each hour. Two workers that do so at once do no harm. */
export function startHousekeeping(
  services: Work,
  { first_ms = FIRST_MS, every_ms = EVERY_MS }: HousekeepingTimes = {},
): { close(): Promise<void> } {
  let closed = false;
  let round: Promise<void> = Promise.resolve();
  let timer = after(first_ms);
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await round;
    },
  };

  function after(wait_ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      round = removeExpired(services)
        .catch((err: unknown) => services.log.warn({ err }, 'what is over could not be removed'))
        .finally(() => {
          if (!closed) timer = after(every_ms);
        });
    }, wait_ms).unref();
  }
}
