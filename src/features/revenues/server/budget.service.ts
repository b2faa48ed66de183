import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { type Handlers, ReadyJson } from '../../../shared/server/http/mount.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { monthsOfYear } from '../../../shared/units/months.ts';
import { localDay } from '../../../shared/units/zones.ts';
import { BESIDE, PAIRED } from '../../forecast/expected-day.model.ts';
import type { budgetCalls, NewPlantBudget, PlannedBudget, PlantBudget } from '../budget.contract.ts';
import { type BudgetMonth, comparedMonth, comparedYear, monthIrradiation } from '../budget.model.ts';
import { findBudget, holdBudget, listSun, saveBudget } from './budget.repository.ts';
import { findEarningPlant } from './energy.repository.ts';
import type { PlantYear } from './revenue-question.public.ts';
import { type AskingRevenue, revenuesOf } from './revenues.ts';

const NOTHING: BudgetMonth = { kwh: null, eur: null, irradiation_kwh_m2: null };

/** What of a plant's year was planned, beside what came. @throws AppError not_found */
export async function budgetOf(tx: Tx, { proj_code, year }: PlantYear, now: Date): Promise<PlantBudget> {
  const plant = (await findEarningPlant(tx, proj_code)) ?? notFound();
  const of = { plant_id: plant.plant_id, year };
  const planned = await findBudget(tx, of);
  const span = { from: `${year}-01-01`, to: `${year}-12-31` };
  const { rows } = await revenuesOf(tx, { proj_code, ...span, by: 'month' }, now);
  const beside = (name: (typeof BESIDE)[number]) => PAIRED.length + BESIDE.indexOf(name) + 1;
  const sun = await listSun(tx, of, {
    reference: PAIRED.indexOf('reference_kwh') + 1,
    irradiation: beside('irradiation_kwh_m2'),
    unknown: beside('unknown_hours'),
  });
  const current = localDay(plant.time_zone, now.getTime()).day.slice(0, 7);
  const months = monthsOfYear(year).map((month, i) => {
    const over = month < current;
    const row = over ? rows.find(({ period }) => period === month) : undefined;
    const actual = {
      kwh: row?.produced_kwh ?? null,
      eur: row?.total_eur ?? null,
      irradiation_kwh_m2: over
        ? monthIrradiation(
            sun.find((one) => one.month === month),
            { month, nominal_kw: plant.nominal_kw },
          )
        : null,
    };
    const missing_hours = (row?.amounts ?? []).reduce(
      (sum, one) => sum + one.missing_energy + one.missing_price,
      0,
    );
    return { month, over, missing_hours, ...comparedMonth(planned?.months[i] ?? NOTHING, actual) };
  });
  return { proj_code, year, version: planned?.version ?? 0, months, total: comparedYear(months) };
}

/**
 * Plans a year, and tells the plan alone: what came beside it takes a thread, by which nothing may be lost that is saved.
 * @throws AppError not_found; conflict
 */
async function planBudget(
  tx: Tx,
  { proj_code, year, months, version }: NewPlantBudget,
): Promise<PlannedBudget> {
  const { plant_id } = (await findEarningPlant(tx, proj_code)) ?? notFound();
  await holdBudget(tx, { plant_id, year });
  const planned = async (): Promise<PlannedBudget> => {
    const held = await findBudget(tx, { plant_id, year });
    const nothing = Array.from({ length: 12 }, () => NOTHING);
    return { proj_code, year, version: held?.version ?? 0, months: held?.months ?? nothing };
  };
  const before = await planned();
  await assertVersion(before, version, () => before);
  await saveBudget(tx, { plant_id, year, months });
  await recordAudit(tx, 'budget.planned', proj_code, { proj_code, year });
  await notifyTopics(tx, ['plant_budget']);
  return planned();
}

export const budgetHandlers = ({ reportThreads }: AskingRevenue): Handlers<typeof budgetCalls> => ({
  get: async ({ scope, query: { proj_code, year }, gone }) =>
    new ReadyJson(await reportThreads.ask(scope, { budget_of: { proj_code, year: Number(year) } }, gone)),
  put: ({ tx, body }) => planBudget(tx, body),
});
