import { windowOfDays } from '../../../../shared/web/list/day-span.model.ts';
import type { AuditSearch } from './audit-search.ts';

interface Filters {
  search?: string;
  action?: string;
  actor_id?: string;
  by?: 'people' | 'program';
  order?: 'oldest';
  start?: string;
  end?: string;
}

const whoseOf = (who: string): Pick<Filters, 'actor_id' | 'by'> =>
  who === 'people' || who === 'program' ? { by: who } : { actor_id: who };

/** What the address says, as the call takes it. It changes with the day, not with the second. */
export function filtersOf(search: AuditSearch, now: Date): Filters {
  const { q, group, who, order } = search;
  return {
    ...(q.trim() === '' ? {} : { search: q.trim() }),
    ...(group === undefined ? {} : { action: group }),
    ...(who === undefined ? {} : whoseOf(who)),
    ...windowOfDays(search, now),
    ...(order === 'oldest' ? { order } : {}),
  };
}
