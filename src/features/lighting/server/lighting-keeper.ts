import { listReachedCompanies } from '../../../shared/server/callers.ts';
import type { Running, WorkerServices } from '../../../shared/server/feature-work.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { inScope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { MINUTE_MS } from '../../../shared/units/zones.ts';
import { followSchedules } from './clock.ts';
import { takesTurn } from './judge.repository.ts';
import { judgeBoxes } from './judge.ts';
import { countMeters } from './meter-readings.ts';
import { makeSums } from './sums.service.ts';

/** Switches fall on whole minutes: it is looked just after each. */
const AFTER_MINUTE_MS = 100;

/** Follows the schedules of all companies, minute by minute, until it is closed. One that fails keeps no other back. */
export async function startLightingKeeper({ pool, log, now }: WorkerServices): Promise<Running> {
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let underway: Promise<void> = Promise.resolve();
  const ifOpen = (company_id: number, work: (tx: Tx) => Promise<unknown>) =>
    inScope(pool, scopeOfWork(company_id), async (tx) => {
      if (await companyIsOpen(tx)) await work(tx);
    });
  const follow = async (company_id: number) => {
    await ifOpen(company_id, (tx) => followSchedules(tx, now()));
    // What is due is switched, whatever comes of counting and judging. Two programs that did so at once would do it twice.
    await ifOpen(company_id, async (tx) => {
      if (await takesTurn(tx)) await countMeters(tx);
    });
    await ifOpen(company_id, async (tx) => {
      if (await takesTurn(tx)) await makeSums(tx, now());
    });
    await ifOpen(company_id, async (tx) => {
      if (await takesTurn(tx)) await judgeBoxes(tx, now());
    });
  };
  const turn = async (): Promise<void> => {
    for (const company_id of await listReachedCompanies(pool)) {
      if (closed) return;
      await follow(company_id).catch((err: unknown) =>
        log.warn({ err, company_id }, 'the schedule of lighting could not be followed; it is tried again'),
      );
    }
  };
  const next = (): void => {
    const wait_ms = MINUTE_MS - (now().getTime() % MINUTE_MS) + AFTER_MINUTE_MS;
    timer = setTimeout(() => {
      underway = turn()
        .catch((err: unknown) => log.warn({ err }, 'schedules of lighting could not be followed'))
        .finally(() => {
          if (!closed) next();
        });
    }, wait_ms).unref();
  };
  next();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await underway;
    },
  };
}
