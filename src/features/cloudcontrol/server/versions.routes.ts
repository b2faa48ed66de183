import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { PageQuery } from '../../../shared/server/http/pages.ts';
import type { JobQueue } from '../../../shared/server/jobs.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { describePeople } from '../../identity/server/people.public.ts';
import type { DeviceCategory } from '../../plants/plants.model.ts';
import { listBin, purgeDevice, restoreDevice } from '../../plants/server/bin.public.ts';
import { lockDevice, seesDevice } from '../../plants/server/devices.public.ts';
import { rollBack } from '../../plants/server/rollback.public.ts';
import type {
  deviceBinCalls,
  Returned,
  Version,
  VersionDifference,
  versionsCalls,
} from '../versions.contract.ts';
import { differencesOf } from '../versions.model.ts';
import { getDetails } from './details.ts';
import { findNewest, findSnapshot, listVersionRows } from './versions.repository.ts';

/** What the people of some rows are called. */
async function namesOf(tx: Tx, rows: readonly { user_id: number | null }[]) {
  const ids = rows.flatMap(({ user_id }) => user_id ?? []);
  const people = await describePeople(tx, [...new Set(ids)]);
  return (user_id: number | null) => people.get(user_id ?? 0)?.name ?? null;
}

async function listVersions(
  tx: Tx,
  id: number,
  page: PageQuery,
): Promise<{ count: number; results: Version[] }> {
  if (!(await seesDevice(tx, id))) notFound();
  const { count, rows } = await listVersionRows(tx, id, page);
  const nameOf = await namesOf(tx, rows);
  const results = rows.map(({ user_id, ...row }) => ({ ...row, person: nameOf(user_id) }));
  return { count, results };
}

async function compare(
  tx: Tx,
  id: number,
  { from, to }: { from: number; to: number },
): Promise<VersionDifference> {
  if (!(await seesDevice(tx, id))) notFound();
  const before = (await findSnapshot(tx, id, from)) ?? notFound();
  const after = (await findSnapshot(tx, id, to)) ?? notFound();
  return { from, to, differences: differencesOf(before, after) };
}

interface RollbackRequest {
  id: number;
  number: number;
  newest?: number | undefined;
  with_port: boolean;
  now: Date;
}

async function rollBackDevice(
  tx: Tx,
  { id, number, newest, with_port, now }: RollbackRequest,
): Promise<Returned> {
  if (!(await seesDevice(tx, id))) notFound();
  const snapshot = (await findSnapshot(tx, id, number)) ?? notFound();
  const device = await lockDevice(tx, id, snapshot.port === null ? null : Number(snapshot.port.id));
  const details = () => getDetails(tx, id, now);
  await assertVersion({ version: await findNewest(tx, id) }, newest, details);
  const { left, others } = await rollBack(tx, device, { snapshot, number, with_port, now });
  return { details: await details(), left: [...left], others };
}

export const versionsHandlers: Handlers<typeof versionsCalls> = {
  list: ({ tx, params, query }) => listVersions(tx, params.id, query),
  difference: ({ tx, params, query }) => compare(tx, params.id, query),
  goBack: ({ tx, params, body, now }) => rollBackDevice(tx, { ...params, ...body, now }),
};

interface BinDeps {
  readonly jobs: Pick<JobQueue, 'send'>;
}

export function deviceBinHandlers({ jobs }: BinDeps): Handlers<typeof deviceBinCalls> {
  return {
    async list({ tx, query }) {
      const { count, rows } = await listBin(tx, query);
      const nameOf = await namesOf(tx, rows);
      const results = rows.map(({ purged_at, deleted_at, user_id, ...row }) => ({
        ...row,
        deleted_by: nameOf(user_id),
        category: row.category as DeviceCategory,
        device_id: row.id,
        deleted_at: deleted_at.toISOString(),
        leaving: purged_at !== null,
      }));
      return { count, results };
    },
    async restore({ tx, params, now }) {
      const left = await restoreDevice(tx, params.id);
      return { ...(await getDetails(tx, params.id, now)), left };
    },
    remove: ({ tx, params, now }) => purgeDevice(tx, params.id, { jobs, now }),
  };
}
