import type pg from 'pg';
import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { neighbours, type PageQuery } from '../../../shared/server/http/pages.ts';
import type { JobQueue } from '../../../shared/server/jobs.ts';
import { inScope, type Tx } from '../../../shared/server/tenancy.ts';
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
import type { ConfigurationDeps } from './configuration.routes.ts';
import { getDetails } from './details.ts';
import { assertVersion } from './fresh.ts';
import { findNewest, findSnapshot, listVersionRows } from './versions.repository.ts';

async function listVersions(
  tx: Tx,
  id: number,
  page: PageQuery,
): Promise<{ count: number; results: Version[] }> {
  if (!(await seesDevice(tx, id))) notFound();
  const { count, rows } = await listVersionRows(tx, id, page);
  const ids = rows.flatMap(({ user_id }) => user_id ?? []);
  const people = await describePeople(tx, [...new Set(ids)]);
  const results = rows.map(({ user_id, ...row }) => ({
    ...row,
    person: people.get(user_id ?? 0)?.name ?? null,
  }));
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
  newest: number | undefined;
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
  await assertVersion('device', { asked: newest, held: await findNewest(tx, id) }, details);
  const { left, others } = await rollBack(tx, device, { snapshot, number, with_port, now });
  return { details: await details(), left: [...left], others };
}

export function versionsHandlers({ pool, now }: ConfigurationDeps): Handlers<typeof versionsCalls> {
  return {
    async list({ scope, params, query, request }) {
      const found = await inScope(pool, scope, (tx) => listVersions(tx, params.id, query), 'read only');
      return { ...found, ...neighbours(request.url, query, found.count) };
    },
    difference: ({ scope, params, query }) =>
      inScope(pool, scope, (tx) => compare(tx, params.id, query), 'read only'),
    goBack: ({ scope, params, body }) =>
      inScope(pool, scope, (tx) =>
        rollBackDevice(tx, { ...params, newest: body.newest, with_port: body.with_port, now: now() }),
      ),
  };
}

export interface BinDeps extends ConfigurationDeps {
  pool: pg.Pool;
  jobs: Pick<JobQueue, 'send'>;
}

export function deviceBinHandlers({ pool, now, jobs }: BinDeps): Handlers<typeof deviceBinCalls> {
  return {
    async list({ scope, query, request }) {
      const { count, rows } = await inScope(pool, scope, (tx) => listBin(tx, query), 'read only');
      const results = rows.map(({ purged_at, deleted_at, ...row }) => ({
        ...row,
        category: row.category as DeviceCategory,
        device_id: row.id,
        deleted_at: deleted_at.toISOString(),
        leaving: purged_at !== null,
      }));
      return { count, ...neighbours(request.url, query, count), results };
    },
    restore: ({ scope, params }) =>
      inScope(pool, scope, async (tx) => {
        const left = await restoreDevice(tx, params.id);
        return { ...(await getDetails(tx, params.id, now())), left };
      }),
    async remove({ scope, params }) {
      await inScope(pool, scope, (tx) => purgeDevice(tx, params.id, { jobs, now: now() }));
      return undefined;
    },
  };
}
