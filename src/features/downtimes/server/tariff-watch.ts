import type { Running, WorkerServices } from '../../../shared/server/feature-work.ts';
import { DatabaseListener } from '../../../shared/server/live/listener.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { repeatWork } from '../../../shared/server/repeated-work.ts';
import { inScope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { CHANGED_TARIFFS_CHANNEL } from '../../revenues/server/tariff-changes.public.ts';
import { NATIONAL } from '../../weather/prices.model.ts';
import { countDue, type KeepingLosses } from './downtime-keeper.ts';
import { markMoved } from './loss.repository.ts';

const EVERY_MS = 1_000;

/** Works out anew what a company's downtimes cost that were priced by other tariffs. Answers how many were. */
async function priceAnew(keeping: KeepingLosses, company_id: number): Promise<number> {
  const isOpen = await inScope(keeping.pool, scopeOfWork(company_id), async (tx) => {
    if (!(await companyIsOpen(tx))) return false;
    await markMoved(tx, NATIONAL);
    return true;
  });
  return isOpen ? countDue(keeping, company_id) : 0;
}

/** Prices downtimes as soon as tariffs change; what is not heard of, or fails, the keeper's next turn finds. */
export async function startTariffWatch({
  pool,
  log,
  now,
  database,
}: Pick<WorkerServices, 'pool' | 'log' | 'now' | 'database'>): Promise<Running> {
  const due = new Set<number>();
  const listener = new DatabaseListener({
    database,
    log,
    name: 'meridiana-tariffs',
    channels: [CHANGED_TARIFFS_CHANNEL],
    onNotice: (_, payload) => due.add(Number(payload)),
    onReturn: () => undefined,
  });
  await listener.start();
  const failed = (err: unknown) => log.warn({ err }, 'downtimes could not be priced by changed tariffs');
  const turn = async (isStopped: () => boolean): Promise<void> => {
    for (const company_id of due) {
      if (isStopped()) return;
      // Those that change meanwhile are heard of again.
      due.delete(company_id);
      await priceAnew({ pool, log, now, isStopped }, company_id).catch(failed);
    }
  };
  const work = repeatWork(turn, { first_ms: EVERY_MS, every_ms: EVERY_MS, failed });
  return {
    async close() {
      await listener.close();
      await work.close();
    },
  };
}
