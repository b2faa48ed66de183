import type pg from 'pg';
import type { Logger } from '../../../shared/server/log.ts';
import { publish } from '../../../shared/server/notifications/publish.ts';
import { readOpenCompany } from '../../../shared/server/open-company.ts';
import { inScope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS, localDay } from '../../../shared/units/zones.ts';
import { newsOf } from '../guarantee.model.ts';
import type { GuaranteeStanding } from '../guarantees.contract.ts';
import { listRatedPlants } from './availability.repository.ts';
import { guaranteeChanged } from './guarantee-notifications.ts';
import { standingsOf } from './guarantee-standings.ts';
import { holdTold, listPromisedCodes, saveTold } from './guarantees.repository.ts';

/** Tells people of one guarantee where it stands otherwise than they know. Answers whether they are told. */
async function tellOf(tx: Tx, standing: GuaranteeStanding, month: string): Promise<boolean> {
  // What is still to be counted might change the state at once.
  if (standing.pending_days > 0 || standing.recounting_since !== null) return false;
  const period = standing.period === 'year' ? month.slice(0, 4) : month;
  const held = await holdTold(tx, standing.id);
  if (!held) return false;
  const { told_period, told_state, plant_id } = held;
  const before = told_period && told_state ? { period: told_period, state: told_state } : null;
  const now = { period, state: standing.state };
  const news = newsOf(before, { ...standing, period });
  if (news === null) return false;
  await saveTold(tx, standing.id, now);
  if (news === 'note') return false;
  const { id, name, plant_name, proj_code, guaranteed_pct, availability_pct, may_stand_h } = standing;
  return publish(tx, guaranteeChanged, {
    subject: id,
    plant_id,
    params: {
      contract: name,
      plant: plant_name,
      proj_code,
      state: standing.state,
      period,
      month,
      so_far_pct: availability_pct,
      guaranteed_pct,
      may_stand_h,
    },
  });
}

async function watchPlant(tx: Tx, proj_code: string, now: Date): Promise<number> {
  const [plant] = await listRatedPlants(tx, { codes: [proj_code], device_id: null });
  if (!plant) return 0;
  // On the first day of a month the month before is judged to its end; of the new one nothing is known yet.
  const month = localDay(plant.time_zone, now.getTime() - DAY_MS).day.slice(0, 7);
  let told = 0;
  for (const standing of await standingsOf(tx, { proj_code, month }, now))
    if (await tellOf(tx, standing, month)) told += 1;
  return told;
}

/** Plants that are asked for at once. */
const PLANTS_AT_ONCE = 1000;

interface Watching {
  readonly pool: pg.Pool;
  readonly now: Date;
  readonly log: Pick<Logger, 'warn'>;
  /** Only guarantees of these plants. */
  readonly codes?: readonly string[];
  readonly isStopped?: () => boolean;
}

/**
 * Judges a company's guarantees, and tells people of those that have fallen behind, are missed, or are kept again. A plant that
 * cannot be judged keeps no other's from being told. Answers of how many they are told.
 */
export async function watchGuarantees(
  { pool, now, log, codes, isStopped }: Watching,
  company_id: number,
): Promise<number> {
  const scope = scopeOfWork(company_id);
  let [told, after] = [0, ''];
  while (!isStopped?.()) {
    const wanted = { after, most: PLANTS_AT_ONCE, ...(codes && { codes }) };
    const promised = (await readOpenCompany(pool, company_id, (tx) => listPromisedCodes(tx, wanted))) ?? [];
    for (const proj_code of promised) {
      if (isStopped?.()) return told;
      told += await inScope(pool, scope, (tx) => watchPlant(tx, proj_code, now)).catch((err: unknown) => {
        log.warn(
          { err, company_id, proj_code },
          'guarantees of a plant could not be judged; they are tried again',
        );
        return 0;
      });
    }
    if (promised.length < PLANTS_AT_ONCE) break;
    after = promised.at(-1) ?? after;
  }
  return told;
}
