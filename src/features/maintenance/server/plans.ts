import { listMemberNames } from '../../../shared/server/account-names.repository.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { changedFields, definedFields } from '../../../shared/server/changed-fields.ts';
import { notFound, refuseField } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { tooMany } from '../../../shared/server/records/company-list.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { addDays, localDay } from '../../../shared/units/zones.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import {
  MAX_PLANS,
  type MaintenancePlan,
  type MaintenancePlanChange,
  type maintenancePlansCalls,
  type NewMaintenancePlan,
  type PlannedDay,
} from '../maintenance-plans.contract.ts';
import { COUNTING, doneWith, dueDays, nextDueDay } from '../plans.model.ts';
import { findTemplate } from './firms.ts';
import { countedOf } from './plan-requests.ts';
import {
  countPlans,
  deletePlan,
  holdPlan,
  insertPlan,
  listPlans,
  type PlanRow,
  updatePlan,
} from './plans.repository.ts';
import { judgeAssignment, NOBODY } from './request-assignment.ts';
import { unknownOf } from './request-faults.ts';
import { judgeType } from './types.ts';

type Fields = Omit<NewMaintenancePlan, 'proj_code'>;
const MAX_SPAN_DAYS = 370;
const MAX_ANSWERED = 1_000;

function present(row: PlanRow, names: ReadonlyMap<number, string>, now: Date): MaintenancePlan {
  const {
    plant_id: _,
    time_zone,
    firm,
    last_due_on: __,
    made: ___,
    counted,
    counted_to,
    recent,
    per_day: ____,
    ...same
  } = row;
  const today = localDay(time_zone, now.getTime()).day;
  const counts = COUNTING.includes(row.rule) && counted_to !== null;
  return {
    ...same,
    assigned_to: firm ?? names.get(row.assigned_user_id ?? 0) ?? null,
    next_due_on: row.active ? nextDueDay(row, { today, counted: countedOf(row) }) : null,
    counted: counts ? counted + recent : null,
    counted_at: counts ? (row.counted_at?.toISOString() ?? null) : null,
  };
}

async function presentAll(tx: Tx, rows: readonly PlanRow[], now: Date): Promise<MaintenancePlan[]> {
  const names = await listMemberNames(
    tx,
    rows.map(({ assigned_user_id }) => assigned_user_id),
  );
  return rows.map((row) => present(row, names, now));
}

async function presentOne(tx: Tx, id: number, now: Date): Promise<MaintenancePlan> {
  return (await presentAll(tx, await listPlans(tx, { id }), now))[0] ?? notFound();
}

/** Judges what only the whole of a plan shows. @throws AppError each fault at its field */
async function judge(tx: Tx, plant_id: number, { before, after }: { before: PlanRow | null; after: Fields }) {
  if (after.rule === 'dates' && after.dates.length === 0)
    refuseField('dates', 'dates_missing', 'Say on which days the work is due');
  if (after.rule !== 'dates' && after.every_n === null)
    refuseField('every_n', 'every_n_missing', 'Say after how much the work is due again');
  if (after.rule === 'months' && (after.every_n ?? 0) > 240)
    refuseField('every_n', 'too_many_months', 'At most 240 months lie between two due days');
  const { type_id, template_id } = after;
  await judgeType(tx, type_id, before?.type_id);
  if (template_id !== null && !(await findTemplate(tx, template_id)))
    unknownOf('template_id', 'unknown_template', 'There is no such checklist: choose another one');
  const { assigned_user_id, assigned_firm_id } = after;
  const was = before ?? NOBODY;
  await judgeAssignment(tx, plant_id, {
    before: { ...NOBODY, assigned_user_id: was.assigned_user_id, assigned_firm_id: was.assigned_firm_id },
    after: { ...NOBODY, assigned_user_id, assigned_firm_id },
  });
}

/** What is kept: of dates no distance, of others no dates. */
const kept = (fields: Fields): Fields =>
  fields.rule === 'dates' ? { ...fields, every_n: null } : { ...fields, dates: [] };

/** What was counted is counted anew where the rule or its first day changed. */
const RECOUNT = { counted: 0, counted_to: null, recent: 0, per_day: null, counted_at: null, made: 0 };

/** Days before today are done with: nobody makes requests for them. */
const doneBefore = (zone: string, now: Date): string => addDays(localDay(zone, now.getTime()).day, -1);

/** Adds a plan. @throws AppError not_found; invalid, each fault at its field */
export async function createPlan(
  tx: Tx,
  { proj_code, ...given }: NewMaintenancePlan,
  now: Date,
): Promise<MaintenancePlan> {
  const [plant] = await plantCodes.find(tx, [proj_code], plantFilter(tx.scope));
  const plant_id = plant?.id ?? notFound();
  await judge(tx, plant_id, { before: null, after: given });
  if ((await countPlans(tx)) >= MAX_PLANS) throw tooMany(MAX_PLANS);
  const id = await insertPlan(tx, { ...kept(given), plant_id });
  const [row] = await listPlans(tx, { id });
  if (row) await updatePlan(tx, id, { last_due_on: doneBefore(row.time_zone, now) });
  await recordAudit(tx, 'maintenance_plan.created', String(id), { name: given.name });
  await notifyTopics(tx, ['maintenance_plans']);
  return presentOne(tx, id, now);
}

async function change(
  tx: Tx,
  id: number,
  { version, ...sent }: MaintenancePlanChange,
  now: Date,
): Promise<MaintenancePlan> {
  const held = (await holdPlan(tx, id)) ?? notFound();
  const before = (await listPlans(tx, { id }))[0] ?? notFound();
  await assertVersion(held, version, () => presentOne(tx, id, now));
  const after = kept({ ...before, ...definedFields(sent) });
  await judge(tx, before.plant_id, { before, after });
  const { name, type_id, template_id, priority, description, rule, every_n, dates, start_on } = after;
  const { lead_days, estimated_min, assigned_user_id, assigned_firm_id, active } = after;
  const changes = changedFields(before, {
    name,
    type_id,
    template_id,
    priority,
    description,
    rule,
    every_n,
    dates,
    start_on,
    lead_days,
    estimated_min,
    assigned_user_id,
    assigned_firm_id,
    active,
  });
  if (Object.keys(changes).length === 0) return presentOne(tx, id, now);
  const anew = 'rule' in changes || 'start_on' in changes;
  const total = before.counted + before.recent;
  const made = doneWith(every_n, { every_n: before.every_n, total, made: before.made });
  const scheduled = anew || 'every_n' in changes || 'dates' in changes || (after.active && !before.active);
  await updatePlan(tx, id, {
    ...changes,
    ...('every_n' in changes && { made }),
    ...(anew && RECOUNT),
    ...(scheduled && { last_due_on: doneBefore(before.time_zone, now) }),
  });
  await recordAudit(tx, 'maintenance_plan.changed', String(id), { name, fields: Object.keys(changes) });
  await notifyTopics(tx, ['maintenance_plans']);
  return presentOne(tx, id, now);
}

async function remove(tx: Tx, id: number): Promise<void> {
  if (!(await holdPlan(tx, id))) notFound();
  const plan = (await listPlans(tx, { id }))[0] ?? notFound();
  await deletePlan(tx, id);
  await recordAudit(tx, 'maintenance_plan.removed', String(id), { name: plan.name });
  await notifyTopics(tx, ['maintenance_plans']);
}

interface Span {
  readonly proj_code?: string | undefined;
  readonly from: string;
  readonly to: string;
}

/** @throws AppError invalid where the span is none, or longer than a year */
async function upcoming(tx: Tx, { proj_code, from, to }: Span, now: Date): Promise<PlannedDay[]> {
  if (to < from) refuseField('to', 'end_before_start', 'The last day lies before the first');
  if (addDays(from, MAX_SPAN_DAYS) < to) refuseField('to', 'span_too_long', 'Ask for a year at most');
  const plans = (await listPlans(tx, { proj_code })).filter(({ active }) => active);
  return plans
    .flatMap((plan) => {
      const today = localDay(plan.time_zone, now.getTime()).day;
      const days = dueDays(plan, { from, to, today, counted: countedOf(plan) });
      return days.map((day) => ({
        plan_id: plan.id,
        name: plan.name,
        proj_code: plan.proj_code,
        plant: plan.plant,
        day,
      }));
    })
    .sort((a, b) => a.day.localeCompare(b.day))
    .slice(0, MAX_ANSWERED);
}

export const maintenancePlansHandlers: Handlers<typeof maintenancePlansCalls> = {
  list: async ({ tx, query, now }) => presentAll(tx, await listPlans(tx, query), now),
  create: ({ tx, body, now }) => createPlan(tx, body, now),
  update: ({ tx, params, body, now }) => change(tx, params.id, body, now),
  remove: ({ tx, params }) => remove(tx, params.id),
  upcoming: ({ tx, query, now }) => upcoming(tx, query, now),
};
