import { recordAudit } from '../../../shared/server/audit.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { K451Setting } from '../k451-settings.contract.ts';
import { holdCause, markDaysOfCause } from './causes.repository.ts';
import { findPlant } from './downtimes.repository.ts';
import { deleteSetting, findSetting, insertSetting, overlapsSetting } from './k451.repository.ts';

function refuse(code: 'invalid' | 'conflict', path: string, fault: string, message: string): never {
  throw new AppError(code, message, { errors: [{ path, message, code: fault }] });
}

type Given = Pick<K451Setting, 'proj_code' | 'cause_id' | 'from_on' | 'to_on' | 'counts'>;

/** @throws AppError not_found; invalid where somebody who does not see every plant sets what holds for all; conflict */
export async function createSetting(tx: Tx, { proj_code, ...given }: Given): Promise<K451Setting> {
  if (proj_code === null && tx.scope.plants !== 'all')
    refuse('invalid', 'proj_code', 'plant_needed', 'Name a plant: you do not see all plants of the company');
  const plant = proj_code === null ? null : ((await findPlant(tx, proj_code)) ?? notFound());
  if (!(await holdCause(tx, given.cause_id))) notFound();
  const fields = { ...given, plant_id: plant?.id ?? null };
  if (await overlapsSetting(tx, fields))
    refuse('conflict', 'from_on', 'period_taken', 'Another setting of this cause holds in this period');
  const id = await insertSetting(tx, fields);
  const setting = (await findSetting(tx, id)) ?? notFound();
  const { cause_name, from_on, to_on, counts } = setting;
  const detail = { name: cause_name, proj_code, from_on, to_on, counts };
  await recordAudit(tx, 'k451_setting.created', String(id), detail);
  await markDaysOfCause(tx, fields);
  await notifyTopics(tx, ['k451_settings']);
  return setting;
}

/** @throws AppError not_found, also where somebody who does not see every plant removes what holds for all */
export async function removeSetting(tx: Tx, id: number): Promise<void> {
  const setting = (await findSetting(tx, id)) ?? notFound();
  if (setting.proj_code === null && tx.scope.plants !== 'all') notFound();
  const gone = (await deleteSetting(tx, id)) ?? notFound();
  await markDaysOfCause(tx, gone);
  await recordAudit(tx, 'k451_setting.removed', String(id), { name: setting.cause_name });
  await notifyTopics(tx, ['k451_settings']);
}
