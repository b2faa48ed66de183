import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { recordAudit } from '../../../shared/server/audit.ts';
import { beforeAndAfter, definedFields } from '../../../shared/server/changed-fields.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { listHistory } from '../../../shared/server/records/history.repository.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { masterDataCalls, PlantMasterData, PlantMasterDataChange } from '../master-data.contract.ts';
import { ERASED_POD } from '../master-data.model.ts';
import { findMasterData, type MasterDataRow, storeMasterData } from './master-data.repository.ts';

/** What stands in these is said in the history; the others hold what people wrote of people. */
const TOLD = [
  'pod',
  'gaudi_code',
  'gse_code',
  'market_zone',
  'connected_on',
  'entered_operation_on',
  'incentive_until',
] as const;

const present = ({ plant_id: _, ...data }: MasterDataRow): PlantMasterData => data;

/** @throws AppError invalid where the pseudonym of another point of delivery is written */
function judgePod(given: string | undefined, stored: string): void {
  if (given === undefined || given === stored || !ERASED_POD.test(given)) return;
  const message = 'must look like IT001E12345678';
  throw new AppError('invalid', message, { errors: [{ path: 'pod', message, code: 'no_pod' }] });
}

/** @throws AppError not_found for the plant; invalid; conflict when somebody saved in between */
async function changeMasterData(
  tx: Tx,
  proj_code: string,
  { version, ...given }: z.output<typeof PlantMasterDataChange>,
): Promise<PlantMasterData> {
  const before = (await findMasterData(tx, proj_code, 'kept')) ?? notFound();
  await assertVersion(before, version, () => present(before));
  judgePod(given.pod, before.pod);
  const sent = Object.entries(definedFields(given));
  const changed = sent.filter(([name, value]) => !isDeepStrictEqual(Reflect.get(before, name), value));
  if (changed.length === 0) return present(before);
  const changes = Object.fromEntries(changed);
  await storeMasterData(tx, before.plant_id, changes);
  // Of contacts and contracts which fields, not what stands in them: people's telephone numbers do not belong into an audit.
  await recordAudit(tx, 'master_data.changed', String(before.plant_id), {
    proj_code,
    fields: Object.keys(changes),
    ...beforeAndAfter(before, changes, TOLD),
  });
  await notifyTopics(tx, ['master_data']);
  return present((await findMasterData(tx, proj_code)) ?? notFound());
}

/** Master data of plants. */
export const masterDataHandlers: Handlers<typeof masterDataCalls> = {
  masterData: async ({ tx, query }) => present((await findMasterData(tx, query.proj_code)) ?? notFound()),
  updateMasterData: ({ tx, params, body }) => changeMasterData(tx, params.proj_code, body),
  async masterDataHistory({ tx, params, query }) {
    const { plant_id } = (await findMasterData(tx, params.proj_code)) ?? notFound();
    return listHistory(tx, { kind: 'master_data', id: plant_id }, query);
  },
};
