import {
  type ChangedDaysRow,
  dropChangedDays,
  listChangedHomes,
  markChangedHomes,
} from '../../../shared/server/changed-days.repository.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { sumIfAllKnown } from '../../../shared/units/sums.ts';
import { withoutNoise } from '../../../shared/units/units.ts';
import { addDays, DAY_MS, dayBorders, later, localDay } from '../../../shared/units/zones.ts';
import { placeKey } from '../../measurements/server/plant-hours.public.ts';
import { loadFirstDays } from '../../measurements/server/stored-days.public.ts';
import { balanceOfHome, FLOWS, type HomeFlows } from '../home-balance.model.ts';
import { forgetGroupDays } from './group-days.repository.ts';
import { listMadeUntil, lockHome, type StoredHomeDay, saveHomeDays } from './home-days.repository.ts';
import { type HomeDevice, listHomeDevices } from './home-devices.repository.ts';
import { loadByStart, loadFlows, placeOf, type Span, slotsOf } from './home-flows.ts';
import { noteMadeUntil } from './home-months.repository.ts';
import { type HomeRow, listHomeFacts, listHomes } from './homes.repository.ts';

/** Late readings come within so many days: these are made anew with each new day. */
const ANEW_DAYS = 35;
/** So far back history that is brought along counts: ten years and a bit. */
const MAX_BACK_DAYS = 3700;
/** Days whose readings are read at once. */
const DAYS_AT_ONCE = 400;

function storedDay(
  home: HomeRow,
  { day, capacity_kwh }: Pick<StoredHomeDay, 'day' | 'capacity_kwh'>,
  flows: HomeFlows,
): StoredHomeDay | undefined {
  // Nothing told is no day, and no nought.
  if (FLOWS.every((name) => flows[name].kwh === null)) return undefined;
  const { used_kwh, self_used_kwh, fault, wrong_meter } = balanceOfHome(flows, home.nominal_kwp);
  return {
    plant_id: home.plant_id,
    day,
    fault,
    wrong_meter,
    capacity_kwh: withoutNoise(capacity_kwh),
    produced_kwh: withoutNoise(flows.produced.kwh),
    imported_kwh: withoutNoise(flows.imported.kwh),
    exported_kwh: withoutNoise(flows.exported.kwh),
    charged_kwh: withoutNoise(flows.charged.kwh),
    discharged_kwh: withoutNoise(flows.discharged.kwh),
    used_kwh: withoutNoise(used_kwh),
    self_used_kwh: withoutNoise(self_used_kwh),
  };
}

/** The local days from `from` to `to`, both included: as many as are read at once. */
function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to && days.length < DAYS_AT_ONCE; day = addDays(day, 1)) days.push(day);
  return days;
}

interface Standing {
  readonly made_until: string | null;
  /** When it was first heard of, epoch ms. */
  readonly first: number | undefined;
  readonly yesterday: string;
  /** What has changed of its days since they were made. */
  readonly changes: readonly ChangedDaysRow[];
}

/** Since when the days of a home stand anew, and the first that can tell something; undefined while it never told anything. */
function firstOf(
  { time_zone }: HomeRow,
  { made_until, first, yesterday, changes }: Standing,
): { since: string; from: string } | undefined {
  if (first === undefined) return undefined;
  const oldest = addDays(yesterday, -MAX_BACK_DAYS);
  const days = changes.map(({ from_at }) => localDay(time_zone, from_at.getTime()).day);
  const [earliest = oldest] = made_until === null ? [] : [addDays(made_until, -ANEW_DAYS), ...days].sort();
  const since = later(oldest, earliest);
  return { since, from: later(localDay(time_zone, first).day, since) };
}

/** When the devices of a home were first heard of. */
function firstHeard(devices: readonly HomeDevice[], heard: ReadonlyMap<number, number>): number | undefined {
  const known = devices.flatMap(({ device_id }) => heard.get(device_id) ?? []);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** What the batteries of a home said they can hold, day by day: the sum of all, null where one said nothing. */
async function loadCapacity(
  tx: Tx,
  devices: readonly HomeDevice[],
  span: Span,
): Promise<(start: number) => number | null> {
  const places = slotsOf(devices, 'battery_capacity_kwh', 'gauge').map(placeOf);
  const told = await loadByStart(tx, places, { ...span, aggregate: 'mean' });
  return (start) => {
    const values = places.map((place) => told?.get(placeKey(place))?.get(start) ?? null);
    return values.length === 0 ? null : sumIfAllKnown(values);
  };
}

/** The first days of a home from `from` on, until yesterday at most; undefined when its readings would be too many at once. */
async function makeDays(
  tx: Tx,
  { home, devices }: { home: HomeRow; devices: readonly HomeDevice[] },
  { from, to, now }: { from: string; to: string; now: number },
): Promise<StoredHomeDay[] | undefined> {
  const days = daysBetween(from, to).map((day) => dayBorders(home.time_zone, day));
  const [oldest, newest] = [days[0], days.at(-1)];
  if (!oldest || !newest) return [];
  const starts = days.map(({ start }) => start);
  const span = { resolution: 'day', start: oldest.start, end: newest.end, now } as const;
  const homes = [{ plant_id: home.plant_id, place: home, starts }];
  const flows = (await loadFlows(tx, { homes, devices }, span))?.get(home.plant_id);
  if (!flows) return undefined;
  const capacityAt = await loadCapacity(tx, devices, span);
  return days.flatMap(({ day, start }) => {
    const told = flows.get(start);
    return (told && storedDay(home, { day, capacity_kwh: capacityAt(start) }, told)) ?? [];
  });
}

/** The same however many days they are, some at a time. */
async function makeAllDays(
  tx: Tx,
  of: { home: HomeRow; devices: readonly HomeDevice[] },
  { from, to, now }: { from: string; to: string; now: number },
): Promise<StoredHomeDay[] | undefined> {
  const made: StoredHomeDay[] = [];
  for (let at = from; at <= to; at = addDays(at, DAYS_AT_ONCE)) {
    const days = await makeDays(tx, of, { from: at, to, now });
    if (!days) return undefined;
    made.push(...days);
  }
  return made;
}

/**
 * Makes the days of some homes that are over and were not made yet, and anew those that changed and the last weeks. What changed is
 * read first, before all that days are made of: a change that comes meanwhile stays. Answers of how many homes.
 */
export async function makeHomeDays(tx: Tx, plant_ids: readonly number[], now: Date): Promise<number> {
  const changed = Map.groupBy(await listChangedHomes(tx, plant_ids), ({ plant_id }) => plant_id);
  const homes = await listHomes(tx, { plant_ids, now });
  const devices = Map.groupBy(await listHomeDevices(tx, plant_ids), ({ plant_id }) => plant_id);
  const heard = await loadFirstDays(
    tx,
    [...devices.values()].flat().map(({ device_id }) => device_id),
  );
  const until = new Map((await listMadeUntil(tx, plant_ids)).map((row) => [row.plant_id, row.made_until]));
  const done = new Set(plant_ids);
  const others = new Set<string>();
  let made = 0;
  for (const home of homes) {
    const own = devices.get(home.plant_id) ?? [];
    const changes = changed.get(home.plant_id) ?? [];
    const yesterday = addDays(localDay(home.time_zone, now.getTime()).day, -1);
    const made_until = until.get(home.plant_id) ?? null;
    const begin = firstOf(home, { made_until, first: firstHeard(own, heard), yesterday, changes });
    if (!begin) continue;
    const { since, from } = begin;
    const days = await makeAllDays(tx, { home, devices: own }, { from, to: yesterday, now: now.getTime() });
    if (!days) {
      done.delete(home.plant_id);
      continue;
    }
    // It may have been erased since it was read.
    if (!(await lockHome(tx, home.plant_id))) continue;
    const span = { plant_id: home.plant_id, from: since, to: yesterday };
    for (const day of await saveHomeDays(tx, span, days)) others.add(day);
    await noteMadeUntil(tx, home.plant_id, yesterday);
    made++;
  }
  await dropChangedDays(
    tx,
    [...done].flatMap((plant_id) => (changed.get(plant_id) ?? []).map(({ id }) => id)),
  );
  await forgetGroupDays(tx, [...others]);
  return made;
}

/** The homes whose yesterday was not made yet, or of which something changed that days were made of. */
export async function listDueHomes(tx: Tx, now: Date): Promise<number[]> {
  const changed = new Set((await listChangedHomes(tx)).map(({ plant_id }) => plant_id));
  const homes = await listHomeFacts(tx, undefined);
  return homes.flatMap(({ made_until, plant_id, time_zone }) => {
    const yesterday = addDays(localDay(time_zone, now.getTime()).day, -1);
    return (made_until ?? '') < yesterday || changed.has(plant_id) ? [plant_id] : [];
  });
}

/** Has the last weeks of a home judged anew, soon. */
export async function judgeAnew(tx: Tx, plant_id: number, now: Date): Promise<void> {
  const start = new Date(now.getTime() - ANEW_DAYS * DAY_MS);
  await markChangedHomes(tx, [{ plant_id, start, end: now }]);
}
