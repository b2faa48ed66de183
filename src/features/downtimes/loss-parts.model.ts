import { isSunUp } from '../../energy/solar-position.ts';
import { HOUR_MS } from '../../shared/units/zones.ts';
import type { ExpectedDay } from '../forecast/expected-day.model.ts';
import type { Input } from '../forecast/inputs.model.ts';
import type { StoppedPart } from './loss.model.ts';
import { downHours, hourShares, type Standing } from './overlap.model.ts';
import { type PoweredDevice, weightsOf } from './power-share.model.ts';
import { type Sister, sisterYields } from './sisters.model.ts';

/**
 * How far energy that is expected from an irradiance may be off over a day, as a share of it (docs/adr/0069): what a sensor of the
 * plant, of a neighbour and a weather service usually come to; a typical year and a clear sky say little of a single day.
 */
const UNCERTAINTY: Readonly<Record<Input, number>> = {
  plane_of_array: 0.05,
  neighbour: 0.1,
  weather: 0.15,
  typical_year: 0.4,
  clear_sky: 0.5,
};

/** What makes a part of a plant's energy. */
export interface MakerDay {
  readonly device_id: number;
  readonly section_id: number | null;
  readonly power_kw: number | null;
  /** kWh of each hour, without hours that hold more than themselves; NaN is not known. */
  readonly energy: Float64Array;
  /** kWh that are expected of it in each hour; NaN is not known. */
  readonly expected: Float64Array;
  /** Where the irradiance of its sections comes from; empty where nothing is expected of it. */
  readonly inputs: readonly Input[];
}

export type ExpectedOfDay = Pick<ExpectedDay, 'expected' | 'actual' | 'inputs'>;

/** A plant on one of its days, whatever stands still there. */
export interface PlantDay {
  readonly start: number;
  /** Hours that are over. */
  readonly hours: number;
  readonly dark: readonly boolean[];
  readonly makers: readonly MakerDay[];
  /** Null where nothing is expected of the plant. */
  readonly expected: ExpectedOfDay | null;
  /** Power of the whole plant, kW. */
  readonly power_kw: number;
  /** By what the plant's energy is counted: these makers, or meters that stand for all. */
  readonly source_ids: ReadonlySet<number>;
}

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Whether the sun is down in the whole of each hour; without a place of the sun nothing is known to be dark. */
export function darkHours(
  place: Place | null,
  { start, hours }: { start: number; hours: number },
): boolean[] {
  return Array.from({ length: hours }, (_, hour) => {
    if (place === null) return false;
    const isUp = (share: number) =>
      isSunUp(place.latitude, place.longitude, start + (hour + share) * HOUR_MS);
    return !isUp(0) && !isUp(0.5) && !isUp(1);
  });
}

const unknown = (hours: number): Float64Array => new Float64Array(hours).fill(Number.NaN);

/** kWh for each kW that a maker should have made in each hour; by what is expected of the whole plant where its power is not known. */
function expectedYield(maker: MakerDay | null, { expected, hours, power_kw }: PlantDay): Float64Array {
  if (!expected) return unknown(hours);
  const own = maker?.power_kw
    ? { kwh: maker.expected, kw: maker.power_kw }
    : { kwh: expected.expected, kw: power_kw };
  return Float64Array.from({ length: hours }, (_, hour) => (own.kwh[hour] ?? Number.NaN) / own.kw);
}

/** The inputs of the sections that a maker stands for; of all where it stands for none. */
const inputsOf = (maker: MakerDay | null, expected: ExpectedOfDay): readonly Input[] =>
  maker && maker.inputs.length > 0 ? maker.inputs : expected.inputs;

interface Query {
  readonly own: Standing;
  /** All downtimes of the plant, the own one among them. */
  readonly standing: readonly Standing[];
  readonly counted: readonly PoweredDevice[];
}

/** Makers that are a measure for a device: those of its section, where there are any, else those of the plant. */
function sistersOf(
  device: PoweredDevice,
  plant: PlantDay,
  standing: readonly Standing[],
): (Sister & MakerDay)[] {
  const all = plant.makers.flatMap((maker) => {
    if (maker.device_id === device.device_id || !maker.power_kw) return [];
    const down = downHours(standing, { device_id: maker.device_id, hours: plant });
    return [{ ...maker, power_kw: maker.power_kw, down }];
  });
  const near = all.filter(({ section_id }) => section_id !== null && section_id === device.section_id);
  return near.some(({ down }) => down.includes(false)) ? near : all;
}

/** What of a day's parts was measured by what. */
export interface PartsOfDay {
  readonly parts: readonly StoppedPart[];
  readonly sister_ids: readonly number[];
  readonly inputs: readonly Input[];
}

/** What stands still on a plant's day, part by part, with what each should have made. */
export function partsOfDay(plant: PlantDay, { own, standing, counted }: Query): PartsOfDay {
  const weights = weightsOf(counted);
  const sister_ids = new Set<number>();
  const used = new Set<Input>();
  const parts = counted.map((device, place): StoppedPart => {
    const maker = plant.makers.find(({ device_id }) => device_id === device.device_id) ?? null;
    const should = expectedYield(maker, plant);
    const inputs = plant.expected ? inputsOf(maker, plant.expected) : [];
    for (const input of inputs) used.add(input);
    const measured = inputs.length > 0 && inputs.every((input) => input === 'plane_of_array');
    const sun = measured ? should : unknown(plant.hours);
    const sisters = sistersOf(device, plant, standing);
    const said = sisterYields(sisters, { hours: plant.hours, sun });
    for (const { device_id } of sisters) sister_ids.add(device_id);
    const isSource = maker !== null && plant.source_ids.has(maker.device_id);
    const told = isSource ? maker.energy : plant.expected?.actual;
    return {
      device_id: device.device_id,
      weight: weights[place] ?? 0,
      yields: { sisters: said.values, irradiance: sun, expected: measured ? unknown(plant.hours) : should },
      uncertainty: {
        sisters: said.spread,
        irradiance: UNCERTAINTY.plane_of_array,
        expected: Math.max(0, ...inputs.map((input) => UNCERTAINTY[input])),
      },
      paired: Array.from(
        { length: plant.hours },
        (_, hour) => !Number.isNaN(told?.[hour] ?? Number.NaN) && !Number.isNaN(should[hour] ?? Number.NaN),
      ),
      ...hourShares(own, { device_id: device.device_id, others: standing, hours: plant }),
    };
  });
  return { parts, sister_ids: [...sister_ids], inputs: [...used] };
}
