import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { JobQueue } from '../../../shared/server/jobs.ts';
import type { suggestionsCalls } from '../suggestions.contract.ts';
import type { Downtimes } from './downtime-book.ts';
import { findPlant } from './downtimes.repository.ts';
import { searchQueue } from './search-queue.ts';
import {
  acceptSuggestion,
  dismissSuggestion,
  findSuggestion,
  mergeSuggestions,
  pageOf,
  splitSuggestion,
} from './suggestions.service.ts';

interface Deps {
  readonly downtimes: Downtimes;
  readonly jobs: Pick<JobQueue, 'send'>;
}

/** Suggested downtimes, and what people decide on them. */
export const suggestionsHandlers = ({ downtimes, jobs }: Deps): Handlers<typeof suggestionsCalls> => ({
  async list({ tx, query }) {
    const { state, proj_code, ...page } = query;
    const plant = proj_code === undefined ? null : ((await findPlant(tx, proj_code)) ?? notFound());
    return pageOf(tx, { state, plant_id: plant?.id ?? null }, page);
  },
  get: ({ tx, params }) => findSuggestion(tx, params.id),
  async find({ tx, body }) {
    const plant = (await findPlant(tx, body.proj_code)) ?? notFound();
    await jobs.send(tx, searchQueue, { company_id: tx.scope.company_id, ...body }, tx.scope);
    const { proj_code, from_on, to_on } = body;
    await recordAudit(tx, 'downtime_suggestion.searched', String(plant.id), { proj_code, from_on, to_on });
  },
  accept: ({ tx, params, body, now }) => acceptSuggestion(tx, { id: params.id, said: body, downtimes, now }),
  merge: ({ tx, body }) => mergeSuggestions(tx, body.suggestions),
  split: ({ tx, params, body }) => splitSuggestion(tx, params.id, body),
  dismiss: ({ tx, params, body }) => dismissSuggestion(tx, params.id, body),
});
