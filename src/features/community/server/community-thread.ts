import { inScope, type Tx } from '../../../shared/server/tenancy.ts';
import { jsonOf, serveQueries } from '../../measurements/server/query-worker.public.ts';
import type { CommunityQuestion } from './community-question.ts';
import { importHours } from './import-hours.ts';
import { monthHours, monthPlants } from './measured-months.ts';
import { resultsData } from './results.ts';
import { closeMonth, tryMonth } from './statements.ts';
import { takeReadings } from './take-readings.ts';
import { rehearse, sizing, sizingInputs, whatIf, whatIfInputs } from './what-if.ts';

let isAsked = false;

// A thread of the api process: it reads the hours of a month or a year and settles them; a month is closed, and hours of a file or of meters stored, in the same transaction.
serveQueries<CommunityQuestion>(async ({ pool, scope, query, now, signal }) => {
  isAsked = true;
  const read = <T>(work: (tx: Tx) => Promise<T>) => inScope(pool, scope, work, 'read only');
  if ('close' in query) return jsonOf(await inScope(pool, scope, (tx) => closeMonth(tx, query.close, now)));
  if ('hours' in query) return jsonOf(await inScope(pool, scope, (tx) => importHours(tx, query, now)));
  if ('readings' in query)
    return jsonOf(await read((tx) => takeReadings(tx, query.readings, { now, dry: true, signal })));
  if ('take_readings' in query)
    return jsonOf(
      await inScope(pool, scope, (tx) => takeReadings(tx, query.take_readings, { now, dry: false })),
    );
  if ('trial' in query) return jsonOf(await read((tx) => tryMonth(tx, query.trial, now)));
  if ('results' in query) return jsonOf(await read((tx) => resultsData(tx, query.results, { now, signal })));
  if ('month_plants' in query) return jsonOf(await read((tx) => monthPlants(tx, query.month_plants, now)));
  if ('month_hours' in query) return jsonOf(await read((tx) => monthHours(tx, query.month_hours, now)));
  // Nothing is held while a year is calculated.
  if ('what_if' in query)
    return jsonOf(whatIf(await read((tx) => whatIfInputs(tx, query.what_if)), query.what_if));
  return jsonOf(sizing(await read((tx) => sizingInputs(tx, query.sizing)), query.sizing));
}, 'communities');

// Started ahead of its first question, which is mostly that of a slider: the first year that is calculated takes three times as long as others.
setTimeout(() => {
  if (!isAsked) rehearse();
}, 50);
