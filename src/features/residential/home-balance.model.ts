import { addDays } from '../../shared/units/zones.ts';

/** The energies of a home, each at its own meter. */
export const FLOWS = ['produced', 'imported', 'exported', 'charged', 'discharged'] as const;
export type FlowName = (typeof FLOWS)[number];

/** What one flow came to, kWh: null is not known; `measured` false where the home has no meter of it. */
export interface MeasuredFlow {
  readonly kwh: number | null;
  readonly measured: boolean;
}
export type HomeFlows = Readonly<Record<FlowName, MeasuredFlow>>;

export const BALANCE_FAULTS = [
  'produced_above_possible',
  'fed_in_above_made',
  'charged_above_available',
  'used_below_zero',
] as const;
export type BalanceFault = (typeof BALANCE_FAULTS)[number];
export const METERS = ['production', 'exchange', 'battery'] as const;
export type Meter = (typeof METERS)[number];

export interface DayBalance {
  /** What the house took. */
  readonly used_kwh: number | null;
  /** What was produced and not fed in: used at once, or stored. */
  readonly self_used_kwh: number | null;
  /** Share of the production that stayed at home, 0…1. */
  readonly self_consumption: number | null;
  /** Share of the use that did not come from the grid, 0…1. */
  readonly self_sufficiency: number | null;
  /** Why these energies cannot be together, and which meter is likely wrong: then nothing is made of them. */
  readonly fault: BalanceFault | null;
  readonly wrong_meter: Meter | null;
}

/** Meters that read the same energy differ by so much of it, and by their steps. */
const TOLERANCE = 0.03;
const FLOOR_KWH = 0.5;
/** No roof of this latitude makes more of a kWp in a day; less than `LITTLE` on a day on which much is fed in is a meter that lags. */
const MAX_KWH_KWP = 10;
const LITTLE_KWH_KWP = 0.2;

const isAbove = (more: number, limit: number): boolean => more > limit * (1 + TOLERANCE) + FLOOR_KWH;
const UNKNOWN = {
  used_kwh: null,
  self_used_kwh: null,
  self_consumption: null,
  self_sufficiency: null,
} as const;
const NOTHING: DayBalance = { ...UNKNOWN, fault: null, wrong_meter: null };

/** A flow in sums: what no meter of the home measures is none; what its meter did not tell is not known. */
const summed = ({ kwh, measured }: MeasuredFlow): number | null => (measured ? kwh : 0);

type Known = Readonly<Record<FlowName, number>>;

/** Which meter is wrong when more was fed in than there was: one of production that tells nearly nothing, else that at the grid. */
function wrongOfFedIn({ produced }: Known, nominal_kwp: number | null): Meter {
  const least = nominal_kwp ? LITTLE_KWH_KWP * nominal_kwp : FLOOR_KWH;
  return produced < least ? 'production' : 'exchange';
}

function faultOf(known: Known, nominal_kwp: number | null): Pick<DayBalance, 'fault' | 'wrong_meter'> {
  const { produced, imported, exported, charged, discharged } = known;
  if (isAbove(exported, produced + discharged))
    return { fault: 'fed_in_above_made', wrong_meter: wrongOfFedIn(known, nominal_kwp) };
  if (isAbove(charged, produced + imported))
    return { fault: 'charged_above_available', wrong_meter: 'battery' };
  if (isAbove(exported + charged, produced + imported + discharged))
    return { fault: 'used_below_zero', wrong_meter: charged > exported ? 'battery' : 'exchange' };
  return { fault: null, wrong_meter: null };
}

const share = (part: number, whole: number): number | null =>
  whole > 0 ? Math.min(1, Math.max(0, part / whole)) : null;

/**
 * The balance of a home over a day or longer: E_used = E_produced + E_imported + E_discharged − E_exported − E_charged.
 * Source: IEC 61724-1, energies at the site's boundary, with the storage inside of it.
 * @param nominal_kwp of its panels; null where nobody said
 */
export function balanceOfHome(flows: HomeFlows, nominal_kwp: number | null): DayBalance {
  const made = summed(flows.produced);
  // What panels cannot make needs no other meter to be seen.
  if (made !== null && nominal_kwp && isAbove(made, MAX_KWH_KWP * nominal_kwp))
    return { ...UNKNOWN, fault: 'produced_above_possible', wrong_meter: 'production' };
  // Without a meter at the grid nothing is known of what the house took.
  if (!flows.produced.measured || !flows.exported.measured || !flows.imported.measured) return NOTHING;
  const entries = FLOWS.map((name) => [name, summed(flows[name])] as const);
  if (entries.some(([, kwh]) => kwh === null)) return NOTHING;
  const known = Object.fromEntries(entries) as Known;
  const fault = faultOf(known, nominal_kwp);
  if (fault.fault !== null) return { ...UNKNOWN, ...fault };
  const { produced, imported, exported, charged, discharged } = known;
  const used_kwh = Math.max(0, produced + imported + discharged - exported - charged);
  const self_used_kwh = Math.max(0, produced - exported);
  return {
    used_kwh,
    self_used_kwh,
    fault: null,
    wrong_meter: null,
    self_consumption: share(self_used_kwh, produced),
    self_sufficiency: share(used_kwh - imported, used_kwh),
  };
}

/** The days over which a battery must have taken in at least what it gave. */
export const BATTERY_DAYS = 7;

/** What went into a battery and came out of it on those days of a time on which both are known, and how many these are. */
export interface BatterySums {
  readonly into_kwh: number;
  readonly out_kwh: number;
  readonly known_days: number;
}

/** Days of the last week, of some days that end with `to` and among which some may lack: a battery may have been filled on those. */
export const lastWeek = <D extends { readonly day: string }>(days: readonly D[], to: string): D[] =>
  days.filter(({ day }) => day > addDays(to, -BATTERY_DAYS));

export function batterySums(
  days: readonly { readonly charged_kwh: number | null; readonly discharged_kwh: number | null }[],
): BatterySums {
  let [into_kwh, out_kwh, known_days] = [0, 0, 0];
  for (const { charged_kwh, discharged_kwh } of days) {
    if (charged_kwh === null || discharged_kwh === null) continue;
    into_kwh += charged_kwh;
    out_kwh += discharged_kwh;
    known_days++;
  }
  return { into_kwh, out_kwh, known_days };
}

/**
 * Whether a battery gave more in a week than it took: its meters are wrong, for storage makes nothing. What it held when the week
 * began may come out of it. Days of which either is not known make the question one that nobody can answer.
 */
export const isBatteryImpossible = (
  { into_kwh, out_kwh, known_days }: BatterySums,
  storage_kwh: number | null,
): boolean => known_days >= BATTERY_DAYS && isAbove(out_kwh, into_kwh + (storage_kwh ?? 0));

/**
 * What a home saved and earned by its contract: what it did not have to draw, at the price of a kWh from the grid, and what it fed
 * in, at what that brings. Null where an energy or a price is not known.
 */
export function savedEur(
  day: {
    readonly used_kwh: number | null;
    readonly imported_kwh: number | null;
    readonly exported_kwh: number | null;
  },
  contract: { readonly import_eur_kwh: number | null; readonly export_eur_kwh: number | null },
): number | null {
  const { used_kwh, imported_kwh, exported_kwh } = day;
  const { import_eur_kwh, export_eur_kwh } = contract;
  if (used_kwh === null || imported_kwh === null || exported_kwh === null) return null;
  if (import_eur_kwh === null || export_eur_kwh === null) return null;
  // On a day on which its battery is charged from the grid it draws more than it uses: what the days come to is right all the same.
  return (used_kwh - imported_kwh) * import_eur_kwh + exported_kwh * export_eur_kwh;
}

/**
 * Full cycles of a battery in some days: what it gave, by what it holds by its plate. Null where nothing of either is known.
 */
export function cyclesOf(
  days: readonly { readonly discharged_kwh: number | null }[],
  storage_kwh: number | null,
): number | null {
  const known = days.flatMap(({ discharged_kwh }) => discharged_kwh ?? []);
  if (!storage_kwh || known.length === 0) return null;
  return known.reduce((all, one) => all + one, 0) / storage_kwh;
}
