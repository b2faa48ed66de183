import { randomBytes } from 'node:crypto';
import type { Out } from '../../../shared/contract/call.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import type { JobQueue } from '../../../shared/server/jobs.ts';
import { withBin } from '../../../shared/server/records/bin.ts';
import { deleteLinks } from '../../../shared/server/signed-links/signed-links.repository.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { eraseHomeFromCommunities } from '../../community/server/erase-home.public.ts';
import { binDevice, purgeDevice } from '../../plants/server/bin.public.ts';
import { plantsApi } from '../../plants/server/plants.public.ts';
import type { familyCalls } from '../family.contract.ts';
import { deleteCloudSite } from './clouds/cloud-sites.repository.ts';
import { forgetSumsOf } from './group-days.repository.ts';
import { deleteHomeDays, lockHome } from './home-days.repository.ts';
import { listKeeping } from './home-devices.repository.ts';
import { clearHome, findContact } from './homes.repository.ts';
import { getHome } from './homes.ts';

type Proof = Out<(typeof familyCalls)['erase']['ok']>;

/**
 * Deletes what a home told and what is known of its family. Its readings go with its devices, which a worker removes; what communities
 * have closed keeps energy and euros under a pseudonym.
 * @throws AppError not_found, also where it was erased meanwhile; conflict where something is calculated from its devices
 */
export async function eraseHome(
  tx: Tx,
  { proj_code, kind }: { proj_code: string; kind: string },
  { jobs, now }: { jobs: Pick<JobQueue, 'send'>; now: Date },
): Promise<Proof> {
  const { plant_id, name } = await getHome(tx, proj_code, now);
  // Before its days are deleted: whoever makes them waits, and then leaves it alone.
  if (!(await lockHome(tx, plant_id))) notFound();
  // What lies in the bin keeps its readings too.
  const devices = await withBin(tx, () => listKeeping(tx, plant_id));
  for (const { device_id, in_bin } of devices) {
    if (!in_bin) await binDevice(tx, device_id, now);
    await purgeDevice(tx, device_id, { jobs, now });
  }
  const days = await deleteHomeDays(tx, plant_id);
  await forgetSumsOf(tx, plant_id);
  await deleteLinks(tx, { kind, record_id: plant_id });
  const pseudonym = `Home ${randomBytes(4).toString('hex')}`;
  const own_pod = (await findContact(tx, plant_id))?.pod ?? '';
  const pods = new Set([own_pod, await plantsApi.podOf(tx, proj_code)]);
  const stated = await eraseHomeFromCommunities(
    tx,
    { plant: { proj_code, name }, pods: [...pods], pseudonym },
    now,
  );
  const pod = stated.pods.get(await plantsApi.podOf(tx, proj_code)) ?? '';
  await plantsApi.eraseOwner(tx, proj_code, { pod });
  await plantsApi.change(tx, proj_code, { name: pseudonym, comune: '', latitude: null, longitude: null });
  await deleteCloudSite(tx, plant_id);
  // By it the plant still finds the hours that a community measured.
  await clearHome(tx, plant_id, { pod: stated.pods.get(own_pod) ?? '', erased_at: now });
  await recordAudit(tx, 'home.erased', proj_code, {
    erased_devices: devices.length,
    erased_days: days,
    erased_members: stated.members,
    erased_statements: stated.statements,
  });
  return {
    pseudonym,
    erased_at: now.toISOString(),
    devices: devices.length,
    days,
    members: stated.members,
    statements: stated.statements,
  };
}
