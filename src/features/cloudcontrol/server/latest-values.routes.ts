import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { inScope, type Tx } from '../../../shared/server/tenancy.ts';
import { getLastResults } from '../../measurements/server/last-results.public.ts';
import type { DeviceLatest, latestCalls } from '../latest-values.contract.ts';
import type { ConfigurationDeps } from './configuration.routes.ts';
import { findDeviceAndHealth, findPortOfDevice, listHealthHours } from './details.repository.ts';

/** What is known of a device and its values at `now`. @throws AppError not_found */
async function getNewest(tx: Tx, id: number, now: Date): Promise<DeviceLatest> {
  const { device, health } = (await findDeviceAndHealth(tx, id, now)) ?? notFound();
  const port = await findPortOfDevice(tx, id);
  const { values } = await getLastResults(tx, id, now);
  return {
    health,
    port_state: port?.state ?? null,
    trace_until: device.trace_until,
    values: values.map(({ name, value, ts, quality }) => ({ name, value, ts, quality })),
  };
}

export function latestHandlers({ pool, now }: ConfigurationDeps): Handlers<typeof latestCalls> {
  return {
    deviceHours: ({ scope, params }) =>
      inScope(
        pool,
        scope,
        async (tx) => {
          if (!(await findDeviceAndHealth(tx, params.id, now()))) notFound();
          return listHealthHours(tx, params.id, now());
        },
        'read only',
      ),
    deviceNewest: ({ scope, params }) =>
      inScope(pool, scope, (tx) => getNewest(tx, params.id, now()), 'read only'),
  };
}
