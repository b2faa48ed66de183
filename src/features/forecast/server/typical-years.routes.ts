import { createHash } from 'node:crypto';
import { looksLikeEpw, readEpwYear } from '../../../energy/epw-year.ts';
import { readPvgisYear } from '../../../energy/pvgis-year.ts';
import { type TypicalYear, YearFault } from '../../../energy/typical-year.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { distanceKm } from '../inputs.model.ts';
import type { typicalYearsCalls } from '../typical-years.contract.ts';
import { packYear } from './packed-year.ts';
import { findPlace, type PlantPlace } from './plants.repository.ts';
import { deleteYear, findYear, saveYear, type YearRow } from './typical-years.repository.ts';
import { refuseYear } from './year-refusals.ts';

/** @throws AppError not_found */
async function plantOf(tx: Tx, proj_code: string): Promise<PlantPlace> {
  return (await findPlace(tx, proj_code)) ?? notFound();
}

function present(row: YearRow, { latitude, longitude }: PlantPlace) {
  const known = latitude !== null && longitude !== null;
  return {
    format: row.format,
    file_name: row.file_name,
    latitude: row.latitude,
    longitude: row.longitude,
    distance_km: known ? distanceKm(row, { latitude, longitude }) : null,
    imported_at: row.imported_at.toISOString(),
  };
}

/** @throws AppError invalid, saying what is wrong with the file, by line and field */
function readYear(bytes: Uint8Array): TypicalYear {
  const text = new TextDecoder().decode(bytes);
  try {
    return looksLikeEpw(text) ? readEpwYear(text) : readPvgisYear(text);
  } catch (fault) {
    if (fault instanceof YearFault) return refuseYear(fault);
    throw fault;
  }
}

export const typicalYearsHandlers: Handlers<typeof typicalYearsCalls> = {
  async find({ tx, params }) {
    const plant = await plantOf(tx, params.proj_code);
    const row = await findYear(tx, plant.plant_id);
    return row ? present(row, plant) : null;
  },
  async replace({ tx, params, query, body, now }) {
    const plant = await plantOf(tx, params.proj_code);
    if (!(body instanceof Uint8Array)) throw new AppError('invalid', 'Data is not valid');
    const year = readYear(body);
    const digest = createHash('sha256')
      .update(packYear(year))
      .update(JSON.stringify([year.offset_h]))
      .digest('hex');
    const { file_name } = query;
    await saveYear(tx, plant.plant_id, { ...year, file_name, digest }, now);
    await recordAudit(tx, 'typical_year.imported', params.proj_code, { file_name, format: year.format });
    await notifyTopics(tx, ['expected_energy']);
    const { format, latitude, longitude } = year;
    return present({ format, file_name, latitude, longitude, imported_at: now }, plant);
  },
  async remove({ tx, params }) {
    const plant = await plantOf(tx, params.proj_code);
    if (!(await deleteYear(tx, plant.plant_id))) notFound();
    await recordAudit(tx, 'typical_year.removed', params.proj_code, {});
    await notifyTopics(tx, ['expected_energy']);
  },
};
