import { at } from '../../energy/community/case.ts';
import { type CashPlan, type CashResult, cashFlow } from '../../energy/community/cash-flow.ts';
import { type CommunityFinding, findingsOf } from '../../energy/community/eligibility.ts';
import { dedicatedWithdrawal, gseFee, valorisation } from '../../energy/community/other-money.ts';
import { earnsTariff } from '../../energy/community/plant-money.ts';
import {
  EXISTING,
  GRANT,
  MINIMUM_PRICE,
  NETWORK,
  notesOn,
  type RuleNote,
  SUN,
  SURPLUS,
  TARIFF,
} from '../../energy/community/rules.ts';
import { total } from '../../energy/community/settle.ts';
import { type GroupSurplus, surplus } from '../../energy/community/surplus.ts';
import {
  type BatteryStates,
  type MemberKind,
  MONTHS,
  type MonthOfSimulation,
  PROSUMERS,
  type PreparedYear,
  type Simulation,
  simulateMonth,
} from './simulation.model.ts';

const SUMS = ['injected_kwh', 'withdrawn_kwh', 'shared_kwh'] as const;
type DaySums = Readonly<Record<(typeof SUMS)[number], number[]>>;

/** What is kept of a month that was calculated: a run that was killed goes on after the last of them. */
export interface SimulationStep {
  readonly month: string;
  readonly hours: number;
  readonly unpriced_hours: number;
  readonly incentive_eur: number;
  readonly plants: readonly {
    readonly id: string;
    readonly injected_kwh: number;
    readonly shared_kwh: number;
    readonly incentivised_kwh: number;
    readonly incentive_eur: number;
    readonly grant_cut_eur: number;
    readonly sale_eur: number;
  }[];
  readonly members: readonly {
    readonly kind: MemberKind;
    readonly withdrawn_kwh: number;
    readonly shared_kwh: number;
    readonly self_used_kwh: number;
  }[];
  /** Sums by hour of the clock's day, 0…23. */
  readonly day: DaySums;
  readonly batteries: BatteryStates;
}

function daySums({ axis, settlement }: MonthOfSimulation): DaySums {
  const rows = { injected_kwh: [] as number[], withdrawn_kwh: [] as number[], shared_kwh: [] as number[] };
  for (const name of SUMS) rows[name] = new Array<number>(24).fill(0);
  let [day, clock] = [-1, 0];
  for (let hour = 0; hour < axis.count; hour++) {
    clock = at(axis.day_of, hour) === day ? clock + 1 : 0;
    day = at(axis.day_of, hour);
    for (const name of SUMS) {
      const row = rows[name];
      const place = Math.min(23, clock);
      row[place] = (row[place] ?? 0) + at(settlement.hours[name], hour);
    }
  }
  return rows;
}

/** What is kept of a month. */
export function stepOf(year: PreparedYear, month: MonthOfSimulation): SimulationStep {
  const { axis, from_hour, settlement } = month;
  const until = from_hour + axis.count;
  return {
    month: axis.months[0] ?? '',
    hours: axis.count,
    unpriced_hours: year.unpriced.slice(from_hour, until).reduce((sum, value) => sum + value, 0),
    incentive_eur: total(settlement.hours.incentive_eur),
    plants: settlement.plants.map((plant) => ({
      id: plant.id,
      injected_kwh: total(plant.injected_kwh),
      shared_kwh: total(plant.shared_kwh),
      incentivised_kwh: total(plant.incentivised_kwh),
      incentive_eur: total(plant.incentive_eur),
      grant_cut_eur: total(plant.grant_cut_eur),
      sale_eur: total(plant.sale_eur),
    })),
    members: year.members
      .filter(({ count }) => count > 0)
      .map(({ kind, self_used }) => {
        const settled = settlement.members.find(({ id }) => id === kind);
        return {
          kind,
          withdrawn_kwh: settled ? total(settled.withdrawn_kwh) : 0,
          shared_kwh: settled ? total(settled.shared_kwh) : 0,
          self_used_kwh: total(self_used.slice(from_hour, until)),
        };
      }),
    day: daySums(month),
    batteries: month.batteries,
  };
}

/** The months of a year one after the other, from the one after those that are done. */
export function* stepsFrom(
  year: PreparedYear,
  { done, batteries }: { readonly done: number; readonly batteries: BatteryStates },
): Generator<{ readonly month: number; readonly step: SimulationStep }> {
  let states = batteries;
  for (let month = done; month < MONTHS; month++) {
    const settled = simulateMonth(year, month, states);
    states = settled.batteries;
    yield { month, step: stepOf(year, settled) };
  }
}

/** Inputs of the twenty years. */
export interface MoneyInputs {
  readonly eur_per_kwp: number;
  readonly eur_per_battery_kwh: number;
  /** Of energy that prosumers do not buy, EUR/kWh. */
  readonly bill_eur_per_kwh: number;
  /** Yearly costs beside GSE's fees, share of the investment. */
  readonly cost_share: number;
  readonly degradation: number;
  readonly price_growth: number;
  readonly inflation: number;
  readonly discount_rate: number;
}

export const MONEY_YEARS = 20;

export interface SimulationTotals {
  readonly injected_kwh: number;
  readonly withdrawn_kwh: number;
  readonly self_used_kwh: number;
  readonly shared_kwh: number;
  readonly incentivised_kwh: number;
  readonly incentive_eur: number;
  readonly grant_cut_eur: number;
  readonly valorisation_eur: number;
  readonly sale_eur: number;
  readonly fee_eur: number;
  /** Shared over injected energy; null where nothing is injected. */
  readonly shared_share: number | null;
}

interface MonthRow {
  readonly month: string;
  readonly injected_kwh: number;
  readonly withdrawn_kwh: number;
  readonly shared_kwh: number;
  readonly incentive_eur: number;
  readonly valorisation_eur: number;
  readonly sale_eur: number;
}

export interface PlantRow {
  readonly id: string;
  readonly name: string;
  readonly power_kw: number;
  readonly earns_tariff: boolean;
  readonly injected_kwh: number;
  readonly shared_kwh: number;
  readonly incentivised_kwh: number;
  readonly incentive_eur: number;
  readonly grant_cut_eur: number;
  readonly sale_eur: number;
}

interface MemberRow {
  readonly kind: MemberKind;
  readonly count: number;
  readonly level: number;
  readonly withdrawn_kwh: number;
  readonly shared_kwh: number;
  readonly self_used_kwh: number;
}

/** What a simulation comes to. // spec §7: result_report */
export interface SimulationReport {
  readonly year: number;
  readonly hours: number;
  /** Hours that were calculated with the assumed price. */
  readonly unpriced_hours: number;
  readonly totals: SimulationTotals;
  readonly months: MonthRow[];
  readonly day: DaySums;
  readonly plants: PlantRow[];
  readonly members: MemberRow[];
  readonly surplus: GroupSurplus[];
  readonly money: CashResult & { readonly investment_eur: number };
  readonly rules: RuleNote[];
  readonly findings: CommunityFinding[];
}

type Step = SimulationStep;
const sumOf = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

function monthRow(step: Step, simulation: Simulation): MonthRow {
  const shared_kwh = sumOf(step.members, (row) => row.shared_kwh);
  return {
    month: step.month,
    injected_kwh: sumOf(step.plants, (row) => row.injected_kwh),
    withdrawn_kwh: sumOf(step.members, (row) => row.withdrawn_kwh),
    shared_kwh,
    incentive_eur: step.incentive_eur,
    valorisation_eur: valorisation(shared_kwh, step.month, simulation.switches),
    sale_eur: sumOf(step.plants, (row) => row.sale_eur),
  };
}

function plantRows(steps: readonly Step[], simulation: Simulation): PlantRow[] {
  const roof = simulation.members.find(({ kw_peak, count }) => kw_peak > 0 && count > 0);
  const given = [
    ...simulation.plants,
    ...(roof
      ? [{ id: PROSUMERS, name: '', power_kw: roof.kw_peak, in_operation: `${simulation.year}-01-01` }]
      : []),
  ];
  return given.map(({ id, name, power_kw, in_operation }) => {
    const rows = steps.flatMap(({ plants }) => plants.filter((row) => row.id === id));
    return {
      id,
      name,
      power_kw,
      earns_tariff: earnsTariff({ power_kw, in_operation }),
      injected_kwh: sumOf(rows, (row) => row.injected_kwh),
      shared_kwh: sumOf(rows, (row) => row.shared_kwh),
      incentivised_kwh: sumOf(rows, (row) => row.incentivised_kwh),
      incentive_eur: sumOf(rows, (row) => row.incentive_eur),
      grant_cut_eur: sumOf(rows, (row) => row.grant_cut_eur),
      sale_eur: sumOf(rows, (row) => row.sale_eur),
    };
  });
}

function memberRows(steps: readonly Step[], simulation: Simulation): MemberRow[] {
  return simulation.members
    .filter(({ count }) => count > 0)
    .map(({ kind, count, level }) => {
      const rows = steps.flatMap(({ members }) => members.filter((row) => row.kind === kind));
      return {
        kind,
        count,
        level,
        withdrawn_kwh: sumOf(rows, (row) => row.withdrawn_kwh),
        shared_kwh: sumOf(rows, (row) => row.shared_kwh),
        self_used_kwh: sumOf(rows, (row) => row.self_used_kwh),
      };
    });
}

/** How many plants a row stands for: the roofs of prosumers stand in one. */
function countOf({ id }: PlantRow, { members }: Simulation): number {
  if (id !== PROSUMERS) return 1;
  return members.find(({ kw_peak, count }) => kw_peak > 0 && count > 0)?.count ?? 1;
}

function totalsOf(
  { months, plants, members }: Pick<SimulationReport, 'months' | 'plants' | 'members'>,
  simulation: Simulation,
) {
  const injected_kwh = sumOf(months, (row) => row.injected_kwh);
  const shared_kwh = sumOf(months, (row) => row.shared_kwh);
  return {
    injected_kwh,
    shared_kwh,
    withdrawn_kwh: sumOf(months, (row) => row.withdrawn_kwh),
    self_used_kwh: sumOf(members, (row) => row.self_used_kwh),
    incentivised_kwh: sumOf(plants, (row) => row.incentivised_kwh),
    incentive_eur: sumOf(months, (row) => row.incentive_eur),
    grant_cut_eur: sumOf(plants, (row) => row.grant_cut_eur),
    valorisation_eur: sumOf(months, (row) => row.valorisation_eur),
    sale_eur: sumOf(months, (row) => row.sale_eur),
    fee_eur: sumOf(plants, (row) => gseFee(row.power_kw) * countOf(row, simulation)),
    shared_share: injected_kwh > 0 ? shared_kwh / injected_kwh : null,
  };
}

/** Up to this power a plant may have the guaranteed minimum, kW: any, and one that earns the tariff. // reference/domain.md §1.5 */
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

function moneyOf(
  { totals, plants }: Pick<SimulationReport, 'totals' | 'plants'>,
  simulation: Simulation,
  inputs: MoneyInputs,
) {
  const roof = simulation.members.find(({ kw_peak, count }) => kw_peak > 0 && count > 0);
  const parts = [
    ...simulation.plants.map(({ power_kw, battery_kwh, grant_share }) => ({
      power_kw,
      battery_kwh,
      grant_share,
    })),
    ...(roof ? [{ power_kw: roof.kw_peak * roof.count, battery_kwh: 0, grant_share: 0 }] : []),
  ].map(({ power_kw, battery_kwh, grant_share }) => ({
    eur: power_kw * inputs.eur_per_kwp + battery_kwh * inputs.eur_per_battery_kwh,
    grant_share,
  }));
  const investment_eur = sumOf(parts, ({ eur }) => eur);
  const granted = sumOf(parts, ({ eur, grant_share }) => eur * grant_share);
  const plan: CashPlan = {
    ...inputs,
    investment_eur,
    grant_share: investment_eur > 0 ? granted / investment_eur : 0,
    incentive_eur: totals.incentive_eur,
    valorisation_eur: totals.valorisation_eur,
    sale_eur: saleOf(plants, simulation),
    saved_eur: totals.self_used_kwh * inputs.bill_eur_per_kwh,
    cost_eur: totals.fee_eur + investment_eur * inputs.cost_share,
    years: MONEY_YEARS,
  };
  return { ...cashFlow(plan), investment_eur };
}

function rulesOf(simulation: Simulation): RuleNote[] {
  const { year, eur_per_kwh } = simulation;
  const tables = [
    ...(eur_per_kwh === null ? [TARIFF, GRANT] : []),
    ...[SURPLUS, NETWORK, MINIMUM_PRICE, EXISTING],
    ...(hasAssumedSun(simulation) ? [SUN] : []),
  ];
  return notesOn(tables, `${year}-01-01`);
}

/** Whether what any plant makes is calculated without a typical year of its place. */
const hasAssumedSun = ({ plants, members }: Simulation): boolean =>
  plants.some(({ assumed_sun }) => assumed_sun) ||
  (plants.length === 0 && members.some(({ kw_peak, count }) => kw_peak > 0 && count > 0));

/** The report of a year from its twelve months, in whichever order they were calculated. */
export function reportOf(
  simulation: Simulation,
  given: readonly SimulationStep[],
  inputs: MoneyInputs,
): SimulationReport {
  const steps = given.toSorted((a, b) => (a.month < b.month ? -1 : 1));
  const months = steps.map((step) => monthRow(step, simulation));
  const [plants, members] = [plantRows(steps, simulation), memberRows(steps, simulation)];
  const totals = totalsOf({ months, plants, members }, simulation);
  const hours = sumOf(steps, (step) => step.hours);
  const days = hours / 24;
  const day = Object.fromEntries(
    SUMS.map((name) => [
      name,
      Array.from({ length: 24 }, (_, hour) => sumOf(steps, (step) => step.day[name][hour] ?? 0) / days),
    ]),
  ) as unknown as DaySums;
  const grantOf = new Map(simulation.plants.map(({ id, grant_share }) => [id, grant_share]));
  return {
    year: simulation.year,
    hours,
    unpriced_hours: sumOf(steps, ({ unpriced_hours }) => unpriced_hours),
    totals,
    months,
    day,
    plants,
    members,
    surplus: surplus(
      plants.map((row) => ({ ...row, earns: row.earns_tariff, grant_share: grantOf.get(row.id) ?? 0 })),
      `${simulation.year}-01-01`,
      simulation.switches,
    ),
    money: moneyOf({ totals, plants }, simulation, inputs),
    rules: rulesOf(simulation),
    findings: findingsOf(
      simulation.plants.map(({ id, power_kw, in_operation }) => ({
        id,
        power_kw,
        in_operation,
        substation: '',
      })),
      members.map(({ kind }) => ({ id: kind, substation: '' })),
      `${simulation.year}-01-01`,
    ),
  };
}
