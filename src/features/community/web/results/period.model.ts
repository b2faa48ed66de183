import { sumKnown } from '../../../../shared/units/sums.ts';
import type { CommunityResults } from '../../results.contract.ts';

/** A day or a month of a community as it was measured; null is not known. */
export interface Stretch {
  readonly at: number;
  readonly injected: number | null;
  readonly withdrawn: number | null;
  readonly shared: number | null;
  readonly incentive: number | null;
  readonly valorisation: number | null;
  /** 0…1; null where nobody belonged to the community. */
  readonly completeness: number | null;
}

/** The columns of an answer as rows. */
export const stretchesOf = (results: CommunityResults): Stretch[] =>
  results.ts.map((ts, index) => ({
    at: Date.parse(ts),
    injected: results.injected_kwh[index] ?? null,
    withdrawn: results.withdrawn_kwh[index] ?? null,
    shared: results.shared_kwh[index] ?? null,
    incentive: results.incentive_eur[index] ?? null,
    valorisation: results.valorisation_eur[index] ?? null,
    completeness: results.expected_hours[index] === 0 ? null : (results.completeness[index] ?? 0),
  }));

export type ResultField = 'injected' | 'withdrawn' | 'shared' | 'incentive' | 'valorisation';

/** What stretches come to, and of how many of them it is known; null: of none. */
export function sumOf(rows: readonly Stretch[], of: ResultField): { sum: number | null; known: number } {
  const values = rows.map((row) => row[of]);
  return { sum: sumKnown(values), known: values.filter((value) => value !== null).length };
}
