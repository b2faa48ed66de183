import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS, HOUR_MS, localDay } from '../../../shared/units/zones.ts';
import { combineSources, gridSources } from '../../measurements/plant-series.model.ts';
import { loadPeriodsInParts, placeKey } from '../../measurements/server/plant-hours.public.ts';
import { areLetGo } from '../../measurements/server/slot-readings.public.ts';
import { loadFirstDays } from '../../measurements/server/stored-days.public.ts';
import { overlaps, type Stretch } from '../community.model.ts';
import { laidOver } from '../hours-file.model.ts';
import type { PodReadings, ReadingsAsked, ReadingsTaken } from '../measured.contract.ts';
import { monthAxis, nextMonth, presence } from '../measured.model.ts';
import { hoursOfQuarters } from '../reading-hours.model.ts';
import { listCommunities, listLinkedPlants, listMembers } from './communities.repository.ts';
import { listHours, lockHours, type PodMonth, type StoredMonth, saveHours } from './hours.repository.ts';
import { type GridMeter, listGridMeters, listPlantPods, listPlantsAtPods } from './plants.repository.ts';
import { refuse } from './refuse.ts';

type Direction = PodMonth['direction'];
type Axis = ReturnType<typeof monthAxis>;

/** Whose hours of a month are looked for: those of the days on which the POD belonged to the community. */
interface Wanted extends Pick<PodReadings, 'pod' | 'direction' | 'name'> {
  readonly stretches: readonly Stretch[];
  /** The plant at the POD: of a plant of the community itself. */
  readonly plant_id: number | null;
}

/** What one POD's meters told. */
interface Told extends PodReadings {
  readonly hours: Float64Array | null;
  /** Whether some of its readings were let go since: what was taken of them before is all that is left. */
  readonly let_go: boolean;
}

const TELLS = { withdrawn: 'energy_import_kwh', injected: 'energy_export_kwh' } as const;

/** PODs of the members who draw, and of the plants that the scope sees, that belonged to the community in the month. */
async function wantedOf(tx: Tx, community_id: number, month: string): Promise<Wanted[]> {
  const days = { from_on: `${month}-01`, until_on: nextMonth(month) };
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
        ...{ name, pod, direction: 'withdrawn' as const, plant_id: null },
        stretches: all.filter((one) => overlaps(one, days)),
      })),
    )
    .filter(({ stretches }) => stretches.length > 0);
  const fed = linked.map((plant) => ({
    ...{ name: plant.name, pod: pods.get(plant.plant_id)?.pod ?? '', direction: 'injected' as const },
    ...{ plant_id: plant.plant_id, stretches: [plant] },
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

interface Asked {
  readonly axis: Axis;
  readonly now: number;
}

/** Hours of meters together, NaN where one that should have told something did not; undefined without a meter. */
async function metersHours(
  tx: Tx,
  meters: readonly GridMeter[],
  direction: Direction,
  { axis, now }: Asked,
): Promise<{ hours: Float64Array; let_go: boolean } | undefined> {
  const sources = gridSources(meters, TELLS[direction]);
  if (sources.length === 0) return undefined;
  const places = sources.map(({ device, slot }) => ({ device_id: device.device_id, slot }));
  // A day on each side: what a quarter adds is known by the readings around it.
  const [start, end] = [axis.start - DAY_MS, axis.start + axis.count * HOUR_MS + DAY_MS];
  const loaded = await loadPeriodsInParts(tx, {
    ...{ places, aggregate: 'energy', resolution: '15m', start, end, now },
  });
  const first = await loadFirstDays(
    tx,
    places.map(({ device_id }) => device_id),
  );
  const ts = Float64Array.from({ length: axis.count }, (_, hour) => axis.start + hour * HOUR_MS);
  const quality = new Uint8Array(axis.count);
  const { values, quality: whole } = combineSources(
    sources.map(({ device, slot }) => {
      const quarters = loaded?.get(placeKey({ device_id: device.device_id, slot }));
      const known = quarters ?? { ts: new Float64Array(0), values: new Float64Array(0) };
      // Of one that was switched off nothing is expected any more: its past counts.
      const since = device.enabled ? (first.get(device.device_id) ?? Number.POSITIVE_INFINITY) : Infinity;
      return { ts, values: hoursOfQuarters(axis, known, now), quality, since };
    }),
    'sum',
  );
  return {
    hours: values.map((kwh, hour) => (whole[hour] === 0 ? kwh : Number.NaN)),
    let_go: await areLetGo(
      tx,
      places.map(({ device_id, slot }) => ({ device_id, slots: [slot], start: axis.start, end })),
    ),
  };
}

const isKnown = (kwh: number): boolean => !Number.isNaN(kwh);

interface At {
  readonly plants: readonly { readonly plant_id: number; readonly name: string }[];
  readonly meters: readonly GridMeter[];
  readonly stored: StoredMonth | undefined;
}

/** What the meters of one POD told of the hours in which it belonged to the community. */
async function toldOf(tx: Tx, wanted: Wanted, { plants, meters, stored }: At, asked: Asked): Promise<Told> {
  const here = presentHours(asked.axis, wanted.stretches, asked.now);
  const expected_hours = here.reduce((sum, one) => sum + one, 0);
  const { pod, direction, name } = wanted;
  const metered = new Set(meters.map(({ plant_id }) => plant_id));
  const plant = plants.length === 1 ? (plants[0]?.name ?? '') : '';
  const file_hours = here.reduce(
    (sum, one, hour) => sum + (one && isKnown(stored?.hours?.[hour] ?? Number.NaN) ? 1 : 0),
    0,
  );
  const row = { pod, direction, name, plant, expected_hours, file_hours, known_hours: 0 };
  const none = (state: PodReadings['state']): Told => ({ ...row, state, hours: null, let_go: false });
  if (pod === '') return none('no_pod');
  // Each of two plants at a POD may tell of all of it: nothing is added up that may be the same energy.
  if (metered.size > 1) return none('several');
  const told = await metersHours(tx, meters, direction, asked);
  if (!told) return none('no_meter');
  const hours = told.hours.map((kwh, hour) => (here[hour] ? kwh : Number.NaN));
  return { ...row, state: 'taken', hours, let_go: told.let_go, known_hours: hours.filter(isKnown).length };
}

/** What is stored of each: as it is read now, and where readings were let go also as it was read before. */
function monthsOf(
  told: readonly Told[],
  stored: ReadonlyMap<string, StoredMonth>,
  month: string,
): PodMonth[] {
  return told.flatMap(({ pod, direction, hours, let_go }) => {
    if (hours === null) return [];
    const before = let_go ? stored.get(`${direction} ${pod}`)?.readings : null;
    return [{ pod, direction, month, hours: laidOver(before ?? undefined, hours) }];
  });
}

/**
 * Takes a month's hours of a community from the meters that the portal reads, or only looks at them (`dry`): members and plants are found by their PODs, homes among
 * them, as far as the scope sees them. A file's hours stay beside them and overrule them. // spec §7: cer results data
 * @throws AppError not_found; invalid for a month that has not begun
 */
export async function takeReadings(
  tx: Tx,
  { community, month }: ReadingsAsked,
  { now, dry }: { now: Date; dry: boolean },
): Promise<ReadingsTaken> {
  if ((await listCommunities(tx, community)).length === 0) notFound();
  const this_month = localDay('Europe/Rome', now.getTime()).day.slice(0, 7);
  if (month > this_month) refuse('month', 'month_ahead', 'This month has not begun yet');
  const asked = { axis: monthAxis(month), now: now.getTime() };
  if (!dry) await lockHours(tx, community);
  const wanted = await wantedOf(tx, community, month);
  const pods = [...new Set(wanted.map(({ pod }) => pod).filter((pod) => pod !== ''))];
  const plants = await listPlantsAtPods(tx, pods);
  const at_pod = Map.groupBy(plants, ({ pod }) => pod);
  const meters = Map.groupBy(
    await listGridMeters(
      tx,
      plants.map(({ plant_id }) => plant_id),
    ),
    ({ plant_id }) => plant_id,
  );
  const stored = new Map(
    (await listHours(tx, community, { from: month, to: month, pods })).map((row) => [
      `${row.direction} ${row.pod}`,
      row,
    ]),
  );
  const told: Told[] = [];
  let unlinked_pods = 0;
  for (const one of wanted) {
    const all = at_pod.get(one.pod) ?? [];
    const own = one.plant_id === null ? all : all.filter(({ plant_id }) => plant_id === one.plant_id);
    if (own.length === 0 && one.pod !== '') unlinked_pods++;
    else
      told.push(
        await toldOf(
          tx,
          one,
          {
            plants: own,
            meters: own.flatMap(({ plant_id }) => meters.get(plant_id) ?? []),
            stored: stored.get(`${one.direction} ${one.pod}`),
          },
          asked,
        ),
      );
  }
  const months = monthsOf(told, stored, month);
  if (!dry) {
    await saveHours(tx, community, { months, kind: 'readings', now });
    const read_hours = told.reduce((sum, { known_hours }) => sum + known_hours, 0);
    await recordAudit(tx, 'community.readings_taken', String(community), { month, read_hours });
    await notifyTopics(tx, ['communities']);
  }
  return {
    stored: !dry && months.length > 0,
    month,
    so_far: month === this_month,
    pods: told.map(({ hours: _, let_go: __, ...row }) => row),
    unlinked_pods,
  };
}
