import type { RevenuePeriod } from '../revenue.model.ts';

interface Span {
  readonly from: string;
  readonly to: string;
  readonly by: RevenuePeriod;
}

/** What plants earned, as plain data on its way to a thread: of one, or of many. */
export type RevenueQuestion =
  | { readonly revenue_of: Span & { readonly proj_code: string } }
  | { readonly revenues_of: Span & { readonly codes?: readonly string[] | undefined } };
