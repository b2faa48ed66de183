import type { In } from '../../../../shared/contract/call.ts';
import { renewed, send } from '../../../../shared/web/api/send.ts';
import { bulkCalls } from '../../bulk.contract.ts';

export type AddDevicesBody = In<(typeof bulkCalls)['addDevices']['body']>;

/** Adds devices as one change; answers their ids. */
export async function addDevices(company: number, body: AddDevicesBody): Promise<number[]> {
  const { devices } = await send(bulkCalls.addDevices, { body, company });
  await renewed(company, bulkCalls.addDevices);
  return devices.map(({ id }) => id);
}
