import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { Services } from '../../../shared/server/feature.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { inScope, type Tx } from '../../../shared/server/tenancy.ts';
import { createTableFiles } from '../../cloudcontrol/server/table-files.public.ts';
import type { communityCalls } from '../community.contract.ts';
import type { simulationsCalls } from '../simulations.contract.ts';
import { listCommunities } from './communities.repository.ts';
import { changeCommunity, createCommunity, presentCommunity, removeCommunity } from './communities.ts';
import { importHours } from './import-hours.ts';
import { importMembers } from './import-members.ts';
import { ownRun } from './own-run.ts';
import { plantChoices } from './plants.ts';
import { resultsData } from './results.ts';
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

export function communityHandlers({ pool }: Pick<Services, 'pool'>): Handlers<typeof communityCalls> {
  const files = createTableFiles();
  return {
    assetPlants: ({ tx }) => plantChoices(tx, 'asset'),
    prosumerPlants: ({ tx }) => plantChoices(tx, 'residential'),
    zeusPlants: ({ tx }) => plantChoices(tx),
    list: ({ tx }) => listCommunities(tx),
    get: ({ tx, params, now }) => presentCommunity(tx, params.id, now),
    create: ({ tx, body, now }) => createCommunity(tx, body, now),
    update: ({ tx, params, body, now }) => changeCommunity(tx, params.id, body, now),
    remove: ({ tx, params }) => removeCommunity(tx, params.id),
    importHours: ({ tx, query, body, now }) =>
      importHours(tx, { community: query.community, bytes: body, dry: query.dry_run === 'true', now }),
    async importMembers({ scope, query, body }) {
      const { community, version } = query;
      const dry = query.dry_run === 'true';
      await inScope(pool, scope, (tx) => knowsCommunity(tx, community), 'read only');
      const table = await files.read(scope, bytesOf(body));
      return inScope(pool, scope, (tx) => importMembers(tx, table, { community, dry, version }));
    },
    resultsData: ({ tx, query }) => resultsData(tx, query),
  };
}

export const simulationsHandlers = ({
  pool,
  jobs,
}: Pick<Services, 'pool' | 'jobs'>): Handlers<typeof simulationsCalls> => ({
  list: ({ tx }) => simulationRows(tx),
  get: ({ tx, params }) => presentSimulation(tx, params.id),
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
  run: async ({ tx, params }) => presentRun(await ownRun(tx, params.id)),
  cancelRun: ({ tx, params, now }) => cancelRun(tx, params.id, now),
});
