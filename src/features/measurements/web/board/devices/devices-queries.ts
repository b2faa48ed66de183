import type { Answer } from '../../../../../shared/web/api/call-key.ts';
import type { Ask } from '../../../../../shared/web/api/call-query.ts';
import { useLoad } from '../../../../../shared/web/api/use-call.ts';
import type { DeviceCategory } from '../../../../plants/plants.model.ts';
import { seriesCalls } from '../../../series.contract.ts';
import {
  type AggregateData,
  NO_AGGREGATE,
  receiveAggregate,
  receiveAllDevices,
} from '../../receipt.model.ts';

/** What is asked about all devices: one variable over one window. */
export interface DevicesRequest {
  variables: string;
  proj_code: string | undefined;
  category: DeviceCategory | undefined;
  /** ISO 8601. */
  start: string;
  end: string;
  /** Only these devices, by their ids joined by commas. */
  devices?: string | undefined;
}

export type Resolution = 'raw' | '15m' | 'hour' | 'day' | 'month' | 'year';

/** What is asked about the figures: periods that fill the window and do not reach over it. */
export interface FiguresRequest extends DevicesRequest {
  resolution: Exclude<Resolution, 'raw'>;
}

/** Devices of a page: so many lines are told apart in one chart. */
export const PAGE_SIZE = 10;
const TABLE_PAGE = 100;
/** Devices of the table: more would be no comparison any more. */
export const MAX_COMPARED = 500;

const NOTHING: DevicesRequest = {
  variables: '',
  proj_code: undefined,
  category: undefined,
  start: '',
  end: '',
};

/** Pages hold only what is shown of them: devices that measure the variable, of the chosen category. */
const asked = <W extends DevicesRequest>(request: W) => ({ ...request, measuring: 'true' as const });

/** What came before stays while the same is asked for another window; figures of another variable would mislead. */
const kept =
  (request: DevicesRequest) =>
  <T>(before: T | undefined, query: { queryKey: readonly unknown[] } | undefined): T | undefined => {
    const asked_before = (query?.queryKey.at(-1) ?? {}) as { request?: DevicesRequest };
    const { variables, proj_code, category, devices } = asked_before.request ?? {};
    const alike =
      variables === request.variables &&
      proj_code === request.proj_code &&
      category === request.category &&
      devices === request.devices;
    return alike ? before : undefined;
  };

/** The series of the request's devices; `desc_error` says why there are none. Null: not yet. */
export function useDevicesSeries(request: DevicesRequest | null, resolution: Resolution) {
  return useLoad({
    name: 'all-devices-chart',
    input: { request, resolution },
    of: [seriesCalls.chartResultsDataAllDevice],
    enabled: request !== null,
    load: async (ask, signal) => {
      const query = {
        ...asked(request ?? NOTHING),
        resolution,
        page: '1',
        page_size: String(PAGE_SIZE),
        points: '1500',
      };
      const data = await receiveAllDevices(ask(seriesCalls.chartResultsDataAllDevice, { query }));
      signal.throwIfAborted();
      return data;
    },
    placeholderData: kept(request ?? NOTHING),
  });
}

interface Pages {
  count: number;
  devices: Answer<typeof seriesCalls.aggregateResultsDataAllDevice>['devices'];
}

/** The figures of all devices, page after page up to the bound. */
async function loadPages(request: FiguresRequest, ask: Ask): Promise<Pages> {
  const all: Pages = { count: 0, devices: [] };
  for (let page = 1; all.devices.length < MAX_COMPARED; page++) {
    const query = { ...asked(request), page: String(page), page_size: String(TABLE_PAGE) };
    const answer = await ask(seriesCalls.aggregateResultsDataAllDevice, { query });
    all.count = answer.count;
    all.devices.push(...answer.devices);
    if (answer.next === null) break;
  }
  return all;
}

/** The figures of all devices over the window; emptied on failure, which `failed` tells. // spec §4, §8: aggregate data */
export function useDevicesFigures(request: FiguresRequest) {
  return useLoad({
    name: 'all-devices-figures',
    input: { request },
    of: [seriesCalls.aggregateResultsDataAllDevice],
    load: async (ask, signal) => {
      let stored: AggregateData = NO_AGGREGATE;
      let failure: unknown = null;
      const log = (error: unknown) => {
        failure = error;
        console.error(error);
      };
      const to = { store: (data: AggregateData) => (stored = data), log };
      const answered = await receiveAggregate(loadPages(request, ask), to);
      signal.throwIfAborted();
      return { ...stored, failed: answered === null, failure };
    },
    placeholderData: kept(request),
  });
}
