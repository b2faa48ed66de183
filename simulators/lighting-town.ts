import type { ControllerFaults, LightingController } from './lighting-controller.ts';
import type { CabinetDefinition } from './lighting-fleet.ts';
import { hashInteger, hashUnit } from './noise.ts';

/** A lamp on a line of a cabinet. */
export interface TownLight {
  readonly code: string;
  readonly line: number;
  readonly lamp_kind: 'led' | 'sodium_high' | 'metal_halide';
  readonly power_w: number;
  readonly pole: string;
  readonly street: string;
  readonly latitude: number;
  readonly longitude: number;
}

export interface TownCabinet {
  readonly definition: CabinetDefinition;
  readonly reg_number: string;
  readonly name: string;
  readonly pod: string;
  readonly supply_code: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Does it belong to the town yet? */
  readonly paired: boolean;
  readonly lights: readonly TownLight[];
}

/** The town that is lit in the demonstration; its code is ISTAT's. */
export const TOWN = {
  istat_code: '024012',
  name: 'Bassano del Grappa',
  province: 'VI',
  latitude: 45.767,
  longitude: 11.727,
} as const;

const SEED = 24_012;
const PAIRED = 40;
const UNPAIRED = 2;
const LIGHTS = 30;
const STREETS = [
  'Via Roma',
  'Viale delle Fosse',
  'Via Jacopo da Ponte',
  'Viale XI Febbraio',
  'Via Beata Giovanna',
  'Via Cristoforo Colombo',
  'Viale Venezia',
  'Via Passalacqua',
  'Via Ca’ Rezzonico',
  'Via Monte Grappa',
];
const KINDS = [
  { lamp_kind: 'led', power_w: [32, 58] },
  { lamp_kind: 'led', power_w: [58, 95] },
  { lamp_kind: 'sodium_high', power_w: [85, 170] },
  { lamp_kind: 'metal_halide', power_w: [80, 115] },
] as const;

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** Cabinets on a spiral around the middle of the town, each with thirty lamps on two to four lines. */
export const townCabinets: readonly TownCabinet[] = Array.from({ length: PAIRED + UNPAIRED }, (_, n) =>
  cabinetOf(n),
);

function cabinetOf(n: number): TownCabinet {
  const [turn, far] = [n * 2.4, 0.0035 * Math.sqrt(n + 0.5)];
  const latitude = TOWN.latitude + far * Math.sin(turn);
  const longitude = TOWN.longitude + (far * Math.cos(turn)) / Math.cos((TOWN.latitude * Math.PI) / 180);
  const street = `${STREETS[n % STREETS.length]}`;
  const number = String(n + 1).padStart(2, '0');
  const lights = lightsOf(n, { street, latitude, longitude });
  const loads_kw = [1, 2, 3, 4, 5, 6].map(
    (line) => lights.filter((one) => one.line === line).reduce((sum, { power_w }) => sum + power_w, 0) / 1000,
  );
  return {
    definition: {
      serial: `QE24-${String(1000 + n)}`,
      pairing_code: hashInteger([100_000, 999_999], SEED, n, 1),
      loads_kw,
    },
    reg_number: `Q${number}`,
    name: `${street} ${n + 1}`,
    pod: `IT001E${String(hashInteger([10_000_000, 99_999_999], SEED, n, 2))}`,
    supply_code: `${800_000 + n}`,
    latitude: round(latitude),
    longitude: round(longitude),
    paired: n < PAIRED,
    lights,
  };
}

function lightsOf(
  n: number,
  { street, latitude, longitude }: { street: string; latitude: number; longitude: number },
): TownLight[] {
  const lines = hashInteger([2, 4], SEED, n, 3);
  const kind = KINDS[hashInteger([0, KINDS.length - 1], SEED, n, 4)] ?? KINDS[0];
  const power_w = hashInteger(kind.power_w, SEED, n, 5);
  const heading = 2 * Math.PI * hashUnit(SEED, n, 6);
  return Array.from({ length: LIGHTS }, (_, i) => {
    // About thirty metres from pole to pole, each line into another direction.
    const line = (i % lines) + 1;
    const far = 0.00027 * (1 + Math.floor(i / lines));
    const way = heading + (2 * Math.PI * line) / lines;
    return {
      code: `BDG-${String(n + 1).padStart(2, '0')}-${String(i + 1).padStart(2, '0')}`,
      line,
      lamp_kind: kind.lamp_kind,
      power_w,
      pole: `P${n + 1}.${i + 1}`,
      street,
      latitude: round(latitude + far * Math.sin(way)),
      longitude: round(longitude + far * Math.cos(way)),
    };
  });
}

/** What is wrong with some of them, by their place; everything else is well. */
const FAULTS: Readonly<Record<number, Partial<ControllerFaults>>> = {
  4: { stuck: { 1: true } },
  9: { silent: true },
  13: { manual: true, by_hand: [1, 2] },
  17: { lamps_out: { 1: 0.4 } },
  22: { tripped: [2] },
  26: { door_open: true },
  31: { lying: [1] },
  36: { leakage_ma: 65 },
};
/** Its clock gains seven minutes a day, more than what is set right each ten minutes lets anybody see. */
const DRIFTING = 38;

/** Breaks what is broken in the town. */
export function breakTown(controllers: readonly LightingController[]): void {
  for (const [n, controller] of controllers.entries()) {
    const faults = FAULTS[n];
    if (faults !== undefined) controller.fail(faults);
    if (n === DRIFTING) controller.clock.drift(5_000);
  }
}
