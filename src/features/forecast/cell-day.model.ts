import { cellTemperatureC } from '../../energy/cell-temperature.ts';
import { roughAirC } from '../../energy/rough-weather.ts';
import { type DayInputs, type DaySun, yearValue } from './day-irradiance.model.ts';
import type { Temperature } from './inputs.model.ts';
import type { PlantModel } from './plant-model.model.ts';

/** Between the back of a module and its cells at 1,000 W/m² on an open rack, K: King et al. (2004), SAND2004-3535. */
const BACK_TO_CELL_K = 3;
const USUAL_WIND_MS = 1;

/** The best of what is known of the modules' temperature in most hours with sun. */
export function temperatureOf(sun: DaySun, { module_c, air_c, typical }: DayInputs): Temperature {
  if (module_c && sun.knowsEnough(module_c)) return 'module';
  if (air_c && sun.knowsEnough(air_c)) return 'air';
  return typical ? 'typical_year' : 'latitude';
}

const or = (value: number | undefined, otherwise: () => number): number =>
  value === undefined || Number.isNaN(value) ? otherwise() : value;

/** What the temperature of a plant's cells is worked out from on a day. */
export interface CellDay {
  readonly plant: PlantModel;
  readonly inputs: DayInputs;
  readonly sun: DaySun;
  readonly temperature: Temperature;
}

/**
 * Temperature of the cells in an hour, °C.
 * @param poa W/m²
 */
export function cellC({ plant, inputs, sun, temperature }: CellDay, hour: number, poa: number): number {
  const { module_c, air_c, wind_ms, typical } = inputs;
  const back = temperature === 'module' ? (module_c?.[hour] ?? Number.NaN) : Number.NaN;
  if (!Number.isNaN(back)) return back + (poa / 1000) * BACK_TO_CELL_K;
  const usual = (field: 'air_c' | 'wind_ms', rough: number) =>
    typical ? yearValue(typical, field, sun.middleOf(hour)) : rough;
  const measured = temperature === 'air' ? air_c?.[hour] : undefined;
  const air = or(measured, () => usual('air_c', roughAirC(sun.month, plant.latitude)));
  const wind = or(wind_ms?.[hour], () => usual('wind_ms', USUAL_WIND_MS));
  return cellTemperatureC(poa, air, Math.max(0, wind));
}
