import { useCall } from '../../../shared/web/api/use-call.ts';
import { configurationCalls } from '../configuration.contract.ts';
/** How many devices the active company has configured, and how many do not answer; undefined until known. */
export function useDeviceCount() {
  const { data, isLoadingError } = useCall(configurationCalls.dashboard);
  return { total: data?.devices.total, silent: data?.devices.silent, failed: isLoadingError };
}
