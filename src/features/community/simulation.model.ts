import { BATTERY, communityFirst } from '../../energy/community/battery.ts';
import type { CommunityMember, CommunityPlant } from '../../energy/community/case.ts';
import { type HourAxis, hourAxis } from '../../energy/community/hour-axis.ts';
import { type LoadShape, loadYear } from '../../energy/community/load-shape.ts';
import { pvYear } from '../../energy/community/pv-year.ts';
import type { Area, MarketZone } from '../../energy/community/rules.ts';
import { netOf } from '../../energy/community/self-use.ts';
import { type Settlement, settle } from '../../energy/community/settle.ts';
import type { Switches } from '../../energy/community/switches.ts';
import type { TypicalYear } from '../../energy/typical-year.ts';
import { dayAfterMonth, monthAfter } from '../../shared/units/months.ts';

/** Kinds of members of a simulation. // spec §3: Simulation parameters */
export const MEMBER_KINDS = ['prosumer', 'apartment', 'townhouse', 'service'] as const;
export type MemberKind = (typeof MEMBER_KINDS)[number];

export const SHAPE_OF: Readonly<Record<MemberKind, LoadShape>> = {
  prosumer: 'house',
  apartment: 'apartment',
  townhouse: 'house',
  service: 'service',
};

/** Members of one kind, all alike. */
export interface SimulatedMembers {
  readonly kind: MemberKind;
  readonly count: number;
  readonly level: number;
  /** Of one of them. */
  readonly kwh_per_year: number;
  /** On the roof of each prosumer; 0 for others. */
  readonly kw_peak: number;
  /** How many of them are bodies that a grant does not touch, 0…1. */
  readonly exempt_share: number;
}

/** A plant of a simulation: one that is only thought of, or one of the company's. */
export interface SimulatedPlant {
  readonly id: string;
  readonly name: string;
  /** The company's plant whose typical year is taken; null: the first one's, or an assumed sun. */
  readonly plant_id: number | null;
  readonly power_kw: number;
  readonly photovoltaic: boolean;
  readonly latitude: number;
  readonly longitude: number;
  readonly tilt_deg: number;
  readonly azimuth_deg: number;
  readonly kwh_per_kwp: number | null;
  /** Without a typical year, which only a plant of the company has, its sun is assumed. */
  readonly assumed_sun: boolean;
  readonly in_operation: string;
  readonly grant_share: number;
  /** Its investment is made already: it is in operation, and no decision about the community changes what it cost. */
  readonly is_built: boolean;
  readonly battery_kwh: number;
}

/** A plant with its hours; of several roofs in one also what they come to. */
type MakingPlant = SimulatedPlant & { readonly made: Float64Array; readonly installed_kw?: number };

/** A simulation with all that it is calculated from, apart from prices and typical years. */
export interface Simulation {
  readonly year: number;
  readonly area: Area;
  readonly zone: MarketZone;
  readonly members: readonly SimulatedMembers[];
  readonly plants: readonly SimulatedPlant[];
  /** Where prosumers' roofs stand when there is no plant whose hours they follow, degrees. */
  readonly place: { readonly latitude: number; readonly longitude: number };
  readonly eur_per_kwh: number | null;
  /** Of hours whose price is not known, EUR/MWh. */
  readonly assumed_price: number;
  readonly switches: Switches;
}

/** What a simulation is calculated from beside its parameters. */
export interface SimulationInputs {
  /** EUR/MWh of each hour of the year; NaN where none is known. */
  readonly prices: Float64Array;
  readonly typical: Readonly<Record<string, TypicalYear>>;
}

/** Steps of a run. */
export const MONTHS = 12;
const SUBSTATION = 'one';
export const PROSUMERS = 'prosumers';

interface YearSeries {
  readonly axis: HourAxis;
  readonly prices: Float64Array;
  readonly unpriced: Uint8Array;
  readonly members: readonly (SimulatedMembers & {
    readonly withdrawn: Float64Array;
    readonly self_used: Float64Array;
  })[];
  readonly plants: readonly MakingPlant[];
}

/** A whole simulated year before anything is shared. */
export interface PreparedYear extends YearSeries {
  readonly simulation: Simulation;
}

/** How a roof stands of which nothing is said, degrees. */
const ROOF = { tilt_deg: 30, azimuth_deg: 180, kwh_per_kwp: null } as const;

const times = (values: Float64Array, factor: number): Float64Array => values.map((value) => value * factor);

/** The roofs of prosumers: how many, and how large each of them is; none where there are none. */
export const roofsOf = ({ members }: Pick<Simulation, 'members'>) =>
  members.find(({ kw_peak, count }) => kw_peak > 0 && count > 0);

/** The roofs of all prosumers, as one plant of the class of one of them. */
function roofs(
  simulation: Simulation,
  made: Float64Array,
  { kw_peak, count }: Pick<SimulatedMembers, 'kw_peak' | 'count'>,
): MakingPlant {
  const [first] = simulation.plants;
  return {
    id: PROSUMERS,
    name: '',
    plant_id: null,
    power_kw: kw_peak,
    installed_kw: kw_peak * count,
    photovoltaic: true,
    latitude: first?.latitude ?? simulation.place.latitude,
    longitude: first?.longitude ?? simulation.place.longitude,
    tilt_deg: first?.tilt_deg ?? ROOF.tilt_deg,
    azimuth_deg: first?.azimuth_deg ?? ROOF.azimuth_deg,
    kwh_per_kwp: first?.kwh_per_kwp ?? null,
    assumed_sun: first?.assumed_sun ?? true,
    in_operation: `${simulation.year}-01-01`,
    grant_share: 0,
    is_built: false,
    battery_kwh: 0,
    made,
  };
}

/** Members' and plants' hours of the year; prosumers use their own first. */
export function prepareYear(simulation: Simulation, { prices, typical }: SimulationInputs): PreparedYear {
  const axis = hourAxis(`${simulation.year}-01-01`, `${simulation.year + 1}-01-01`);
  const { zone } = simulation;
  const plants = simulation.plants.map((plant) => ({
    ...plant,
    made: pvYear(axis, { ...plant, zone, kw_peak: plant.power_kw }, typical[plant.id]),
  }));
  const roofOf = (kw: number): Float64Array => {
    const [first] = plants;
    if (kw <= 0) return new Float64Array(axis.count);
    if (first) return times(first.made, kw / first.power_kw);
    return pvYear(axis, { ...simulation.place, ...ROOF, zone, kw_peak: kw });
  };
  const [injecting, none]: [MakingPlant[], Float64Array] = [[], new Float64Array(axis.count)];
  const members = simulation.members.map((row) => {
    const load = loadYear(axis, SHAPE_OF[row.kind], row.kwh_per_year);
    const net = netOf(row.kw_peak > 0 ? roofOf(row.kw_peak) : none, load);
    if (row.kw_peak > 0 && row.count > 0)
      injecting.push(roofs(simulation, times(net.injected_kwh, row.count), row));
    return {
      ...row,
      withdrawn: times(net.withdrawn_kwh, row.count),
      self_used: times(net.self_used_kwh, row.count),
    };
  });
  const unpriced = Uint8Array.from(prices, (price) => (Number.isNaN(price) ? 1 : 0));
  const known = prices.map((price) => (Number.isNaN(price) ? simulation.assumed_price : price));
  return { simulation, axis, prices: known, unpriced, members, plants: [...plants, ...injecting] };
}

/** What batteries hold at the begin or the end of a month, kWh by plant. */
export type BatteryStates = Readonly<Record<string, number>>;

export interface MonthOfSimulation {
  readonly axis: HourAxis;
  readonly from_hour: number;
  readonly settlement: Settlement;
  readonly batteries: BatteryStates;
}

function injections(
  plants: readonly MakingPlant[],
  withdrawn: Float64Array,
  before: BatteryStates,
): { injected: Float64Array[]; states: Record<string, number> } {
  const injected = plants.map(({ made }) => made);
  const states: Record<string, number> = {};
  for (const [index, plant] of plants.entries()) {
    if (plant.battery_kwh <= 0) continue;
    const all = withdrawn.map((_, hour) => injected.reduce((sum, row) => sum + (row[hour] ?? 0), 0));
    const own = injected[index] ?? plant.made;
    const battery = { ...BATTERY, capacity_kwh: plant.battery_kwh, power_kw: plant.battery_kwh / 2 };
    const run = communityFirst(battery, { own, all, withdrawn }, before[plant.id]);
    injected[index] = run.injected_kwh;
    states[plant.id] = run.state_kwh;
  }
  return { injected, states };
}

/** The part of a kind's members that a grant does not touch, as a member of its own. */
export const exemptOf = (kind: MemberKind): string => `${kind} exempt`;

/** The members of a month: those of a kind as one, and beside them those that a grant does not touch. */
function membersOf(year: PreparedYear, cut: (values: Float64Array) => Float64Array): CommunityMember[] {
  return year.members
    .filter(({ count }) => count > 0)
    .flatMap(({ kind, level, withdrawn, exempt_share }) => {
      const whole = cut(withdrawn);
      const part = (id: string, share: number, exempt: boolean) =>
        share > 0 ? [{ id, substation: SUBSTATION, level, exempt, withdrawn_kwh: times(whole, share) }] : [];
      return [...part(kind, 1 - exempt_share, false), ...part(exemptOf(kind), exempt_share, true)];
    });
}

/**
 * Settles one month of a simulated year; months are steps that a run resumes at.
 * @param month 0…11; @param before what the batteries held at its begin
 */
export function simulateMonth(year: PreparedYear, month: number, before: BatteryStates): MonthOfSimulation {
  const { simulation } = year;
  const of = monthAfter(`${simulation.year}-01`, month);
  const axis = hourAxis(`${of}-01`, dayAfterMonth(of));
  const from_hour = Math.round((axis.start - year.axis.start) / 3_600_000);
  const cut = (values: Float64Array): Float64Array => values.slice(from_hour, from_hour + axis.count);
  const members = membersOf(year, cut);
  const withdrawn = new Float64Array(axis.count);
  for (const { withdrawn_kwh } of members) {
    const series = typeof withdrawn_kwh === 'function' ? withdrawn_kwh() : withdrawn_kwh;
    for (let hour = 0; hour < axis.count; hour++)
      withdrawn[hour] = (withdrawn[hour] ?? 0) + (series[hour] ?? 0);
  }
  const cutPlants = year.plants.map((plant) => ({ ...plant, made: cut(plant.made) }));
  const { injected, states } = injections(cutPlants, withdrawn, before);
  const plants: CommunityPlant[] = cutPlants.map((plant, index) => ({
    id: plant.id,
    substation: SUBSTATION,
    zone: simulation.zone,
    area: simulation.area,
    power_kw: plant.power_kw,
    installed_kw: plant.installed_kw ?? plant.power_kw,
    photovoltaic: plant.photovoltaic,
    grant_share: plant.grant_share,
    in_operation: plant.in_operation,
    injected_kwh: injected[index] ?? plant.made,
  }));
  const settlement = settle({
    axis,
    prices: { [simulation.zone]: cut(year.prices) },
    plants,
    members,
    switches: simulation.switches,
    eur_per_kwh: simulation.eur_per_kwh,
  });
  return { axis, from_hour, settlement, batteries: { ...before, ...states } };
}
