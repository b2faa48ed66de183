import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, Instant, linesOf, PageQuery, ProjCode, paged } from '../../shared/contract/fields.ts';
import { WindowEnd, WindowStart } from '../../shared/contract/windows.ts';
import { MAX_MARK_DAYS, MAX_MARK_VARIABLES, MAX_REASON } from './reading-marks.model.ts';

/** Readings of a device that a person declared bad. They stay as they came and are counted nowhere until it is undone. */
export const ReadingMark = z.object({
  id: z.int(),
  device_id: z.int(),
  proj_code: z.string(),
  short_name: z.string(),
  /** Names of the variables meant; null: all of the device. */
  variables: z.array(z.string()).nullable(),
  /** Half-open. */
  start: Instant,
  end: Instant,
  reason: z.string(),
  created_at: Instant,
  /** Who did so; null for a person who is no member any more. */
  created_by: z.string().nullable(),
  undone_at: Instant.nullable(),
  undone_by: z.string().nullable(),
});
export type ReadingMark = z.infer<typeof ReadingMark>;

export const NewReadingMark = z.object({
  device_id: z.int().positive(),
  /** All of the device where it is left out. */
  variables: z.array(z.string().min(1).max(63)).min(1).max(MAX_MARK_VARIABLES).optional(),
  start: Instant,
  end: Instant,
  reason: linesOf(MAX_REASON).refine((text) => text.trim() !== '', 'required'),
});

export const readingMarksCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/reading-marks/',
    summary: 'Ranges of readings that people declared bad, the latest range first, in pages',
    topics: ['reading_marks'],
    access: 'asset.read',
    query: PageQuery.extend({
      proj_code: ProjCode.optional(),
      device_id: Id.optional(),
      /** Half-open; marks that touch it. */
      start: WindowStart.optional(),
      end: WindowEnd.optional(),
      /** Also those that were undone. */
      undone: z.enum(['true', 'false']).default('false'),
    }),
    ok: paged(ReadingMark),
  }),
  create: call({
    method: 'POST',
    path: '/api/v1/reading-marks/',
    summary: `Declares readings of a device bad, at most ${MAX_MARK_DAYS} days at once; their days are counted anew`,
    topics: ['reading_marks', 'readings', 'figures'],
    access: 'plants.write',
    body: NewReadingMark,
    ok: ReadingMark,
    status: 201,
  }),
  undo: call({
    method: 'DELETE',
    path: '/api/v1/reading-marks/{id}/',
    summary:
      'Undoes a mark: the readings count again as they came; the mark stays in the list of undone ones',
    topics: ['reading_marks', 'readings', 'figures'],
    access: 'plants.write',
    params: z.object({ id: Id }),
    ok: z.undefined(),
    status: 204,
  }),
});
