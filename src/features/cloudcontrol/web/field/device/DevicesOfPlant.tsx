import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { compareNames } from '../../../../../shared/units/names.ts';
import { useCall } from '../../../../../shared/web/api/use-call.ts';
import { useCan } from '../../../../../shared/web/company/context.tsx';
import { PlantSelect } from '../../../../../shared/web/ui/PlantSelect.tsx';
import { plantsCalls } from '../../../../plants/plants.contract.ts';

/** From a device to the devices of another plant. */
export function DevicesOfPlant({ proj_code }: { proj_code: string }) {
  const mayRead = useCan('asset.read');
  const navigate = useNavigate();
  const { data, isPending } = useCall(plantsCalls.list, mayRead ? {} : null, { staleTime: 60_000 });
  const plants = useMemo(
    () =>
      data
        ?.map((one) => ({ value: one.proj_code, label: one.name }))
        .toSorted((a, b) => compareNames(a.value, b.value)),
    [data],
  );
  // Who may not ask for the plants, or asks in vain, goes by the list of devices.
  if (!mayRead || !(plants || isPending)) return null;
  return (
    <PlantSelect
      plants={plants}
      value={proj_code}
      linkTo={(plant, root) => <Link to="/apps/cloudcontrol" search={{ plant }} preload={false} {...root} />}
      onChosen={(plant) => void navigate({ to: '/apps/cloudcontrol', search: { plant } })}
    />
  );
}
