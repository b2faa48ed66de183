import type { WorkerServices } from '../../../shared/server/feature-work.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { inScope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { monthBefore } from '../../../shared/units/months.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import type { MeterComparison } from '../comparison.contract.ts';
import { differingDay, SIDES, type Side } from '../comparison.model.ts';
import { comparedDays } from './comparison-detail.ts';
import { type ComparedMeter, compareMeters, isClosed, presentComparison } from './comparisons.ts';
import { endOfRemoved, keepAlarms } from './difference-alarms.ts';
import {
  endDifference,
  type FoundDifference,
  listDifferences,
  listRemoved,
  saveDifferences,
  takeUnjudged,
} from './differences.repository.ts';
import type { JudgeMetersJob } from './judge-queue.ts';
import { tellMeters } from './meters.service.ts';

type Sides = MeterComparison['sides'];
interface Stretch {
  readonly day: string | null;
  readonly own_kwh: number | null;
  readonly sides: Sides;
}

/** A closed month is judged as a whole; of one that is not over, its days. */
function judgedBy(compared: ComparedMeter, now: number): (side: Side) => Stretch | undefined {
  const { meter, month } = compared;
  if (!isClosed([meter.time_zone], month, now)) {
    const days = comparedDays(compared, now);
    return (side) => differingDay(days, side, meter.threshold_pct);
  }
  const { own_kwh, sides } = presentComparison(compared);
  return (side) => (sides[side].over === true ? { day: null, own_kwh, sides } : undefined);
}

/** What of a month differs more than the threshold, side by side. */
export function differencesOf(compared: ComparedMeter, now: number): FoundDifference[] {
  const { meter, month } = compared;
  const differing = judgedBy(compared, now);
  return SIDES.flatMap((side) => {
    const found = differing(side);
    const other_kwh = found?.sides[side].kwh;
    if (!found || found.own_kwh === null || other_kwh == null) return [];
    const { plant_id, threshold_pct } = meter;
    const { day, own_kwh } = found;
    return [{ meter_id: meter.id, plant_id, month, side, day, own_kwh, other_kwh, threshold_pct }];
  });
}

/**
 * Whether what differed and does not any more was corrected: where it cannot be compared now, nobody has. A day of a month that is
 * not over is judged with the day after it; of a month in which the meter did not serve nothing is left to correct.
 */
function isCorrected(
  { side, day }: Pick<FoundDifference, 'side' | 'day'>,
  compared: ComparedMeter | undefined,
  now: number,
): boolean {
  if (!compared) return true;
  const { meter, month } = compared;
  const tells = ({ sides }: Pick<Stretch, 'sides'>): boolean => sides[side].over !== null;
  if (day === null || isClosed([meter.time_zone], month, now)) return tells(presentComparison(compared));
  const days = comparedDays(compared, now);
  const at = days.findIndex((one) => one.day === day);
  return [days[at], days[at + 1]].every((one) => one !== undefined && tells(one));
}

const onceOf = ({ meter_id, month, side }: { meter_id: number; month: string; side: Side }): string =>
  `${meter_id}:${month}:${side}`;

interface Query {
  readonly meter_ids: readonly number[];
  readonly months: readonly string[];
}

/**
 * Judges months of meters: what differs more than their threshold stands as an alarm, which closes when it does so no more; what
 * cannot be compared any more stands. Nothing is judged of a company that is disabled, whose alarms were closed, and of a meter that
 * was retired nothing stands. Answers how many began or ended.
 */
export async function judgeMeters(tx: Tx, { meter_ids: ids, months }: Query, now: Date): Promise<number> {
  if (!(await companyIsOpen(tx))) return 0;
  const removed = await listRemoved(tx, ids);
  const meter_ids = ids.filter((id) => !removed.includes(id));
  const standing = (await listDifferences(tx, meter_ids)).filter(({ month }) => months.includes(month));
  const stood = new Set(standing.map(onceOf));
  const kept = new Set<string>();
  let changed = await endOfRemoved(tx, removed, now);
  for (const month of months) {
    const compared = await compareMeters(tx, { ids: meter_ids, month }, now.getTime());
    const found = compared.flatMap((one) => differencesOf(one, now.getTime()));
    await saveDifferences(tx, found, now);
    const by_id = new Map(compared.map((one) => [one.meter.id, one]));
    for (const one of found) {
      kept.add(onceOf(one));
      if (!stood.has(onceOf(one))) changed += 1;
    }
    for (const one of standing.filter((of) => of.month === month))
      if (!isCorrected(one, by_id.get(one.meter_id), now.getTime())) kept.add(onceOf(one));
  }
  for (const one of standing) {
    if (kept.has(onceOf(one))) continue;
    await endDifference(tx, one, now);
    changed += 1;
  }
  await keepAlarms(tx, meter_ids, now);
  if (changed > 0) await tellMeters(tx);
  return changed;
}

/** The month in which an instant lies by most clocks, and those beside it: a reading near a border counts for both. */
export function monthsAround(at: Date): string[] {
  const of = (shift: number) => new Date(at.getTime() + shift * DAY_MS).toISOString().slice(0, 7);
  return [...new Set([monthBefore(of(0)), of(-1), of(0), of(1)])];
}

/** The months that are judged again each day: this one, and two that are over, of which readings and statements still come. */
export const recentMonths = (now: Date): string[] => {
  const month = now.toISOString().slice(0, 7);
  return [monthBefore(month, 2), monthBefore(month), month];
};

/**
 * Judges each meter of a company once a day: readings of devices and inverters may have come late. The meters of a plant are taken
 * before they are judged, so that no person's reading waits for it; those that cannot be judged keep no others from it, and stand as
 * they were until the next day.
 */
export async function judgeEachDay(
  { pool, log }: Pick<WorkerServices, 'pool' | 'log'>,
  company_id: number,
  now: Date,
): Promise<void> {
  const scope = scopeOfWork(company_id);
  const day = now.toISOString().slice(0, 10);
  const take = () => inScope(pool, scope, (tx) => takeUnjudged(tx, day));
  for (let meter_ids = await take(); meter_ids.length > 0; meter_ids = await take()) {
    const asked = { meter_ids, months: recentMonths(now) };
    await inScope(pool, scope, (tx) => judgeMeters(tx, asked, now)).catch((err: unknown) =>
      log.warn(
        { err, company_id, meter_ids },
        'comparisons of the meters of a plant could not be judged: they are tried again tomorrow',
      ),
    );
  }
}

/** Does a job. */
export const judgeOfJob =
  ({ pool, now }: Pick<WorkerServices, 'pool' | 'now'>) =>
  async ({ company_id, ...asked }: JudgeMetersJob): Promise<void> => {
    await inScope(pool, scopeOfWork(company_id), (tx) => judgeMeters(tx, asked, now()));
  };
