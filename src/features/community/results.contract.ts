import { z } from 'zod';

export const RESULT_STEPS = ['hour', 'day', 'month'] as const;
/** Measured figures of a community over time; null is not known, which is not zero. */
export const CommunityResults = z.object({
  community: z.int(),
  resolution: z.enum(RESULT_STEPS),
  ts: z.array(z.iso.datetime()),
  injected_kwh: z.array(z.number().nullable()),
  few_members: z
    .array(z.boolean())
    .describe(
      'what members withdrew and shared, or what their homes injected, is a sum over fewer than five of them, which is null for whoever may not change communities',
    ),
  partial: z
    .boolean()
    .describe(
      'whether a plant belonged to it that the reader does not see: what was injected and shared in its days is null, and counts as not known',
    ),
  withdrawn_kwh: z.array(z.number().nullable()),
  shared_kwh: z.array(z.number().nullable()),
  incentive_eur: z.array(z.number().nullable()),
  valorisation_eur: z.array(z.number().nullable()).describe('what the network gives back for shared energy'),
  completeness: z
    .array(z.number())
    .describe('known over expected hours of all PODs, 0…1; 0 where none is expected'),
  expected_hours: z.array(z.int()).describe('of all PODs; 0: nobody belonged to it then'),
  unpriced_kwh: z.number().describe('injected energy of hours without a market price'),
});
export type CommunityResults = z.infer<typeof CommunityResults>;
