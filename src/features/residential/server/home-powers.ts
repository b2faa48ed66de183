import { AppError } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { isFresh } from '../../../shared/units/freshness.ts';
import { withoutNoise } from '../../../shared/units/units.ts';
import { DAY_MS, dayBorders, localDay, periodBorders } from '../../../shared/units/zones.ts';
import { type PlantSource, plantSources } from '../../measurements/plant-series.model.ts';
import { placeKey } from '../../measurements/server/plant-hours.public.ts';
import { isRestTime, restsAtNight } from '../../plants/daylight.model.ts';
import { balanceOfHome } from '../home-balance.model.ts';
import type { HomePowers, LastPowers, POWERS } from '../home-energies.contract.ts';
import { type HomeDevice, listHomeDevices, listLastSlots } from './home-devices.repository.ts';
import { loadByStart, loadFlows, loadHeard, placeOf, slotsOf, sumOfTold, valuesAt } from './home-flows.ts';
import type { HomeRow } from './homes.repository.ts';

type Source = PlantSource<HomeDevice>;
type PowerName = (typeof POWERS)[number];

export const tooMany = (): never => {
  throw new AppError('limit', 'Too many readings at once: choose fewer days or homes');
};
export const iso = (at: number): string => new Date(at).toISOString();

/** By which devices a home's powers are told. */
const powersOf = (devices: readonly HomeDevice[]): Readonly<Record<PowerName, readonly Source[]>> => ({
  produced: plantSources(devices, 'ac_power_kw'),
  grid: slotsOf(
    devices.filter(({ category }) => category === 'exchange_meter'),
    'ac_power_kw',
    'gauge',
  ),
  battery: slotsOf(devices, 'battery_power_kw', 'gauge'),
  charge: slotsOf(devices, 'battery_soc_pct', 'gauge'),
});

/** The day of a home that is asked for, else today, with its borders. */
export const dayOf = ({ time_zone }: Pick<HomeRow, 'time_zone'>, date: string | undefined, now: number) =>
  date === undefined ? localDay(time_zone, now) : dayBorders(time_zone, date);

/** What sources come to at a moment: their sum, of charges their mean; null where one of them is not known. */
function together(name: PowerName, values: readonly number[] | null): number | null {
  const sum = sumOfTold(values);
  return withoutNoise(name === 'charge' && sum !== null ? sum / (values?.length ?? 1) : sum);
}

/** A home's powers in a day. @throws AppError limit */
export async function powersOfDay(
  tx: Tx,
  home: HomeRow,
  { date, now }: { date: string | undefined; now: number },
): Promise<HomePowers> {
  const { start, end } = dayOf(home, date, now);
  const chosen = powersOf(await listHomeDevices(tx, [home.plant_id]));
  const names = (Object.keys(chosen) as PowerName[]).filter((name) => chosen[name].length > 0);
  const places = names.flatMap((name) => chosen[name].map(placeOf));
  const span = { resolution: '15m', aggregate: 'mean', start, end, now } as const;
  const told = (await loadByStart(tx, places, span)) ?? tooMany();
  const starts = periodBorders(home.time_zone, '15m', start, Math.min(end, Math.max(start, now))).slice(
    0,
    -1,
  );
  const heard = await loadHeard(tx, Object.values(chosen));
  // An inverter that was replaced, or that was not there yet, is no gap beside the other; one that the night switches off makes nothing,
  // but says nothing of a battery. A day on which nobody told anything is not known, its night neither.
  const spoke = [...told.values()].some(({ size }) => size > 0);
  const valueAt = (name: PowerName, at: number) =>
    together(
      name,
      valuesAt(chosen[name], {
        heard,
        at,
        rests: () => spoke && name === 'produced' && isRestTime(home, at),
        told: (source) => told.get(placeKey(placeOf(source)))?.get(at),
      }),
    );
  return {
    proj_code: home.proj_code,
    time_zone: home.time_zone,
    start: iso(start),
    end: iso(end),
    series: names.map((name) => ({
      name,
      unit: name === 'charge' ? '%' : 'kW',
      ts: starts.map(iso),
      values: starts.map((at) => valueAt(name, at)),
    })),
  };
}

/** A home's powers now; what is not fresh is not known, but an inverter in its night makes nothing. */
export async function lastPowers(tx: Tx, home: HomeRow, now: number): Promise<LastPowers> {
  const chosen = powersOf(await listHomeDevices(tx, [home.plant_id]));
  const sources = Object.values(chosen).flat();
  const last = await listLastSlots(tx, [...new Set(sources.map(({ device }) => device.device_id))]);
  const bySlot = new Map(last.map((row) => [placeKey(row), row]));
  const ages: number[] = [];
  const rests = isRestTime(home, now);
  const told = (name: PowerName, source: Source): number | undefined => {
    const row = bySlot.get(placeKey(placeOf(source)));
    if (row?.value != null && row.at !== null && isFresh(row.at, row.rhythm_s, now)) {
      ages.push(row.at);
      return row.value;
    }
    // Of one that was silent all day nobody knows whether the night alone keeps it so.
    const spoke = row?.at != null && row.at > now - DAY_MS;
    return name === 'produced' && rests && spoke && restsAtNight(source.device.category) ? 0 : undefined;
  };
  const value = (name: PowerName) => {
    const values = chosen[name].filter(({ device }) => device.enabled).map((source) => told(name, source));
    return together(name, values.includes(undefined) ? null : (values as number[]));
  };
  const [produced_kw, grid_kw, battery_kw] = [value('produced'), value('grid'), value('battery')];
  const battery = chosen.battery.length === 0 ? 0 : battery_kw;
  const isKnown = produced_kw !== null && grid_kw !== null && battery !== null;
  return {
    proj_code: home.proj_code,
    produced_kw,
    grid_kw,
    battery_kw,
    charge_pct: value('charge'),
    has_battery: chosen.battery.length > 0 || (home.storage_kwh ?? 0) > 0,
    used_kw: isKnown ? withoutNoise(Math.max(0, produced_kw + battery - grid_kw)) : null,
    at: ages.length === 0 ? null : iso(Math.min(...ages)),
  };
}

/** What a house took hour by hour of a day, from its meters together: kWh of an hour are kW. @throws AppError limit */
export async function computedPower(
  tx: Tx,
  home: HomeRow,
  { date, now }: { date: string | undefined; now: number },
): Promise<{ ts: string[]; values: (number | null)[] }> {
  const { start, end } = dayOf(home, date, now);
  const starts = periodBorders(home.time_zone, 'hour', start, end).slice(0, -1);
  const ended = starts.filter((at) => at + 3_600_000 <= now);
  const devices = await listHomeDevices(tx, [home.plant_id]);
  const asked = { plant_id: home.plant_id, place: home, starts: ended };
  const span = { resolution: 'hour', start, end, now } as const;
  const flows = (await loadFlows(tx, { homes: [asked], devices }, span)) ?? tooMany();
  const own = flows.get(home.plant_id);
  const used = (at: number) => {
    const told = own?.get(at);
    return told ? balanceOfHome(told, home.nominal_kwp).used_kwh : null;
  };
  return { ts: ended.map(iso), values: ended.map((at) => withoutNoise(used(at))) };
}
