import { setImmediate as turn } from 'node:timers/promises';
import { networkUnit } from '../../../energy/community/other-money.ts';
import { allows } from '../../../shared/contract/capabilities.ts';
import { notFound, refuseField } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { monthsBetween } from '../../../shared/units/months.ts';
import { addDays, dayBorders, HOUR_MS, MARKET_CLOCK } from '../../../shared/units/zones.ts';
import { loadHourPrices } from '../../weather/server/prices.public.ts';
import { type Stretch, switchesOf } from '../community.model.ts';
import {
  type Measured,
  type MeasuredMonth,
  monthAxis,
  presence,
  type SettledMonth,
  settleMonth,
} from '../measured.model.ts';
import { countedHours } from '../reading-hours.model.ts';
import type { CommunityResults, RESULT_STEPS } from '../results.contract.ts';
import { type Closed, membersAsClosed, switchesAsClosed } from '../statement-closed.model.ts';
import {
  listCommunities,
  listLinkedPlants,
  listMembers,
  listUnseenPlants,
} from './communities.repository.ts';
import { listHours } from './hours.repository.ts';
import { listPlantPods } from './plants.repository.ts';

const MAX_DAYS = 366;
/** Hours of a POD of which nothing is stored. */
const NOTHING = { hours: undefined, read: undefined };
/** A sum over fewer tells of somebody's life; those who may change communities see their members anyway. */
const MIN_MEMBERS = 5;

interface Query {
  readonly community: number;
  readonly start: string;
  readonly end: string;
  readonly resolution: (typeof RESULT_STEPS)[number];
}

/** Months that a stretch of days touches, YYYY-MM. */
const monthsOf = ({ start, end }: Query): string[] =>
  monthsBetween(start.slice(0, 7), addDays(end, -1).slice(0, 7));

/** What a community is measured by, month by month, until now; by the agreement of a month that was closed, where one is given. */
export async function measuredMonths(
  tx: Tx,
  community_id: number,
  { closed = null, now }: { closed?: Closed | null; now: Date },
): Promise<(month: string) => Promise<MeasuredMonth>> {
  const [community] = await listCommunities(tx, community_id);
  if (!community) return notFound();
  const members = membersAsClosed(await listMembers(tx, community_id), closed);
  const linked = await listLinkedPlants(tx, community_id);
  const plants = await listPlantPods(
    tx,
    linked.map(({ plant_id }) => plant_id),
  );
  const families = new Set(
    members.filter(({ kind }) => kind === 'family').flatMap(({ pods }) => pods.map(({ pod }) => pod)),
  );
  const own = ({ substation }: { substation: string }) => substation || community.substation;
  const { area, zone } = community;
  return async (month) => {
    const until = now.getTime();
    const axis = monthAxis(month, until);
    const rows = await listHours(tx, community_id, { from: month, to: month });
    const measured = new Map(
      rows.map(({ pod, direction, hours, readings }) => [
        `${direction} ${pod}`,
        countedHours(hours, readings),
      ]),
    );
    const hoursOf = (pod: string, direction: 'withdrawn' | 'injected') =>
      measured.get(`${direction} ${pod}`) ?? NOTHING;
    const prices = await loadHourPrices(tx, {
      zone,
      start: axis.start,
      end: axis.start + axis.count * HOUR_MS,
    });
    return {
      month,
      until,
      area,
      zone,
      prices,
      switches: switchesAsClosed(switchesOf(community.switches), closed),
      pods: members
        .filter(({ role }) => role !== 'producer')
        .flatMap((member) =>
          member.pods.map((stretch) => ({
            ...stretch,
            id: `${member.id} ${stretch.pod} ${stretch.from_on}`,
            member_id: member.id,
            substation: own(member),
            level: member.level,
            kind: member.kind,
            ...hoursOf(stretch.pod, 'withdrawn'),
          })),
        ),
      plants: linked.map((plant) => {
        const known = plants.get(plant.plant_id);
        return {
          ...plant,
          id: plant.proj_code,
          substation: own(plant),
          photovoltaic: known?.photovoltaic ?? false,
          is_home: known !== undefined && (known.is_home || families.has(known.pod)),
          ...(known ? hoursOf(known.pod, 'injected') : NOTHING),
        };
      }),
    };
  };
}

/** A sum of energy, over how many hours of PODs it is known, and over how many it should be. */
interface Energy {
  kwh: number;
  expected: number;
  known: number;
}

interface Bucket {
  ts: number;
  injected: Energy;
  withdrawn: Energy;
  shared: number;
  incentive: number;
  /** What the network gives back, EUR. */
  network: number;
  /** What a tariff pays by a price that is not known, kWh; and all that is injected without one. */
  unpaid: number;
  unpriced: number;
  /** The fewest members of whom something was measured in one of its hours. */
  members: number;
  /** The fewest homes that were measured as plants in one of its hours. */
  homes: number;
  /** Whether a plant belonged to the community that the reader does not see. */
  partial: boolean;
}

function bucketOf(buckets: Map<number, Bucket>, ts: number): Bucket {
  const found = buckets.get(ts) ?? {
    ts,
    injected: { kwh: 0, expected: 0, known: 0 },
    withdrawn: { kwh: 0, expected: 0, known: 0 },
    shared: 0,
    incentive: 0,
    network: 0,
    unpaid: 0,
    unpriced: 0,
    members: Number.POSITIVE_INFINITY,
    homes: Number.POSITIVE_INFINITY,
    partial: false,
  };
  buckets.set(ts, found);
  return found;
}

/** The instant at which the hour's bucket begins. */
function beginOf({ axis }: SettledMonth, hour: number, resolution: Query['resolution']): number {
  if (resolution === 'hour') return axis.start + hour * HOUR_MS;
  if (resolution === 'month') return axis.start;
  return dayBorders(MARKET_CLOCK, axis.days[axis.day_of[hour] ?? 0] ?? '').start;
}

function add(to: Energy, kwh: Float64Array, { expected, known }: Measured, hour: number): void {
  to.kwh += kwh[hour] ?? 0;
  to.expected += expected[hour] ?? 0;
  to.known += known[hour] ?? 0;
}

/** Nothing was measured where something should have been; where nobody belongs to it the sum is nothing. */
const isUnknown = ({ expected, known }: Energy): boolean => expected > 0 && known === 0;

/** How many plants that the reader does not see belong to the community in each hour. */
export function unseenHours({ axis }: Pick<SettledMonth, 'axis'>, unseen: readonly Stretch[]): Uint32Array {
  const counts = new Uint32Array(axis.count);
  for (const stretch of unseen) {
    const { from_hour, to_hour } = presence(axis, stretch);
    for (let hour = from_hour; hour < to_hour; hour++) counts[hour] = (counts[hour] ?? 0) + 1;
  }
  return counts;
}

const fewest = (least: number, count: number): number => (count > 0 ? Math.min(least, count) : least);

function gather(
  buckets: Map<number, Bucket>,
  month: SettledMonth,
  { asked, unseen }: { asked: Query; unseen: readonly Stretch[] },
): void {
  const { axis, settlement, members, homes } = month;
  const { hours } = settlement;
  const hidden = unseenHours(month, unseen);
  const unit = networkUnit(axis.months[0] ?? '', month.community.switches);
  for (let hour = 0; hour < axis.count; hour++) {
    const day = axis.days[axis.day_of[hour] ?? 0] ?? '';
    if (day < asked.start || day >= asked.end) continue;
    const bucket = bucketOf(buckets, beginOf(month, hour, asked.resolution));
    add(bucket.injected, hours.injected_kwh, month.injected, hour);
    add(bucket.withdrawn, hours.withdrawn_kwh, month.withdrawn, hour);
    bucket.shared += hours.shared_kwh[hour] ?? 0;
    bucket.network += (hours.shared_kwh[hour] ?? 0) * unit;
    bucket.incentive += hours.incentive_eur[hour] ?? 0;
    bucket.unpaid += hours.unpaid_kwh[hour] ?? 0;
    bucket.unpriced += hours.unpriced_kwh[hour] ?? 0;
    bucket.members = fewest(bucket.members, members[hour] ?? 0);
    bucket.homes = fewest(bucket.homes, homes[hour] ?? 0);
    // Of a plant that is not seen nothing is told: neither its energy, nor whether its hours are known.
    bucket.partial ||= (hidden[hour] ?? 0) > 0;
  }
}

/** Measured energy and incentive of a community over time; of members in sums over five of them or more. // spec §7: cer results data */
export async function resultsData(
  tx: Tx,
  asked: Query,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<CommunityResults> {
  if (asked.end <= asked.start) refuseField('end', 'end_before_start', 'The last day lies before the first');
  if (addDays(asked.start, MAX_DAYS) < asked.end)
    refuseField('end', 'span_too_long', 'Ask for a year at most');
  const measured = await measuredMonths(tx, asked.community, { now });
  const unseen = await listUnseenPlants(tx, asked.community);
  const buckets = new Map<number, Bucket>();
  for (const month of monthsOf(asked)) {
    // Nobody waits for the rest of a year whose page was left.
    signal?.throwIfAborted();
    gather(buckets, settleMonth(await measured(month)), { asked, unseen });
    // The thread's other question has its turn between two months.
    await turn();
  }
  const rows = [...buckets.values()];
  const whole = allows('community.write', tx.scope.roles);
  const isEmpty = ({ injected, withdrawn, partial }: Bucket) =>
    injected.expected + withdrawn.expected === 0 && !partial;
  const of = (value: (row: Bucket) => number | null, needs: (row: Bucket) => readonly Energy[]) =>
    rows.map((row) => {
      const [made, drawn] = [needs(row).includes(row.injected), needs(row).includes(row.withdrawn)];
      const few = (drawn && row.members < MIN_MEMBERS) || (made && row.homes < MIN_MEMBERS);
      return (few && !whole) || (made && row.partial) || isEmpty(row) || needs(row).some(isUnknown)
        ? null
        : value(row);
    });
  const both = ({ injected, withdrawn }: Bucket) => [injected, withdrawn];
  return {
    community: asked.community,
    resolution: asked.resolution,
    ts: rows.map(({ ts }) => new Date(ts).toISOString()),
    few_members: rows.map(({ members, homes }) => Math.min(members, homes) < MIN_MEMBERS),
    partial: rows.some((row) => row.partial),
    injected_kwh: of(
      ({ injected }) => injected.kwh,
      ({ injected }) => [injected],
    ),
    withdrawn_kwh: of(
      ({ withdrawn }) => withdrawn.kwh,
      ({ withdrawn }) => [withdrawn],
    ),
    shared_kwh: of(({ shared }) => shared, both),
    // Without the price of an hour that it needs, what it comes to is not known.
    incentive_eur: of(({ incentive, unpaid }) => (unpaid > 0 ? null : incentive), both),
    valorisation_eur: of(({ network }) => network, both),
    completeness: rows.map((row) => {
      const expected = row.injected.expected + row.withdrawn.expected;
      return expected > 0 ? (row.injected.known + row.withdrawn.known) / expected : 0;
    }),
    expected_hours: rows.map(({ injected, withdrawn }) => injected.expected + withdrawn.expected),
    unpriced_kwh: rows.reduce((sum, { unpriced }) => sum + unpriced, 0),
  };
}
