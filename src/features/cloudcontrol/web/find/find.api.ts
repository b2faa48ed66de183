import type { In } from '../../../../shared/contract/call.ts';
import { companyKey, queryClient } from '../../../../shared/web/api/query-client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { bulkCalls } from '../../bulk.contract.ts';
import { invalidateTree } from '../field/configuration.api.ts';

export type AddDevicesBody = In<(typeof bulkCalls)['addDevices']['body']>;

/** Adds devices as one change; answers their ids. */
export async function addDevices(company: number, body: AddDevicesBody): Promise<number[]> {
  const { devices } = await send(bulkCalls.addDevices, { body, company });
  // Names that the catalogue lacked are in it now.
  void queryClient.invalidateQueries({ queryKey: companyKey(company, 'device-parameters') });
  void queryClient.invalidateQueries({ queryKey: companyKey(company, 'devices') });
  await invalidateTree(company);
  return devices.map(({ id }) => id);
}
