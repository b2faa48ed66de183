import type { Irradiance } from '../../energy/plane-of-array.ts';
import { roughIrradiance } from '../../energy/rough-weather.ts';
import { poaUnder, type Sky, skyAt } from '../../energy/sky.ts';
import { type TypicalYear, typicalHour, type YearField } from '../../energy/typical-year.ts';
import { HOUR_MS } from '../../shared/units/zones.ts';
import { HORIZONTAL, type Horizontal, INPUTS, type Input } from './inputs.model.ts';
import type { PlantModel, SectionModel } from './plant-model.model.ts';

/** What is known of a plant's hours; NaN is not known. Each list is as long as the day has hours. */
export interface DayInputs {
  readonly day: string;
  /** Epoch ms of the local midnight. */
  readonly start: number;
  /** Whole hours: 23, 24 or 25; of today those that are over. */
  readonly hours: number;
  /** Of each section, W/m² on its plane: by its own sensors, and by a neighbour's. */
  readonly own: readonly (Float64Array | null)[];
  readonly neighbour: readonly (Float64Array | null)[];
  /** On the horizontal, by the plant's own sensors, W/m². */
  readonly horizontal: Float64Array | null;
  /** Of a weather provider, W/m². */
  readonly weather: readonly (Irradiance | null)[] | null;
  readonly typical: TypicalYear | null;
  readonly module_c: Float64Array | null;
  readonly air_c: Float64Array | null;
  readonly wind_ms: Float64Array | null;
  /** kWh of each of the plant's sources. */
  readonly energy: readonly Float64Array[];
  /** The same of the whole day before. */
  readonly energy_before: readonly Float64Array[];
  /** Since when each of these sources was there, epoch ms. */
  readonly since: readonly number[];
}

/** A sensor that says more or less than this is broken, a provider that comes to it mistaken, W/m². */
const POSSIBLE_POA: readonly [number, number] = [-30, 1800];
/** The share of the day's sunlit hours that an input must know. */
const MIN_KNOWN = 0.5;

const isUp = (sky: Sky | undefined): boolean => sky !== undefined && sky.zenith_deg < 90;

/** Whether the sun is up in the middle of hours of a day that begins at `start` (epoch ms), those before it counted back from -1. */
export function sunUp(
  { latitude, longitude }: Pick<PlantModel, 'latitude' | 'longitude'>,
  start: number,
): (hour: number) => boolean {
  const known = new Map<number, boolean>();
  return (hour) => {
    const found = known.get(hour) ?? isUp(skyAt(latitude, longitude, start + (hour + 0.5) * HOUR_MS));
    known.set(hour, found);
    return found;
  };
}

/** What a typical year says of the hour that holds an instant. */
export const yearValue = (year: TypicalYear, field: YearField, at: number): number =>
  year.hours[field][typicalHour(at)] ?? Number.NaN;

/** Irradiance on a section's plane, hour by hour, and where it comes from. */
export interface SectionSun {
  readonly input: Input;
  /** W/m²; NaN is not known. */
  readonly values: Float64Array;
}

/** Irradiation of a day on the horizontal: each hour by the best that knows it. */
export interface HorizontalSun {
  readonly kwh_m2: number;
  /** Where its hours with sun come from, the best first. */
  readonly from: readonly Horizontal[];
}

/** Sun and sky over a plant on one day. */
export class DaySun {
  readonly #plant: PlantModel;
  readonly #inputs: DayInputs;
  /** Of the middle of each hour. */
  readonly skies: readonly Sky[];
  readonly sun_hours: number;
  /** 0…11. */
  readonly month: number;
  /** Whether the sun was up in hours of the day before. */
  readonly #before = new Map<number, boolean>();
  /** Of the instants that a typical year's rows stand for. */
  #typicalSkies: readonly Sky[] | undefined;

  constructor(plant: PlantModel, inputs: DayInputs) {
    this.#plant = plant;
    this.#inputs = inputs;
    this.skies = Array.from({ length: inputs.hours }, (_, hour) => this.#skyOf(hour));
    this.sun_hours = this.skies.filter(isUp).length;
    this.month = Number(inputs.day.slice(5, 7)) - 1;
  }

  #skyOf(hour: number): Sky {
    return skyAt(this.#plant.latitude, this.#plant.longitude, this.middleOf(hour));
  }

  /** Epoch ms. */
  middleOf(hour: number): number {
    return this.#inputs.start + (hour + 0.5) * HOUR_MS;
  }

  /** Whether the sun is up in an hour of the day, or before it (counted back from -1). */
  isUp(hour: number): boolean {
    if (hour >= 0) return isUp(this.skies[hour]);
    const known = this.#before.get(hour) ?? isUp(this.#skyOf(hour));
    this.#before.set(hour, known);
    return known;
  }

  /** The best input that knows enough of a section's day. */
  of(section: SectionModel, place: number): SectionSun {
    const { own, neighbour, weather, typical } = this.#inputs;
    for (const [rank, values] of [own[place], neighbour[place]].entries()) {
      if (!values) continue;
      const possible = values.map(possiblePoa);
      if (this.knowsEnough(possible))
        return { input: INPUTS[rank] ?? 'plane_of_array', values: this.#withNights(possible) };
    }
    if (weather) {
      const values = this.#poaOf(section, (hour) => weather[hour] ?? undefined).map(possiblePoa);
      if (this.knowsEnough(values)) return { input: 'weather', values: this.#withNights(values) };
    }
    if (typical) return { input: 'typical_year', values: this.#typicalPoa(typical, section) };
    const rough = (hour: number) => {
      const sky = this.skies[hour];
      return sky && roughIrradiance({ ...sky, month: this.month, latitude_deg: this.#plant.latitude });
    };
    return { input: 'clear_sky', values: this.#poaOf(section, rough) };
  }

  /** What falls on the horizontal, of the hours that are over; null before the first of them. */
  horizontal(): HorizontalSun | null {
    const from = new Set<Horizontal>();
    let wh_m2 = 0;
    for (const [hour, sky] of this.skies.entries()) {
      const { by, wm2 } = this.#horizontalOf(hour, sky);
      wh_m2 += wm2;
      if (isUp(sky)) from.add(by);
    }
    if (this.skies.length === 0) return null;
    return { kwh_m2: wh_m2 / 1000, from: HORIZONTAL.filter((one) => from.has(one)) };
  }

  #horizontalOf(hour: number, sky: Sky): { by: Horizontal; wm2: number } {
    const { horizontal, weather, typical } = this.#inputs;
    const own = possiblePoa(horizontal?.[hour] ?? Number.NaN);
    if (!Number.isNaN(own)) return { by: 'sensor', wm2: own };
    const said = possiblePoa(weather?.[hour]?.ghi_wm2 ?? Number.NaN);
    if (!Number.isNaN(said)) return { by: 'weather', wm2: said };
    const usual = typical ? yearValue(typical, 'ghi_wm2', this.middleOf(hour)) : Number.NaN;
    if (!Number.isNaN(usual)) return { by: 'typical_year', wm2: usual };
    const latitude_deg = this.#plant.latitude;
    const { ghi_wm2 } = roughIrradiance({ ...sky, month: this.month, latitude_deg });
    return { by: 'clear_sky', wm2: ghi_wm2 };
  }

  /** Whether so many of the sunlit hours are known that the rest may be left out; before the first of them nothing says no. */
  knowsEnough(values: Float64Array): boolean {
    const known = this.skies.filter((sky, hour) => isUp(sky) && !Number.isNaN(values[hour] ?? Number.NaN));
    return known.length >= MIN_KNOWN * this.sun_hours;
  }

  #poaOf(section: SectionModel, irradianceOf: (hour: number) => Irradiance | undefined): Float64Array {
    return Float64Array.from(this.skies, (sky, hour) => {
      const irradiance = irradianceOf(hour);
      return irradiance ? poaUnder(sky, irradiance, section) : Number.NaN;
    });
  }

  #typicalPoa(year: TypicalYear, section: SectionModel): Float64Array {
    const { latitude, longitude } = this.#plant;
    // Rows stand for whole hours of UTC; the middle of a local hour says for which.
    this.#typicalSkies ??= this.skies.map((_, hour) => {
      const row = Math.floor(this.middleOf(hour) / HOUR_MS) * HOUR_MS;
      return skyAt(latitude, longitude, row + year.offset_h * HOUR_MS);
    });
    return Float64Array.from(this.#typicalSkies, (sky, hour) => {
      const value = (field: YearField) => yearValue(year, field, this.middleOf(hour));
      const irradiance = { ghi_wm2: value('ghi_wm2'), dni_wm2: value('dni_wm2'), dhi_wm2: value('dhi_wm2') };
      return poaUnder(sky, irradiance, section);
    });
  }

  /** What is not known of a night is dark. */
  #withNights(values: Float64Array): Float64Array {
    return values.map((wm2, hour) => (Number.isNaN(wm2) && !this.isUp(hour) ? 0 : wm2));
  }
}

function possiblePoa(wm2: number): number {
  const [least, most] = POSSIBLE_POA;
  return wm2 >= least && wm2 <= most ? Math.max(0, wm2) : Number.NaN;
}
