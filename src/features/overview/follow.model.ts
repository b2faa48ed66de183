import { sumKnown } from '../../shared/units/sums.ts';
import type { LocalDay } from '../../shared/units/zones.ts';
import { nominalOf } from '../measurements/day-row.model.ts';
import type { ProductionType } from '../plants/plants.model.ts';
import type { DayReadings, EnergyRule } from './day-energy.model.ts';
import { irradianceNow, type LastPoint, powerNow } from './figures.model.ts';
import { plantDay } from './plant-day.model.ts';
import { energySlots, liveSlots, type MeasuringDevice, type SlotOf } from './sources.model.ts';

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
  /** Undefined until the day's readings are known. */
  day: DayReadings | undefined;
  /** The device's rows were read up to this instant, epoch ms. */
  seen_at: number;
  /** When the readings were read from the beginning, epoch ms. */
  begun_at: number;
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

function energyOf(devices: readonly MeasuringDevice[]): SourceDay[] {
  return energySlots(devices).map(({ device, meta }) => {
    const { device_id, interval_s } = device;
    const rule = { meta, interval_s, nominalOf: nominalOf(device) };
    return { device_id, slot: meta.slot, interval_s, rule, day: undefined, seen_at: 0, begun_at: 0 };
  });
}

export function beginPlant(plant: FollowedPlant, now: number): PlantState {
  return {
    plant,
    power: liveSlots(plant.devices, 'ac_power_kw'),
    energy: energyOf(plant.devices),
    // Only photovoltaic plants show an irradiance. // spec §3 irradianza
    sensors: plant.production_type === 'photovoltaic' ? liveSlots(plant.devices, 'irradiance_poa_wm2') : [],
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

/** Readings between others may come in late: a day with gaps is read again so often. */
const READ_AGAIN_MS = 900_000;

/** Whether a source's day must be read from its beginning: it is new, or it has gaps that may have been filled since. */
export function mustBegin({ day, begun_at }: SourceDay, now: number): boolean {
  return !day || (now - begun_at >= READ_AGAIN_MS && day.hasGaps());
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
    production: sumKnown(state.energy.map(({ day }) => day?.energy(state.today) ?? null)),
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
