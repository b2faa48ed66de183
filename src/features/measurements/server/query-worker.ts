import { serveQueries } from './query-worker.public.ts';
import { answerQuery } from './worker-query.ts';

// A thread of the api process: it answers heavy questions about readings.
serveQueries(({ pool, scope, query, now }) => answerQuery(pool, scope, query, now), 'questions');
