import type { communityFeature } from '../../../src/features/community/community.feature.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { communities } from './community/communities.ts';
import { simulations } from './community/simulations.ts';
import { statements } from './community/statements.ts';

/** Examples for the loops: energy communities, simulations of what they share and earn, and their closed months. */
export const area: AreaExamples<typeof communityFeature.calls> = {
  examples: { ...communities.examples, ...statements.examples, ...simulations.examples },
  slots: { ...communities.slots, ...statements.slots, ...simulations.slots },
  // In the order of what they point to.
  rows: { ...communities.rows, ...statements.rows, ...simulations.rows },
  meaningful: {
    'community.switches': 'choices among the rules',
    'community_pod.pod': 'a POD',
    'community.account_iban': 'an IBAN',
    'community.account_bic': 'a BIC',
    'community.account_cuc': 'a CUC',
    'community_member.iban': 'an IBAN',
    'simulation.report': 'figures',
    'simulation_run.report': 'figures',
  },
};
