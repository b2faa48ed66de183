import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { client } from '../../../../shared/contract/client.ts';
import { companyKey, queryClient } from '../../../../shared/web/api/query-client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { transport } from '../../../../shared/web/api/transport.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { changesCalls, type LogEntry } from '../../changes.contract.ts';
import { configurationCalls } from '../../configuration.contract.ts';
import type { DeviceDetails } from '../../configured.contract.ts';
import { latestCalls } from '../../latest-values.contract.ts';
import { deviceBinCalls, type Version, versionsCalls } from '../../versions.contract.ts';

const binApi = client({ list: deviceBinCalls.list }, transport);
const logApi = client({ deviceLog: changesCalls.deviceLog }, transport);

/** Every plant, port and device of a company; live events keep it current. */
export function treeQuery(company: number) {
  return queryOptions({
    queryKey: companyKey(company, 'device-tree'),
    queryFn: ({ signal }) => send(configurationCalls.loadDevices, { query: {}, company, signal }),
    staleTime: 30_000,
  });
}

/** The newest entries of the logs and of the configuration. */
export function homeQuery(company: number) {
  return queryOptions({
    queryKey: companyKey(company, 'devices', 'home'),
    queryFn: ({ signal }) => send(configurationCalls.dashboard, { company, signal }),
  });
}

/** The words and limits of the forms. */
export function parametersQuery(company: number) {
  return queryOptions({
    queryKey: companyKey(company, 'device-parameters'),
    queryFn: ({ signal }) => send(configurationCalls.definedParameters, { company, signal }),
    staleTime: 60_000,
  });
}

export function detailsQuery(company: number, id: number) {
  return queryOptions({
    queryKey: companyKey(company, 'devices', 'details', id),
    queryFn: ({ signal }) =>
      send(configurationCalls.deviceDetails, { params: { id: String(id) }, company, signal }),
  });
}

/** How the polls of a device went, hour by hour. */
function hoursQuery(company: number, id: number) {
  return queryOptions({
    queryKey: companyKey(company, 'device-hours', id),
    queryFn: ({ signal }) => send(latestCalls.deviceHours, { params: { id: String(id) }, company, signal }),
    staleTime: 60_000,
  });
}

interface Pages<T> {
  pages: { count: number; results: T[] }[];
}

/** What a list of pages goes on with: the next page, while there is more than has been shown. */
function nextPage<T>({ count }: { count: number }, pages: Pages<T>['pages']): number | undefined {
  const shown = pages.reduce((sum, { results }) => sum + results.length, 0);
  return shown < count && pages.at(-1)?.results.length !== 0 ? pages.length + 1 : undefined;
}

/** The pages as one list; what slid from one page to the next while they came stands in it once. */
const together =
  <T>(keyOf: (one: T) => number) =>
  ({ pages }: Pages<T>) => ({
    results: [...new Map(pages.flatMap(({ results }) => results.map((one) => [keyOf(one), one]))).values()],
    count: pages.at(-1)?.count ?? 0,
  });

const LONG_PAGE = '200';
const logEntries = together(({ id }: LogEntry) => id);
const versions = together(({ number }: Version) => number);

/** A device's log, newest first. */
export function logQuery(company: number, id: number) {
  return infiniteQueryOptions({
    queryKey: companyKey(company, 'device-newest', id, 'log'),
    queryFn: ({ pageParam, signal }) =>
      logApi.deviceLog({
        params: { id: String(id) },
        query: { page: String(pageParam), page_size: LONG_PAGE },
        company,
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    select: logEntries,
  });
}

/** The versions of a device, newest first; with a newer one it is another list. */
function versionsQuery(company: number, id: number, newest: number | null) {
  return infiniteQueryOptions({
    queryKey: companyKey(company, 'device-versions', id, newest),
    queryFn: ({ pageParam, signal }) =>
      send(versionsCalls.list, {
        params: { id: String(id) },
        query: { page: String(pageParam), page_size: LONG_PAGE },
        company,
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    select: versions,
    placeholderData: keepPreviousData,
  });
}

interface Compared {
  device_id: number;
  from: number;
  to: number;
}

/** A version never changes, nor do two: they are asked for once. */
function differenceQuery(company: number, { device_id, from, to }: Compared) {
  return queryOptions({
    queryKey: companyKey(company, 'device-difference', device_id, from, to),
    queryFn: ({ signal }) =>
      send(versionsCalls.difference, {
        params: { id: String(device_id) },
        query: { from: String(from), to: String(to) },
        company,
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** One page of the bin. */
function binQuery(company: number, page: number) {
  return queryOptions({
    queryKey: companyKey(company, 'devices', 'bin', page),
    queryFn: ({ signal }) =>
      binApi.list({ query: { page: String(page), page_size: '100' }, company, signal }),
    placeholderData: keepPreviousData,
  });
}

/** A device's health and values; asked for anew with every reading of its plant. */
export function latestQuery(company: number, id: number) {
  return queryOptions({
    queryKey: companyKey(company, 'device-newest', id),
    queryFn: ({ signal }) => send(latestCalls.deviceNewest, { params: { id: String(id) }, company, signal }),
  });
}

export const useDeviceTree = () => useQuery(treeQuery(useCompany().id_client));
export const useParameters = () => useQuery(parametersQuery(useCompany().id_client));
export const useDetails = (id: number) => useQuery(detailsQuery(useCompany().id_client, id));
export const useHours = (id: number) => useQuery(hoursQuery(useCompany().id_client, id));
export const useLog = (id: number) => useInfiniteQuery(logQuery(useCompany().id_client, id));
export const useVersions = (id: number, newest: number | null) =>
  useInfiniteQuery(versionsQuery(useCompany().id_client, id, newest));
export const useDifference = (pair: Compared) => useQuery(differenceQuery(useCompany().id_client, pair));
export const useBin = (page: number) => useQuery(binQuery(useCompany().id_client, page));
export const useLatest = (id: number) => useQuery(latestQuery(useCompany().id_client, id));

/** Shows a device as a change has answered it, and has lists that name it asked for anew. */
export function keepDetails(company: number, details: DeviceDetails): void {
  queryClient.setQueryData(detailsQuery(company, details.device.id).queryKey, details);
  void invalidateTree(company);
  void queryClient.invalidateQueries({ queryKey: latestQuery(company, details.device.id).queryKey });
  void queryClient.invalidateQueries({ queryKey: companyKey(company, 'devices', 'home') });
}

export function invalidateTree(company: number): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: treeQuery(company).queryKey });
}
