import type { Out } from '../../../shared/contract/call.ts';
import { CallError } from '../../../shared/contract/client.ts';
import type { AggregateSeries, seriesCalls } from '../series.contract.ts';

export type AggregateAnswer = Out<(typeof seriesCalls)['aggregateResultsData']['ok']>;
export type AllDevicesAnswer = Out<(typeof seriesCalls)['chartResultsDataAllDevice']['ok']>;

/** A device's figures as screens keep them. // spec §3: Aggregate device result (mapped on receipt) */
export interface AggregateDevice {
  /** The device's id; null for the series of a plant itself. */
  master_id: number | null;
  proj_code: string;
  short_name: string | null;
  /** The short name. */
  label: string | null;
  latitude: number | null;
  longitude: number | null;
  /** kW. */
  nominal_power: number | null;
  description: string;
  /** That of the answer: the devices that were found. */
  count: number;
  results: AggregateSeries[];
  /** Name of the weather icon; whoever knows the weather puts it in. */
  weather: string;
}

export interface AggregateData {
  count: number;
  devices: AggregateDevice[];
}

export const NO_AGGREGATE: AggregateData = Object.freeze({ count: 0, devices: [] });

/** The answer as screens keep it: count 0 and an empty list when nothing was found. // spec §3, §4 */
export function mapAggregate({ count, devices }: Pick<AggregateAnswer, 'count' | 'devices'>): AggregateData {
  if (devices.length === 0) return NO_AGGREGATE;
  return {
    count,
    devices: devices.map(({ device_id, short_name, ...device }) => ({
      ...device,
      master_id: device_id,
      short_name,
      label: short_name,
      count,
      weather: '',
    })),
  };
}

/** What is done with aggregate data that came, and with an error that came instead. */
export interface AggregateStore {
  store: (data: AggregateData) => void;
  /** Who looks after errors: nobody is shown one. // spec §8 */
  log: (error: unknown) => void;
}

/** Stores what was answered and answers it; on failure the store is emptied and null answered. // spec §4, §8 */
export async function receiveAggregate(
  asked: Promise<Pick<AggregateAnswer, 'count' | 'devices'>>,
  { store, log }: AggregateStore,
): Promise<AggregateData | null> {
  try {
    const data = mapAggregate(await asked);
    store(data);
    return data;
  } catch (error) {
    log(error);
    store(NO_AGGREGATE);
    return null;
  }
}

/** Results of all devices as screens keep them; `desc_error` says why there are none. // spec §3: All-devices results */
export interface AllDevicesData {
  count: number;
  devices: AllDevicesAnswer['devices'];
  next: string | null;
  previous: string | null;
  desc_error?: string;
  /** What failed, where it was no refusal: it can be tried again. */
  failure?: unknown;
}

/** What a failure is told as: the detail of a 403, the message of anything else. // spec §6, §8 */
export function describeFailure(error: unknown): string {
  if (error instanceof CallError && error.status === 403) {
    const { detail } = error.problem;
    if (typeof detail === 'string') return detail;
  }
  return error instanceof Error ? error.message : String(error);
}

/** What was answered, or count 0, no devices and why. // spec §8: All-devices chart */
export async function receiveAllDevices(asked: Promise<AllDevicesAnswer>): Promise<AllDevicesData> {
  try {
    return await asked;
  } catch (error) {
    const refused = error instanceof CallError && error.status === 403;
    const emptied = { count: 0, devices: [], next: null, previous: null, desc_error: describeFailure(error) };
    return refused ? emptied : { ...emptied, failure: error };
  }
}
