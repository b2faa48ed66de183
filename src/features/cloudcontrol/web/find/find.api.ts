import type { In } from '../../../../shared/contract/call.ts';
import { client } from '../../../../shared/contract/client.ts';
import { companyKey, queryClient } from '../../../../shared/web/api/query-client.ts';
import { transport } from '../../../../shared/web/api/transport.ts';
import { bulkCalls } from '../../bulk.contract.ts';
import { invalidateTree } from '../field/configuration.api.ts';

const bulkApi = client(bulkCalls, transport);

export type AddDevicesBody = In<(typeof bulkCalls)['addDevices']['body']>;

/** Adds devices as one change; answers their ids. */
export async function addDevices(company: number, body: AddDevicesBody): Promise<number[]> {
  const { devices } = await bulkApi.addDevices({ body, company });
  // Names that the catalogue lacked are in it now.
  void queryClient.invalidateQueries({ queryKey: companyKey(company, 'device-parameters') });
  void queryClient.invalidateQueries({ queryKey: companyKey(company, 'devices') });
  await invalidateTree(company);
  return devices.map(({ id }) => id);
}
