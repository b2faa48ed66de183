import type { SimulationReport } from './parameters.contract.ts';

const ROWS = [
  'investment',
  'granted',
  'grant_fee',
  'year_0',
  'incentive',
  'valorisation',
  'sale',
  'saved',
  'fee',
  'cost',
  'year_1',
] as const;

export interface MoneyRow {
  readonly name: (typeof ROWS)[number];
  readonly eur: number;
  /** The flow of a year, which the rows above it come to. */
  readonly is_sum: boolean;
}

/** What the flows of the first two years are made of, each part with its sign; none of a result from before that was kept. */
export function moneyRows({ money }: Pick<SimulationReport, 'money'>): MoneyRow[] {
  const { first_year: first, investment_eur, granted_eur = 0, grant_fee_eur = 0, years } = money;
  if (!first) return [];
  const eur: Readonly<Record<(typeof ROWS)[number], number>> = {
    investment: -investment_eur,
    granted: granted_eur,
    grant_fee: -grant_fee_eur,
    year_0: years[0]?.flow_eur ?? 0,
    incentive: first.incentive_eur,
    valorisation: first.valorisation_eur,
    sale: first.sale_eur,
    saved: first.saved_eur,
    fee: -first.fee_eur,
    cost: -first.cost_eur,
    year_1: years[1]?.flow_eur ?? 0,
  };
  return ROWS.map((name) => ({ name, eur: eur[name], is_sum: name.startsWith('year_') }));
}
