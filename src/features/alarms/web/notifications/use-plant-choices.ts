import { useLoad } from '../../../../shared/web/api/use-call.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { companiesCalls } from '../../../companies/companies.contract.ts';
import { plantsCalls } from '../../../plants/plants.contract.ts';

/** The plants that one may choose from; whoever administers without the applications is told their names alone. */
export function usePlantChoices() {
  const asset = useCan('asset.read');
  return useLoad({
    name: 'plant-choices',
    input: { asset },
    of: [plantsCalls.list],
    load: (ask): Promise<{ proj_code: string; name: string }[]> =>
      asset ? ask(plantsCalls.list, {}) : ask(companiesCalls.listCompanyPlants, {}),
    staleTime: 60_000,
  });
}
