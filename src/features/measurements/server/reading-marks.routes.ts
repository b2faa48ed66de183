import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { readingMarksCalls } from '../reading-marks.contract.ts';
import { createMark, pageOfMarks, removeMark } from './reading-marks.service.ts';

/** Calls by which people declare readings bad, and undo it. */
export const readingMarksHandlers: Handlers<typeof readingMarksCalls> = {
  list: ({ tx, query }) => pageOfMarks(tx, { ...query, undone: query.undone === 'true' }),
  create: ({ tx, body }) => createMark(tx, body),
  undo: ({ tx, params }) => removeMark(tx, params.id),
};
