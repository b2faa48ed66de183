import { buffer } from 'node:stream/consumers';
import { inScope, type Tx } from '../../../shared/server/tenancy.ts';
import { jsonOf, serveQueries } from '../../measurements/server/query-worker.public.ts';
import { comparisonFile } from './comparison-file.ts';
import type { ComparisonQuestion } from './comparison-question.ts';
import { comparedMonth } from './comparisons.ts';

// A thread of the api process: a month of a thousand meters is days of all their devices and inverters, which nobody else shall wait for.
serveQueries<ComparisonQuestion>(async ({ pool, scope, query: { compared, as }, now }) => {
  const read = <T>(work: (tx: Tx) => Promise<T>) => inScope(pool, scope, work, 'read only');
  if (!as) return jsonOf(await read((tx) => comparedMonth(tx, compared, now)));
  const file = await read((tx) => comparisonFile(tx, { ...compared, ...as }, now));
  // All rows are there: no further page is read.
  return [new Uint8Array(await buffer(file.write(() => Promise.resolve({ rows: [] }))))];
}, 'meters');
