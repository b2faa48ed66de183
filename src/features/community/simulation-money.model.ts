import { capitalGrant } from '../../energy/community/capital-grant.ts';
import { type CashPlan, type CashResult, cashFlow } from '../../energy/community/cash-flow.ts';
import type { CommunityFinding } from '../../energy/community/eligibility.ts';
import { dedicatedWithdrawal, grantFileFee, gseFee } from '../../energy/community/other-money.ts';
import { tariffEnd } from '../../energy/community/plant-money.ts';
import { DAY_MS } from '../../shared/units/zones.ts';
import { PROSUMERS, roofsOf, type SimulatedPlant, type Simulation } from './simulation.model.ts';

/** Inputs of the twenty years. */
export interface MoneyInputs {
  readonly eur_per_kwp: number;
  readonly eur_per_battery_kwh: number;
  /** Of energy that prosumers do not buy, EUR/kWh. */
  readonly bill_eur_per_kwh: number;
  /** Yearly costs beside GSE's fees, share of what plants and batteries cost. */
  readonly cost_share: number;
  readonly degradation: number;
  readonly price_growth: number;
  readonly inflation: number;
  readonly discount_rate: number;
}

export const MONEY_YEARS = 20;

export interface PlantRow {
  readonly id: string;
  readonly name: string;
  /** Of roofs that stand in one row, that of each: it decides their class. */
  readonly power_kw: number;
  readonly installed_kw: number;
  readonly earns_tariff: boolean;
  readonly injected_kwh: number;
  readonly shared_kwh: number;
  readonly incentivised_kwh: number;
  readonly incentive_eur: number;
  readonly grant_cut_eur: number;
  readonly sale_eur: number;
}

/** Flows of the years with the parts that the first two of them are made of, so that they can be added up. */
export type SimulationMoney = CashResult & {
  /** Without what is made already. */
  readonly investment_eur: number;
  readonly granted_eur: number;
  /** GSE's fee for the file of a grant. */
  readonly grant_fee_eur: number;
  readonly first_year: {
    readonly incentive_eur: number;
    readonly valorisation_eur: number;
    /** With the guaranteed minimum price, where a plant may have one and it is more than the market's. */
    readonly sale_eur: number;
    readonly saved_eur: number;
    readonly fee_eur: number;
    readonly cost_eur: number;
  };
};

export type SimulationFinding =
  | CommunityFinding
  | { readonly code: 'grant_capped'; readonly id: string; readonly granted_eur: number };

export const sumOf = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

/** How many plants a row stands for: the roofs of prosumers stand in one. */
const countOf = ({ id }: PlantRow, simulation: Simulation): number =>
  id === PROSUMERS ? (roofsOf(simulation)?.count ?? 1) : 1;

/** What GSE asks of the plants in a year. */
export const feesOf = (plants: readonly PlantRow[], simulation: Simulation): number =>
  sumOf(plants, (row) => gseFee(row.power_kw) * countOf(row, simulation));

/** Up to this power a plant may have the guaranteed minimum, kW: any, and one that earns the tariff. // docs/domain.md §1.5 */
const GUARANTEED_KW = { any: 1000, with_tariff: 100 } as const;

/** What is sold in a year, plant by plant, with the guaranteed minimum where a plant may have one and it is more. */
function saleOf(plants: readonly PlantRow[], simulation: Simulation): number {
  return sumOf(plants, (row) => {
    const { power_kw, earns_tariff, injected_kwh, sale_eur } = row;
    if (power_kw > (earns_tariff ? GUARANTEED_KW.with_tariff : GUARANTEED_KW.any)) return sale_eur;
    const count = countOf(row, simulation);
    const year = { from_day: `${simulation.year}-01-01`, days: 365, days_of_year: 365 };
    return (
      count * dedicatedWithdrawal({ sold_kwh: injected_kwh / count, market_eur: sale_eur / count, ...year })
    );
  });
}

/** What plants and their batteries are worth, what of it is still to be invested, and what a grant pays of that. */
function costOf(plant: SimulatedPlant, simulation: Simulation, inputs: MoneyInputs) {
  const { power_kw, battery_kwh, grant_share, is_built } = plant;
  const battery_eur = battery_kwh * inputs.eur_per_battery_kwh;
  const worth_eur = power_kw * inputs.eur_per_kwp + battery_eur;
  if (is_built)
    return { worth_eur, investment_eur: battery_eur, granted_eur: 0, fee_eur: 0, is_capped: false };
  const grant = capitalGrant({ power_kw, cost_eur: worth_eur, grant_share }, `${simulation.year}-01-01`);
  const fee_eur = grant.granted_eur > 0 ? grantFileFee(power_kw) : 0;
  return { worth_eur, investment_eur: worth_eur, fee_eur, ...grant };
}

/** Plants whose grant is less than the share that was asked. */
export const grantFindings = (simulation: Simulation, inputs: MoneyInputs): SimulationFinding[] =>
  simulation.plants.flatMap((plant) => {
    const { is_capped, granted_eur } = costOf(plant, simulation, inputs);
    return is_capped ? [{ code: 'grant_capped' as const, id: plant.id, granted_eur }] : [];
  });

/** What of a calendar year comes before a day, 0…1 by its days. */
function partBefore(year: number, day: string): number {
  const [begin, end] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
  const days = Math.min(end, Math.max(begin, Date.parse(`${day}T00:00:00Z`))) - begin;
  return days / DAY_MS / ((end - begin) / DAY_MS);
}

/** What of the first year's tariff is still paid in each year: a plant's ends 20 years after it went into operation. */
function paidBy(plants: readonly PlantRow[], simulation: Simulation): number[] {
  const whole = sumOf(plants, ({ incentive_eur }) => incentive_eur);
  const begun = new Map(simulation.plants.map(({ id, in_operation }) => [id, in_operation]));
  const ends = plants.map(({ id, power_kw, incentive_eur }) => {
    const in_operation = begun.get(id) ?? `${simulation.year}-01-01`;
    return { incentive_eur, end: tariffEnd({ power_kw, in_operation }) ?? '' };
  });
  return Array.from({ length: MONEY_YEARS }, (_, index) => {
    const paid = sumOf(ends, ({ incentive_eur, end }) => {
      const first = end === '' ? 0 : partBefore(simulation.year, end);
      return first > 0 ? (incentive_eur * partBefore(simulation.year + index, end)) / first : 0;
    });
    return whole > 0 ? paid / whole : 0;
  });
}

interface Year {
  readonly plants: readonly PlantRow[];
  readonly totals: {
    readonly incentive_eur: number;
    readonly valorisation_eur: number;
    readonly self_used_kwh: number;
    readonly fee_eur: number;
  };
}

/** The twenty years of a simulated one. */
export function moneyOf(
  { totals, plants }: Year,
  simulation: Simulation,
  inputs: MoneyInputs,
): SimulationMoney {
  const roof = roofsOf(simulation);
  const roofs_eur = roof ? roof.kw_peak * roof.count * inputs.eur_per_kwp : 0;
  const costs = simulation.plants.map((plant) => costOf(plant, simulation, inputs));
  const investment_eur = roofs_eur + sumOf(costs, (cost) => cost.investment_eur);
  const granted_eur = sumOf(costs, (cost) => cost.granted_eur);
  const grant_fee_eur = sumOf(costs, ({ fee_eur }) => fee_eur);
  const first_year = {
    incentive_eur: totals.incentive_eur,
    valorisation_eur: totals.valorisation_eur,
    sale_eur: saleOf(plants, simulation),
    saved_eur: totals.self_used_kwh * inputs.bill_eur_per_kwh,
    fee_eur: totals.fee_eur,
    cost_eur: (roofs_eur + sumOf(costs, ({ worth_eur }) => worth_eur)) * inputs.cost_share,
  };
  const plan: CashPlan = {
    ...inputs,
    ...first_year,
    investment_eur,
    granted_eur,
    once_eur: grant_fee_eur,
    incentive_paid: paidBy(plants, simulation),
    cost_eur: first_year.fee_eur + first_year.cost_eur,
    years: MONEY_YEARS,
  };
  return { ...cashFlow(plan), investment_eur, granted_eur, grant_fee_eur, first_year };
}
