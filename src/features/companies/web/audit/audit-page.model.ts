import type { AuditSearch } from './audit-search.ts';

const DAYS = { today: 1, week: 7, month: 30 } as const;

/** Midnight of a day of the reader's calendar, so many days later. */
function midnight(of: Date, later = 0): Date {
  return new Date(of.getFullYear(), of.getMonth(), of.getDate() + later);
}

const dayOf = (text: string): Date => {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number);
  return new Date(year, month - 1, day);
};

interface Filters {
  search?: string;
  action?: string;
  actor_id?: string;
  by?: 'people' | 'program';
  order?: 'oldest';
  start?: string;
  end?: string;
}

/** The window of time that is looked at, half-open, in days of the reader's calendar. */
function windowOf({ span, from, to }: AuditSearch, now: Date): Pick<Filters, 'start' | 'end'> {
  if (span === 'all') return {};
  if (span !== 'free') return { start: midnight(now, 1 - DAYS[span]).toISOString() };
  return {
    ...(from ? { start: dayOf(from).toISOString() } : {}),
    ...(to ? { end: midnight(dayOf(to), 1).toISOString() } : {}),
  };
}

const whoseOf = (who: string): Pick<Filters, 'actor_id' | 'by'> =>
  who === 'people' || who === 'program' ? { by: who } : { actor_id: who };

/** What the address says, as the call takes it. It changes with the day, not with the second. */
export function filtersOf(search: AuditSearch, now: Date): Filters {
  const { q, group, who, order } = search;
  return {
    ...(q.trim() === '' ? {} : { search: q.trim() }),
    ...(group === 'all' ? {} : { action: group }),
    ...(who === undefined ? {} : whoseOf(who)),
    ...windowOf(search, now),
    ...(order === 'oldest' ? { order } : {}),
  };
}
