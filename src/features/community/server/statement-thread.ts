import { inScope } from '../../../shared/server/tenancy.ts';
import { jsonOf, serveQueries } from '../../measurements/server/query-worker.public.ts';
import type { StatementQuestion } from './statement-question.ts';
import { closeMonth, tryMonth } from './statements.ts';

// A thread of the api process: it reads the hours of a month, settles them, and closes the month in the same transaction.
serveQueries<StatementQuestion>(async ({ pool, scope, query, now }) => {
  if ('close' in query) return jsonOf(await inScope(pool, scope, (tx) => closeMonth(tx, query.close, now)));
  return jsonOf(await inScope(pool, scope, (tx) => tryMonth(tx, query.trial, now), 'read only'));
}, 'statements');
