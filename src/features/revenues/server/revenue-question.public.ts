import type { RevenuePeriod } from '../revenue.model.ts';

interface Span {
  readonly from: string;
  readonly to: string;
  readonly by: RevenuePeriod;
}

/** A year of a plant. */
export interface PlantYear {
  readonly proj_code: string;
  readonly year: number;
}

/**
 * What plants earned, as plain data on its way to a thread: of one, or of many; and what a month should bring, what of a year was paid, and
 * what of it was planned, which are told beside that.
 */
export type RevenueQuestion =
  | { readonly revenue_of: Span & { readonly proj_code: string } }
  | { readonly revenues_of: Span & { readonly codes?: readonly string[] | undefined } }
  | { readonly suggestion_of: { readonly proj_code: string; readonly month: string } }
  | { readonly balance_of: PlantYear }
  | { readonly budget_of: PlantYear };
