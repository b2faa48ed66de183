import type { Out } from '../../../shared/contract/call.ts';
import { AppError } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { withoutNoise } from '../../../shared/units/units.ts';
import { addDays, localDay, periodBorders } from '../../../shared/units/zones.ts';
import { plantSources } from '../../measurements/plant-series.model.ts';
import { placeKey } from '../../measurements/server/plant-hours.public.ts';
import { type GroupDay, MOST_HOMES, type RankedHome } from '../groups.contract.ts';
import { isBatteryImpossible } from '../home-balance.model.ts';
import { isGroup, LEAST_GROUP, orientationOf, rankHomes } from '../ranking.model.ts';
import type { residentialCalls } from '../residential.contract.ts';
import { MOST_DAYS } from '../residential-fields.contract.ts';
import type { HomeStorage } from '../storage.contract.ts';
import { byUrgency, storageHealth } from '../storage.model.ts';
import { type DaySum, listDaySums, listProduced, listStorageSums } from './home-days.repository.ts';
import { type HomeDevice, listHomeDevices } from './home-devices.repository.ts';
import { loadByStart, placeOf, type Span } from './home-flows.ts';
import { dayOf, iso, tooMany } from './home-powers.ts';
import { countHomes, listHomeFacts } from './homes.repository.ts';
import { judgeProject } from './homes.ts';

const DEFAULT_ZONE = 'Europe/Rome';
const DEFAULT_DAYS = 30;
/** Homes whose readings of a day lie in memory together. */
const HOMES_AT_ONCE = 100;
const NOTHING_TOLD = { into_kwh: 0, out_kwh: 0, known_days: 0 };
/** Of a home of which no day was made. */
const NO_STORAGE_SUMS = {
  ...{ whole: NOTHING_TOLD, week: NOTHING_TOLD },
  ...{ capacity_kwh: null, first_kwh: null, first_day: null },
};

export interface AskedDays {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

/** The days that are asked for, else the last thirty that are over. @throws AppError invalid */
export function askedDays(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  zone: string,
  now: number,
): AskedDays {
  const last = to ?? addDays(localDay(zone, now).day, -1);
  const first = from ?? addDays(last, 1 - DEFAULT_DAYS);
  const count = (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;
  if (count >= 1 && count <= MOST_DAYS) return { from: first, to: last, count };
  const message = count < 1 ? 'must not lie before from' : 'must lie at most 400 days after from';
  throw new AppError('invalid', message, {
    errors: [{ path: 'to', message, code: count < 1 ? 'before_start' : 'too_long' }],
  });
}

/** How many homes of a project or of all there are, and the zone of most. @throws AppError not_found for a project that is not there */
async function groupOf(tx: Tx, project_id: number | undefined) {
  await judgeProject(tx, project_id);
  const { homes, time_zone } = await countHomes(tx, project_id);
  return { homes, zone: time_zone ?? DEFAULT_ZONE };
}

const share = (part: number | null, whole: number | null): number | null =>
  part === null || !whole ? null : withoutNoise(Math.min(1, Math.max(0, part / whole)));

function presentSum(sum: DaySum): GroupDay {
  const { produced_kwh, imported_kwh, used_kwh, self_used_kwh } = sum;
  const own = used_kwh === null || imported_kwh === null ? null : used_kwh - imported_kwh;
  return {
    ...sum,
    self_consumption: share(self_used_kwh, produced_kwh),
    self_sufficiency: share(own, used_kwh),
  };
}

/** Days of homes together; of fewer than five nothing. */
export async function groupDays(
  tx: Tx,
  asked: { project_id?: number | undefined; from?: string | undefined; to?: string | undefined },
  now: Date,
): Promise<Out<(typeof residentialCalls)['groupDays']['ok']>> {
  const { homes, zone } = await groupOf(tx, asked.project_id);
  const { from, to } = askedDays(asked, zone, now.getTime());
  const group = { homes, enough: isGroup(homes) };
  if (!group.enough) return { ...group, days: [] };
  const sums = await listDaySums(tx, { project_id: asked.project_id, from, to, least: LEAST_GROUP });
  return { ...group, days: sums.map(presentSum) };
}

/** The power of each home at a quarter, as far as all of its devices told it. */
function powerOf(
  sources: readonly { device: HomeDevice; slot: number }[],
  told: ReadonlyMap<string, ReadonlyMap<number, number>>,
  at: number,
): number | undefined {
  let sum: number | undefined;
  for (const source of sources) {
    const value = told.get(placeKey(placeOf(source)))?.get(at);
    if (value === undefined) return undefined;
    sum = (sum ?? 0) + value;
  }
  return sum;
}

type PowerSpan = Span & { readonly aggregate: 'mean' };

interface SumOfHomes {
  /** By quarter: what the homes made that told it, and how many these are. */
  readonly kw: number[];
  readonly told_by: number[];
}

/** Adds the powers of some homes to a day's quarters. @throws AppError limit */
async function addPowers(
  tx: Tx,
  plant_ids: readonly number[],
  { span, starts, sum }: { span: PowerSpan; starts: readonly number[]; sum: SumOfHomes },
): Promise<void> {
  const devices = await listHomeDevices(tx, plant_ids);
  const sources = [...Map.groupBy(devices, ({ plant_id }) => plant_id).values()].map((own) =>
    plantSources(own, 'ac_power_kw'),
  );
  const told = (await loadByStart(tx, sources.flat().map(placeOf), span)) ?? tooMany();
  for (const [i, at] of starts.entries())
    for (const own of sources) {
      const kw = powerOf(own, told, at);
      if (kw === undefined) continue;
      sum.kw[i] = (sum.kw[i] ?? 0) + kw;
      sum.told_by[i] = (sum.told_by[i] ?? 0) + 1;
    }
}

/** @throws AppError invalid for more homes than one answer reads */
export function judgeNumber(homes: number): void {
  if (homes <= MOST_HOMES) return;
  const message = `The power of at most ${MOST_HOMES} homes is added up at once: choose a project`;
  throw new AppError('invalid', message, {
    errors: [{ path: 'project_id', message, code: 'too_many_homes', params: { most: MOST_HOMES } }],
  });
}

/** Power of homes together in a day; quarters that fewer than five homes told are not shown. @throws AppError limit; invalid for too many homes */
export async function groupPower(
  tx: Tx,
  { project_id, date }: { project_id?: number | undefined; date?: string | undefined },
  now: Date,
): Promise<Out<(typeof residentialCalls)['rresData']['ok']>> {
  await judgeProject(tx, project_id);
  const homes = await listHomeFacts(tx, project_id);
  judgeNumber(homes.length);
  const group = { homes: homes.length, enough: isGroup(homes.length), unit: 'kW' } as const;
  if (!group.enough) return { ...group, ts: [], values: [], told_by: [] };
  const zone = homes[0]?.time_zone ?? DEFAULT_ZONE;
  const { start, end } = dayOf({ time_zone: zone }, date, now.getTime());
  const span = { resolution: '15m', aggregate: 'mean', start, end, now: now.getTime() } as const;
  const until = Math.min(end, Math.max(start, now.getTime()));
  const starts = periodBorders(zone, '15m', start, until).slice(0, -1);
  const sum = { kw: starts.map(() => 0), told_by: starts.map(() => 0) };
  for (let from = 0; from < homes.length; from += HOMES_AT_ONCE) {
    const some = homes.slice(from, from + HOMES_AT_ONCE).map(({ plant_id }) => plant_id);
    await addPowers(tx, some, { span, starts, sum });
  }
  return {
    ...group,
    ts: starts.map(iso),
    values: sum.kw.map((kw, i) => (isGroup(sum.told_by[i] ?? 0) ? withoutNoise(kw) : null)),
    told_by: sum.told_by,
  };
}

/** Homes by what they made of a kWp in the last thirty days, the weak ones first: days of one's choice would tell a home's own day. */
export async function rankedHomes(
  tx: Tx,
  { project_id }: { project_id?: number | undefined },
  now: Date,
): Promise<RankedHome[]> {
  await judgeProject(tx, project_id);
  const homes = await listHomeFacts(tx, project_id);
  const days = askedDays({}, homes[0]?.time_zone ?? DEFAULT_ZONE, now.getTime());
  const produced = await listProduced(tx, days);
  const byId = new Map(homes.map((home) => [home.plant_id, home]));
  const ranks = rankHomes(
    homes.map(({ plant_id, district, tilt_deg, azimuth_deg, nominal_kwp, storage_kwh }) => {
      const sum = produced.get(plant_id);
      return {
        ...{ plant_id, district, nominal_kwp, orientation: orientationOf(tilt_deg, azimuth_deg) },
        ...{ produced_kwh: sum?.produced_kwh ?? null, known_days: sum?.known_days ?? 0 },
        ...{ days: days.count, faults: sum?.faults ?? [] },
        battery_fault: sum !== undefined && isBatteryImpossible(sum.battery, storage_kwh),
      };
    }),
  );
  return ranks.flatMap(({ plant_id, ...rank }): RankedHome[] => {
    const home = byId.get(plant_id);
    if (!home) return [];
    const { proj_code, name, district, nominal_kwp, tilt_deg, azimuth_deg } = home;
    const orientation = orientationOf(tilt_deg, azimuth_deg);
    const sum = produced.get(plant_id);
    const battery = sum && isBatteryImpossible(sum.battery, home.storage_kwh) ? 'battery' : null;
    const wrong_meter = sum?.wrong_meter ?? battery;
    return [{ ...{ proj_code, name, district, nominal_kwp, orientation, wrong_meter }, ...rank }];
  });
}

/** The storage of homes in the last thirty days that are over, those that need somebody first. */
export async function storageOfHomes(
  tx: Tx,
  { project_id }: { project_id?: number | undefined },
  now: Date,
): Promise<HomeStorage[]> {
  await judgeProject(tx, project_id);
  const homes = await listHomeFacts(tx, project_id);
  const days = askedDays({}, homes[0]?.time_zone ?? DEFAULT_ZONE, now.getTime());
  const sums = await listStorageSums(tx, days);
  const known = homes.flatMap(({ plant_id, proj_code, name, storage_kwh }): HomeStorage[] => {
    const own = sums.get(plant_id) ?? NO_STORAGE_SUMS;
    if (storage_kwh === null && own.whole.known_days === 0 && own.capacity_kwh === null) return [];
    const told = storageHealth(own, storage_kwh, days.count);
    const { cycles, efficiency, capacity_kwh, health, first_kwh, first_day, reason } = told;
    return [
      {
        ...{ proj_code, name, storage_kwh, first_day, reason },
        ...{
          cycles: withoutNoise(cycles),
          efficiency: withoutNoise(efficiency),
          health: withoutNoise(health),
        },
        ...{ capacity_kwh: withoutNoise(capacity_kwh), first_kwh: withoutNoise(first_kwh) },
      },
    ];
  });
  // Of alike urgency they stay as they are called.
  return known.sort(byUrgency);
}
