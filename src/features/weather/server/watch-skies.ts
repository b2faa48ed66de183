import type { Surface } from '../../../energy/plane-of-array.ts';
import { arraysOf, sensorPlane, sensorPlanes } from '../../../energy/plant-arrays.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { type SeenSky, seeSky } from '../offline.model.ts';
import { listSensedPlants, type SensedRow, saveSkies } from './sky.repository.ts';

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

/** Keeps how clear the sky is over each of a company's plants that measures its irradiance. */
export async function watchSkies(tx: Tx, now: number): Promise<void> {
  const skies = (await listSensedPlants(tx, new Date(now))).flatMap((row) => {
    const seen = seeNow(row, now);
    return seen ? [{ plant_id: row.plant_id, ...seen }] : [];
  });
  if (skies.length === 0) return;
  await saveSkies(tx, skies);
  await notifyTopics(tx, ['weather']);
}
