import { buffer } from 'node:stream/consumers';
import type { TableAnswer } from '../../../shared/server/export/table-answer.ts';
import { inScope, type Tx } from '../../../shared/server/tenancy.ts';
import { jsonOf, type Pieces, serveQueries } from '../../measurements/server/query-worker.public.ts';
import { answerRevenue } from '../../revenues/server/revenues.public.ts';
import { k410Report } from './k410.ts';
import { k451Report } from './k451.ts';
import { k410File, k451File } from './report-files.ts';
import type { ReportQuestion } from './report-question.ts';

/** A file in memory of its own, which can be given away. All rows are there: no further page is read. */
async function bytesOf(file: TableAnswer): Promise<Pieces> {
  return [new Uint8Array(await buffer(file.write(() => Promise.resolve({ rows: [] }))))];
}

// A thread of the api process: a year of a thousand plants is thousands of rows, which nobody else shall wait for.
serveQueries<ReportQuestion>(async ({ pool, scope, query, now }) => {
  const read = <T>(work: (tx: Tx) => Promise<T>) => inScope(pool, scope, work, 'read only');
  if (!('k451' in query || 'k410' in query)) return jsonOf(await read((tx) => answerRevenue(tx, query, now)));
  const { as } = query;
  if ('k451' in query) {
    if (!as) return jsonOf(await read((tx) => k451Report(tx, query.k451, now)));
    return bytesOf(await read(async (tx) => k451File(tx, await k451Report(tx, query.k451, now), as)));
  }
  if (!as) return jsonOf(await read((tx) => k410Report(tx, query.k410, now)));
  return bytesOf(await read(async (tx) => k410File(tx, await k410Report(tx, query.k410, now), as)));
}, 'reports');
