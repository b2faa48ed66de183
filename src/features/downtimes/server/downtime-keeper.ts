import type pg from 'pg';
import { listReachedCompanies } from '../../../shared/server/callers.ts';
import type { Running, WorkerServices } from '../../../shared/server/feature-work.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import type { Logger } from '../../../shared/server/log.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { repeatWork } from '../../../shared/server/repeated-work.ts';
import { inScope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/units/zones.ts';
import { NATIONAL } from '../../weather/prices.model.ts';
import { loadImportedStretches } from '../../weather/server/prices.public.ts';
import { countDowntime } from './count-losses.ts';
import { listDue, markChangedDays, markMoved, markPriced } from './loss.repository.ts';
import { searchAgain, searchYesterday } from './search-plants.ts';

const FIRST_MS = 40_000;
const EVERY_MS = 5 * MINUTE_MS;
/** So often everything is held against what it was made from; in between what somebody has asked for, and what lasts. */
const WHOLE_EVERY = 12;
/** Figures of what lasts are worked out so often. */
const LASTING_MS = HOUR_MS;
const AT_ONCE = 50;
/** Prices that came before the program started count as new for so long. */
const PRICES_MS = 3 * DAY_MS;

export interface KeepingLosses {
  readonly pool: pg.Pool;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => Date;
  readonly isStopped?: () => boolean;
}

async function told(tx: Tx): Promise<void> {
  // Expected energy's waterfall tells of them, too.
  await notifyTopics(tx, ['downtimes', 'expected_energy']);
}

/**
 * Works out the figures of a company's downtimes that are due; `lasting`: also of those that last and were worked out an hour ago.
 * One that fails is left for later, and keeps nobody else from theirs. Answers how many were worked out.
 */
export async function countDue(
  { pool, log, now, isStopped }: KeepingLosses,
  company_id: number,
  lasting = false,
): Promise<number> {
  const scope = scopeOfWork(company_id);
  const tried = new Set<number>();
  let counted = 0;
  for (let more = true; more && !isStopped?.(); ) {
    const lastingBefore = lasting ? new Date(now().getTime() - LASTING_MS) : null;
    const due = await inScope(
      pool,
      scope,
      async (tx) =>
        (await companyIsOpen(tx)) ? listDue(tx, { lastingBefore, limit: AT_ONCE + tried.size }) : [],
      'read only',
    );
    const fresh = due.filter((id) => !tried.has(id)).slice(0, AT_ONCE);
    for (const id of fresh) {
      if (isStopped?.()) return counted;
      tried.add(id);
      try {
        if (await countDowntime({ pool, scope, now: now() }, id)) counted += 1;
      } catch (err) {
        log.warn({ err, company_id, downtime_id: id }, 'the losses of a downtime could not be worked out');
      }
    }
    more = fresh.length === AT_ONCE;
    if (fresh.length > 0) await inScope(pool, scope, told);
  }
  return counted;
}

/** Says which downtimes are to be worked out anew because what they are made from has changed. */
async function markChanged(tx: Tx, { since, whole }: { since: Date; whole: boolean }): Promise<void> {
  for (const { zone, start, end } of await loadImportedStretches(tx, since))
    await markPriced(tx, { zone, national: zone === NATIONAL, start: new Date(start), end: new Date(end) });
  await markMoved(tx, NATIONAL);
  if (whole) await markChangedDays(tx);
}

/** Keeps the figures of all companies' downtimes, and searches their days for more, until it is closed. */
export async function startDowntimeKeeper({ pool, log, now }: WorkerServices): Promise<Running> {
  let turns = 0;
  let since = new Date(now().getTime() - PRICES_MS);
  const keep = async (company_id: number, whole: boolean, isStopped: () => boolean): Promise<void> => {
    const scope = scopeOfWork(company_id);
    const isOpen = await inScope(pool, scope, companyIsOpen, 'read only');
    if (!isOpen) return;
    await inScope(pool, scope, (tx) => markChanged(tx, { since, whole }));
    await countDue({ pool, log, now, isStopped }, company_id, true);
    const work = { pool, scope, now: now(), isStopped };
    await searchYesterday(work);
    if (whole) await searchAgain(work);
  };
  const turn = async (isStopped: () => boolean): Promise<void> => {
    const whole = turns++ % WHOLE_EVERY === 0;
    const begun = now();
    for (const company_id of await listReachedCompanies(pool)) {
      if (isStopped()) return;
      await keep(company_id, whole, isStopped).catch((err: unknown) =>
        log.warn({ err, company_id }, 'downtimes could not be kept; it is tried again'),
      );
    }
    since = begun;
  };
  const failed = (err: unknown) => log.warn({ err }, 'downtimes could not be kept');
  return repeatWork(turn, { first_ms: FIRST_MS, every_ms: EVERY_MS, failed });
}
