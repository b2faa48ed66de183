import type pg from 'pg';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { neighbours } from '../../../shared/server/http/pages.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import type { readingMarksCalls } from '../reading-marks.contract.ts';
import { createMark, pageOfMarks, removeMark } from './reading-marks.service.ts';

/** Calls by which people declare readings bad, and undo it. */
export function readingMarksHandlers({ pool }: { pool: pg.Pool }): Handlers<typeof readingMarksCalls> {
  return {
    async list({ scope, query, request }) {
      const filter = { ...query, undone: query.undone === 'true' };
      const { count, results } = await inScope(pool, scope, (tx) => pageOfMarks(tx, filter), 'read only');
      return { count, ...neighbours(request.url, query, count), results };
    },
    create: ({ scope, body }) => inScope(pool, scope, (tx) => createMark(tx, body)),
    async undo({ scope, params }) {
      await inScope(pool, scope, (tx) => removeMark(tx, params.id));
      return undefined;
    },
  };
}
