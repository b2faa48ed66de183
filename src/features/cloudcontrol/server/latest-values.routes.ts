import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { getLastResults } from '../../measurements/server/last-results.public.ts';
import type { DeviceLatest, latestCalls } from '../latest-values.contract.ts';
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

export const latestHandlers: Handlers<typeof latestCalls> = {
  async deviceHours({ tx, params, now }) {
    if (!(await findDeviceAndHealth(tx, params.id, now))) notFound();
    return listHealthHours(tx, params.id, now);
  },
  deviceNewest: ({ tx, params, now }) => getNewest(tx, params.id, now),
};
