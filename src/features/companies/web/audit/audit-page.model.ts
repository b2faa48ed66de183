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

/** What the address says, as the call takes it. It changes with the day, not with the second. */
export function filtersOf(search: AuditSearch, now: Date): Filters {
  const { q, group, who } = search;
  return {
    ...(q.trim() === '' ? {} : { search: q.trim() }),
    ...(group === 'all' ? {} : { action: group }),
    ...(who === undefined ? {} : { actor_id: who }),
    ...windowOf(search, now),
  };
}

/** One thing that an entry says of its deed. */
export interface Fact {
  field: string;
  /** Undefined: it was nothing before, or nobody noted what. */
  before: unknown;
  after: unknown;
}

const BEFORE = '_before';

/** What an entry's detail says, a field with what it was before joined with what it is now. What was and is nothing is left out. */
export function factsOf(detail: Readonly<Record<string, unknown>>): Fact[] {
  const fields = Object.keys(detail).map((name) =>
    name.endsWith(BEFORE) ? name.slice(0, -BEFORE.length) : name,
  );
  return [...new Set(fields)]
    .map((field) => ({ field, before: detail[`${field}${BEFORE}`], after: detail[field] }))
    .filter(({ before, after }) => JSON.stringify(before ?? null) !== JSON.stringify(after ?? null));
}
