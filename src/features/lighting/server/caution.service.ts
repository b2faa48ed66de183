import type { Out } from '../../../shared/contract/call.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { merge } from '../../../shared/server/changed-fields.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { cautionCalls, LightingCaution } from '../caution.contract.ts';
import { addCaution, findCaution, updateCaution } from './caution.repository.ts';

/** Off, unless somebody said otherwise. */
const OFF: LightingCaution = { many_boxes: null, dark_at_night: false, version: 0 };

export const readCaution = async (tx: Tx): Promise<LightingCaution> =>
  (await findCaution(tx, { held: false })) ?? OFF;

/** @throws AppError conflict where somebody saved in between */
export async function changeCaution(
  tx: Tx,
  { version, ...fields }: Out<(typeof cautionCalls)['change']['body']>,
): Promise<LightingCaution> {
  await addCaution(tx);
  const before = (await findCaution(tx, { held: true })) ?? OFF;
  await assertVersion(before, version, () => before);
  const { many_boxes, dark_at_night } = merge(before, fields);
  await updateCaution(tx, { many_boxes, dark_at_night });
  await recordAudit(tx, 'municipality_settings.caution', '', { many_boxes, dark_at_night });
  await notifyTopics(tx, ['lighting']);
  return readCaution(tx);
}
