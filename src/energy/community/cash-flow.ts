import { at } from './case.ts';

/** What a community's plants cost and bring, as inputs of the years to come. */
export interface CashPlan {
  readonly investment_eur: number;
  /** Of it, what a capital grant pays. */
  readonly granted_eur: number;
  /** Paid once with the investment. */
  readonly once_eur: number;
  /** Of the first year. */
  readonly incentive_eur: number;
  /** What of the first year's tariff is still paid in the first year, the second …, 0…1: it ends before the plants do. */
  readonly incentive_paid: readonly number[];
  readonly valorisation_eur: number;
  readonly sale_eur: number;
  readonly saved_eur: number;
  readonly cost_eur: number;
  /** What production loses each year, 0…1. */
  readonly degradation: number;
  /** Yearly growth of the prices of energy, and of costs. */
  readonly price_growth: number;
  readonly inflation: number;
  readonly discount_rate: number;
  readonly years: number;
}

export interface CashYear {
  readonly year: number;
  readonly flow_eur: number;
  readonly discounted_eur: number;
  readonly balance_eur: number;
}

export interface CashResult {
  readonly years: CashYear[];
  readonly npv_eur: number;
  /** Null where no rate makes the flows come to nothing. */
  readonly irr: number | null;
  /** Years until the undiscounted flows are even; null when they never are. */
  readonly payback_years: number | null;
}

/** Tariff and valorisation stay as they are granted; sale and savings follow prices, costs follow inflation. */
function flowOf(plan: CashPlan, year: number): number {
  if (year === 0) return plan.granted_eur - plan.investment_eur - plan.once_eur;
  const energy = (1 - plan.degradation) ** (year - 1);
  const prices = (1 + plan.price_growth) ** (year - 1);
  const incentive = plan.incentive_eur * at(plan.incentive_paid, year - 1);
  const granted = (incentive + plan.valorisation_eur) * energy;
  const market = (plan.sale_eur + plan.saved_eur) * energy * prices;
  return granted + market - plan.cost_eur * (1 + plan.inflation) ** (year - 1);
}

/** Net present value of flows, the first of them now. */
export function presentValue(flows: readonly number[], rate: number): number {
  return flows.reduce((sum, flow, year) => sum + flow / (1 + rate) ** year, 0);
}

/** Where a rate is looked for: closely where rates of plants lie. */
const RATES = [-0.99, ...Array.from({ length: 60 }, (_, step) => -0.95 + step * 0.05), 3, 5, 10];

/** The stretch between two rates nearest to none in which flows come to nothing. */
function bracketOf(flows: readonly number[]): readonly [number, number] | undefined {
  return RATES.slice(1)
    .map((high, i) => [RATES[i] ?? -0.99, high] as const)
    .filter(([low, high]) => presentValue(flows, low) * presentValue(flows, high) <= 0)
    .sort((a, b) => Math.abs(a[0]) - Math.abs(b[0]))[0];
}

/** The rate at which flows come to nothing, by halving; of several the one nearest to none; null where there is none. */
export function internalRate(flows: readonly number[]): number | null {
  const bracket = bracketOf(flows);
  if (!bracket) return null;
  const exact = bracket.find((rate) => presentValue(flows, rate) === 0);
  if (exact !== undefined) return flows.every((flow) => flow === 0) ? null : exact;
  let [low, high] = bracket;
  const falling = presentValue(flows, low) > 0;
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2;
    if (presentValue(flows, middle) > 0 === falling) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Years until a sum of flows is even, within the year by its share; null when it never is. */
export function payback(flows: readonly number[]): number | null {
  let balance = 0;
  for (const [year, flow] of flows.entries()) {
    if (balance + flow >= 0) return year === 0 || flow <= 0 ? year : year - 1 + -balance / flow;
    balance += flow;
  }
  return null;
}

/** What costs nothing at first has nothing to pay back. */
const isSpent = ([first = 0]: readonly number[]): boolean => first < 0;

/** Flows of the years with what they come to. NPV = Σ flow_y / (1 + r)^y. */
export function cashFlow(plan: CashPlan): CashResult {
  const flows = Array.from({ length: plan.years + 1 }, (_, year) => flowOf(plan, year));
  let balance = 0;
  const years = flows.map((flow_eur, year) => {
    balance += flow_eur;
    const discounted_eur = flow_eur / (1 + plan.discount_rate) ** year;
    return { year, flow_eur, discounted_eur, balance_eur: balance };
  });
  const npv_eur = presentValue(flows, plan.discount_rate);
  return { years, npv_eur, irr: internalRate(flows), payback_years: isSpent(flows) ? payback(flows) : null };
}
