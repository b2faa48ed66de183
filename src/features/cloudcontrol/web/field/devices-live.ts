import { companyKey, queryClient } from '../../../../shared/web/api/query-client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { configurationCalls, type DeviceTree } from '../../configuration.contract.ts';
import type { DeviceDetails } from '../../configured.contract.ts';
import { latestQuery, treeQuery } from './configuration.api.ts';
import { mergePlants } from './home/home.model.ts';

/** So many plants at once are asked for one by one; of more the whole tree is. */
const MAX_NAMED = 8;
const PAUSE_MS = 1_000;

let waiting = new Set<string>();
let waitingFor = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

async function invalidateTree(company: number, codes: readonly string[]): Promise<void> {
  const { queryKey } = treeQuery(company);
  if (queryClient.getQueryState(queryKey)?.status !== 'success') return;
  if (codes.length > MAX_NAMED) {
    return queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
  }
  const answers = await Promise.all(
    codes.map((proj_code) => send(configurationCalls.loadDevices, { query: { proj_code }, company })),
  );
  queryClient.setQueryData(
    queryKey,
    (tree: DeviceTree | undefined) => tree && mergePlants(tree, codes, answers.flat()),
  );
}

/** Renews the devices of these plants wherever they are on screen, at most once a second whatever the events. */
export function invalidateDevices(company: number, codes: readonly string[]): void {
  void queryClient.invalidateQueries({ queryKey: companyKey(company, 'devices') }, { cancelRefetch: false });
  invalidateNewest(company, codes);
  if (waitingFor !== company) waiting = new Set();
  waitingFor = company;
  for (const code of codes) waiting.add(code);
  if (timer !== undefined) return;
  timer = setTimeout(() => {
    const asked = [...waiting];
    waiting = new Set();
    timer = undefined;
    invalidateTree(waitingFor, asked).catch((fault: unknown) => {
      // The tree is kept as it is and marked as old: the next look at it asks again and says how it went.
      console.warn('devices could not be renewed', fault);
      return queryClient.invalidateQueries({ queryKey: treeQuery(waitingFor).queryKey });
    });
  }, PAUSE_MS);
}

/** New readings of these plants: the values of a device that is on screen are asked for anew. */
export function invalidateNewest(company: number, codes: readonly string[]): void {
  const dialog = queryClient.getQueriesData<DeviceDetails>({
    queryKey: companyKey(company, 'devices', 'details'),
  });
  for (const [, details] of dialog) {
    if (!details || !codes.includes(details.device.proj_code)) continue;
    const { queryKey } = latestQuery(company, details.device.id);
    void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
  }
}
