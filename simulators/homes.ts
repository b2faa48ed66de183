import { solarPosition } from '../src/energy/solar-position.ts';
import { DAY_MS } from '../src/shared/units/zones.ts';

export const QUARTER_MS = 900_000;
const QUARTER_H = 0.25;

/** What is wrong with a home on purpose. */
export type HomeTrouble = 'silent' | 'never' | 'weak' | 'production_meter_low' | 'late';

export interface SimulatedHome {
  readonly number: number;
  readonly proj_code: string;
  readonly name: string;
  readonly project: 'hub110' | 'other';
  readonly comune: string;
  readonly district: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly azimuth_deg: number;
  readonly kwp: number;
  /** Usable; null without a battery. */
  readonly storage_kwh: number | null;
  readonly inverter_model: string;
  /** How much the family takes, 1 is 2,700 kWh a year. */
  readonly family: number;
  readonly trouble: HomeTrouble | null;
}

/** A number in 0…1 that is always the same for the same seeds. */
export function chance(...seeds: readonly number[]): number {
  let mixed = 2_166_136_261;
  for (const seed of seeds) mixed = Math.imul(mixed ^ (seed >>> 0), 16_777_619) ^ (mixed >>> 13);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

const TOWNS = [
  { comune: 'Prato', district: 'Prato', latitude: 43.88, longitude: 11.1 },
  { comune: 'Sesto Fiorentino', district: 'Firenze', latitude: 43.83, longitude: 11.2 },
  { comune: 'Pistoia', district: 'Pistoia', latitude: 43.93, longitude: 10.92 },
] as const;
const FAMILIES = [
  'Rossi',
  'Bianchi',
  'Verdi',
  'Conti',
  'Galli',
  'Marini',
  'Fontana',
  'Greco',
  'Riva',
  'Sala',
];
const INVERTERS = [
  'Huawei SUN2000-5KTL',
  'SolarEdge SE5K',
  'Fronius Primo GEN24 6.0',
  'ZCS Azzurro 3PH HYD5',
];
const TROUBLES: Readonly<Record<number, HomeTrouble>> = {
  7: 'silent',
  23: 'silent',
  41: 'silent',
  58: 'never',
  12: 'weak',
  29: 'weak',
  46: 'weak',
  18: 'production_meter_low',
  35: 'late',
};
const HOMES = 60;

function homeOf(number: number): SimulatedHome {
  const town = TOWNS[Math.floor((number * TOWNS.length) / HOMES)] ?? TOWNS[0];
  const family = FAMILIES[number % FAMILIES.length] ?? 'Rossi';
  return {
    number,
    proj_code: `CASA-${String(number + 1).padStart(3, '0')}`,
    trouble: TROUBLES[number] ?? null,
    name: `Casa ${family} ${Math.floor(number / FAMILIES.length) + 1}`,
    project: number < HOMES / 2 ? 'hub110' : 'other',
    comune: town.comune,
    district: town.district,
    latitude: town.latitude + 0.03 * (chance(number, 1) - 0.5),
    longitude: town.longitude + 0.03 * (chance(number, 2) - 0.5),
    azimuth_deg: [180, 180, 175, 190, 95, 180][number % 6] ?? 180,
    kwp: [3, 4.5, 6][number % 3] ?? 3,
    storage_kwh: number % 4 === 3 ? null : ([5, 10, 10][number % 3] ?? 10),
    inverter_model: INVERTERS[number % INVERTERS.length] ?? '',
    family: 0.6 + chance(number, 3),
  };
}

/** The sixty homes of the demonstration. */
export const homes: readonly SimulatedHome[] = Array.from({ length: HOMES }, (_, number) => homeOf(number));

/** What a home does in a quarter of an hour, kW: means. */
export interface HomePower {
  readonly produced_kw: number;
  readonly used_kw: number;
  /** Out of the battery; negative: into it. */
  readonly battery_kw: number;
  /** Fed in; negative: drawn. */
  readonly grid_kw: number;
}

/** Counters of a home and its battery's charge, as they stand at an instant. */
export interface HomeState {
  readonly produced_kwh: number;
  readonly exported_kwh: number;
  readonly imported_kwh: number;
  readonly charged_kwh: number;
  readonly discharged_kwh: number;
  readonly stored_kwh: number;
}

/** A day's sky is the same for homes of a town. */
const skyOf = (home: SimulatedHome, at_ms: number): number =>
  0.35 + 0.65 * chance(Math.floor(at_ms / DAY_MS), home.district.length) ** 0.5;

/** What panels make: the sun's height, the way they look, the sky. */
function producedKw(home: SimulatedHome, at_ms: number): number {
  const { elevation_deg, azimuth_deg } = solarPosition(home.latitude, home.longitude, at_ms);
  if (elevation_deg <= 0) return 0;
  const height = Math.sin((elevation_deg * Math.PI) / 180);
  const turned = Math.cos(((azimuth_deg - home.azimuth_deg) * Math.PI) / 180);
  const plane = Math.max(0.1, 0.85 * height + 0.4 * Math.sqrt(1 - height ** 2) * turned);
  const health = home.trouble === 'weak' ? 0.6 : 0.97 + 0.03 * chance(home.number, 4);
  return home.kwp * 0.85 * Math.min(1, plane) * skyOf(home, at_ms) * health;
}

/** What a family takes: the least of the night, and more in the morning and the evening of its own days. */
function usedKw(home: SimulatedHome, at_ms: number): number {
  const hour = (at_ms / 3_600_000 + 1) % 24;
  const peak = (middle: number, width: number) => Math.exp(-(((hour - middle) / width) ** 2));
  const day = Math.floor(at_ms / DAY_MS);
  const own = 0.7 + 0.6 * chance(home.number, day, Math.floor(hour * 4));
  return home.family * own * (0.14 + 0.35 * peak(7.5, 1.2) + 0.25 * peak(13, 1.5) + 0.65 * peak(20, 2));
}

const LOSS = 0.95;
const BATTERY_KW = 3;

/** What the battery does with what is over or wanting; none without one. */
function batteryKw(home: SimulatedHome, over_kw: number, stored_kwh: number): number {
  if (home.storage_kwh === null) return 0;
  if (over_kw > 0) {
    const room_kw = (home.storage_kwh - stored_kwh) / LOSS / QUARTER_H;
    return -Math.min(over_kw, BATTERY_KW, room_kw);
  }
  return Math.min(-over_kw, BATTERY_KW, (stored_kwh * LOSS) / QUARTER_H);
}

/** The powers of the quarter that begins at an instant. */
export function powerOf(home: SimulatedHome, at_ms: number, { stored_kwh }: HomeState): HomePower {
  const [produced_kw, used_kw] = [producedKw(home, at_ms), usedKw(home, at_ms)];
  const battery_kw = batteryKw(home, produced_kw - used_kw, stored_kwh);
  return { produced_kw, used_kw, battery_kw, grid_kw: produced_kw + battery_kw - used_kw };
}

/** A home's counters after a quarter, or a part of one, with these powers. */
export function after(
  state: HomeState,
  { produced_kw, battery_kw, grid_kw }: HomePower,
  part = 1,
): HomeState {
  const hours = QUARTER_H * part;
  const [charged, discharged] = [Math.max(0, -battery_kw) * hours, Math.max(0, battery_kw) * hours];
  return {
    produced_kwh: state.produced_kwh + produced_kw * hours,
    exported_kwh: state.exported_kwh + Math.max(0, grid_kw) * hours,
    imported_kwh: state.imported_kwh + Math.max(0, -grid_kw) * hours,
    charged_kwh: state.charged_kwh + charged,
    discharged_kwh: state.discharged_kwh + discharged,
    stored_kwh: Math.max(0, state.stored_kwh + charged * LOSS - discharged / LOSS),
  };
}

/** Where a home's simulation begins. */
export function beginOf(home: SimulatedHome): HomeState {
  return {
    produced_kwh: 1000 + home.number,
    exported_kwh: 400,
    imported_kwh: 600,
    charged_kwh: 200,
    discharged_kwh: 180,
    stored_kwh: (home.storage_kwh ?? 0) / 2,
  };
}
