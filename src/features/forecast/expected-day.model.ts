import { type ArrayModel, arrayPower, type PowerSteps } from '../../energy/section-power.ts';
import { poaUnder } from '../../energy/sky.ts';
import { HOUR_MS } from '../../shared/units/zones.ts';
import { cellC, temperatureOf } from './cell-day.model.ts';
import { type DayInputs, DaySun, type HorizontalSun, type SectionSun } from './day-irradiance.model.ts';
import { type Input, isMeasured, type Temperature } from './inputs.model.ts';
import type { PlantModel, SectionModel } from './plant-model.model.ts';
import { isMaker, type Shares, SharesOf, type Standing, standingOn } from './shares.model.ts';
import { withoutCatchingUp } from './told-energy.model.ts';

/** Sums over those hours of which both energy and irradiance are known, kWh; of sources that were silent nothing is expected. */
export interface PairedSums {
  /** Under a clear sky, at nominal power. */
  theoretical_kwh: number;
  /** At nominal power under the irradiance that was. */
  reference_kwh: number;
  thermal_kwh: number;
  lossy_kwh: number;
  converted_kwh: number;
  expected_kwh: number;
  actual_kwh: number;
}

export const PAIRED = [
  'theoretical_kwh',
  'reference_kwh',
  'thermal_kwh',
  'lossy_kwh',
  'converted_kwh',
  'expected_kwh',
  'actual_kwh',
] as const satisfies readonly (keyof PairedSums)[];

/** What is kept of a day after its paired sums. */
export const BESIDE = [
  'specific_yield',
  'unknown_hours',
  'irradiation_kwh_m2',
] as const satisfies readonly (keyof ExpectedDay)[];

export interface ExpectedDay {
  readonly day: string;
  readonly start: number;
  readonly hours: number;
  /** Of each section. */
  readonly inputs: readonly Input[];
  readonly temperature: Temperature;
  /** Whether the sun of every section was measured. */
  readonly measured: boolean;
  /** kWh of each hour: what the plant should have made, whatever is known of what it made. */
  readonly expected: Float64Array;
  readonly actual: Float64Array;
  /** kWh/m² of each hour on its planes, weighted by their power. */
  readonly irradiation: Float64Array;
  /** kWh of each hour of each section. */
  readonly by_section: readonly Float64Array[];
  /** Hours with the sun up, and how many of them are missing in the sums, in hours of the whole plant. */
  readonly sun_hours: number;
  readonly missing_hours: number;
  /** Expected of the hours whose sun is known, kWh, whatever is known of what it made; null where none is. */
  readonly day_kwh: number | null;
  /** Hours with the sun up of which nothing is expected, for it is not known how much there was: `day_kwh` lacks them. */
  readonly unknown_hours: number;
  /** kWh/kWp of the hours counted, each over the power whose energy is known in it. */
  readonly specific_yield: number;
  /** Sum of `irradiation` over the hours whose sun is known, whatever is known of their energy; null where none is. */
  readonly irradiation_kwh_m2: number | null;
  readonly sums: PairedSums;
  /** Of all of its hours, whatever is known of what it made. */
  readonly horizontal: HorizontalSun | null;
}

/** Adds what a section comes to in an hour, as far as its sources told their energy. */
function addSteps(sums: PairedSums, steps: PowerSteps, cover: number): void {
  sums.reference_kwh += cover * steps.reference_kw;
  sums.thermal_kwh += cover * steps.thermal_kw;
  sums.lossy_kwh += cover * steps.lossy_kw;
  sums.converted_kwh += cover * steps.converted_kw;
  sums.expected_kwh += cover * steps.expected_kw;
}

/** What a section would make under a clear sky at nominal power, kW. */
function clearKw(sun: DaySun, hour: number, section: SectionModel & ArrayModel): number {
  const sky = sun.skies[hour];
  return sky ? (poaUnder(sky, sky.clear, section) / 1000) * section.kw_peak : 0;
}

const sumOfKnown = (values: readonly number[]): number => {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.length === 0 ? Number.NaN : known.reduce((sum, value) => sum + value, 0);
};

const noSums = (): PairedSums => ({
  theoretical_kwh: 0,
  reference_kwh: 0,
  thermal_kwh: 0,
  lossy_kwh: 0,
  converted_kwh: 0,
  expected_kwh: 0,
  actual_kwh: 0,
});

/** A day as it is counted, hour by hour. */
class DayCount {
  readonly #plant: PlantModel;
  readonly #inputs: DayInputs;
  readonly #temperature: Temperature;
  readonly #suns: readonly SectionSun[];
  readonly #told: readonly Float64Array[];
  readonly #standings: readonly Standing[];
  readonly #sharesOf: SharesOf;
  readonly sun: DaySun;
  readonly sums = noSums();
  readonly expected: Float64Array;
  readonly actual: Float64Array;
  readonly irradiation: Float64Array;
  readonly by_section: readonly Float64Array[];
  missing_hours = 0;
  unknown_hours = 0;
  specific_yield = 0;

  constructor(plant: PlantModel, inputs: DayInputs, sun: DaySun, suns: readonly SectionSun[]) {
    this.#plant = plant;
    this.#inputs = inputs;
    this.sun = sun;
    this.#suns = suns;
    this.#temperature = temperatureOf(sun, inputs);
    const nothing = new Float64Array(0);
    this.#told = inputs.energy.map((values, i) =>
      withoutCatchingUp(values, inputs.energy_before[i] ?? nothing, (hour) => sun.isUp(hour)),
    );
    this.#standings = standingOn(plant.energy, inputs);
    this.#sharesOf = new SharesOf(plant.energy, plant.sections);
    const list = () => new Float64Array(inputs.hours);
    [this.expected, this.actual, this.irradiation] = [list(), list(), list()];
    this.by_section = plant.sections.map(list);
  }

  get temperature(): Temperature {
    return this.#temperature;
  }

  /** Counts an hour. */
  add(hour: number): void {
    const { sections, kw_peak } = this.#plant;
    const shares = this.#sharesOf.at(this.#standings, this.#inputs.start + hour * HOUR_MS);
    const poas = this.#suns.map(({ values }) => values[hour] ?? Number.NaN);
    const counted = this.#counted(hour, shares, poas);
    let covered_kw = 0;
    for (const [i, section] of sections.entries()) {
      const cover = counted.reduce(
        (sum, kwh, source) => (Number.isNaN(kwh) ? sum : sum + (shares[source]?.[i] ?? 0)),
        0,
      );
      this.#addSection(i, { hour, poa: poas[i] ?? Number.NaN, cover });
      covered_kw += cover * section.kw_peak;
    }
    this.actual[hour] = this.#made(hour, shares);
    const counted_kwh = sumOfKnown(counted) || 0;
    this.sums.actual_kwh += counted_kwh;
    if (covered_kw > 0) this.specific_yield += counted_kwh / covered_kw;
    if (!this.sun.isUp(hour)) return;
    this.missing_hours += Math.max(0, 1 - covered_kw / kw_peak);
    if (Number.isNaN(this.expected[hour])) this.unknown_hours++;
  }

  /** A source counts where its energy is known, and the sun of all sections that it stands for. */
  #counted(hour: number, shares: Shares, poas: readonly number[]): number[] {
    return this.#told.map((values, source) => {
      const own = shares[source] ?? [];
      const isLit = own.every((share, i) => share === 0 || !Number.isNaN(poas[i] ?? Number.NaN));
      return isMaker(own) && isLit ? (values[hour] ?? Number.NaN) : Number.NaN;
    });
  }

  /** What the plant made: of a part of it nothing could be held against what is expected of all of it. */
  #made(hour: number, shares: Shares): number {
    const isWhole = this.#plant.sections.every((_, i) => shares.some((own) => (own[i] ?? 0) > 0));
    if (!isWhole) return Number.NaN;
    const made = this.#told.filter((_, source) => isMaker(shares[source] ?? []));
    return made.reduce((sum, values) => sum + (values[hour] ?? Number.NaN), 0);
  }

  #addSection(i: number, { hour, poa, cover }: { hour: number; poa: number; cover: number }): void {
    const section = this.#plant.sections[i];
    if (!section) return;
    const day = { plant: this.#plant, inputs: this.#inputs, sun: this.sun, temperature: this.#temperature };
    const steps = arrayPower(poa, cellC(day, hour, poa), section);
    this.by_section[i]?.set([steps.expected_kw], hour);
    this.expected[hour] = (this.expected[hour] ?? 0) + steps.expected_kw;
    this.irradiation[hour] =
      (this.irradiation[hour] ?? 0) + ((poa / 1000) * section.kw_peak) / this.#plant.kw_peak;
    if (cover === 0) return;
    addSteps(this.sums, steps, cover);
    this.sums.theoretical_kwh += cover * clearKw(this.sun, hour, section);
  }
}

/**
 * What a plant should have made on a day, hour by hour, beside what it made. // spec §1: expected-energy forecasts
 * The steps are those of src/energy; each section takes the best of its inputs that knows half of the day's sunlit hours. Its energy
 * is shared out to the sources that stood there in the hour; one that is gone or is still to come makes nothing.
 */
export function expectedDay(plant: PlantModel, inputs: DayInputs): ExpectedDay {
  const { day, start, hours } = inputs;
  const sun = new DaySun(plant, inputs);
  const suns = plant.sections.map((section, i) => sun.of(section, i));
  const count = new DayCount(plant, inputs, sun, suns);
  for (let hour = 0; hour < hours; hour++) count.add(hour);
  const { expected, actual, irradiation, by_section, sums, temperature } = count;
  const { missing_hours, unknown_hours, specific_yield } = count;
  const chosen = suns.map(({ input }) => input);
  const [day_kwh, irradiation_kwh_m2] = [sumOfKnown([...expected]), sumOfKnown([...irradiation])];
  return {
    day,
    start,
    hours,
    temperature,
    expected,
    actual,
    irradiation,
    by_section,
    sums,
    missing_hours,
    unknown_hours,
    specific_yield,
    inputs: chosen,
    day_kwh: Number.isNaN(day_kwh) ? null : day_kwh,
    irradiation_kwh_m2: Number.isNaN(irradiation_kwh_m2) ? null : irradiation_kwh_m2,
    measured: chosen.every(isMeasured),
    sun_hours: sun.sun_hours,
    horizontal: sun.horizontal(),
  };
}
