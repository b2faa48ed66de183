import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { Services } from '../../../shared/server/feature.ts';
import { type Handlers, ReadyJson } from '../../../shared/server/http/mount.ts';
import { inScope, type Tx } from '../../../shared/server/tenancy.ts';
import { createTableFiles } from '../../cloudcontrol/server/table-files.public.ts';
import type { QueryWorkers } from '../../measurements/server/query-worker.public.ts';
import type { communityCalls } from '../community.contract.ts';
import type { simulationsCalls } from '../simulations.contract.ts';
import { listCommunities } from './communities.repository.ts';
import {
  changeCommunity,
  communityRows,
  createCommunity,
  presentCommunity,
  removeCommunity,
} from './communities.ts';
import type { CommunityQuestion } from './community-question.ts';
import { importMembers } from './import-members.ts';
import { ownRun } from './own-run.ts';
import { plantChoices } from './plants.ts';
import { cancelRun, ownRuns, presentRun, simulate, startRun } from './runs.ts';
import {
  changeSimulation,
  createSimulation,
  presentSimulation,
  removeMember,
  removeSimulation,
  savedResult,
  saveResult,
  simulationRows,
} from './simulations.ts';

/** Before a file is read for it. @throws AppError not_found */
async function knowsCommunity(tx: Tx, id: number): Promise<void> {
  if ((await listCommunities(tx, id)).length === 0) notFound();
}

/** The bytes of a file that was sent as it is. @throws AppError invalid */
function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  throw new AppError('invalid', 'Send the file itself, as text/csv or as a workbook');
}

interface Deps extends Pick<Services, 'pool'> {
  readonly communityThreads: QueryWorkers<CommunityQuestion>;
}

export function communityHandlers({ pool, communityThreads }: Deps): Handlers<typeof communityCalls> {
  const files = createTableFiles();
  return {
    assetPlants: ({ tx }) => plantChoices(tx, 'asset'),
    prosumerPlants: ({ tx }) => plantChoices(tx, 'residential'),
    zeusPlants: ({ tx }) => plantChoices(tx),
    list: ({ tx }) => communityRows(tx),
    get: ({ tx, params, now }) => presentCommunity(tx, params.id, now),
    create: ({ tx, body, now }) => createCommunity(tx, body, now),
    update: ({ tx, params, body, now }) => changeCommunity(tx, params.id, body, now),
    remove: ({ tx, params }) => removeCommunity(tx, params.id),
    async importHours({ scope, query, body }) {
      const { community } = query;
      await inScope(pool, scope, (tx) => knowsCommunity(tx, community), 'read only');
      const hours = { community, dry: query.dry_run === 'true' };
      // A copy, which is given away.
      const bytes = Uint8Array.from(bytesOf(body));
      return new ReadyJson(await communityThreads.ask(scope, { hours, bytes }));
    },
    async importMembers({ scope, query, body }) {
      const { community, version } = query;
      const dry = query.dry_run === 'true';
      await inScope(pool, scope, (tx) => knowsCommunity(tx, community), 'read only');
      const table = await files.read(scope, bytesOf(body));
      return inScope(pool, scope, (tx) => importMembers(tx, table, { community, dry, version }));
    },
    resultsData: async ({ scope, query, gone }) =>
      new ReadyJson(await communityThreads.ask(scope, { results: query }, gone)),
  };
}

export const simulationsHandlers = ({
  pool,
  jobs,
  communityThreads,
}: Pick<Services, 'pool' | 'jobs'> & Deps): Handlers<typeof simulationsCalls> => ({
  list: ({ tx }) => simulationRows(tx),
  get({ tx, params }) {
    // Its sliders ask next, and a thread takes a second to start.
    communityThreads.warm();
    return presentSimulation(tx, params.id);
  },
  create: ({ tx, body }) => createSimulation(tx, body),
  update: ({ tx, params, body }) => changeSimulation(tx, params.id, body),
  remove: ({ tx, params }) => removeSimulation(tx, params.id),
  results: ({ tx, query }) => savedResult(tx, query.code),
  saveResults: ({ tx, body, now }) => saveResult(tx, body, now),
  removeMember: ({ tx, params }) => removeMember(tx, params.id),
  simulate: ({ scope, query, now, gone }) => simulate({ pool, jobs }, { scope, query, now, gone }),
  runs: ({ tx }) => ownRuns(tx),
  startRun: async ({ tx, body, now }) =>
    presentRun(await ownRun(tx, await startRun(tx, body.parameters, { jobs, now }))),
  async run({ tx, params }) {
    communityThreads.warm();
    return presentRun(await ownRun(tx, params.id));
  },
  cancelRun: ({ tx, params, now }) => cancelRun(tx, params.id, now),
});
