import { isDeepStrictEqual } from 'node:util';
import { listReachedCompanies } from '../../../shared/server/callers.ts';
import { AppError } from '../../../shared/server/errors.ts';
import type { WorkerServices } from '../../../shared/server/feature-work.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { inScope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { dayBorders, HOUR_MS, localDay } from '../../../shared/units/zones.ts';
import { requestsBook } from '../maintenance-requests.contract.ts';
import { COUNTING, type Counted, daysToMake, doneOf } from '../plans.model.ts';
import { findFirm } from './firms.ts';
import { countPlan } from './plan-counting.ts';
import { holdPlan, linkToPlan, listMadeDays, listPlans, type PlanRow, saveMade } from './plans.repository.ts';
import { createRequests, type Requests } from './requests.ts';

/** Work of a day is to be done by 18:00 of the plant's clock: so long before the day ends, also where the clock changes in its night. */
const BEFORE_END_MS = 6 * HOUR_MS;
/** Requests that one plan makes at once; the others come an hour later. */
const AT_ONCE = 12;

/** What a plan has counted; null for rules that count nothing, and before the first count. */
export function countedOf(plan: PlanRow): Counted | null {
  if (!COUNTING.includes(plan.rule) || plan.counted_at === null) return null;
  return { total: plan.counted + plan.recent, per_day: plan.per_day, made: plan.made };
}

const dueAt = ({ time_zone }: PlanRow, day: string): string =>
  new Date(dayBorders(time_zone, day).end - BEFORE_END_MS).toISOString();

async function bodyOf(tx: Tx, plan: PlanRow, day: string) {
  const firm = plan.assigned_firm_id === null ? undefined : await findFirm(tx, plan.assigned_firm_id);
  const { proj_code, name, description, type_id, priority, estimated_min, template_id } = plan;
  return {
    proj_code,
    title: name,
    description,
    type_id,
    priority,
    estimated_min,
    template_id,
    due_at: dueAt(plan, day),
    assigned_user_id: plan.assigned_user_id,
    assigned_firm_id: plan.assigned_firm_id,
    send_by_email: firm !== undefined && firm.email !== '',
  };
}

/** What a request goes without where a plan names what may not be chosen any more: whom it is for, or of what type it is. */
const WITHOUT = {
  assigned_user_id: { assigned_user_id: null },
  assigned_firm_id: { assigned_firm_id: null, send_by_email: false },
  type_id: { type_id: null },
} as const;

/** Makes the request of a day. Whoever cannot have it any more has left it: then it is nobody's, and stands on the board. */
async function makeRequest(
  tx: Tx,
  requests: Requests,
  { plan, day, now }: { plan: PlanRow; day: string; now: Date },
) {
  const create = async (given: object): Promise<{ id: number }> => {
    try {
      return await requests.create(tx, requestsBook.calls.create.body.parse(given), now);
    } catch (err) {
      const paths = err instanceof AppError ? (err.options.errors ?? []).map(({ path }) => path) : [];
      const without = Object.entries(WITHOUT).flatMap(([path, rest]) => (paths.includes(path) ? [rest] : []));
      const next = Object.assign({}, given, ...without);
      // What was refused although it was left out is another fault.
      if (isDeepStrictEqual(next, given)) throw err;
      return create(next);
    }
  };
  const made = await create(await bodyOf(tx, plan, day));
  await linkToPlan(tx, { request_id: made.id, plan_id: plan.id, day });
}

/** Those of which there is no request yet: a plan that was changed comes by days again that it has made. */
async function unmadeOf(tx: Tx, plan: PlanRow, days: readonly string[]): Promise<readonly string[]> {
  if (COUNTING.includes(plan.rule)) return days;
  const made = new Set(await listMadeDays(tx, plan));
  return days.filter((day) => !made.has(day));
}

/** Makes the requests of one plan whose time has come, once: whoever asks at the same time waits and finds them made. */
async function followPlan(tx: Tx, requests: Requests, { id, now }: { id: number; now: Date }): Promise<void> {
  if (!(await holdPlan(tx, id))) return;
  const [stored] = await listPlans(tx, { id });
  if (!stored?.active) return;
  const plan = COUNTING.includes(stored.rule) ? await countPlan(tx, stored, now) : stored;
  const today = localDay(plan.time_zone, now.getTime()).day;
  const counted = countedOf(plan);
  const days = daysToMake(plan, { today, counted }).slice(0, AT_ONCE);
  const last = days.at(-1);
  if (last === undefined) return;
  for (const day of await unmadeOf(tx, plan, days)) await makeRequest(tx, requests, { plan, day, now });
  // The next multiple may come soon after, even on the day on which this one was due.
  await saveMade(tx, {
    id,
    last_due_on: counted ? today : last,
    made: counted ? doneOf(plan, counted) : plan.made,
  });
  await notifyTopics(tx, ['maintenance_plans']);
}

/** Makes the requests of a company's plans whose time has come, each plan in a transaction of its own. */
export async function followPlans(
  services: Pick<WorkerServices, 'pool' | 'log' | 'mailer' | 'config'>,
  company_id: number,
  now: Date,
): Promise<void> {
  const { pool, log, mailer, config } = services;
  const requests = createRequests({ mailer, publicUrl: config.publicUrl });
  const scope = scopeOfWork(company_id);
  const ids = await inScope(pool, scope, async (tx) =>
    (await companyIsOpen(tx)) ? (await listPlans(tx)).filter(({ active }) => active).map(({ id }) => id) : [],
  );
  for (const id of ids)
    await inScope(pool, scope, (tx) => followPlan(tx, requests, { id, now })).catch((err: unknown) =>
      log.warn({ err, company_id, plan_id: id }, 'a plan of maintenance could not be followed'),
    );
}

/** The same for every company; one that fails keeps no other back. */
export async function followEverywhere(services: WorkerServices): Promise<void> {
  for (const company_id of await listReachedCompanies(services.pool))
    await followPlans(services, company_id, services.now()).catch((err: unknown) =>
      services.log.warn({ err, company_id }, 'plans of maintenance could not be followed'),
    );
}
