import { createHash } from 'node:crypto';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { addDays, dayBorders, HOUR_MS, type LocalDay, localDay } from '../../../shared/units/zones.ts';
import { loadDays } from '../../measurements/server/stored-days.public.ts';
import { NATIONAL } from '../../weather/prices.model.ts';
import { loadHourPrices } from '../../weather/server/prices.public.ts';
import type { PaidTariff } from '../revenue.model.ts';
import type { EarningPlant } from './energy.repository.ts';
import {
  type EnergySources,
  eachOf,
  type FirstHeard,
  loadFirstHeard,
  standingOfSource,
} from './energy-days.ts';

/** Raised when days come out otherwise from the same inputs. */
const VERSION = 2;

const digest = (value: unknown): string =>
  createHash('sha1').update(JSON.stringify(value)).digest('base64url').slice(0, 20);

/** By which tariffs days are priced, each in its version. */
export const tariffsDigest = (tariffs: readonly PaidTariff[]): string =>
  digest(tariffs.map(({ id, version }) => [id, version]).sort(([a = 0], [b = 0]) => a - b));

const placesOf = (sources: EnergySources) =>
  eachOf(sources).map(({ device, slot }) => ({ device_id: device.device_id, slot }));

/** Where the plant lies and what tells its energy: the part of a basis that is the same for all of its days. */
export function modelOf(plant: EarningPlant, { produced, exported }: EnergySources): string {
  const { time_zone, latitude, longitude, production_type, market_zone } = plant;
  const told = (list: EnergySources['exported']) =>
    list.map(({ device, slot }) => [device.device_id, slot, device.enabled, device.category]);
  return digest([
    VERSION,
    time_zone,
    latitude,
    longitude,
    production_type,
    market_zone,
    told(produced.flat()),
    told(exported),
  ]);
}

/** Whether a source stood there on a day, where that is not told by its readings. */
function standing({ from, until }: ReturnType<typeof standingOfSource>, { start, end }: LocalDay): string {
  if (from >= end || until < start) return 'absent ';
  return until < end ? `until ${until} ` : '';
}

/** The prices of days of a zone, each day's as one text; read once for all plants of the zone. */
export class PriceDigests {
  readonly #days = new Map<string, { readonly from: string; readonly days: ReadonlyMap<string, string> }>();

  async of(
    tx: Tx,
    { time_zone, market_zone }: EarningPlant,
    { from, to }: { readonly from: string; readonly to: string },
  ): Promise<ReadonlyMap<string, string>> {
    const zone = market_zone ?? NATIONAL;
    const key = `${zone} ${time_zone} ${to}`;
    const held = this.#days.get(key);
    if (held && held.from <= from) return held.days;
    const [start, end] = [dayBorders(time_zone, from).start, dayBorders(time_zone, to).end];
    const hours = new Map<string, [number, number][]>();
    let day = localDay(time_zone, start);
    for (const [at, price] of await loadHourPrices(tx, { zone, start, end })) {
      while (at >= day.end) day = localDay(time_zone, day.end + HOUR_MS / 2);
      hours.set(day.day, [...(hours.get(day.day) ?? []), [at, price]]);
    }
    const days = new Map([...hours].map(([name, prices]) => [name, digest(prices)]));
    this.#days.set(key, { from, days });
    return days;
  }
}

/**
 * Of what days of a plant are made, as one text each: its place and devices, which of them stood there, what their readings come to, and the
 * prices of its zone. A kept day whose text is another one is made anew.
 */
export async function basesOf(
  tx: Tx,
  {
    plant,
    sources,
    prices,
    first: heard,
  }: { plant: EarningPlant; sources: EnergySources; prices: PriceDigests; first?: FirstHeard },
  days: readonly LocalDay[],
): Promise<ReadonlyMap<string, string>> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return new Map();
  const span = { from: first.day, to: last.day };
  // What was made in a silence before midnight is told after it, which is of use where it is held against what was fed in.
  const looksBack = sources.exported.length > 0;
  const read_from = looksBack ? addDays(first.day, -1) : first.day;
  const places = placesOf(sources);
  const found = new Map<string, string>();
  if (places.length > 0) {
    const slots = [...new Set(places.map(({ slot }) => slot))].sort((a, b) => a - b);
    const device_ids = [...new Set(places.map(({ device_id }) => device_id))];
    const fields = ['n', 'sum', 'energy'] as const;
    for (const { device_id, day, row } of await loadDays(tx, {
      device_ids,
      slots,
      ...span,
      from: read_from,
      fields,
    }))
      slots.forEach((slot, i) => {
        if (row.n[i]) found.set(`${device_id}/${slot}/${day}`, `${row.n[i]}:${row.sum[i]}:${row.energy[i]}`);
      });
  }
  const priced = await prices.of(tx, plant, span);
  const since = heard ?? (await loadFirstHeard(tx, [sources]));
  const standings = eachOf(sources).map((one) => standingOfSource(one, since));
  const model = modelOf(plant, sources);
  return new Map(
    days.map((of) => {
      const { day } = of;
      const read = places.map(({ device_id, slot }, i) => {
        const stood = standing(standings[i] ?? { from: 0, until: 0 }, of);
        const on = (name: string) => found.get(`${device_id}/${slot}/${name}`) ?? '-';
        return `${stood}${on(day)}${looksBack ? ` ${on(addDays(day, -1))}` : ''}`;
      });
      return [day, `${model}.${digest([read, priced.get(day) ?? '-'])}`];
    }),
  );
}
