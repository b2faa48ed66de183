import type { MaintenancePlan } from '../../maintenance-plans.contract.ts';

type Same =
  | 'name'
  | 'type_id'
  | 'template_id'
  | 'priority'
  | 'description'
  | 'rule'
  | 'every_n'
  | 'start_on'
  | 'lead_days'
  | 'estimated_min'
  | 'active';

/** A plan as its form knows it, stored or new. */
export type PlanRecord = Pick<MaintenancePlan, Same | 'dates' | 'assigned_user_id' | 'assigned_firm_id'> & {
  readonly proj_code: string | null;
  readonly version?: number;
};

/** What stands in the fields: dates as rows, and one field for whoever does the work. */
export type PlanValues = Pick<PlanRecord, Same | 'proj_code'> & {
  dates: { day: string }[];
  /** `u12` a colleague, `f3` a firm. */
  assigned: string | null;
};

/** What a new plan begins with. @param today of the reader */
export const blankPlan = (today: string, proj_code: string | null): PlanRecord => ({
  proj_code,
  name: '',
  type_id: null,
  template_id: null,
  priority: 'normal',
  description: '',
  rule: 'months',
  every_n: 6,
  dates: [],
  start_on: today,
  lead_days: 14,
  estimated_min: null,
  assigned_user_id: null,
  assigned_firm_id: null,
  active: true,
});

export function valuesOf(record: PlanRecord): PlanValues {
  const { assigned_user_id: user, assigned_firm_id: firm, version: _, dates, ...same } = record;
  const assigned = user !== null ? `u${user}` : firm === null ? null : `f${firm}`;
  return { ...same, dates: dates.map((day) => ({ day })), assigned };
}

/** What is sent of the fields: of dates no distance, of other rules no dates. */
export function bodyOf({ proj_code, dates, assigned, ...rest }: PlanValues, isNew: boolean): object {
  const byDates = rest.rule === 'dates';
  const number = Number(assigned?.slice(1));
  return {
    ...rest,
    ...(isNew && { proj_code }),
    every_n: byDates ? null : rest.every_n,
    dates: byDates ? dates.map(({ day }) => day) : [],
    assigned_user_id: assigned?.startsWith('u') ? number : null,
    assigned_firm_id: assigned?.startsWith('f') ? number : null,
  };
}

/** The field at which a fault of the body is said. */
export function fieldOf(path: string): string | undefined {
  if (path === 'assigned_user_id' || path === 'assigned_firm_id') return 'assigned';
  const [, place] = /^dates\.(\d+)$/.exec(path) ?? [];
  return place === undefined ? path : `dates.${place}.day`;
}
