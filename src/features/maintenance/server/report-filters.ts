import type { z } from 'zod';
import { type Condition, inTurn } from '../../../shared/server/conditions.ts';
import { holdsText, wordsOf } from '../../../shared/server/records/found-text.ts';
import type { reportsBook } from '../maintenance-reports.contract.ts';

type Filters = z.output<typeof reportsBook.Filters>;

/** The number that somebody typed: `M-0007`, `m7`, `7`; undefined for any other text. */
const numberIn = (search: string): number | undefined => {
  const [, digits] = /^(?:m-?)?0*(\d{1,9})$/i.exec(search.trim()) ?? [];
  return digits === undefined ? undefined : Number(digits);
};

const FOUND = `(${holdsText('maintenance_report', '$?1')} or r.number = $?2)`;

/** Either way by its index: joined by `or` they are asked of every report. */
const OF_ALARM = `r.id in (
  select m.id from maintenance_report m join maintenance_request q on q.company_id = $1 and q.id = m.request_id and q.deleted_at is null
  where m.company_id = $1 and q.alarm_id = $?
  union all
  select m.id from maintenance_report m join downtimes.downtime_alarm l on l.company_id = $1 and l.downtime_id = m.downtime_id
  where m.company_id = $1 and l.alarm_id = $?)`;

/** What the filters of the list ask of a report `r`; $1 is the company. */
export function reportConditions({ search, proj_code, proposal, ...filters }: Filters): Condition[] {
  return [
    ...inTurn(wordsOf(search ?? '').map((word): Condition => [FOUND, word, numberIn(word) ?? 0])),
    ['r.state = $?', filters.state],
    [
      'r.plant_id in (select p.id from plants.plant p where p.company_id = $1 and p.proj_code = $?)',
      proj_code,
    ],
    ['r.request_id = $?', filters.request_id],
    ['r.downtime_id = $?', filters.downtime_id],
    [OF_ALARM, filters.alarm_id],
    [
      'r.id in (select o.report_id from maintenance_report_proposal o where o.company_id = $1 and o.state = $?)',
      proposal,
    ],
    ['r.started_at >= $?', filters.from],
    ['r.started_at < $?', filters.to],
  ];
}
