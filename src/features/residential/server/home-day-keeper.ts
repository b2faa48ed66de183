import type pg from 'pg';
import { listReachedCompanies } from '../../../shared/server/callers.ts';
import type { Running, WorkerServices } from '../../../shared/server/feature-work.ts';
import { readOpenCompany } from '../../../shared/server/open-company.ts';
import { repeatWork } from '../../../shared/server/repeated-work.ts';
import { inScope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { addDays, localDay } from '../../../shared/units/zones.ts';
import { groupOf } from './group-answers.ts';
import { keepGroupDays } from './group-days.repository.ts';
import { listDueHomes, makeHomeDays } from './home-days.ts';

const FIRST_MS = 20_000;
const EVERY_MS = 5 * 60_000;
/** Homes in one transaction: others do not wait long. */
const HOMES_AT_ONCE = 20;

/** So many times at most sums are made in a turn; what lacks then waits for the next one. */
const MAX_SUMS = 10;

/** Sums of the days until yesterday, where most of its homes stand. Answers of how many. */
async function keepSums(tx: Tx, now: Date): Promise<number> {
  const { zone } = await groupOf(tx, undefined);
  return keepGroupDays(tx, addDays(localDay(zone, now.getTime()).day, -1));
}

/** Makes what is due of a company's homes, and the sums of their days. Answers of how many. */
export async function keepHomeDays(
  { pool, now, isStopped = () => false }: { pool: pg.Pool; now: Date; isStopped?: () => boolean },
  company_id: number,
): Promise<number> {
  const scope = scopeOfWork(company_id);
  const due = await readOpenCompany(pool, company_id, (tx) => listDueHomes(tx, now));
  if (!due) return 0;
  let made = 0;
  for (let at = 0; at < due.length && !isStopped(); at += HOMES_AT_ONCE) {
    const some = due.slice(at, at + HOMES_AT_ONCE);
    made += await inScope(pool, scope, (tx) => makeHomeDays(tx, some, now));
  }
  for (let times = 0; times < MAX_SUMS && !isStopped(); times++)
    if ((await inScope(pool, scope, (tx) => keepSums(tx, now))) === 0) break;
  return made;
}

/** Keeps the days of homes of all companies, until it is closed. Two workers that do so at once do no harm. */
export async function startHomeDayKeeper({ pool, log, now }: WorkerServices): Promise<Running> {
  const turn = async (isStopped: () => boolean): Promise<void> => {
    for (const company_id of await listReachedCompanies(pool)) {
      if (isStopped()) return;
      await keepHomeDays({ pool, now: now(), isStopped }, company_id).catch((err: unknown) =>
        log.warn({ err, company_id }, 'days of homes could not be made; they are tried again'),
      );
    }
  };
  const failed = (err: unknown) => log.warn({ err }, 'days of homes could not be made; they are tried again');
  return repeatWork(turn, { first_ms: FIRST_MS, every_ms: EVERY_MS, failed });
}
