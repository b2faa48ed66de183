import { cellTemperatureC } from '../../energy/cell-temperature.ts';
import { roughAirC } from '../../energy/rough-weather.ts';
import { type ArrayModel, arrayPower, type PowerSteps } from '../../energy/section-power.ts';
import { poaUnder } from '../../energy/sky.ts';
import { type DayInputs, DaySun, yearValue } from './day-irradiance.model.ts';
import { type Input, isMeasured, type Temperature } from './inputs.model.ts';
import type { PlantModel, SectionModel } from './plant-model.model.ts';

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
  /** Expected of the whole day, kWh, whatever is known of what it made; null where no hour is known. */
  readonly day_kwh: number | null;
  readonly sums: PairedSums;
}

/** Between the back of a module and its cells at 1,000 W/m² on an open rack, K: King et al. (2004), SAND2004-3535. */
const BACK_TO_CELL_K = 3;
const USUAL_WIND_MS = 1;

/** The best of what is known of the modules' temperature in most hours with sun. */
function temperatureOf(sun: DaySun, { module_c, air_c, typical }: DayInputs): Temperature {
  if (module_c && sun.knowsEnough(module_c)) return 'module';
  if (air_c && sun.knowsEnough(air_c)) return 'air';
  return typical ? 'typical_year' : 'latitude';
}

const or = (value: number | undefined, otherwise: () => number): number =>
  value === undefined || Number.isNaN(value) ? otherwise() : value;

/** Temperature of the cells in an hour, °C. */
function cellC(
  {
    plant,
    inputs,
    sun,
    temperature,
  }: { plant: PlantModel; inputs: DayInputs; sun: DaySun; temperature: Temperature },
  hour: number,
  poa: number,
): number {
  const { module_c, air_c, wind_ms, typical } = inputs;
  const back = temperature === 'module' ? (module_c?.[hour] ?? Number.NaN) : Number.NaN;
  if (!Number.isNaN(back)) return back + (poa / 1000) * BACK_TO_CELL_K;
  const usual = (field: 'air_c' | 'wind_ms', rough: number) =>
    typical ? yearValue(typical, field, sun.middleOf(hour)) : rough;
  const measured = temperature === 'air' ? air_c?.[hour] : undefined;
  const air = or(measured, () => usual('air_c', roughAirC(sun.month, plant.latitude)));
  return cellTemperatureC(
    poa,
    air,
    Math.max(
      0,
      or(wind_ms?.[hour], () => usual('wind_ms', USUAL_WIND_MS)),
    ),
  );
}

/** Energy without hours that hold more than themselves: those after a silence under the sun. */
function withoutCatchingUp(values: Float64Array, sun: DaySun): Float64Array {
  return values.map((kwh, hour) =>
    hour > 0 && sun.isUp(hour - 1) && Number.isNaN(values[hour - 1] ?? Number.NaN) ? Number.NaN : kwh,
  );
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

/**
 * What a plant should have made on a day, hour by hour, beside what it made. // spec §1: expected-energy forecasts
 * The steps are those of src/energy; each section takes the best of its inputs that knows half of the day's sunlit hours.
 */
export function expectedDay(plant: PlantModel, inputs: DayInputs): ExpectedDay {
  const { sections, shares, kw_peak } = plant;
  const { day, start, hours } = inputs;
  const sun = new DaySun(plant, inputs);
  const temperature = temperatureOf(sun, inputs);
  const irradiances = sections.map((section, i) => sun.of(section, i));
  const told = inputs.energy.map((values) => withoutCatchingUp(values, sun));
  const sums: PairedSums = {
    theoretical_kwh: 0,
    reference_kwh: 0,
    thermal_kwh: 0,
    lossy_kwh: 0,
    converted_kwh: 0,
    expected_kwh: 0,
    actual_kwh: 0,
  };
  const expected = new Float64Array(hours);
  const irradiation = new Float64Array(hours);
  const actual = new Float64Array(hours);
  const by_section = sections.map(() => new Float64Array(hours));
  let missing = 0;
  for (let hour = 0; hour < hours; hour++) {
    const poas = irradiances.map(({ values }) => values[hour] ?? Number.NaN);
    // A source counts where its energy is known, and the sun of all sections that it stands for.
    const counted = told.map((values, source) => {
      const stands = shares[source]?.some((share) => share > 0) ?? false;
      const isLit = shares[source]?.every((share, i) => share === 0 || !Number.isNaN(poas[i] ?? Number.NaN));
      return stands && isLit ? (values[hour] ?? Number.NaN) : Number.NaN;
    });
    let covered_kw = 0;
    for (const [i, section] of sections.entries()) {
      const poa = poas[i] ?? Number.NaN;
      const steps = arrayPower(poa, cellC({ plant, inputs, sun, temperature }, hour, poa), section);
      by_section[i]?.set([steps.expected_kw], hour);
      expected[hour] = (expected[hour] ?? 0) + steps.expected_kw;
      irradiation[hour] = (irradiation[hour] ?? 0) + ((poa / 1000) * section.kw_peak) / kw_peak;
      const cover = counted.reduce(
        (sum, kwh, source) => (Number.isNaN(kwh) ? sum : sum + (shares[source]?.[i] ?? 0)),
        0,
      );
      if (cover === 0) continue;
      addSteps(sums, steps, cover);
      sums.theoretical_kwh += cover * clearKw(sun, hour, section);
      covered_kw += cover * section.kw_peak;
    }
    // Of a part of the plant nothing could be held against what is expected of all of it.
    const made = told.filter((_, source) => shares[source]?.some((share) => share > 0));
    actual[hour] =
      made.length === 0 ? Number.NaN : made.reduce((sum, values) => sum + (values[hour] ?? Number.NaN), 0);
    sums.actual_kwh += or(sumOfKnown(counted), () => 0);
    if (sun.isUp(hour)) missing += Math.max(0, 1 - covered_kw / kw_peak);
  }
  const chosen = irradiances.map(({ input }) => input);
  const day_kwh = sumOfKnown([...expected]);
  return {
    ...{ day, start, hours, temperature, expected, actual, irradiation, by_section, sums },
    inputs: chosen,
    day_kwh: Number.isNaN(day_kwh) ? null : day_kwh,
    measured: chosen.every(isMeasured),
    sun_hours: sun.sun_hours,
    missing_hours: missing,
  };
}
