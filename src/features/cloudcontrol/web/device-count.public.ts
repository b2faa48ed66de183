import { useCall } from '../../../shared/web/api/use-call.ts';
import { configurationCalls } from '../configuration.contract.ts';

/** How many devices the active company has configured, and how many do not answer though it is not their night; undefined until known. */
export function useDeviceCount() {
  const { data, isLoadingError } = useCall(configurationCalls.dashboard);
  const { total, silent, asleep } = data?.devices ?? {};
  return {
    total,
    asleep,
    silent: silent === undefined || asleep === undefined ? undefined : silent - asleep,
    failed: isLoadingError,
  };
}
