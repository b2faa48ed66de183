import { cellTemperatureC } from '../src/energy/cell-temperature.ts';
import { acPowerKw, combinedLossPct, dcPowerKw } from '../src/energy/pvwatts.ts';
import { DAY_MS } from '../src/shared/units/zones.ts';
import { tripCode, weakStringLoss } from './faults.ts';
import { hashUnit, smoothNoise } from './noise.ts';
import { generatorNominalKw, type PlantDefinition } from './plant-definition.ts';
import { ambientTemperatureC, sunlightAt, windSpeedMs } from './weather.ts';

/*
 * Power is a straight line between the points of a five-minute grid, and a generator is either up or tripped for
 * a whole cell of it. So the counters below are the exact integral of the power that is read, at any instant.
 */
const CELL_MS = 300_000;
const CELLS = DAY_MS / CELL_MS;
const CELL_HOURS = CELL_MS / 3_600_000;
/** PVWatts' usual losses, 14 % between the modules' rating and the inverter's input. */
const DC_LOSS = combinedLossPct() / 100;
/** Counters are counted from here, in both directions. */
const EPOCH_DAY = Date.UTC(2026, 0, 1) / DAY_MS;
/** About a month for each plant: readers that walk window by window build each day once. */
const DAYS_KEPT = 35;

/** One UTC day of one plant on the grid's 289 points (both midnights included). */
interface PlantDay {
  readonly ghi_wm2: Float64Array;
  readonly poa_wm2: Float64Array;
  /** For each generator: power it could give, fed and taken in, kW. */
  readonly ac_kw: readonly Float64Array[];
  readonly dc_kw: readonly Float64Array[];
  /** For each generator and cell: 0 while tripped. */
  readonly running: readonly Uint8Array[];
  /** For each generator: energy since the day's first midnight at each point, kWh. */
  readonly energy_kwh: readonly Float64Array[];
}

interface PlantMemory {
  readonly days: Map<number, PlantDay>;
  /** Sums of whole days from the epoch: `forward[n]` holds each generator's energy over n days from it. */
  readonly forward: Float64Array[];
  readonly backward: Float64Array[];
}

/** Remembered results of pure functions; dropping them changes nothing but time. */
const memories = new WeakMap<PlantDefinition, PlantMemory>();

function memoryOf(plant: PlantDefinition): PlantMemory {
  const known = memories.get(plant);
  if (known) return known;
  const zero = new Float64Array(plant.generators);
  const memory: PlantMemory = { days: new Map(), forward: [zero], backward: [zero] };
  memories.set(plant, memory);
  return memory;
}

function dayOf(plant: PlantDefinition, day: number): PlantDay {
  const { days } = memoryOf(plant);
  const known = days.get(day);
  if (known) return known;
  const built = buildDay(plant, day);
  const oldest = days.size >= DAYS_KEPT ? days.keys().next().value : undefined;
  if (oldest !== undefined) days.delete(oldest);
  days.set(day, built);
  return built;
}

function buildDay(plant: PlantDefinition, day: number): PlantDay {
  const lanes = (): Float64Array[] =>
    Array.from({ length: plant.generators }, () => new Float64Array(CELLS + 1));
  const built = {
    ghi_wm2: new Float64Array(CELLS + 1),
    poa_wm2: new Float64Array(CELLS + 1),
    ac_kw: lanes(),
    dc_kw: lanes(),
    energy_kwh: lanes(),
    running: Array.from({ length: plant.generators }, () => new Uint8Array(CELLS).fill(1)),
  };
  if (plant.production_type === 'photovoltaic') fillPhotovoltaic(plant, day, built);
  else fillMachines(plant, day, built);
  for (let generator = 0; generator < plant.generators; generator++) fillEnergy(plant, day, generator, built);
  return built;
}

function fillPhotovoltaic(plant: PlantDefinition, day: number, built: PlantDay): void {
  const nominalAc = generatorNominalKw(plant);
  const nominalDc = plant.potenza_nominale_kw / plant.generators;
  const noonMs = day * DAY_MS + DAY_MS / 2;
  const inputs = built.ac_kw.map((_, index) => inverterInput(plant, index + 1, noonMs));
  for (let point = 0; point <= CELLS; point++) {
    const atMs = day * DAY_MS + point * CELL_MS;
    const light = sunlightAt(plant, atMs);
    if (light.ghi_wm2 === 0) continue;
    built.ghi_wm2[point] = light.ghi_wm2;
    built.poa_wm2[point] = light.poa_wm2;
    const cell = cellTemperatureC(light.poa_wm2, ambientTemperatureC(plant, atMs), windSpeedMs(plant, atMs));
    const perKwp = dcPowerKw(light.poa_wm2, cell, 1) * (1 - DC_LOSS);
    for (let generator = 0; generator < plant.generators; generator++) {
      const dc = perKwp * nominalDc * (inputs[generator] ?? 1);
      const ac = acPowerKw(dc, nominalAc, 0.97);
      setPoint(built.ac_kw, generator, point, ac);
      // A clipping inverter leaves its array's best point and takes in no more than it can turn over.
      setPoint(built.dc_kw, generator, point, ac === 0 ? 0 : Math.min(dc, nominalAc / 0.955));
    }
  }
}

/** What reaches an inverter over what its rating promises: a spread of ±2 %, less its weak strings. */
function inverterInput(plant: PlantDefinition, generator: number, noonMs: number): number {
  const spread = 0.98 + 0.04 * hashUnit(plant.seed + 61, generator);
  return spread * (1 - weakStringLoss(plant, generator, noonMs));
}

function fillMachines(plant: PlantDefinition, day: number, built: PlantDay): void {
  const nominal = generatorNominalKw(plant);
  for (let point = 0; point <= CELLS; point++) {
    const atMs = day * DAY_MS + point * CELL_MS;
    const load = plant.production_type === 'hydro' ? waterShare(plant, atMs) : gasShare(plant, atMs);
    for (let generator = 0; generator < plant.generators; generator++) {
      const own = 0.985 + 0.03 * smoothNoise(plant.seed + 62, atMs / 2_400_000, generator);
      const ac = nominal * Math.min(1, load * own);
      setPoint(built.ac_kw, generator, point, ac);
      setPoint(built.dc_kw, generator, point, ac);
    }
  }
}

/** Flow of an Alpine stream over the turbines' rating, 0.2…1: melt in early summer, low water in winter, rain. */
export function waterShare(plant: PlantDefinition, atMs: number): number {
  const days = atMs / DAY_MS;
  const season = 0.58 + 0.3 * Math.cos((2 * Math.PI * (days - 165)) / 365.2425);
  const rain = 0.35 * (smoothNoise(plant.seed + 63, days / 6) - 0.5);
  const ripple = 0.06 * (smoothNoise(plant.seed + 64, days * 9) - 0.5);
  return Math.min(1, Math.max(0.2, season + rain + ripple));
}

/** Load of the engines over their rating, 0.78…1: the digester's gas varies over days. */
export function gasShare(plant: PlantDefinition, atMs: number): number {
  const days = atMs / DAY_MS;
  const digester = smoothNoise(plant.seed + 65, days / 9);
  const feeding = smoothNoise(plant.seed + 66, days * 4);
  return 0.78 + 0.17 * digester + 0.05 * feeding;
}

function fillEnergy(plant: PlantDefinition, day: number, generator: number, built: PlantDay): void {
  const power = built.ac_kw[generator] ?? new Float64Array(CELLS + 1);
  const energy = built.energy_kwh[generator] ?? new Float64Array(CELLS + 1);
  const running = built.running[generator] ?? new Uint8Array(CELLS);
  for (let cell = 0; cell < CELLS; cell++) {
    const mean = ((power[cell] ?? 0) + (power[cell + 1] ?? 0)) / 2;
    const up = mean === 0 || tripCode(plant, generator + 1, day * DAY_MS + cell * CELL_MS) === 0;
    running[cell] = up ? 1 : 0;
    energy[cell + 1] = (energy[cell] ?? 0) + (up ? mean * CELL_HOURS : 0);
  }
}

function setPoint(lanes: readonly Float64Array[], generator: number, point: number, value: number): void {
  const lane = lanes[generator];
  if (lane) lane[point] = value;
}

interface GridPlace {
  readonly day: number;
  readonly cell: number;
  /** Share of the cell that has passed, 0…1. */
  readonly fraction: number;
}

function gridPlace(atMs: number): GridPlace {
  const day = Math.floor(atMs / DAY_MS);
  const cells = (atMs - day * DAY_MS) / CELL_MS;
  const cell = Math.floor(cells);
  return { day, cell, fraction: cells - cell };
}

function between(lane: Float64Array | undefined, { cell, fraction }: GridPlace): number {
  const left = lane?.[cell] ?? 0;
  return left + ((lane?.[cell + 1] ?? 0) - left) * fraction;
}

/** Irradiance at an instant as the plant's sensor sees it, W/m². */
export function plantSunlight(plant: PlantDefinition, atMs: number): { ghi_wm2: number; poa_wm2: number } {
  const place = gridPlace(atMs);
  const day = dayOf(plant, place.day);
  return { ghi_wm2: between(day.ghi_wm2, place), poa_wm2: between(day.poa_wm2, place) };
}

export interface GeneratorPower {
  readonly ac_kw: number;
  readonly dc_kw: number;
  /** Whether it would produce if nothing held it down: by night nothing is available. */
  readonly available: boolean;
  readonly tripped: boolean;
}

/** Power of a generator (from 1) at an instant. */
export function generatorPower(plant: PlantDefinition, generator: number, atMs: number): GeneratorPower {
  const place = gridPlace(atMs);
  const day = dayOf(plant, place.day);
  const ac = between(day.ac_kw[generator - 1], place);
  const tripped = day.running[generator - 1]?.[place.cell] === 0;
  const dc = between(day.dc_kw[generator - 1], place);
  return { ac_kw: tripped ? 0 : ac, dc_kw: tripped ? 0 : dc, available: ac > 0, tripped };
}

/**
 * Energy of a generator (from 1) between the epoch and an instant, kWh; negative before the epoch.
 * The exact integral of {@link generatorPower}.
 */
export function generatorEnergyKwh(plant: PlantDefinition, generator: number, atMs: number): number {
  const place = gridPlace(atMs);
  const before = wholeDays(plant, place.day)[generator - 1] ?? 0;
  const day = dayOf(plant, place.day);
  const atCell = day.energy_kwh[generator - 1]?.[place.cell] ?? 0;
  if (day.running[generator - 1]?.[place.cell] === 0) return before + atCell;
  const left = day.ac_kw[generator - 1]?.[place.cell] ?? 0;
  const now = between(day.ac_kw[generator - 1], place);
  return before + atCell + ((left + now) / 2) * place.fraction * CELL_HOURS;
}

/** Each generator's energy from the epoch to a day's first midnight. */
function wholeDays(plant: PlantDefinition, day: number): Float64Array {
  const { forward, backward } = memoryOf(plant);
  const zero = forward[0] ?? new Float64Array(plant.generators);
  if (day >= EPOCH_DAY) {
    while (forward.length <= day - EPOCH_DAY) {
      forward.push(addDay(plant, EPOCH_DAY + forward.length - 1, forward.at(-1) ?? zero, 1));
    }
    return forward[day - EPOCH_DAY] ?? zero;
  }
  while (backward.length <= EPOCH_DAY - day) {
    backward.push(addDay(plant, EPOCH_DAY - backward.length, backward.at(-1) ?? zero, -1));
  }
  return backward[EPOCH_DAY - day] ?? zero;
}

function addDay(plant: PlantDefinition, day: number, sums: Float64Array, sign: 1 | -1): Float64Array {
  const built = dayOf(plant, day);
  return sums.map((sum, generator) => sum + sign * (built.energy_kwh[generator]?.[CELLS] ?? 0));
}
