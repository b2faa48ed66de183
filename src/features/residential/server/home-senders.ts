import type { Out } from '../../../shared/contract/call.ts';
import type { PageQuery } from '../../../shared/server/http/pages.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { isRestOf } from '../../plants/daylight.model.ts';
import type { ConnectedDevice } from '../home-devices.contract.ts';
import { PROVIDERS } from '../home-states.model.ts';
import type { residentialCalls } from '../residential.contract.ts';
import { countStates, type SendingState, type StateCounts, sendingState } from '../sending-states.model.ts';
import { SIGHTS } from './home-rhythm.repository.ts';
import { type LateSender, listSenderSights, nameSenders, sortSenders } from './home-senders.repository.ts';
import { countBySight, listLateHomes } from './home-states.repository.ts';
import { stateOfHome } from './homes.ts';
import { pageOf } from './page-of.ts';

const together = (a: StateCounts, b: StateCounts): StateCounts => ({
  sends: a.sends + b.sends,
  late: a.late + b.late,
  silent: a.silent + b.silent,
  never: a.never + b.never,
});

/** States with those that the database counted: who was heard of just now sends by any rhythm. */
const withSeen = (states: StateCounts, { sends, never }: Pick<StateCounts, 'sends' | 'never'>): StateCounts =>
  together(states, { sends, late: 0, silent: 0, never });

const stateOfSender = (sender: LateSender, now: number): SendingState =>
  sendingState(
    { last_at: sender.last_at, rhythm_s: sender.rhythm_s, rests: () => isRestOf(sender, now) },
    now,
  );

/** How many homes and devices are in each state. */
export async function sendingStatuses(
  tx: Tx,
  project_id: number | undefined,
  now: Date,
): Promise<Out<(typeof residentialCalls)['devicesDataSendingStatuses']['ok']>> {
  const at = now.getTime();
  const seen = await countBySight(tx, project_id, now);
  const late = Map.groupBy(await listLateHomes(tx, { project_id }, now), ({ provider }) => provider);
  const by_provider = PROVIDERS.flatMap((provider) => {
    const counted = seen.find((row) => row.provider === provider);
    const states = (late.get(provider) ?? []).map((home) => stateOfHome(home, at));
    return counted ? [{ provider, ...withSeen(countStates(states), counted) }] : [];
  });
  const devices = await sortSenders(tx, project_id, now);
  const states = devices.late.map((sender) => stateOfSender(sender, at));
  return {
    homes: by_provider.reduce((sum, { provider: _, ...own }) => together(sum, own), countStates([])),
    devices: withSeen(countStates(states), devices),
    by_provider,
  };
}

/** The sights that devices of a state may have. */
const SIGHTS_OF: Readonly<Record<SendingState, string>> = { sends: 's?', late: '?', silent: '?', never: 'n' };

/** Devices of homes with how they send; names of those on the page alone are looked up. */
export async function connectedDevices(
  tx: Tx,
  asked: PageQuery & { project_id?: number | undefined; state?: SendingState | undefined },
  now: Date,
): Promise<{ count: number; results: ConnectedDevice[] }> {
  const { project_id, state, ...page } = asked;
  const wanted = state === undefined ? 's?n' : SIGHTS_OF[state];
  const { device_ids, sights } = await listSenderSights(tx, { project_id, sights: wanted }, now);
  const late = wanted.includes('?') ? (await sortSenders(tx, project_id, now)).late : [];
  const states = new Map(late.map((sender) => [sender.device_id, stateOfSender(sender, now.getTime())]));
  const senders = device_ids.flatMap((device_id, i) => {
    // Whoever was heard of between the two questions sends.
    const own = SIGHTS[sights[i] ?? ''] ?? states.get(device_id) ?? 'sends';
    return state === undefined || own === state ? [{ device_id, state: own }] : [];
  });
  const { count, results } = pageOf(senders, page);
  const names = await nameSenders(
    tx,
    results.map(({ device_id }) => device_id),
  );
  const shown = results.flatMap((sender): ConnectedDevice[] => {
    const named = names.get(sender.device_id);
    if (!named) return [];
    const { last_at, ...fields } = named;
    return [
      {
        ...fields,
        state: sender.state,
        last_reading_at: last_at === null ? null : new Date(last_at).toISOString(),
      },
    ];
  });
  return { count, results: shown };
}
