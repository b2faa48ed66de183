import { Skeleton } from '@mantine/core';
import type { CallError } from '../../../../shared/contract/client.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { ArchivedPlant } from '../../../plants/web/ArchivedPlant.public.tsx';
import { PlantElsewhere } from './PlantElsewhere.tsx';

/** A plant that the company does not show: archived, as far as the reader may see the archive, or of another company. */
export function MissingPlant({ proj_code, missing }: { proj_code: string; missing: CallError }) {
  const writes = useCan('plants.write');
  const { data, isLoading } = useCall(plantsCalls.listArchived, writes ? {} : null);
  if (isLoading) return <Skeleton height={220} radius={12} />;
  const archived = data?.find((one) => one.proj_code === proj_code);
  if (archived) return <ArchivedPlant page name={archived.name} />;
  return <PlantElsewhere proj_code={proj_code} missing={missing} />;
}
