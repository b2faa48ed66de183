import type pg from 'pg';
import { removeOldHealth } from '../../acquisition/health/health.repository.ts';
import { deleteOldNotifications } from '../../features/alarms/server/notifications.repository.ts';
import { removeOldDeliveries } from '../../features/alarms/server/webhook-deliveries.repository.ts';
import { removeOldCounts } from '../../features/cloudcontrol/server/field-measure.repository.ts';
import { tidyTasks } from '../../features/cloudcontrol/server/field-questions.repository.ts';
import { removeOldInvitations } from '../../features/companies/server/invitations.repository.ts';
import { removeOldSignIns } from '../../features/identity/server/housekeeping.repository.ts';
import { tendUnconfirmed, type UnconfirmedDeps } from '../../features/identity/server/unconfirmed.service.ts';
import { removeOldWork } from '../../features/measurements/server/housekeeping.repository.ts';
import { removeOldRefused } from '../../features/measurements/server/refused.repository.ts';
import { letOldReadingsGo } from '../../features/measurements/server/retention.ts';
import { removeOldUploads } from '../../shared/server/files/uploads.repository.ts';
import type { Logger } from '../../shared/server/log.ts';
import { removeOldMail } from '../../shared/server/mail/outbox.repository.ts';
import { inScope, listAllCompanies, scopeOfWork } from '../../shared/server/tenancy.ts';

const FIRST_MS = 60_000;
const EVERY_MS = 3_600_000;

export interface HousekeepingDeps {
  pool: pg.Pool;
  log: Pick<Logger, 'warn'>;
  /** How accounts are tended that stay unconfirmed; undefined where no mail goes out. */
  unconfirmed?: UnconfirmedDeps | undefined;
  /** Milliseconds until the first round, and between two rounds. */
  first_ms?: number;
  every_ms?: number;
}

/** One round: removes what is over, for the installation and for each company, disabled or not. A company that fails keeps no other back. */
export async function removeExpired({ pool, log, unconfirmed }: HousekeepingDeps): Promise<void> {
  if (unconfirmed) await tendUnconfirmed(unconfirmed);
  await removeOldSignIns(pool);
  await removeOldMail(pool);
  await removeOldCounts(pool);
  for (const company_id of await listAllCompanies(pool)) {
    try {
      await inScope(pool, scopeOfWork(company_id), async (tx) => {
        await removeOldWork(tx);
        await removeOldRefused(tx);
        await removeOldInvitations(tx);
        await removeOldUploads(tx);
        await removeOldHealth(tx);
        await deleteOldNotifications(tx);
        await removeOldDeliveries(tx);
        await tidyTasks(tx);
      });
      await letOldReadingsGo(pool, company_id, new Date());
    } catch (err) {
      log.warn({ err, company_id }, "a company's old work could not be removed");
    }
  }
}

/** Removes what is over a minute after the start and then each hour. Two workers that do so at once do no harm. */
export function startHousekeeping(deps: HousekeepingDeps): { close(): Promise<void> } {
  const { log, first_ms = FIRST_MS, every_ms = EVERY_MS } = deps;
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
      round = removeExpired(deps)
        .catch((err: unknown) => log.warn({ err }, 'what is over could not be removed'))
        .finally(() => {
          if (!closed) timer = after(every_ms);
        });
    }, wait_ms).unref();
  }
}
