import { at } from '../../energy/community/case.ts';
import { findingsOf } from '../../energy/community/eligibility.ts';
import { LOAD_SOURCES } from '../../energy/community/load-sources.ts';
import { valorisation } from '../../energy/community/other-money.ts';
import { earnsTariff } from '../../energy/community/plant-money.ts';
import {
  EXISTING,
  GRANT,
  GRANT_COST,
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
import { type Assumption, assumptionsOf, type ModelAssumption } from './assumptions.model.ts';
import {
  type BatteryStates,
  exemptOf,
  type MemberKind,
  MONTHS,
  type MonthOfSimulation,
  PROSUMERS,
  type PreparedYear,
  roofsOf,
  SHAPE_OF,
  type Simulation,
  simulateMonth,
} from './simulation.model.ts';
import {
  feesOf,
  grantFindings,
  type MoneyInputs,
  moneyOf,
  type PlantRow,
  type SimulationFinding,
  type SimulationMoney,
  sumOf,
} from './simulation-money.model.ts';

const SUMS = ['injected_kwh', 'withdrawn_kwh', 'shared_kwh'] as const;
type DaySums = Readonly<Record<(typeof SUMS)[number], number[]>>;

/** What is kept of a month that was calculated: a run that was killed goes on after the last of them. */
export interface SimulationStep {
  readonly month: string;
  readonly hours: number;
  readonly unpriced_hours: number;
  readonly incentive_eur: number;
  readonly plants: readonly Omit<PlantRow, 'name' | 'power_kw' | 'installed_kw' | 'earns_tariff'>[];
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
  for (let hour = 0; hour < axis.count; hour++) {
    const clock = at(axis.clock_of, hour);
    for (const name of SUMS) rows[name][clock] = (rows[name][clock] ?? 0) + at(settlement.hours[name], hour);
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
        const settled = settlement.members.filter(({ id }) => id === kind || id === exemptOf(kind));
        return {
          kind,
          withdrawn_kwh: sumOf(settled, (row) => total(row.withdrawn_kwh)),
          shared_kwh: sumOf(settled, (row) => total(row.shared_kwh)),
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
  readonly money: SimulationMoney;
  readonly rules: RuleNote[];
  readonly assumptions: Assumption[];
  readonly findings: SimulationFinding[];
}

type Step = SimulationStep;

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

/** The roofs of prosumers, which are one plant of the report: of the class of each, with the power of all. */
function roofsAsPlant(simulation: Simulation) {
  const roof = roofsOf(simulation);
  if (!roof) return [];
  const { kw_peak: power_kw, count } = roof;
  const in_operation = `${simulation.year}-01-01`;
  return [{ id: PROSUMERS, name: '', power_kw, installed_kw: power_kw * count, in_operation }];
}

function plantRows(steps: readonly Step[], simulation: Simulation): PlantRow[] {
  const built = simulation.plants.map((plant) => ({ ...plant, installed_kw: plant.power_kw }));
  const given = [...built, ...roofsAsPlant(simulation)];
  return given.map(({ id, name, power_kw, installed_kw, in_operation }) => {
    const rows = steps.flatMap(({ plants }) => plants.filter((row) => row.id === id));
    return {
      id,
      name,
      power_kw,
      installed_kw,
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
    fee_eur: feesOf(plants, simulation),
    shared_share: injected_kwh > 0 ? shared_kwh / injected_kwh : null,
  };
}

function rulesOf(simulation: Simulation): RuleNote[] {
  const { year, eur_per_kwh } = simulation;
  const tables = [
    ...(eur_per_kwh === null ? [TARIFF, GRANT] : []),
    ...(simulation.plants.some(({ grant_share }) => grant_share > 0) ? [GRANT_COST] : []),
    SURPLUS,
    NETWORK,
    MINIMUM_PRICE,
    EXISTING,
    ...(hasAssumedSun(simulation) ? [SUN] : []),
  ];
  return notesOn(tables, `${year}-01-01`);
}

/** Whether what any plant makes is calculated without a typical year of its place, or a yield that somebody stated. */
const hasAssumedSun = ({ plants, members }: Simulation): boolean =>
  plants.some(({ assumed_sun, kwh_per_kwp }) => assumed_sun && kwh_per_kwp === null) ||
  (plants.length === 0 && roofsOf({ members }) !== undefined);

/** What a simulation is calculated by that no official text says, and what of it is only a model. */
function assumedIn(simulation: Simulation): Assumption[] {
  const { plants, members, switches } = simulation;
  // A simulation is a whole year: how months of one are judged is no question.
  const { surplus_period: _, ...chosen } = switches;
  const shapes = new Set(members.flatMap(({ kind, count }) => (count > 0 ? [SHAPE_OF[kind]] : [])));
  const when = (code: ModelAssumption, holds: boolean) => (holds ? [{ code }] : []);
  return assumptionsOf(chosen, [
    ...when(
      'grant_linear',
      plants.some(({ grant_share }) => grant_share > 0),
    ),
    { code: 'quarter_hours' },
    { code: 'load_profiles', source: [...shapes].map((shape) => LOAD_SOURCES[shape]).join('; ') },
    ...when('sun', hasAssumedSun(simulation)),
    ...when(
      'battery',
      plants.some(({ battery_kwh }) => battery_kwh > 0),
    ),
    ...when(
      'investment_made',
      plants.some(({ is_built }) => is_built),
    ),
  ]);
}

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
    assumptions: assumedIn(simulation),
    findings: [
      ...findingsOf(
        [...simulation.plants, ...roofsAsPlant(simulation)].map((plant) => ({ ...plant, substation: '' })),
        members.map(({ kind }) => ({ id: kind, substation: '' })),
        `${simulation.year}-01-01`,
      ),
      ...grantFindings(simulation, inputs),
    ],
  };
}
