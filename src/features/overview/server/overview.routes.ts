import type { EnergySettings } from '../../../shared/server/energy-settings.ts';
import { type Handlers, ReadyJson } from '../../../shared/server/http/mount.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { type PlantsDeps, withWeather } from '../../plants/server/plant-weather.public.ts';
import { plantsApi } from '../../plants/server/plants.public.ts';
import { cardOf, isOfToday } from '../card.model.ts';
import type { devicePageCalls } from '../device.contract.ts';
import type { energyBalanceCalls } from '../energy-balance.contract.ts';
import type { overviewCalls } from '../overview.contract.ts';
import { plantDay } from '../plant-day.model.ts';
import { lineUntilNow, QUARTER_MS } from '../quarters.model.ts';
import { cardsAsJson } from './cards-json.ts';
import { cardsAsTable } from './cards-table.ts';
import { getDeviceOverview, getDeviceSiblings } from './device-overview.ts';
import { getEnergyBalance } from './energy-balance.ts';
import { eachLivePlant, listLivePlants } from './live-plants.repository.ts';
import { listSparks, type SparkRow } from './overview.repository.ts';
import { getPlantOverview } from './plant-overview.ts';
import { findDevices, findPlants } from './search.repository.ts';

const MAX_SPARKS = 200;

function presentSpark(row: SparkRow, now: number) {
  const today = plantDay(row.time_zone, now);
  const ended = isOfToday(row, now) ? row.spark_kw : [];
  return {
    code: row.proj_code,
    start_at: new Date(today.start).toISOString(),
    step_s: QUARTER_MS / 1000,
    power_kw: lineUntilNow(ended, row.power_kw, today, now),
  };
}

/**
 * Which share of what was expected plants made yesterday, by their codes; null where it is not known. Answered by an area that comes
 * after this one: the composition brings them together.
 */
export type ExpectedSharesOf = (
  tx: Tx,
  asked: { readonly codes: readonly string[]; readonly now: number },
) => Promise<ReadonlyMap<string, number | null>>;

export interface OverviewDeps extends PlantsDeps {
  readonly expectedShares: ExpectedSharesOf;
}

export const overviewHandlers = (deps: OverviewDeps): Handlers<typeof overviewCalls> => ({
  async cards({ tx, query, now }) {
    return new ReadyJson(cardsAsJson(await eachLivePlant(tx, query.codes), now.getTime()));
  },
  async exportCards({ tx, body, language, now }) {
    const cards = (await listLivePlants(tx)).map((plant) => cardOf(plant, now.getTime()));
    const codes = body.columns.includes('expected') ? cards.map(({ code }) => code) : [];
    const shares =
      codes.length > 0
        ? await deps.expectedShares(tx, { codes, now: now.getTime() })
        : new Map<string, never>();
    return cardsAsTable(cards, { ...body, language: body.language ?? language, now, shares });
  },
  async plantsData(asked) {
    const { tx, now } = asked;
    const cards = new Map(
      (await listLivePlants(tx)).map((plant) => [plant.proj_code, cardOf(plant, now.getTime())]),
    );
    return (await withWeather(deps, asked, await plantsApi.list(tx))).flatMap((plant) => {
      const card = cards.get(plant.proj_code);
      if (!card) return [];
      const { production, irradianza, power_kw, last_reading_at, no_data } = card;
      return { ...plant, production, irradianza, power_kw, last_reading_at, no_data };
    });
  },
  async dashboardData({ tx, query, now }) {
    const rows = await listSparks(tx, MAX_SPARKS, query.codes);
    return rows.map((row) => presentSpark(row, now.getTime()));
  },
  async search({ tx, query }) {
    const plants = await findPlants(tx, query.search);
    const devices = await findDevices(tx, query.search);
    return {
      plants_count: plants.count,
      devices_count: devices.count,
      plants: plants.found,
      devices: devices.found,
    };
  },
  plantOverview: ({ tx, params, now, language }) =>
    getPlantOverview(tx, params.proj_code, { now: now.getTime(), language }),
});

export const devicePageHandlers: Handlers<typeof devicePageCalls> = {
  deviceOverview: ({ tx, params: { proj_code, id }, now }) =>
    getDeviceOverview(tx, { proj_code, id }, now.getTime()),
  deviceSiblings: ({ tx, params: { proj_code, id }, query, now }) =>
    getDeviceSiblings(tx, { proj_code, id, ...query }, now.getTime()),
};

export const energyBalanceHandlers = ({
  co2KgPerKwh: kgPerKwh,
  co2Source: source,
}: EnergySettings): Handlers<typeof energyBalanceCalls> => ({
  energyBalance: ({ tx, params, query, now }) =>
    getEnergyBalance(tx, { ...params, ...query, co2: { kgPerKwh, source } }, now.getTime()),
});
