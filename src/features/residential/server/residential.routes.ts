import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { PageQuery } from '../../../shared/server/http/pages.ts';
import { isRestOf } from '../../plants/daylight.model.ts';
import { type ConnectedDevice, PROVIDERS, type residentialCalls } from '../residential.contract.ts';
import { countStates, sendingState } from '../sending-states.model.ts';
import { groupDays, groupPower, homesOf, rankedHomes, storageOfHomes } from './group-answers.ts';
import { chartOfHome, daysOfHome } from './home-answers.ts';
import {
  listHomeDevices,
  listSenders,
  listToldVariables,
  type SenderRow,
} from './home-devices.repository.ts';
import { computedPower, lastPowers, powersOfDay } from './home-powers.ts';
import type { HomeRow } from './homes.repository.ts';
import { changeHome, createHome, findHomes, getHome, getHomeDetail, stateOfHome } from './homes.ts';
import { homesFile } from './homes-file.ts';
import { projectHandlers } from './projects.ts';

const pageOf = <T>(rows: readonly T[], { page, page_size }: PageQuery) => ({
  count: rows.length,
  results: rows.slice((page - 1) * page_size, page * page_size),
});

function presentSender(row: SenderRow, now: number): ConnectedDevice {
  const { last_at, rhythm_s, production_type: _, latitude: __, longitude: ___, ...device } = row;
  return {
    ...device,
    state: sendingState({ last_at, rhythm_s, rests: isRestOf(row, now) }, now),
    last_reading_at: last_at === null ? null : new Date(last_at).toISOString(),
  };
}

/** The sum of what is known, and of how many it is; null of nothing. */
function known(homes: readonly HomeRow[], name: 'nominal_kwp' | 'storage_kwh') {
  const values = homes.flatMap((home) => home[name] ?? []);
  return {
    sum: values.length === 0 ? null : values.reduce((all, one) => all + one, 0),
    count: values.length,
  };
}

// spec §7: Residential
export const residentialHandlers: Handlers<typeof residentialCalls> = {
  ...projectHandlers,
  async plants({ tx, query, now }) {
    if (query.project_id !== undefined) await homesOf(tx, query.project_id, now);
    const { homes, states } = await findHomes(tx, query, now);
    return { ...pageOf(homes, query), states };
  },
  async exportHomes({ tx, query, now, language }) {
    const { language: wished = language, format, ...filter } = query;
    if (filter.project_id !== undefined) await homesOf(tx, filter.project_id, now);
    const { homes } = await findHomes(tx, filter, now);
    const { company_id } = tx.scope;
    return homesFile(homes, { language: wished, format, company_id, now });
  },
  getHome: ({ tx, params, now }) => getHomeDetail(tx, params.proj_code, now),
  createHome: ({ tx, body, now }) => createHome(tx, body, now),
  changeHome: ({ tx, params, body, now }) => changeHome(tx, params.proj_code, body, now),
  async connectedDevices({ tx, query, now }) {
    if (query.project_id !== undefined) await homesOf(tx, query.project_id, now);
    const senders = await listSenders(tx, query.project_id);
    const devices = senders.map((row) => presentSender(row, now.getTime()));
    return pageOf(
      devices.filter(({ state }) => query.state === undefined || state === query.state),
      query,
    );
  },
  async devicesDataSendingStatuses({ tx, query, now }) {
    const at = now.getTime();
    const homes = (await homesOf(tx, query.project_id, now)).map((home) => ({
      provider: home.provider,
      state: stateOfHome(home, at),
    }));
    const devices = await listSenders(tx, query.project_id);
    const statesOf = (of: typeof homes) => countStates(of.map(({ state }) => state));
    return {
      homes: statesOf(homes),
      devices: countStates(devices.map((row) => presentSender(row, at).state)),
      by_provider: PROVIDERS.flatMap((provider) => {
        const own = homes.filter((home) => home.provider === provider);
        return own.length === 0 ? [] : [{ provider, ...statesOf(own) }];
      }),
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
  async nominalCapacity({ tx, query, now }) {
    const homes = await homesOf(tx, query.project_id, now);
    const [power, storage] = [known(homes, 'nominal_kwp'), known(homes, 'storage_kwh')];
    return {
      homes: homes.length,
      ...{ nominal_kwp: power.sum, with_power: power.count },
      ...{ storage_kwh: storage.sum, with_storage: storage.count },
    };
  },
  rresData: ({ tx, query, now }) => groupPower(tx, query, now),
  groupDays: ({ tx, query, now }) => groupDays(tx, query, now),
  async ranking({ tx, query, now }) {
    return pageOf(await rankedHomes(tx, query, now), query);
  },
  async storage({ tx, query, now }) {
    return pageOf(await storageOfHomes(tx, query, now), query);
  },
  async places({ tx, query, now }) {
    const homes = await homesOf(tx, query.project_id, now);
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
};
