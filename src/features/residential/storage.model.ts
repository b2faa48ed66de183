import { BATTERY_DAYS, type BatterySums, isBatteryImpossible } from './home-balance.model.ts';

/** What the storage of a home did in some days. */
export interface StorageSums {
  readonly whole: BatterySums;
  /** Of the last week. */
  readonly week: BatterySums;
  /** What it said it can hold, the mean of these days, kWh; null where it does not say. */
  readonly capacity_kwh: number | null;
  /** The same of the first days of which it is known, and the first of these. */
  readonly first_kwh: number | null;
  readonly first_day: string | null;
}

/** Why somebody should look at a storage. */
export const STORAGE_REASONS = ['gave_more', 'missing_days', 'worn', 'loses_much', 'idle'] as const;
export type StorageReason = (typeof STORAGE_REASONS)[number];

export interface StorageHealth {
  /** Full cycles in these days: what came out by what it holds by its plate. */
  readonly cycles: number | null;
  /** Of what went in, the share that came out, 0…1. */
  readonly efficiency: number | null;
  readonly capacity_kwh: number | null;
  /** What it can hold now of what its plate says, 0…1 and a little above when it is new. */
  readonly health: number | null;
  readonly first_kwh: number | null;
  readonly first_day: string | null;
  readonly reason: StorageReason | null;
}

/** Warranties of home batteries end at 60 to 70 % of the capacity; lithium cells with their inverter return 80 to 95 % of what they take. */
const WORN_SHARE = 0.7;
const LOSES_SHARE = 0.75;
/** A cycle in ten days is a battery that hardly works. */
const IDLE_CYCLES_A_DAY = 0.1;
const MISSING_SHARE = 0.3;
/** What a battery holds at the end and did not at the begin blurs its efficiency: after so many fillings by 5 % at most. */
const MIN_FILLINGS = 20;

function efficiencyOf({ into_kwh, out_kwh }: BatterySums, storage_kwh: number | null): number | null {
  if (!storage_kwh || into_kwh < MIN_FILLINGS * storage_kwh || out_kwh > into_kwh) return null;
  return out_kwh / into_kwh;
}

function reasonOf(
  health: Omit<StorageHealth, 'reason'>,
  { sums, storage_kwh, days }: { sums: StorageSums; storage_kwh: number | null; days: number },
): StorageReason | null {
  if (isBatteryImpossible(sums.week, storage_kwh)) return 'gave_more';
  if (1 - sums.whole.known_days / days > MISSING_SHARE) return 'missing_days';
  if (health.health !== null && health.health < WORN_SHARE) return 'worn';
  if (health.efficiency !== null && health.efficiency < LOSES_SHARE) return 'loses_much';
  return health.cycles !== null && health.cycles < IDLE_CYCLES_A_DAY * days ? 'idle' : null;
}

/**
 * How the storage of a home works and what is left of it.
 * @param storage_kwh usable capacity by its plate; null where nobody said
 * @param days how many days the sums are of, a week at least
 */
export function storageHealth(sums: StorageSums, storage_kwh: number | null, days: number): StorageHealth {
  const { whole, capacity_kwh, first_kwh, first_day } = sums;
  const health = {
    cycles: storage_kwh && whole.known_days > 0 ? whole.out_kwh / storage_kwh : null,
    efficiency: efficiencyOf(whole, storage_kwh),
    capacity_kwh,
    first_kwh,
    first_day,
    health: storage_kwh && capacity_kwh !== null ? capacity_kwh / storage_kwh : null,
  };
  return { ...health, reason: reasonOf(health, { sums, storage_kwh, days: Math.max(days, BATTERY_DAYS) }) };
}

const urgency = ({ reason }: StorageHealth): number =>
  reason === null ? STORAGE_REASONS.length : STORAGE_REASONS.indexOf(reason);

/** Those that somebody should look at first, the most worn of them first. */
export const byUrgency = (a: StorageHealth, b: StorageHealth): number =>
  urgency(a) - urgency(b) || (a.health ?? 9) - (b.health ?? 9);
