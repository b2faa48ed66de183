import { notifyTopics } from '../../../shared/server/live/notice.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { type SeenSky, seeSky, USUAL_PLANE } from '../offline.model.ts';
import { listSensedPlants, type SensedRow, saveSkies } from './sky.repository.ts';

export const seenOf = ({
  clearness,
  seen_at,
}: Pick<SensedRow, 'clearness' | 'seen_at'>): SeenSky | undefined =>
  clearness === null || seen_at === null ? undefined : { clearness, seen_at: seen_at.getTime() };

/** Keeps how clear the sky is over each of a company's plants that measures its irradiance. */
export async function watchSkies(tx: Tx, now: number): Promise<void> {
  const skies = (await listSensedPlants(tx)).flatMap((row) => {
    const { plant_id, latitude, longitude, irradianza } = row;
    if (latitude === null || longitude === null || irradianza === null) return [];
    const plane = {
      tilt_deg: row.tilt_deg ?? USUAL_PLANE.tilt_deg,
      azimuth_deg: row.azimuth_deg ?? USUAL_PLANE.azimuth_deg,
    };
    const site = { latitude, longitude };
    const seen = seeSky(seenOf(row), { poa_wm2: irradianza, site, plane, now });
    return seen ? [{ plant_id, ...seen }] : [];
  });
  if (skies.length === 0) return;
  await saveSkies(tx, skies);
  await notifyTopics(tx, ['weather']);
}
