import { type Handlers, ReadyJson } from '../../../shared/server/http/mount.ts';
import type { PageQuery } from '../../../shared/server/http/pages.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { QueryWorkers } from '../../measurements/server/query-worker.public.ts';
import { isRestOf } from '../../plants/daylight.model.ts';
import type { ConnectedDevice } from '../home-devices.contract.ts';
import { PROVIDERS } from '../home-states.model.ts';
import type { residentialCalls } from '../residential.contract.ts';
import { countStates, type SendingState, type StateCounts, sendingState } from '../sending-states.model.ts';
import { groupDays, rankedHomes, storageOfHomes } from './group-answers.ts';
import { chartOfHome, daysOfHome } from './home-answers.ts';
import { listHomeDevices, listToldVariables } from './home-devices.repository.ts';
import { computedPower, lastPowers, powersOfDay } from './home-powers.ts';
import { listSenders, nameSenders, type Sender, sortSenders } from './home-senders.repository.ts';
import { countBySight, listSendingHomes } from './home-states.repository.ts';
import { sumCapacity } from './homes.repository.ts';
import {
  ANY_RHYTHM_S,
  changeHome,
  createHome,
  findStates,
  getHome,
  getHomeDetail,
  judgeProject,
  showHomes,
  stateOfHome,
} from './homes.ts';
import { homesFile } from './homes-file.ts';
import type { HomesQuestion } from './homes-question.ts';
import { projectHandlers } from './projects.ts';
import { settingsHandlers } from './settings.ts';

export interface HomeServices {
  readonly homeThreads: QueryWorkers<HomesQuestion>;
}

const pageOf = <T>(rows: readonly T[], { page, page_size }: PageQuery) => ({
  count: rows.length,
  results: rows.slice((page - 1) * page_size, page * page_size),
});

const together = (a: StateCounts, b: StateCounts): StateCounts => ({
  sends: a.sends + b.sends,
  late: a.late + b.late,
  silent: a.silent + b.silent,
  never: a.never + b.never,
});

/** States with those that the database counted: who was heard of just now sends by any rhythm. */
const withSeen = (states: StateCounts, { sends, never }: Pick<StateCounts, 'sends' | 'never'>): StateCounts =>
  together(states, { sends, late: 0, silent: 0, never });

const stateOfSender = (
  sender: Pick<Sender, 'last_at' | 'rhythm_s'> & Parameters<typeof isRestOf>[0],
  now: number,
): SendingState =>
  sendingState(
    {
      last_at: sender.last_at,
      rhythm_s: sender.rhythm_s ?? ANY_RHYTHM_S,
      // Whoever was heard of just now, or never, is not asked about the sun.
      rests: sender.rhythm_s !== null && isRestOf(sender, now),
    },
    now,
  );

/** Devices of homes with how they send; names of those on the page alone are looked up. */
async function connectedDevices(
  tx: Tx,
  {
    project_id,
    state,
    ...page
  }: PageQuery & { project_id?: number | undefined; state?: SendingState | undefined },
  now: Date,
): Promise<{ count: number; results: ConnectedDevice[] }> {
  const senders = (await listSenders(tx, project_id, now)).flatMap((sender) => {
    const own = stateOfSender(sender, now.getTime());
    return state === undefined || own === state ? [{ ...sender, state: own }] : [];
  });
  const { count, results } = pageOf(senders, page);
  const names = await nameSenders(
    tx,
    results.map(({ device_id }) => device_id),
  );
  const shown = results.flatMap(({ device_id, category, last_at, state: own }) => {
    const named = names.get(device_id);
    return named
      ? [
          {
            ...named,
            category,
            state: own,
            last_reading_at: last_at === null ? null : new Date(last_at).toISOString(),
          },
        ]
      : [];
  });
  return { count, results: shown };
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
  createHome: ({ tx, body, now }) => createHome(tx, body, now),
  changeHome: ({ tx, params, body, now }) => changeHome(tx, params.proj_code, body, now),
  async connectedDevices({ tx, query, now }) {
    await judgeProject(tx, query.project_id);
    return connectedDevices(tx, query, now);
  },
  async devicesDataSendingStatuses({ tx, query: { project_id }, now }) {
    await judgeProject(tx, project_id);
    const at = now.getTime();
    const seen = await countBySight(tx, project_id, now);
    const others = (await listSendingHomes(tx, { project_id, late: true }, now)).map((home) => ({
      provider: home.provider,
      state: stateOfHome(home, at),
    }));
    const by_provider = PROVIDERS.flatMap((provider) => {
      const counted = seen.find((row) => row.provider === provider);
      const own = others.filter((home) => home.provider === provider);
      return counted ? [{ provider, ...withSeen(countStates(own.map(({ state }) => state)), counted) }] : [];
    });
    const devices = await sortSenders(tx, project_id, now);
    const states = devices.others.map((sender) => stateOfSender(sender, at));
    return {
      homes: by_provider.reduce((sum, { provider: _, ...own }) => together(sum, own), countStates([])),
      devices: withSeen(countStates(states), devices),
      by_provider,
    };
  },
  async devices({ tx, query, now }) {
    const { plant_id } = await getHome(tx, query.proj_code, now);
    const devices = await listHomeDevices(tx, [plant_id]);
    return devices.map(({ device_id, short_name, category, manufacturer, model, slots }) => ({
      ...{ device_id, short_name, category, manufacturer, model },
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
  async ranking({ tx, query, now }) {
    return pageOf(await rankedHomes(tx, query, now), query);
  },
  async storage({ tx, query, now }) {
    return pageOf(await storageOfHomes(tx, query, now), query);
  },
  async places({ tx, query, now }) {
    await judgeProject(tx, query.project_id);
    const homes = await listSendingHomes(tx, query, now);
    const placed = homes.flatMap((home) => {
      const { proj_code, name, latitude, longitude } = home;
      if (latitude === null || longitude === null) return [];
      return [{ proj_code, name, latitude, longitude, state: stateOfHome(home, now.getTime()) }];
    });
    return { homes: placed, without_place: homes.length - placed.length };
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
