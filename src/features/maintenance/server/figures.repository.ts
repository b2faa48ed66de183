import type { Tx } from '../../../shared/server/tenancy.ts';
import { AGE_DAYS, type Age, type Priority, WAITING } from '../request-states.model.ts';

export interface Waiting {
  priority: Priority;
  age: Age;
  count: number;
}

const AGE = `case when r.created_at > $4::timestamptz - make_interval(days => ${AGE_DAYS.week[0]}) then 'day'
  when r.created_at > $4::timestamptz - make_interval(days => ${AGE_DAYS.month[0]}) then 'week'
  when r.created_at > $4::timestamptz - make_interval(days => ${AGE_DAYS.older[0]}) then 'month' else 'older' end`;

/** Requests that nobody has solved, by priority and age; of all plants where none is named. */
export async function countWaiting(tx: Tx, plant_id: number | null, now: Date): Promise<Waiting[]> {
  const { rows } = await tx.query<Waiting>(
    `select r.priority, ${AGE} as age, count(*)::int as count from maintenance_request r
     where r.company_id = $1 and r.deleted_at is null and r.state = any($2::text[])
       and ($3::bigint is null or r.plant_id = $3) group by 1, 2`,
    [tx.scope.company_id, WAITING, plant_id, now],
  );
  return rows;
}

export interface Times {
  accepted: number;
  react_h: number | null;
  solved: number;
  solve_h: number | null;
}

/** How soon the requests made in a window were accepted and solved. */
export async function meanTimes(
  tx: Tx,
  { plant_id, start, end }: { plant_id: number | null; start: Date; end: Date },
): Promise<Times> {
  const { rows } = await tx.query<Times>(
    `select count(r.accepted_at)::int as accepted, avg(extract(epoch from r.accepted_at - r.created_at))::float8 / 3600 as react_h,
       count(r.solved_at)::int as solved, avg(extract(epoch from r.solved_at - r.created_at))::float8 / 3600 as solve_h
     from maintenance_request r where r.company_id = $1 and r.deleted_at is null and r.created_at >= $2 and r.created_at < $3
       and ($4::bigint is null or r.plant_id = $4)`,
    [tx.scope.company_id, start, end, plant_id],
  );
  return rows[0] ?? { accepted: 0, react_h: null, solved: 0, solve_h: null };
}
