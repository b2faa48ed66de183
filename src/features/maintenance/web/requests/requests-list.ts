import { useMemo } from 'react';
import { windowOfDays } from '../../../../shared/web/list/day-span.model.ts';
import {
  beside,
  choice,
  code,
  days,
  defineListState,
  id,
  matching,
  maybe,
  type SearchOfList,
  tab,
} from '../../../../shared/web/list/list-state.ts';
import type { AddressOf } from '../../../../shared/web/list/use-list-state.ts';
import { bookFields } from '../../../../shared/web/record-book/book-list.ts';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import { AGES, PRIORITIES, REQUEST_STATES, WAITING } from '../../request-states.model.ts';

/** Ways to look at requests. */
export const VIEWS = ['list', 'board', 'calendar'] as const;

/** What the page of requests holds in its address. */
export const RequestsList = defineListState('maintenance-requests', {
  ...bookFields(),
  view: tab(VIEWS),
  state: choice([...REQUEST_STATES, 'pending'], ''),
  priority: maybe(PRIORITIES),
  plant: code(),
  type: id(),
  assigned: matching(/^(me|nobody|[1-9]\d{0,15})$/),
  age: maybe(AGES),
  reached: maybe(['accepted', 'solved']),
  /** When they were made. */
  ...days(),
  overdue: maybe(['true']),
  /** Those that were made from an alarm. */
  alarm: id(),
  /** Those that were made from a downtime. */
  downtime: id(),
  /** What a new one is made from. */
  from_alarm: beside(),
  from_downtime: beside(),
  /** How much the calendar shows, and of when. */
  show: tab(['month', 'week']),
  day: beside(/^\d{4}-\d{2}-\d{2}$/),
});
export type RequestsSearch = SearchOfList<typeof RequestsList>;
export type RequestsAddress = AddressOf<typeof RequestsList>;

/** What the address asks of the requests today. */
export function useRequestsAsk(): (search: RequestsSearch) => Record<string, string> {
  const day = new Date(useNow(60_000)).toDateString();
  return useMemo(() => (search: RequestsSearch) => requestFiltersOf(search, new Date(day)), [day]);
}

/** What the address asks of the requests, as the calls take it. It changes with the day, not with the second. */
function requestFiltersOf(search: RequestsSearch, now: Date): Record<string, string> {
  const { q, state, priority, plant, type, assigned, age, overdue, alarm, downtime, reached } = search;
  const { start, end } = windowOfDays(search, now);
  const states = state === 'pending' ? WAITING.join(',') : state;
  return {
    ...(q.trim() && { search: q.trim() }),
    ...(states && { state: states }),
    ...(priority && { priority }),
    ...(plant && { proj_code: plant }),
    ...(type && { type_id: type }),
    ...(assigned && { assigned }),
    ...(age && { age }),
    ...(overdue && { overdue }),
    ...(reached && { reached }),
    ...(start && { created_from: start }),
    ...(end && { created_to: end }),
    ...(alarm && { alarm_id: alarm }),
    ...(downtime && { downtime_id: downtime }),
  };
}
