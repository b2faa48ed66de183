import { recordAudit } from '../../../shared/server/audit.ts';
import { markChangedDays } from '../../../shared/server/changed-days.repository.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import type { AvailabilitySetting } from '../availability.contract.ts';
import { saveLeastIrradiance } from './availability.repository.ts';

/** No reading is older. */
const EVER = new Date(0);

/** Says from how much sun on a plant has to work. @throws AppError not_found */
export async function changeAvailabilitySetting(
  tx: Tx,
  proj_code: string,
  { least_irradiance_wm2 }: AvailabilitySetting,
): Promise<AvailabilitySetting> {
  const [plant] = await plantCodes.find(tx, [proj_code], plantFilter(tx.scope));
  const plant_id = plant?.id ?? notFound();
  await saveLeastIrradiance(tx, { plant_id, least_irradiance_wm2 });
  await recordAudit(tx, 'availability.set', proj_code, { proj_code, least_irradiance_wm2 });
  await markChangedDays(tx, [{ plant_id, start: EVER, end: null }]);
  await notifyTopics(tx, ['availability']);
  return { least_irradiance_wm2 };
}
