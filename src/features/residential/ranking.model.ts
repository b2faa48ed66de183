import { medianOf } from '../../shared/units/median.ts';
import type { BalanceFault } from './home-balance.model.ts';

/** Fewer homes than this are no group: what is told of them would tell of one. */
export const MIN_GROUP = 5;
export const isGroup = (homes: number): boolean => homes >= MIN_GROUP;

/** What homes come to together, and how many they are. */
export interface QuarterSum {
  readonly sum: number;
  readonly homes: number;
}

/**
 * What homes of several projects (null: of none) come to together so that nothing is told of fewer than five by difference: projects of
 * five homes or more, which are told by themselves, and all others together where these are five or more. Else the others are left out.
 */
export function toldTogether(
  projects: ReadonlyMap<number | null, QuarterSum>,
): QuarterSum & { readonly left_out: number } {
  let [told, rest] = [
    { sum: 0, homes: 0 },
    { sum: 0, homes: 0 },
  ];
  const added = (a: QuarterSum, b: QuarterSum) => ({ sum: a.sum + b.sum, homes: a.homes + b.homes });
  for (const [project, own] of projects)
    if (project !== null && isGroup(own.homes)) told = added(told, own);
    else rest = added(rest, own);
  return isGroup(rest.homes) ? { ...added(told, rest), left_out: 0 } : { ...told, left_out: rest.homes };
}

/** Where a roof looks to; `flat` where it hardly looks anywhere. */
export const ORIENTATIONS = ['north', 'east', 'south', 'west', 'flat', 'unknown'] as const;
export type Orientation = (typeof ORIENTATIONS)[number];
const FLAT_DEG = 10;
const QUARTERS = ['north', 'east', 'south', 'west'] as const;

/** @param azimuth_deg clockwise from north */
export function orientationOf(tilt_deg: number | null, azimuth_deg: number | null): Orientation {
  if (tilt_deg !== null && tilt_deg < FLAT_DEG) return 'flat';
  if (azimuth_deg === null) return 'unknown';
  return QUARTERS[Math.floor(((azimuth_deg + 45) % 360) / 90)] ?? 'unknown';
}

/** A home over the days that are compared. */
export interface RankedHome {
  readonly plant_id: number;
  readonly district: string;
  readonly orientation: Orientation;
  readonly nominal_kwp: number | null;
  /** Of the days of which it is known. */
  readonly produced_kwh: number | null;
  /** On how many of the days its production is known, and how many there are. */
  readonly known_days: number;
  readonly days: number;
  readonly faults: readonly BalanceFault[];
  /** Whether its battery gave more in the last week than it took. */
  readonly battery_fault: boolean;
}

/** Why a home is weak, or cannot be compared. */
export const WEAK_REASONS = ['data_fault', 'missing_days', 'below_neighbours'] as const;
export type WeakReason = (typeof WEAK_REASONS)[number];

export interface Rank {
  readonly plant_id: number;
  /** kWh for each kWp and day of which the production is known. */
  readonly yield_kwh_kwp: number | null;
  /** Of the median of the homes of its district that look alike; null where they are too few to be compared. */
  readonly share: number | null;
  readonly group_homes: number;
  readonly reason: WeakReason | null;
}

/** Less than so much of what alike neighbours make is weak; more missing days than that make a figure of the rest only. */
const WEAK_SHARE = 0.8;
const MISSING_SHARE = 0.3;

const yieldOf = ({ nominal_kwp, produced_kwh, known_days, faults }: RankedHome): number | null =>
  !nominal_kwp || produced_kwh === null || known_days === 0 || faults.includes('produced_above_possible')
    ? null
    : produced_kwh / nominal_kwp / known_days;

function reasonOf(home: RankedHome, share: number | null): WeakReason | null {
  if (home.faults.length > 0 || home.battery_fault) return 'data_fault';
  if (home.days > 0 && 1 - home.known_days / home.days > MISSING_SHARE) return 'missing_days';
  return share !== null && share < WEAK_SHARE ? 'below_neighbours' : null;
}

/** Who is alike; undefined where nobody said where a home stands, or where its roof looks to: then it is like nobody. */
const groupOf = ({ district, orientation }: RankedHome): string | undefined =>
  district.trim() === '' || orientation === 'unknown'
    ? undefined
    : `${district.trim().toLowerCase()}\n${orientation}`;
/** What sorts last: a home that nothing can be said of. One whose data cannot be stands with the weakest: somebody has to see it. */
const least = ({ share, yield_kwh_kwp, reason }: Rank): number =>
  share ?? (reason === 'data_fault' ? 0 : yield_kwh_kwp === null ? 9 : 8);

/**
 * Homes by what they make of a kWp, the weak ones first: each beside the median of the homes of its district that look alike, where
 * there are five of these or more.
 */
export function rankHomes(homes: readonly RankedHome[]): Rank[] {
  const groups = Map.groupBy(homes, groupOf);
  groups.delete(undefined);
  const medians = new Map(
    [...groups].map(([key, own]) => {
      const yields = own.flatMap((home) => yieldOf(home) ?? []);
      return [key, { homes: yields.length, middle: isGroup(yields.length) ? medianOf(yields) : null }];
    }),
  );
  const ranks = homes.map((home): Rank => {
    const group = medians.get(groupOf(home));
    const yield_kwh_kwp = yieldOf(home);
    const share = yield_kwh_kwp === null || !group?.middle ? null : yield_kwh_kwp / group.middle;
    return {
      plant_id: home.plant_id,
      yield_kwh_kwp,
      share,
      group_homes: group?.homes ?? 0,
      reason: reasonOf(home, share),
    };
  });
  return ranks.sort((a, b) => least(a) - least(b) || a.plant_id - b.plant_id);
}
