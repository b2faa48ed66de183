import type { Tx } from '../../../shared/server/tenancy.ts';
import { dayBorders, HOUR_MS } from '../../../shared/units/zones.ts';
import { plantSources } from '../../measurements/plant-series.model.ts';
import { loadQuarters } from '../../measurements/server/quarter-means.public.ts';
import { hoursOfQuarters, isWholeHour, JUDGED, type SpokenQuarters } from '../power.model.ts';
import {
  listPowerDevices,
  listRunningForecasts,
  type PowerDevice,
  type RunningForecast,
  saveActuals,
} from './power-forecasts.repository.ts';

/** Readings that are on their way yet belong to an hour that is just over. */
const SETTLED_MS = 20 * 60_000;

/** A forecast, and the hours of it that the plant's line of today tells since. */
interface Judged {
  readonly row: RunningForecast;
  /** Begin of each, epoch ms. */
  readonly hours: ReadonlyMap<number, { readonly place: number; readonly power_kw: number }>;
}

const startOf = ({ first_ms }: RunningForecast, place: number): number =>
  first_ms + (JUDGED.from + place) * HOUR_MS;

/** Which hours of a forecast are over and not judged yet. */
function newHours(row: RunningForecast, now: number): Judged {
  const { start } = dayBorders(row.time_zone, row.spark_day);
  const measured = hoursOfQuarters(row.spark_kw, start, {
    from: startOf(row, 0),
    count: JUDGED.hours,
    until: now - SETTLED_MS,
  });
  const found = measured.flatMap((power_kw, place): [number, { place: number; power_kw: number }][] =>
    power_kw === null || row.actual_kw[place] !== null ? [] : [[startOf(row, place), { place, power_kw }]],
  );
  return { row, hours: new Map(found) };
}

interface Source {
  readonly plant_id: number;
  readonly device_id: number;
  readonly slot: number;
  readonly rhythm_s: number;
}

/** What tells the power of plants: as their lines are made, of what ever spoke. */
function sourcesOf(devices: readonly PowerDevice[]): Source[] {
  return [...Map.groupBy(devices, ({ plant_id }) => plant_id)].flatMap(([plant_id, own]) =>
    plantSources(own, 'ac_power_kw').flatMap(({ device, slot }): Source[] => {
      const meta = device.slots.find((one) => one.slot === slot);
      return device.enabled && meta?.heard
        ? [{ plant_id, device_id: device.device_id, slot, rhythm_s: meta.rhythm_s }]
        : [];
    }),
  );
}

/** In which quarters of these hours each plant's sources spoke. */
async function loadSpoken(tx: Tx, judged: readonly Judged[]): Promise<Map<number, SpokenQuarters[]>> {
  const wanted = new Map(
    [...Map.groupBy(judged, ({ row }) => row.plant_id)].map(([plant_id, own]) => [
      plant_id,
      own.flatMap(({ hours }) => [...hours.keys()]),
    ]),
  );
  const sources = sourcesOf(await listPowerDevices(tx, [...wanted.keys()]));
  const gauges = sources.map(({ plant_id, device_id, slot, rhythm_s }) => {
    const hours = wanted.get(plant_id) ?? [];
    const back = Math.ceil((rhythm_s * 1000) / HOUR_MS) * HOUR_MS;
    return { device_id, slot, from: Math.min(...hours) - back, until: Math.max(...hours) + HOUR_MS };
  });
  const { gauges: quarters } = await loadQuarters(tx, { gauges, counters: [] });
  const found = Map.groupBy(quarters, ({ wish }) => wish);
  const spoken = new Map<number, SpokenQuarters[]>();
  for (const [wish, { plant_id, rhythm_s }] of sources.entries()) {
    const own = spoken.get(plant_id) ?? [];
    own.push({ rhythm_s, at: new Set(found.get(wish)?.map(({ at }) => at)) });
    spoken.set(plant_id, own);
  }
  return spoken;
}

/**
 * Holds today's power against what was forecast a day before, hour by hour as the hours end. An hour in which a source of the plant
 * was silent is not judged: the power of the others is not the plant's.
 */
export async function measureForecasts(tx: Tx, now: number): Promise<void> {
  const running = await listRunningForecasts(tx, new Date(now));
  const judged = running.map((row) => newHours(row, now)).filter(({ hours }) => hours.size > 0);
  if (judged.length === 0) return;
  const spoken = await loadSpoken(tx, judged);
  const changed = judged.flatMap(({ row, hours }) => {
    const whole = [...hours].filter(([start]) => isWholeHour(spoken.get(row.plant_id) ?? [], start));
    const actual_kw = [...row.actual_kw];
    for (const [, { place, power_kw }] of whole) actual_kw[place] = power_kw;
    return whole.length > 0 ? [{ plant_id: row.plant_id, made_on: row.made_on, actual_kw }] : [];
  });
  if (changed.length > 0) await saveActuals(tx, changed);
}
