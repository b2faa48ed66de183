import { z } from 'zod';
import { Instant, PageQuery, paged } from './fields.ts';

const Value = z.union([z.string(), z.number(), z.boolean()]).nullable();

/** What was done with a record, by whom and when. */
export const HistoryEntry = z.object({
  id: z.int(),
  at: Instant,
  /** Null for the program itself, and for whoever removed their account. */
  actor: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** `created`, `changed`, `removed`… as the audit of its area calls it. */
  what: z.string(),
  /** The fields that were changed, where they are known. */
  fields: z.array(z.string()),
  /** What stood in them before and after: of codes, days and figures. What people wrote of people is kept nowhere else. */
  changes: z.array(z.object({ field: z.string(), before: Value, after: Value })),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** The part of a call's declaration that says that it answers the history of a record, newest first. */
export const recordHistory = { method: 'GET', query: PageQuery, ok: paged(HistoryEntry) } as const;
