/**
 * The community's arithmetic once more, slow and plain: objects for each hour, the rules written out in place, nothing taken from src/energy.
 * Tests hold the engine against it, and bench/community.ts times both.
 */
export interface PlainPlant {
  id: string;
  substation: string;
  zone: string;
  power_kw: number;
  photovoltaic: boolean;
  area: 'north' | 'centre' | 'south';
  grant_share: number;
  in_operation: string;
  from_hour: number;
  to_hour: number;
  injected: (number | null)[];
}

export interface PlainMember {
  id: string;
  substation: string;
  level: number;
  exempt: boolean;
  from_hour: number;
  to_hour: number;
  withdrawn: (number | null)[];
}

export interface PlainCase {
  hours: number;
  prices: Record<string, (number | null)[]>;
  plants: PlainPlant[];
  members: PlainMember[];
  attribution: 'oldest_first' | 'pro_rata';
  exempt_keep: boolean;
  whole_tariff_cut: boolean;
}

export interface PlainResult {
  injected: number[];
  withdrawn: number[];
  shared: number[];
  incentive: number[];
  plants: Record<string, { shared: number; incentivised: number; incentive: number; cut: number }>;
  members: Record<string, { withdrawn: number; shared: number; byHour: number[] }>;
}

function tariffBeforeGrant(plant: PlainPlant, price: number): { capped: number; correction: number } {
  let base = 60;
  let cap = 100;
  if (plant.power_kw <= 600) [base, cap] = [70, 110];
  if (plant.power_kw <= 200) [base, cap] = [80, 120];
  const variable = price < 180 ? 180 - price : 0;
  let correction = 0;
  if (plant.photovoltaic && plant.area === 'north') correction = 10;
  if (plant.photovoltaic && plant.area === 'centre') correction = 4;
  return { capped: Math.min(base + variable, cap), correction };
}

/** Each member's part of an hour's shared energy: level after level, inside one by withdrawal. */
function membersOfHour(drawn: { member: PlainMember; kwh: number }[], shared: number): Map<string, number> {
  const parts = new Map<string, number>();
  let left = shared;
  for (let level = 0; level <= 20; level++) {
    const here = drawn.filter((row) => row.member.level === level);
    const wanted = here.reduce((sum, row) => sum + row.kwh, 0);
    const served = Math.min(left, wanted);
    for (const row of here) parts.set(row.member.id, wanted === 0 ? 0 : (served * row.kwh) / wanted);
    left -= served;
  }
  return parts;
}

/** Each plant's part of an hour's shared energy. */
function plantsOfHour(
  made: { plant: PlainPlant; kwh: number }[],
  shared: number,
  rule: PlainCase['attribution'],
): Map<string, number> {
  const parts = new Map<string, number>();
  const dates =
    rule === 'pro_rata' ? ['all'] : [...new Set(made.map((row) => row.plant.in_operation))].sort();
  let left = shared;
  for (const date of dates) {
    const here = made.filter((row) => date === 'all' || row.plant.in_operation === date);
    const injected = here.reduce((sum, row) => sum + row.kwh, 0);
    const taken = Math.min(left, injected);
    for (const row of here) parts.set(row.plant.id, injected === 0 ? 0 : (taken * row.kwh) / injected);
    left -= taken;
  }
  return parts;
}

/** Plants from before 16 December 2021 that share, the oldest first: they have 30 % of the power at most. */
function sharing(plants: PlainPlant[]): Set<string> {
  const young = plants.filter((plant) => plant.in_operation > '2021-12-15');
  const old = plants
    .filter((plant) => plant.in_operation <= '2021-12-15')
    .sort((a, b) => (a.in_operation + a.id < b.in_operation + b.id ? -1 : 1));
  const taken: PlainPlant[] = [];
  const power = (rows: PlainPlant[]) => rows.reduce((sum, plant) => sum + plant.power_kw, 0);
  for (const plant of old) {
    const tried = [...taken, plant];
    if (power(tried) <= 0.3 * power([...young, ...tried])) taken.push(plant);
  }
  return new Set([...young, ...taken].map((plant) => plant.id));
}

function addHour(given: PlainCase, result: PlainResult, substation: string, hour: number): void {
  const made = given.plants
    .filter((plant) => plant.substation === substation)
    .map((plant) => ({
      plant,
      kwh: hour >= plant.from_hour && hour < plant.to_hour ? (plant.injected[hour] ?? 0) : 0,
    }));
  const drawn = given.members
    .filter((member) => member.substation === substation)
    .map((member) => ({
      member,
      kwh: hour >= member.from_hour && hour < member.to_hour ? (member.withdrawn[hour] ?? 0) : 0,
    }));
  const injected = made.reduce((sum, row) => sum + row.kwh, 0);
  const withdrawn = drawn.reduce((sum, row) => sum + row.kwh, 0);
  // Who is there in none of the hours is no part of the power.
  const able = sharing(
    given.plants.filter((plant) => plant.from_hour < Math.min(plant.to_hour, given.hours)),
  );
  const sharers = made.filter((row) => able.has(row.plant.id));
  const shared = Math.min(
    sharers.reduce((sum, row) => sum + row.kwh, 0),
    withdrawn,
  );
  result.injected[hour] = (result.injected[hour] ?? 0) + injected;
  result.withdrawn[hour] = (result.withdrawn[hour] ?? 0) + withdrawn;
  result.shared[hour] = (result.shared[hour] ?? 0) + shared;
  const exempt = addMembers(result, { drawn, shared, hour });
  const parts = plantsOfHour(sharers, shared, given.attribution);
  for (const { plant } of made)
    addPlant(given, result, { plant, hour, part: parts.get(plant.id) ?? 0, exemptShare: exempt / shared });
}

function addMembers(
  result: PlainResult,
  { drawn, shared, hour }: { drawn: { member: PlainMember; kwh: number }[]; shared: number; hour: number },
): number {
  const parts = membersOfHour(drawn, shared);
  let exempt = 0;
  for (const { member, kwh } of drawn) {
    const part = parts.get(member.id) ?? 0;
    if (member.exempt) exempt += part;
    const row = result.members[member.id] ?? { withdrawn: 0, shared: 0, byHour: [] };
    row.withdrawn += kwh;
    row.shared += part;
    row.byHour[hour] = part;
    result.members[member.id] = row;
  }
  return exempt;
}

function addPlant(
  given: PlainCase,
  result: PlainResult,
  { plant, hour, part, exemptShare }: { plant: PlainPlant; hour: number; part: number; exemptShare: number },
): void {
  const row = result.plants[plant.id] ?? { shared: 0, incentivised: 0, incentive: 0, cut: 0 };
  row.shared += part;
  result.plants[plant.id] = row;
  if (plant.power_kw > 1000 || plant.in_operation <= '2021-12-15') return;
  row.incentivised += part;
  const price = given.prices[plant.zone]?.[hour] ?? null;
  if (price === null || part === 0) return;
  const { capped, correction } = tariffBeforeGrant(plant, price);
  const reduced = given.whole_tariff_cut ? capped + correction : capped;
  const granted = Math.min(plant.grant_share, 0.4);
  const touched = given.exempt_keep ? part * (1 - exemptShare) : part;
  const cut = (touched * reduced * granted * 0.5) / 0.4 / 1000;
  const euro = (part * (capped + correction)) / 1000 - cut;
  row.cut += cut;
  row.incentive += euro;
  result.incentive[hour] = (result.incentive[hour] ?? 0) + euro;
}

export function plainSettle(given: PlainCase): PlainResult {
  const zeros = () => new Array<number>(given.hours).fill(0);
  const result: PlainResult = {
    injected: zeros(),
    withdrawn: zeros(),
    shared: zeros(),
    incentive: zeros(),
    plants: {},
    members: {},
  };
  const substations = new Set([...given.plants, ...given.members].map((row) => row.substation));
  for (const substation of substations)
    for (let hour = 0; hour < given.hours; hour++) addHour(given, result, substation, hour);
  return result;
}
