import { keepPreviousData } from '@tanstack/react-query';
import { callQuery } from '../../../../shared/web/api/call-query.ts';
import { keepAnswer } from '../../../../shared/web/api/kept-answers.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCallPages } from '../../../../shared/web/api/use-call-pages.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { changesCalls } from '../../changes.contract.ts';
import { configurationCalls } from '../../configuration.contract.ts';
import type { DeviceDetails } from '../../configured.contract.ts';
import { latestCalls } from '../../latest-values.contract.ts';
import { deviceBinCalls, versionsCalls } from '../../versions.contract.ts';
import { mergePlants } from './home/home.model.ts';

const byId = (id: number) => ({ params: { id: String(id) } });

/** So many plants at once are asked for one by one; of more the whole tree is. */
const MAX_NAMED = 8;

/** Every plant, port and device of the company; live events renew those of their plants. */
export function useDeviceTree() {
  const company = useCompany().id_client;
  return useCall(
    configurationCalls.loadDevices,
    { query: {} },
    {
      staleTime: 30_000,
      byPlant: {
        max: MAX_NAMED,
        load: async (codes) => {
          const ask = (proj_code: string) =>
            send(configurationCalls.loadDevices, { query: { proj_code }, company });
          const answers = await Promise.all(codes.map(ask));
          return (tree) => mergePlants(tree, codes, answers.flat());
        },
      },
    },
  );
}

/** The words and limits of the forms. */
export const useParameters = () => useCall(configurationCalls.definedParameters, {}, { staleTime: 60_000 });

export const detailsQuery = (company: number, id: number) =>
  callQuery(company, configurationCalls.deviceDetails, byId(id), {
    plants: ({ device }) => [device.proj_code],
  });

export const useDetails = (id: number) =>
  useCall(configurationCalls.deviceDetails, byId(id), { plants: ({ device }) => [device.proj_code] });

/** What is asked of a device by its number, and renewed with its plant. */
export type OfPlant = Pick<DeviceDetails['device'], 'id' | 'proj_code'>;

/** A device's health and values; asked for anew with every reading of its plant. */
export const latestQuery = (company: number, { id, proj_code }: OfPlant) =>
  callQuery(company, latestCalls.deviceNewest, byId(id), { plants: [proj_code] });

export const useLatest = ({ id, proj_code }: OfPlant) =>
  useCall(latestCalls.deviceNewest, byId(id), { plants: [proj_code] });

/** How the polls of a device went, hour by hour. */
export const useHours = (id: number) => useCall(latestCalls.deviceHours, byId(id), { staleTime: 60_000 });

const LONG_PAGE = 200;

/** A device's log, newest first. */
export const useLog = ({ id, proj_code }: OfPlant) =>
  useCallPages(changesCalls.deviceLog, byId(id), {
    page_size: LONG_PAGE,
    keyOf: (entry) => entry.id,
    plants: [proj_code],
  });

/** The versions of a device, newest first. */
export const useVersions = (id: number) =>
  useCallPages(versionsCalls.list, byId(id), { page_size: LONG_PAGE, keyOf: ({ number }) => number });

interface Compared {
  device_id: number;
  from: number;
  to: number;
}

/** A version never changes, nor do two: they are asked for once. */
export const useDifference = ({ device_id, from, to }: Compared) =>
  useCall(
    versionsCalls.difference,
    { ...byId(device_id), query: { from: String(from), to: String(to) } },
    { staleTime: Number.POSITIVE_INFINITY },
  );

/** One page of the bin. */
export const useBin = (page: number) =>
  useCall(
    deviceBinCalls.list,
    { query: { page: String(page), page_size: '100' } },
    { placeholderData: keepPreviousData },
  );

/** Shows a device as a change has answered it. */
export function keepDetails(company: number, details: DeviceDetails): DeviceDetails {
  keepAnswer(company, configurationCalls.deviceDetails, byId(details.device.id), details);
  return details;
}
