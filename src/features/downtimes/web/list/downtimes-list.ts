import { windowOfDays } from '../../../../shared/web/list/day-span.model.ts';
import {
  beside,
  choice,
  code,
  days,
  defineListState,
  id,
  maybe,
  page,
  q,
  type SearchOfList,
  sort,
  text,
} from '../../../../shared/web/list/list-state.ts';
import type { AddressOf } from '../../../../shared/web/list/use-list-state.ts';
import { bookFields } from '../../../../shared/web/record-book/book-list.ts';
import { AVAILABILITY_CLASSES, CAUSE_KINDS } from '../../causes.model.ts';
import { CLAIM_STATES } from '../../claims.model.ts';
import { SUGGESTION_STATES } from '../../suggestion-states.model.ts';

/** What the page of downtimes holds in its address. */
export const DowntimesList = defineListState('downtimes', {
  ...bookFields(),
  plant: code(),
  cause: id(),
  kind: maybe(CAUSE_KINDS),
  availability: maybe(AVAILABILITY_CLASSES),
  planned: maybe(['true', 'false']),
  device: id(),
  /** Of devices that it names; a hyphen: of none that is known. */
  maker: text(80),
  model: text(80),
  lasting: maybe(['true', 'false']),
  claim: maybe(CLAIM_STATES),
  figure: maybe(['none', 'partial']),
  /** Those that an alarm was made into. */
  alarm: id(),
  /** What a new one is made from. */
  from_alarm: beside(),
  from_suggestion: beside(),
  /** Those that began in the days, not only those that were open then. */
  days: maybe(['began']),
  ...days(),
});
export type DowntimesSearch = SearchOfList<typeof DowntimesList>;
export type DowntimesAddress = AddressOf<typeof DowntimesList>;

/** What the page of suggested downtimes holds in its address. */
export const SuggestionsList = defineListState('downtime-suggestions', {
  state: choice(SUGGESTION_STATES, 'open'),
  plant: code(),
  sort: sort(),
  page: page(),
});

/** What the page of K451 settings holds in its address. */
export const K451List = defineListState('downtime-k451-settings', { q: q(), sort: sort() });

function windowOf(search: DowntimesSearch, now: Date): Record<string, string> {
  const { start, end } = windowOfDays(search, now);
  if (search.days !== 'began') return { ...(start && { start }), ...(end && { end }) };
  return { ...(start && { began_from: start }), ...(end && { began_to: end }) };
}

/** What the address asks of the downtimes, as the calls take it. It changes with the day, not with the second. */
export function downtimeFiltersOf(search: DowntimesSearch, now: Date): Record<string, string> {
  const { q, plant, cause, kind, availability, planned, device, maker, model } = search;
  const { lasting, claim, figure, alarm } = search;
  return {
    ...(kind && { kind }),
    ...(availability && { availability }),
    ...(planned && { planned }),
    ...(device && { device_id: device }),
    ...(maker && { maker }),
    ...(model && { model }),
    ...(q.trim() && { search: q.trim() }),
    ...(plant && { proj_code: plant }),
    ...(cause && { cause_id: cause }),
    ...(lasting && { open: lasting }),
    ...(claim && { claim_state: claim }),
    ...(figure && { figure }),
    ...(alarm && { alarm_id: alarm }),
    ...windowOf(search, now),
  };
}
