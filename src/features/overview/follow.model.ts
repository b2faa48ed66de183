import type { LocalDay } from '../../shared/units/zones.ts';
import type { ProductionType } from '../plants/plants.model.ts';
import {
  addReading,
  beginDay,
  type DayEnergy,
  type EnergyRule,
  energyUntil,
  isOddStep,
  sumEnergy,
} from './day-energy.model.ts';
import { irradianceNow, type LastPoint, powerNow } from './figures.model.ts';
import { plantDay } from './plant-day.model.ts';
import { energySlot, type MeasuringDevice, pickSources } from './sources.model.ts';

/** One slot of one device, and how often it is read. */
export interface SlotOf {
  readonly device_id: number;
  readonly slot: number;
  readonly interval_s: number;
}

/** A plant with the devices that its figures may come from. */
export interface FollowedPlant {
  readonly plant_id: number;
  readonly proj_code: string;
  readonly production_type: ProductionType;
  readonly time_zone: string;
  readonly devices: readonly MeasuringDevice[];
}

/** A source whose energy is counted, with its day so far. */
export interface SourceDay extends SlotOf {
  readonly rule: EnergyRule;
  /** Undefined until a reading of the day is known. */
  day: DayEnergy | undefined;
}

/** What is known of a plant between two looks at its readings. */
export interface PlantState {
  readonly plant: FollowedPlant;
  readonly power: readonly SlotOf[];
  readonly energy: readonly SourceDay[];
  readonly sensors: readonly SlotOf[];
  today: LocalDay;
  /** Mean power of the ended quarters of today. */
  spark: (number | null)[];
  /** The first quarter that must be asked for again. */
  sparkFrom: number;
}

/** A plant's figures as they are kept for the cards; instants in epoch ms. */
export interface Figures {
  readonly plant_id: number;
  readonly power_kw: number | null;
  readonly power_partial: boolean;
  readonly production: number | null;
  readonly irradianza: number | null;
  readonly last_reading_at: number | null;
  /** The local day that production counts, YYYY-MM-DD. */
  readonly spark_day: string;
}

function energyOf(device: MeasuringDevice): SourceDay[] {
  const slot = energySlot(device);
  if (slot === null) return [];
  const { device_id, interval_s, nominal_power: nominal_kw } = device;
  const by = device.counter_slot === null ? 'power' : 'counter';
  return [{ device_id, slot, interval_s, rule: { by, nominal_kw, interval_s }, day: undefined }];
}

export function beginPlant(plant: FollowedPlant, now: number): PlantState {
  const sources = pickSources(plant.devices);
  return {
    plant,
    power: sources.flatMap(({ device_id, interval_s, power_slot: slot }) =>
      slot === null ? [] : [{ device_id, slot, interval_s }],
    ),
    energy: sources.flatMap(energyOf),
    // Only photovoltaic plants show an irradiance. // spec §3 irradianza
    sensors:
      plant.production_type === 'photovoltaic'
        ? plant.devices.flatMap(({ device_id, interval_s, irradiance_slots }) =>
            irradiance_slots.map((slot) => ({ device_id, slot, interval_s })),
          )
        : [],
    today: plantDay(plant.time_zone, now),
    spark: [],
    sparkFrom: 0,
  };
}

/** Begins anew at the plant's midnight. */
export function rollDay(state: PlantState, now: number): void {
  if (now >= state.today.start && now < state.today.end) return;
  state.today = plantDay(state.plant.time_zone, now);
  state.spark = [];
  state.sparkFrom = 0;
  for (const source of state.energy) source.day = undefined;
}

/** Whether a source's day already begins where the day does, so that nothing older can still come in. */
export function isComplete(source: SourceDay, today: LocalDay): boolean {
  if (!source.day) return false;
  const slack = source.rule.by === 'counter' ? 0 : source.interval_s * 1000;
  return source.day.first_at <= today.start + slack;
}

/**
 * Begins a source's day with its first reading and carries it to the last.
 * @returns false when the readings between must be read: a power is integrated over all of them, and so is a counter
 *   that was reset or swapped in between
 */
export function beginSource(
  source: SourceDay,
  first: { ts: number; value: number },
  last: LastPoint,
): boolean {
  source.day = beginDay(first);
  if (last.value === null || last.at === null || last.at <= first.ts) return true;
  const to = { ts: last.at, value: last.value };
  if (source.rule.by === 'power' || isOddStep(first, to, source.rule)) return false;
  source.day = addReading(source.day, to, source.rule);
  return true;
}

/** Takes a source's last value in. */
export function carryOn(source: SourceDay, { value, at }: LastPoint): void {
  if (!source.day || value === null || at === null) return;
  source.day = addReading(source.day, { ts: at, value }, source.rule);
}

/** Energy of a source since local midnight; null while no reading of today is known: nothing is not zero. */
function todayOf({ day, rule }: SourceDay, today: LocalDay, now: number): number | null {
  if (!day || day.last.ts <= today.start) return null;
  return energyUntil(day, rule, now);
}

/** The figures of a plant's card at `now`. */
export function figuresOf(
  state: PlantState,
  points: { power: readonly LastPoint[]; sensors: readonly LastPoint[]; last_reading_at: number | null },
  now: number,
): Figures {
  const { power_kw, partial } = powerNow(points.power, now);
  return {
    plant_id: state.plant.plant_id,
    power_kw,
    power_partial: partial,
    production: sumEnergy(state.energy.map((source) => todayOf(source, state.today, now))),
    irradianza: irradianceNow(points.sensors, now),
    last_reading_at: points.last_reading_at,
    spark_day: state.today.day,
  };
}

export function sameFigures(a: Figures | undefined, b: Figures): boolean {
  return (
    a !== undefined &&
    a.power_kw === b.power_kw &&
    a.power_partial === b.power_partial &&
    a.production === b.production &&
    a.irradianza === b.irradianza &&
    a.last_reading_at === b.last_reading_at &&
    a.spark_day === b.spark_day
  );
}
