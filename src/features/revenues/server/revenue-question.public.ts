import type { RevenuePeriod } from '../revenue.model.ts';

/** What many plants earned, as plain data on its way to a thread. */
export interface RevenueQuestion {
  readonly revenues_of: {
    readonly codes?: readonly string[] | undefined;
    readonly from: string;
    readonly to: string;
    readonly by: RevenuePeriod;
  };
}
