import type { Surface } from '../../../energy/plane-of-array.ts';
import { arraysOf, sensorPlane, sensorPlanes } from '../../../energy/plant-arrays.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { knownZone, localDay, MINUTE_MS } from '../../../shared/units/zones.ts';
import type { Points } from '../../measurements/buckets.model.ts';
import { loadPeriods, placeKey } from '../../measurements/server/plant-hours.public.ts';
import { type SeenSky, seeSky, WORTH_MS, worthOf } from '../offline.model.ts';
import {
  listSensedPlants,
  listSensorPlaces,
  type SensedRow,
  type SensorPlace,
  saveSkies,
} from './sky.repository.ts';

const QUARTER_MS = 15 * MINUTE_MS;
/** Plants whose stored readings are looked through in one turn. */
const BLIND_AT_ONCE = 50;

export const seenOf = ({
  clearness,
  seen_at,
}: Pick<SensedRow, 'clearness' | 'seen_at'>): SeenSky | undefined =>
  clearness === null || seen_at === null ? undefined : { clearness, seen_at: seen_at.getTime() };

/** What is measured of the sky over a plant, and what was seen before. */
type Seeing = Omit<SensedRow, 'plant_id'>;

/** The planes that the plant's sensors stand on: what they measure is told as their mean. */
function planesOf(row: Seeing): Surface[] {
  const planes = sensorPlanes(row, arraysOf({ ...row, inverters: [] }).arrays);
  const stand = row.sensor_sections.length > 0 ? row.sensor_sections : [null];
  return stand.map((section_id) => sensorPlane(planes, section_id));
}

/** How clear the sky is over a plant that measures its irradiance just now; undefined where the sun is too low, or nothing does. */
export function seeNow(row: Seeing, now: number): SeenSky | undefined {
  const { latitude, longitude, irradianza } = row;
  if (latitude === null || longitude === null || irradianza === null) return undefined;
  const of = { poa_wm2: irradianza, site: { latitude, longitude }, planes: planesOf(row), now };
  return seeSky(seenOf(row), of);
}

/** What was seen last: just now, else before. */
export const lastSeen = (row: Seeing, now: number): SeenSky | undefined => seeNow(row, now) ?? seenOf(row);

/** The sky as it was seen, looking back from the last quarter of an hour: it is the first one that had enough sun. */
function seeBack(row: Seeing, quarters: readonly { at: number; poa_wm2: number }[]): SeenSky | undefined {
  const { latitude, longitude } = row;
  if (latitude === null || longitude === null) return undefined;
  const of = { site: { latitude, longitude }, planes: planesOf(row) };
  for (const { at, poa_wm2 } of quarters.toReversed()) {
    const seen = seeSky(undefined, { ...of, poa_wm2, now: at });
    if (seen) return seen;
  }
  return undefined;
}

/** Means of a plant's sensors by quarters of an hour, each told of its middle. */
function quartersOf(
  loaded: ReadonlyMap<string, Points>,
  places: readonly SensorPlace[],
): { at: number; poa_wm2: number }[] {
  const values = new Map<number, number[]>();
  for (const place of places) {
    const points = loaded.get(placeKey(place));
    for (const [i, at] of (points?.ts ?? []).entries()) {
      const value = points?.values[i] ?? Number.NaN;
      if (!Number.isNaN(value)) values.set(at, [...(values.get(at) ?? []), value]);
    }
  }
  return [...values]
    .sort(([one], [other]) => one - other)
    .map(([at, of]) => ({
      at: at + QUARTER_MS / 2,
      poa_wm2: of.reduce((sum, value) => sum + value, 0) / of.length,
    }));
}

/** What sensors saw before anybody watched them, such as before the program was started in a night: read from what is stored. */
async function seeStored(tx: Tx, rows: readonly SensedRow[], now: number): Promise<SeenRow[]> {
  const places = await listSensorPlaces(
    tx,
    rows.map(({ plant_id }) => plant_id),
  );
  const seen: SeenRow[] = [];
  for (const [time_zone, own] of Map.groupBy(places, (place) => place.time_zone)) {
    const zone = knownZone(time_zone);
    const window = { start: localDay(zone, now - WORTH_MS).start, end: localDay(zone, now).end };
    const asked = { places: own, aggregate: 'mean', resolution: '15m', ...window, now } as const;
    const loaded = (await loadPeriods(tx, asked)) ?? new Map();
    for (const [plant_id, sensors] of Map.groupBy(own, (place) => place.plant_id)) {
      const row = rows.find((one) => one.plant_id === plant_id);
      const sky = row && worthOf(seeBack(row, quartersOf(loaded, sensors)), now);
      if (sky) seen.push({ plant_id, ...sky });
    }
  }
  return seen;
}
type SeenRow = SeenSky & { readonly plant_id: number };

/** Keeps how clear the sky is over each of a company's plants that measures its irradiance. */
export async function watchSkies(tx: Tx, now: number): Promise<void> {
  const rows = await listSensedPlants(tx, new Date(now));
  const skies: SeenRow[] = [];
  const blind: SensedRow[] = [];
  for (const row of rows) {
    const seen = seeNow(row, now);
    if (seen) skies.push({ plant_id: row.plant_id, ...seen });
    else if (!worthOf(seenOf(row), now)) blind.push(row);
  }
  if (blind.length > 0) skies.push(...(await seeStored(tx, blind.slice(0, BLIND_AT_ONCE), now)));
  if (skies.length === 0) return;
  await saveSkies(tx, skies);
  await notifyTopics(tx, ['weather']);
}
