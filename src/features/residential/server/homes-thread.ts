import { inScope } from '../../../shared/server/tenancy.ts';
import { jsonOf, serveQueries } from '../../measurements/server/query-worker.public.ts';
import { groupPower } from './group-answers.ts';
import type { HomesQuestion } from './homes-question.ts';

// A thread of the api process: a day of thousands of homes is readings of all their inverters, which nobody else shall wait for.
serveQueries<HomesQuestion>(
  async ({ pool, scope, query, now }) =>
    jsonOf(await inScope(pool, scope, (tx) => groupPower(tx, query.power, now), 'read only')),
  'homes',
);
