import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { companiesCalls } from '../../companies.contract.ts';

/**
 * A plant and a device for the examples: an inverter if there is one. Whoever may not see devices gets a made-up one.
 * @param proj_code the only plant of the key, or null
 */
export function useExample(proj_code: string | null): {
  plant?: string | undefined;
  device?: string | undefined;
  /** Whether there may be better ones in a moment. */
  waiting: boolean;
} {
  const { data: plants = [], isLoading: noPlants } = useCall(companiesCalls.listCompanyPlants);
  const { data: devices = [], isLoading: noDevices } = useCall(
    companiesCalls.listDevices,
    useCan('asset.read') ? {} : null,
  );
  const here = devices.filter((device) => proj_code === null || device.proj_code === proj_code);
  const device = here.find(({ category }) => category === 'inverter') ?? here[0];
  return {
    plant: proj_code ?? device?.proj_code ?? plants[0]?.proj_code,
    device: device?.short_name,
    waiting: noPlants || noDevices,
  };
}
