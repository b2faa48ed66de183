import { MINUTE_MS } from '../../shared/units/zones.ts';

export const QUARTER_MS = 15 * MINUTE_MS;
/** So long after its end what a cloud says of a quarter may still change: it is asked for again. */
export const SETTLED_MS = 2 * 60 * MINUTE_MS;

/** What a manufacturer's cloud says of a quarter of an hour of a home; null is not known. */
export interface CloudQuarter {
  /** Its begin, epoch ms. */
  readonly at: number;
  readonly produced_kwh: number | null;
  readonly produced_kw: number | null;
  readonly imported_kwh: number | null;
  readonly exported_kwh: number | null;
  /** Fed in; negative: drawn. */
  readonly grid_kw: number | null;
  readonly charged_kwh: number | null;
  readonly discharged_kwh: number | null;
  /** Out of the battery; negative: into it. */
  readonly battery_kw: number | null;
  readonly charge_pct: number | null;
  readonly capacity_kwh: number | null;
}
export const NOTHING_TOLD: Omit<CloudQuarter, 'at'> = {
  produced_kwh: null,
  produced_kw: null,
  imported_kwh: null,
  exported_kwh: null,
  grid_kw: null,
  charged_kwh: null,
  discharged_kwh: null,
  battery_kw: null,
  charge_pct: null,
  capacity_kwh: null,
};

/** Clouds tell what each quarter came to, and the store keeps counters: these run on from quarter to quarter. */
export const COUNTED = ['produced', 'imported', 'exported', 'charged', 'discharged'] as const;
/** kWh; null while nothing was counted yet. */
export type Counters = Readonly<Record<(typeof COUNTED)[number], number | null>>;
export const NO_COUNTS: Counters = {
  produced: null,
  imported: null,
  exported: null,
  charged: null,
  discharged: null,
};

/** Until when a home was read, and what its counters showed then. */
export interface CloudState {
  /** Epoch ms, the begin of a quarter. */
  readonly until: number;
  readonly counters: Counters;
}

/** A value of a home's device at an instant. */
export interface CloudReading {
  readonly device: 'inverter' | 'grid' | 'battery';
  readonly variable: string;
  readonly ts: number;
  readonly value: number;
}

const COUNTER_AT = {
  produced: ['inverter', 'energy_total_kwh'],
  exported: ['grid', 'energy_total_kwh'],
  imported: ['grid', 'energy_import_kwh'],
  charged: ['battery', 'battery_charge_kwh'],
  discharged: ['battery', 'battery_discharge_kwh'],
} as const satisfies Record<keyof Counters, readonly [CloudReading['device'], string]>;
const GAUGE_AT = {
  produced_kw: ['inverter', 'ac_power_kw'],
  grid_kw: ['grid', 'ac_power_kw'],
  battery_kw: ['battery', 'battery_power_kw'],
  charge_pct: ['battery', 'battery_soc_pct'],
  capacity_kwh: ['battery', 'battery_capacity_kwh'],
} as const satisfies Partial<Record<keyof CloudQuarter, readonly [CloudReading['device'], string]>>;

/** A quarter's means stand at its begin. */
const gaugesOf = (quarter: CloudQuarter): CloudReading[] =>
  Object.entries(GAUGE_AT).flatMap(([name, [device, variable]]) => {
    const value = quarter[name as keyof typeof GAUGE_AT];
    return value === null ? [] : [{ device, variable, ts: quarter.at, value }];
  });

const counterReading = (name: keyof Counters, ts: number, value: number): CloudReading => {
  const [device, variable] = COUNTER_AT[name];
  return { device, variable, ts, value };
};

/** Epoch ms. */
interface Settled {
  /** Until then nothing changes any more of what was told. */
  readonly settled: number;
  /** A quarter that begins before and was not told is waited for no longer. */
  readonly waits_from: number;
}

const isTold = (quarter: CloudQuarter): boolean => COUNTED.some((name) => quarter[`${name}_kwh`] !== null);

/**
 * Until when a home is read for good. A quarter of which nothing was told may come late: nothing is passed before it comes, for a
 * time. Only meters tell night and day; a home that has none is dark at night, and nothing of it is waited for.
 */
function passedBy(
  { until, counters }: CloudState,
  quarters: readonly CloudQuarter[],
  { settled, waits_from }: Settled,
): number {
  if (counters.imported === null && counters.exported === null) return Math.max(until, settled);
  const told = new Set(quarters.filter(isTold).map(({ at }) => Math.floor(at / QUARTER_MS) * QUARTER_MS));
  let passed = until;
  while (passed < settled && (passed < waits_from || told.has(passed))) passed += QUARTER_MS;
  return passed;
}

/**
 * What quarters become in the store, and how far they are settled. Read again from the same state they become the same. A counter
 * stands at the ends of quarters whose energy is known, and at the begin of the first of these: a gap stays a gap.
 */
export function readingsOf(
  before: CloudState,
  quarters: readonly CloudQuarter[],
  settled: Settled,
): { readings: CloudReading[]; state: CloudState } {
  const readings: CloudReading[] = [];
  const until = passedBy(before, quarters, settled);
  let { counters } = before;
  let running = counters;
  for (const quarter of quarters) {
    if (quarter.at < before.until) continue;
    const end = quarter.at + QUARTER_MS;
    readings.push(...gaugesOf(quarter));
    for (const name of COUNTED) {
      const kwh = quarter[`${name}_kwh`];
      // A counter never runs backwards.
      if (kwh === null || kwh < 0) continue;
      const shown = running[name];
      if (shown === null) readings.push(counterReading(name, quarter.at, 0));
      running = { ...running, [name]: (shown ?? 0) + kwh };
      readings.push(counterReading(name, end, (shown ?? 0) + kwh));
    }
    if (quarter.at < until) counters = running;
  }
  return { readings, state: { until, counters } };
}
