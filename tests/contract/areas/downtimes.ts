import type { downtimesFeature } from '../../../src/features/downtimes/downtimes.feature.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { companyListExamples } from '../support/company-list.ts';

/** Examples for the loops: the causes of downtimes that a company tells apart. */
export const area: AreaExamples<typeof downtimesFeature.calls> = {
  ...companyListExamples('downtimeCauses'),
  rows: {
    downtime_cause: ({ company_id, mark }) => ({ company_id, name: mark, description: mark }),
  },
};
