import type { z } from 'zod';
import { type Condition, inTurn } from '../../../shared/server/conditions.ts';
import { wordsOf } from '../../../shared/server/records/found-text.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { requestsBook } from '../maintenance-requests.contract.ts';
import { AGE_DAYS, type Age, PRIORITIES, WAITING } from '../request-states.model.ts';

type Filters = z.output<typeof requestsBook.Filters>;

/** The number that somebody typed: `R-0007`, `r7`, `7`; undefined for any other text. */
const numberIn = (search: string): number | undefined => {
  const [, digits] = /^(?:r-?)?0*(\d{1,9})$/i.exec(search.trim()) ?? [];
  return digits === undefined ? undefined : Number(digits);
};

function assignedTo(tx: Tx, assigned: Filters['assigned']): Condition[] {
  if (assigned === undefined) return [];
  if (assigned === 'nobody') return [['r.assigned_user_id is null and r.assigned_firm_id is null']];
  // A key is nobody.
  return [['r.assigned_user_id = $?', assigned === 'me' ? (tx.scope.user_id ?? 0) : assigned]];
}

function createdIn(age: Age | undefined): Condition[] {
  if (age === undefined) return [];
  const [from, to] = AGE_DAYS[age];
  const days = 'make_interval(days => $?::int)';
  return [
    [`r.created_at <= now() - ${days}`, from],
    [`r.created_at > now() - ${days}`, to ?? undefined],
  ];
}

const REACHED: Readonly<Record<'accepted' | 'solved', Condition>> = {
  accepted: ['r.accepted_at is not null'],
  solved: ['r.solved_at is not null'],
};

const FOUND = '(strpos(r.found_in, lower($?1)) > 0 or r.number = $?2)';

/** What the filters of the list ask of a request `r`; $1 is the company. */
export function requestConditions(tx: Tx, filters: Filters): Condition[] {
  const { search, state, priority, proj_code, type_id, firm_id, overdue, due_from, due_to } = filters;
  return [
    ...inTurn(wordsOf(search ?? '').map((word): Condition => [FOUND, word, numberIn(word) ?? 0])),
    ['r.state = any($?::text[])', state],
    ['r.urgency = any($?::int[])', priority?.map((name) => PRIORITIES.indexOf(name))],
    [
      'r.plant_id in (select p.id from plants.plant p where p.company_id = $1 and p.proj_code = $?)',
      proj_code,
    ],
    ['r.type_id = $?', type_id],
    ...assignedTo(tx, filters.assigned),
    ['r.assigned_firm_id = $?', firm_id],
    ['(r.due_at < now() and r.state = any($?::text[]))', overdue && WAITING],
    ...createdIn(filters.age),
    ['r.created_at >= $?', filters.created_from],
    ['r.created_at < $?', filters.created_to],
    ...(filters.reached ? [REACHED[filters.reached]] : []),
    ['r.due_at >= $?', due_from],
    ['r.due_at < $?', due_to],
    ['r.alarm_id = $?', filters.alarm_id],
    ['r.downtime_id = $?', filters.downtime_id],
  ];
}
