import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound, refuseField } from '../../../shared/server/errors.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { withBin } from '../../../shared/server/records/bin.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { dayAfterMonth } from '../../../shared/units/months.ts';
import { HOUR_MS, localDay, MARKET_CLOCK } from '../../../shared/units/zones.ts';
import { gridSources } from '../../measurements/plant-series.model.ts';
import { overlaps, type Stretch } from '../community.model.ts';
import { laidOver } from '../hours-file.model.ts';
import type { PodReadings, ReadingsAsked, ReadingsTaken } from '../measured.contract.ts';
import { monthAxis, presence } from '../measured.model.ts';
import { listCommunities, listLinkedPlants, listMembers } from './communities.repository.ts';
import { isErasedPod } from './erase-home.public.ts';
import {
  clearReadings,
  listHours,
  lockHours,
  type PodMonth,
  type StoredMonth,
  saveHours,
} from './hours.repository.ts';
import { type GridMeter, listGridMeters, listPlantPods, listPlantsAtPods } from './plants.repository.ts';
import { isKnown, type MetersAsked, type MetersRead, type ReadAt, readMeters } from './read-meters.ts';

type Axis = ReturnType<typeof monthAxis>;

/** Whose hours of a month are looked for: those of the days on which the POD belonged to the community. */
interface Wanted extends Pick<PodReadings, 'pod' | 'direction' | 'name'> {
  readonly stretches: readonly Stretch[];
  /** The plant at the POD: of a plant of the community itself. */
  readonly plant_id: number | null;
}

/** What one POD's meters told of the days on which it belonged to the community. */
interface PodHours extends PodReadings, Omit<MetersRead, 'hours'> {
  readonly hours: Float64Array | null;
  /** 1 for each hour of these days that is over. */
  readonly here: Uint8Array;
}

const keyOf = ({ pod, direction }: Pick<PodMonth, 'pod' | 'direction'>): string => `${direction} ${pod}`;

const TELLS = { withdrawn: 'energy_import_kwh', injected: 'energy_export_kwh' } as const;

/** PODs of the members who draw, and of the plants that the scope sees, that belonged to the community in the month. */
async function wantedOf(tx: Tx, community_id: number, month: string): Promise<Wanted[]> {
  const days = { from_on: `${month}-01`, until_on: dayAfterMonth(month) };
  const members = await listMembers(tx, community_id);
  const linked = (await listLinkedPlants(tx, community_id)).filter((plant) => overlaps(plant, days));
  const pods = await listPlantPods(
    tx,
    linked.map(({ plant_id }) => plant_id),
  );
  const drawn = members
    .filter(({ role }) => role !== 'producer')
    .flatMap(({ name, pods: own }) =>
      [...Map.groupBy(own, ({ pod }) => pod)].map(([pod, all]) => ({
        name,
        pod,
        direction: 'withdrawn' as const,
        plant_id: null,
        stretches: all.filter((one) => overlaps(one, days)),
      })),
    )
    .filter(({ stretches }) => stretches.length > 0);
  const fed = linked.map((plant) => ({
    name: plant.name,
    pod: pods.get(plant.plant_id)?.pod ?? '',
    direction: 'injected' as const,
    plant_id: plant.plant_id,
    stretches: [plant],
  }));
  return [...drawn, ...fed];
}

/** 1 for each hour of the month that is over by now and in which the POD belonged to the community. */
function presentHours(axis: Axis, stretches: readonly Stretch[], now: number): Uint8Array {
  const here = new Uint8Array(axis.count);
  for (const stretch of stretches) {
    const { from_hour, to_hour } = presence(axis, stretch);
    here.fill(1, from_hour, to_hour);
  }
  const over = Math.max(0, Math.floor((now - axis.start) / HOUR_MS));
  return here.fill(0, Math.min(axis.count, over));
}

interface At {
  readonly plants: readonly { readonly plant_id: number; readonly name: string }[];
  readonly meters: readonly GridMeter[];
  /** All of its POD, those of the bin and of plants of the archive among them. */
  readonly held_meters: readonly GridMeter[];
  readonly stored: StoredMonth | undefined;
}

/** One POD with what stands at it. */
interface Place {
  readonly wanted: Wanted;
  readonly at: At;
}

/** Each of two plants at a POD may tell of all of it: nothing is added up that may be the same energy. */
const haveSeveral = (meters: readonly GridMeter[]): boolean =>
  new Set(meters.map(({ plant_id }) => plant_id)).size > 1;

/** Which meters are asked about a POD. */
const askedOf = ({ wanted: { pod, direction }, at: { meters } }: Place): MetersAsked => ({
  meters: pod === '' || haveSeveral(meters) ? [] : meters,
  quantity: TELLS[direction],
});

/** What the meters of one POD told (`read`) of the hours in which it belonged to the community. */
function toldOf(
  { wanted, at: { plants, meters, held_meters, stored } }: Place,
  read: MetersRead | undefined,
  { axis, now }: ReadAt & { readonly axis: Axis },
): PodHours {
  const here = presentHours(axis, wanted.stretches, now);
  const expected_hours = here.reduce((sum, one) => sum + one, 0);
  const { pod, direction, name } = wanted;
  const metered = new Set(meters.map(({ plant_id }) => plant_id));
  const tellers = plants.filter(({ plant_id }) => metered.size !== 1 || metered.has(plant_id));
  const plant = tellers.map((one) => one.name).join(', ');
  const file_hours = here.reduce(
    (sum, one, hour) => sum + (one && isKnown(stored?.hours?.[hour] ?? Number.NaN) ? 1 : 0),
    0,
  );
  const row = { pod, direction, name, plant, expected_hours, file_hours, known_hours: 0 };
  const none = (state: PodReadings['state'], from_hour = 0): PodHours => ({
    ...row,
    state,
    here,
    from_hour,
    hours: null,
    let_go: false,
  });
  if (pod === '') return none('no_pod');
  if (haveSeveral(meters)) return none('several');
  // What a meter told that lies in the bin, and what a home told that was erased, stays.
  const had = gridSources(held_meters, TELLS[direction]).length > 0 || isErasedPod(pod);
  if (!read) return none('no_meter', had ? axis.count : 0);
  const hours = read.hours.map((kwh, hour) => (here[hour] ? kwh : Number.NaN));
  return { ...row, ...read, state: 'taken', here, hours, known_hours: hours.filter(isKnown).length };
}

interface Before {
  readonly stored: ReadonlyMap<string, StoredMonth>;
  readonly month: string;
  /** Whether every plant is seen: what none of them tells is told by nobody. */
  readonly whole: boolean;
  /** PODs at which a plant or home stands or stood that lies in the archive now: what it told stays. */
  readonly held: ReadonlySet<string>;
}

/**
 * What is stored of a POD and direction, by whoever held it in the month one after the other: as it is read now, and as it was read
 * before where nobody can read it any more; undefined where nothing tells it.
 */
function monthOf(parts: readonly PodHours[], { stored, month, whole }: Before): PodMonth | undefined {
  const [first] = parts;
  if (!first || parts.every(({ hours }) => hours === null)) return undefined;
  const { pod, direction } = first;
  let hours: number[] | undefined;
  for (const part of parts) if (part.hours) hours = laidOver(hours, part.hours);
  const before = stored.get(keyOf(first))?.readings ?? [];
  const let_go = parts.some((part) => part.let_go);
  const stays = (hour: number): boolean => {
    const holder = parts.find(({ here }) => here[hour] === 1);
    // Of days of which this reader sees no holder nothing is lost.
    return let_go || (holder ? hour < holder.from_hour || (!whole && holder.hours === null) : !whole);
  };
  return {
    pod,
    direction,
    month,
    hours: (hours ?? []).map((kwh, hour) =>
      !isKnown(kwh) && stays(hour) ? (before[hour] ?? Number.NaN) : kwh,
    ),
  };
}

/** What is stored, and what was stored that no meter tells any more. */
function changesOf(told: readonly PodHours[], before: Before) {
  const parts = Map.groupBy(
    told.filter(({ pod }) => pod !== ''),
    keyOf,
  );
  const months = [...parts.values()].flatMap((own) => monthOf(own, before) ?? []);
  const kept = new Set(months.map(keyOf));
  // Which of several meters tells it is not known, and what one of them told before is not wrong.
  for (const [key, own] of parts)
    if (own.some(({ from_hour, state }) => from_hour > 0 || state === 'several')) kept.add(key);
  const isTold = (key: string, pod: string) =>
    kept.has(key) || isErasedPod(pod) || (before.held.has(pod) && !parts.has(key));
  const removed = [...before.stored].flatMap(([key, row]) =>
    before.whole && row.readings !== null && !isTold(key, row.pod) ? [row] : [],
  );
  return { months, removed };
}

/**
 * Takes a month's hours of a community from the meters that the portal reads, or only looks at them (`dry`): members and plants are found by their PODs, homes among
 * them, as far as the scope sees them. A file's hours stay beside them and overrule them. // spec §7: cer results data
 * @throws AppError not_found; invalid for a month that has not begun
 */
export async function takeReadings(
  tx: Tx,
  { community, month }: ReadingsAsked,
  { now, dry, signal }: { now: Date; dry: boolean; signal?: AbortSignal },
): Promise<ReadingsTaken> {
  if ((await listCommunities(tx, community)).length === 0) notFound();
  const this_month = localDay(MARKET_CLOCK, now.getTime()).day.slice(0, 7);
  if (month > this_month) refuseField('month', 'month_ahead', 'This month has not begun yet');
  const asked = { axis: monthAxis(month), now: now.getTime() };
  if (!dry) await lockHours(tx, community);
  const wanted = await wantedOf(tx, community, month);
  const pods = [...new Set(wanted.map(({ pod }) => pod).filter((pod) => pod !== ''))];
  const plants = await listPlantsAtPods(tx, pods);
  const at_pod = Map.groupBy(plants, ({ pod }) => pod);
  const idsOf = (some: readonly { readonly plant_id: number }[]) => some.map(({ plant_id }) => plant_id);
  const meters = Map.groupBy(await listGridMeters(tx, idsOf(plants)), ({ plant_id }) => plant_id);
  // With those of the archive, and meters of the bin: what they told stays.
  const { held, held_meters } = await withBin(tx, async () => {
    const every = await listPlantsAtPods(tx, pods);
    const podOf = new Map(every.map(({ plant_id, pod }) => [plant_id, pod]));
    const found = await listGridMeters(tx, idsOf(every));
    return {
      held: new Set(podOf.values()),
      held_meters: Map.groupBy(found, ({ plant_id }) => podOf.get(plant_id) ?? ''),
    };
  });
  const stored = new Map(
    (await listHours(tx, community, { from: month, to: month, pods })).map((row) => [keyOf(row), row]),
  );
  const places: Place[] = [];
  let unlinked_pods = 0;
  for (const one of wanted) {
    const all = at_pod.get(one.pod) ?? [];
    const own = one.plant_id === null ? all : all.filter(({ plant_id }) => plant_id === one.plant_id);
    if (own.length === 0 && one.pod !== '') {
      unlinked_pods++;
      continue;
    }
    const at = {
      plants: own,
      meters: own.flatMap(({ plant_id }) => meters.get(plant_id) ?? []),
      held_meters: held_meters.get(one.pod) ?? [],
      stored: stored.get(keyOf(one)),
    };
    places.push({ wanted: one, at });
  }
  const read = await readMeters(tx, places.map(askedOf), { ...asked, ...(signal && { signal }) });
  const told = places.map((place, i) => toldOf(place, read[i], asked));
  const { months, removed } = changesOf(told, { stored, month, held, whole: tx.scope.plants === 'all' });
  if (!dry) {
    await saveHours(tx, community, { months, kind: 'readings', now });
    await clearReadings(tx, community, removed);
    const read_hours = told.reduce((sum, { known_hours }) => sum + known_hours, 0);
    await recordAudit(tx, 'community.readings_taken', String(community), { month, read_hours });
    await notifyTopics(tx, ['communities']);
  }
  return {
    stored: !dry && months.length + removed.length > 0,
    month,
    so_far: month === this_month,
    pods: told.map(({ hours: _, let_go: __, here: ___, from_hour: ____, ...row }) => row),
    unlinked_pods,
    removed_pods: removed.length,
  };
}
