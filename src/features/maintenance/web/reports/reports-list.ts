import {
  beside,
  code,
  defineListState,
  id,
  maybe,
  type SearchOfList,
} from '../../../../shared/web/list/list-state.ts';
import type { AddressOf } from '../../../../shared/web/list/use-list-state.ts';
import { bookFields } from '../../../../shared/web/record-book/book-list.ts';
import { REPORT_STATES } from '../../reports.model.ts';

/** What the page of reports holds in its address. */
export const ReportsList = defineListState('maintenance-reports', {
  ...bookFields(),
  state: maybe(REPORT_STATES),
  plant: code(),
  proposal: maybe(['open']),
  /** Those of a request, or of a downtime. */
  request: id(),
  downtime: id(),
  /** Those of an alarm, by its request or its downtime. */
  alarm: id(),
  /** What a new one is written for. */
  from_request: beside(),
  from_downtime: beside(),
});
export type ReportsSearch = SearchOfList<typeof ReportsList>;
export type ReportsAddress = AddressOf<typeof ReportsList>;

/** What the address asks of the reports, as the calls take it. */
export function reportFiltersOf(search: ReportsSearch): Record<string, string> {
  const { q, state, plant, proposal, request, downtime, alarm } = search;
  return {
    ...(q.trim() && { search: q.trim() }),
    ...(state && { state }),
    ...(plant && { proj_code: plant }),
    ...(proposal && { proposal }),
    ...(request && { request_id: request }),
    ...(downtime && { downtime_id: downtime }),
    ...(alarm && { alarm_id: alarm }),
  };
}
