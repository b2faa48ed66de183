import { assignments, insertRows } from '../../../shared/server/columns.ts';
import { withBin } from '../../../shared/server/records/bin.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { PlanRule } from '../plans.model.ts';
import type { EstimateMin, Priority } from '../request-states.model.ts';

export interface PlanRow {
  id: number;
  name: string;
  plant_id: number;
  proj_code: string;
  plant: string;
  time_zone: string;
  type_id: number | null;
  type: string | null;
  template_id: number | null;
  template: string | null;
  priority: Priority;
  description: string;
  rule: PlanRule;
  every_n: number | null;
  dates: string[];
  start_on: string;
  lead_days: number;
  estimated_min: EstimateMin | null;
  assigned_user_id: number | null;
  assigned_firm_id: number | null;
  firm: string | null;
  active: boolean;
  last_due_on: string | null;
  /** How often its work was due, for rules that count. */
  made: number;
  /** kWh or hours up to `counted_to`, and after it. */
  counted: number;
  counted_to: string | null;
  recent: number;
  per_day: number | null;
  counted_at: Date | null;
  requests_made: number;
  version: number;
}

interface Wanted {
  readonly id?: number | undefined;
  readonly proj_code?: string | undefined;
}

/** Plans by name, with what they name; those of a plant in the archive are left out. */
export async function listPlans(tx: Tx, { id, proj_code }: Wanted = {}): Promise<PlanRow[]> {
  const { rows } = await tx.query<PlanRow>(
    `select m.id, m.name, m.plant_id, p.proj_code, p.name as plant, p.time_zone, m.type_id, t.name as type, m.template_id,
       c.name as template, m.priority, m.description, m.rule, m.every_n, m.dates::text[] as dates, m.start_on::text as start_on,
       m.lead_days, m.estimated_min, m.assigned_user_id, m.assigned_firm_id, f.name as firm, m.active,
       m.last_due_on::text as last_due_on, m.made, m.counted, m.counted_to::text as counted_to, m.recent, m.per_day, m.counted_at,
       (select count(*)::int from maintenance_request r where r.company_id = $1 and r.plan_id = m.id) as requests_made, m.version
     from maintenance_plan m
     join plants.plant p on p.company_id = $1 and p.id = m.plant_id
     left join maintenance_type t on t.company_id = $1 and t.id = m.type_id
     left join checklist_template c on c.company_id = $1 and c.id = m.template_id
     left join outside_firm f on f.company_id = $1 and f.id = m.assigned_firm_id
     where m.company_id = $1 and ($2::bigint is null or m.id = $2) and ($3::text is null or p.proj_code = $3)
     order by lower(m.name), p.proj_code, m.id limit 2000`,
    [tx.scope.company_id, id ?? null, proj_code ?? null],
  );
  return rows;
}

/** A plan, kept as it is until the transaction ends. */
export async function holdPlan(tx: Tx, id: number): Promise<{ version: number } | undefined> {
  const { rows } = await tx.query<{ version: number }>(
    'select version from maintenance_plan where company_id = $1 and id = $2 for update',
    [tx.scope.company_id, id],
  );
  return rows[0];
}

export async function countPlans(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from maintenance_plan where company_id = $1',
    [tx.scope.company_id],
  );
  return rows[0]?.count ?? 0;
}

export async function insertPlan(tx: Tx, fields: object): Promise<number> {
  const { company_id, user_id } = tx.scope;
  const row = { ...fields, company_id, created_by: user_id };
  const rows = await insertRows<{ id: number }>(tx, 'maintenance_plan', [row], 'returning id');
  return rows[0]?.id ?? 0;
}

export async function updatePlan(tx: Tx, id: number, fields: object): Promise<void> {
  const values: unknown[] = [tx.scope.company_id, id];
  const set = assignments(fields, values);
  await tx.query(
    `update maintenance_plan set version = version + 1${set} where company_id = $1 and id = $2`,
    values,
  );
}

/** Removes a plan; requests that it made, those in the bin too, name none from then on. */
export async function deletePlan(tx: Tx, id: number): Promise<void> {
  const { company_id } = tx.scope;
  await withBin(tx, () =>
    tx.query('update maintenance_request set plan_id = null where company_id = $1 and plan_id = $2', [
      company_id,
      id,
    ]),
  );
  await tx.query('delete from maintenance_plan where company_id = $1 and id = $2', [company_id, id]);
}

/** Says which plan a request comes from, and of which of its days it is. */
export async function linkToPlan(
  tx: Tx,
  { request_id, plan_id, day }: { request_id: number; plan_id: number; day: string },
): Promise<void> {
  await tx.query(
    'update maintenance_request set plan_id = $3, planned_on = $4 where company_id = $1 and id = $2',
    [tx.scope.company_id, request_id, plan_id, day],
  );
}

/** Of which of a plan's days there are requests, those of the bin too; of older ones it is the day on which they are due. */
export async function listMadeDays(
  tx: Tx,
  { id, time_zone }: { id: number; time_zone: string },
): Promise<string[]> {
  return withBin(tx, async () => {
    const { rows } = await tx.query<{ day: string }>(
      `select coalesce(planned_on, (due_at at time zone $3)::date)::text as day from maintenance_request
       where company_id = $1 and plan_id = $2 and (planned_on is not null or due_at is not null)`,
      [tx.scope.company_id, id, time_zone],
    );
    return rows.map(({ day }) => day);
  });
}

interface Done {
  readonly id: number;
  readonly last_due_on: string;
  /** How many multiples are done with. */
  readonly made: number;
}

/** Notes that a plan's days are done with; whoever edits it at the moment is not in its way. */
export async function saveMade(tx: Tx, { id, last_due_on, made }: Done): Promise<void> {
  await tx.query(
    'update maintenance_plan set last_due_on = $3, made = $4 where company_id = $1 and id = $2',
    [tx.scope.company_id, id, last_due_on, made],
  );
}

export interface Count {
  readonly counted: number;
  readonly counted_to: string;
  readonly recent: number;
  readonly per_day: number | null;
  readonly counted_at: Date;
}

/** Notes what a plan has counted of its plant. */
export async function saveCount(tx: Tx, id: number, count: Count): Promise<void> {
  const { counted, counted_to, recent, per_day, counted_at } = count;
  await tx.query(
    `update maintenance_plan set counted = $3, counted_to = $4, recent = $5, per_day = $6, counted_at = $7
     where company_id = $1 and id = $2`,
    [tx.scope.company_id, id, counted, counted_to, recent, per_day, counted_at],
  );
}
