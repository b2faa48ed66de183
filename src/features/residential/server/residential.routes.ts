import { type Handlers, ReadyJson } from '../../../shared/server/http/mount.ts';
import type { QueryWorkers } from '../../measurements/server/query-worker.public.ts';
import type { residentialCalls } from '../residential.contract.ts';
import { groupDays } from './group-answers.ts';
import { chartOfHome, daysOfHome, periodsOfHome } from './home-answers.ts';
import { listHomeDevices, listToldVariables } from './home-devices.repository.ts';
import { computedPower, lastPowers, powersOfDay } from './home-powers.ts';
import { connectedDevices, sendingStatuses } from './home-senders.ts';
import { sumCapacity } from './homes.repository.ts';
import {
  changeHome,
  createHome,
  findPlaces,
  findStates,
  getHome,
  getHomeDetail,
  judgeProject,
  showHomes,
} from './homes.ts';
import { homesFile, rankingFile, storageFile } from './homes-file.ts';
import type { HomesQuestion } from './homes-question.ts';
import { rankedHomes, storageOfHomes } from './month-answers.ts';
import { pageOf } from './page-of.ts';
import { projectHandlers } from './projects.ts';
import { settingsHandlers } from './settings.ts';

export interface HomeServices {
  readonly homeThreads: QueryWorkers<HomesQuestion>;
}

// spec §7: Residential
export const residentialHandlers = ({ homeThreads }: HomeServices): Handlers<typeof residentialCalls> => ({
  ...projectHandlers,
  ...settingsHandlers,
  async plants({ tx, query, now }) {
    await judgeProject(tx, query.project_id);
    const { plant_ids, states } = await findStates(tx, query, now);
    const { count, results } = pageOf(plant_ids, query);
    return { count, results: await showHomes(tx, results, now), states };
  },
  async exportHomes({ tx, query, now, language }) {
    const { language: wished = language, format, ...filter } = query;
    await judgeProject(tx, filter.project_id);
    const { plant_ids } = await findStates(tx, filter, now);
    const homes = await showHomes(tx, plant_ids, now);
    const { company_id } = tx.scope;
    return homesFile(homes, { language: wished, format, company_id, now });
  },
  getHome: ({ tx, params, now }) => getHomeDetail(tx, params.proj_code, now),
  createHome: ({ tx, body, now, caller }) => createHome(tx, body, { now, confirmed: caller.confirmed }),
  changeHome: ({ tx, params, body, now, caller }) =>
    changeHome(tx, params.proj_code, body, { now, confirmed: caller.confirmed }),
  async connectedDevices({ tx, query, now }) {
    await judgeProject(tx, query.project_id);
    return connectedDevices(tx, query, now);
  },
  async devicesDataSendingStatuses({ tx, query: { project_id }, now }) {
    await judgeProject(tx, project_id);
    return sendingStatuses(tx, project_id, now);
  },
  async devices({ tx, query, now }) {
    const { plant_id } = await getHome(tx, query.proj_code, now);
    const devices = await listHomeDevices(tx, [plant_id]);
    return devices.map(({ device_id, short_name, category, manufacturer, model, slots }) => ({
      device_id,
      short_name,
      category,
      manufacturer,
      model,
      variables: slots.map(({ name }) => name),
    }));
  },
  variables: ({ tx }) => listToldVariables(tx),
  async nominalCapacity({ tx, query: { project_id } }) {
    await judgeProject(tx, project_id);
    return sumCapacity(tx, project_id);
  },
  rresData: async ({ scope, query, gone }) =>
    new ReadyJson(await homeThreads.ask(scope, { power: query }, gone)),
  groupDays: ({ tx, query, now }) => groupDays(tx, query, now),
  ranking: ({ tx, query, now }) => rankedHomes(tx, query, now),
  storage: ({ tx, query, now }) => storageOfHomes(tx, query, now),
  async exportRanking({ tx, query, now, language }) {
    const { language: wished = language, format, project_id } = query;
    const { results } = await rankedHomes(tx, { project_id }, now);
    return rankingFile(results, { language: wished, format, company_id: tx.scope.company_id, now });
  },
  async exportStorage({ tx, query, now, language }) {
    const { language: wished = language, format, project_id } = query;
    const { results } = await storageOfHomes(tx, { project_id }, now);
    return storageFile(results, { language: wished, format, company_id: tx.scope.company_id, now });
  },
  async places({ tx, query, now }) {
    await judgeProject(tx, query.project_id);
    return findPlaces(tx, query, now);
  },
  async plantData({ tx, query, now }) {
    const home = await getHome(tx, query.proj_code, now);
    return powersOfDay(tx, home, { date: query.date, now: now.getTime() });
  },
  async plantDataLast({ tx, query, now }) {
    return lastPowers(tx, await getHome(tx, query.proj_code, now), now.getTime());
  },
  async pdayData({ tx, query, now }) {
    const { proj_code, ...days } = query;
    const home = await getHome(tx, proj_code, now);
    return { proj_code, ...(await daysOfHome(tx, home, { ...days, now: now.getTime() })) };
  },
  async homePeriods({ tx, query, now }) {
    return periodsOfHome(tx, await getHome(tx, query.proj_code, now));
  },
  async computedPower({ tx, query, now }) {
    const home = await getHome(tx, query.proj_code, now);
    const power = await computedPower(tx, home, { date: query.date, now: now.getTime() });
    return { proj_code: home.proj_code, unit: 'kW', ...power };
  },
  async chartData({ tx, query, now }) {
    const { proj_code, ...asked } = query;
    const home = await getHome(tx, proj_code, now);
    return chartOfHome(tx, home, { ...asked, now: now.getTime() });
  },
});
