import { createHash } from 'node:crypto';
import { hourAxis } from '../../../energy/community/hour-axis.ts';
import type { TypicalYear } from '../../../energy/typical-year.ts';
import { refuseField } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { HOUR_MS } from '../../../shared/units/zones.ts';
import { loadTypicalYear } from '../../forecast/server/typical-years.public.ts';
import { loadHourPrices } from '../../weather/server/prices.public.ts';
import type { SimulationParameters } from '../parameters.contract.ts';
import type { Simulation, SimulationInputs } from '../simulation.model.ts';
import { placeOf, simulationOf } from '../simulation-parameters.model.ts';
import { listPlantChoices } from './plants.repository.ts';

/** All that a run is calculated from, with the digest of it. */
export interface RunInputs {
  readonly simulation: Simulation;
  readonly inputs: SimulationInputs;
  readonly key: string;
}

async function yearPrices(tx: Tx, { year, zone }: SimulationParameters): Promise<Float64Array> {
  const axis = hourAxis(`${year}-01-01`, `${year + 1}-01-01`);
  const known = await loadHourPrices(tx, { zone, start: axis.start, end: axis.start + axis.count * HOUR_MS });
  return Float64Array.from(
    { length: axis.count },
    (_, hour) => known.get(axis.start + hour * HOUR_MS) ?? Number.NaN,
  );
}

/** @param field where it is said @throws AppError invalid where nobody would draw energy */
export function refuseNobody(
  { prosumer, apartment, townhouse, service }: SimulationParameters,
  field: string,
): void {
  if (prosumer + apartment + townhouse + service === 0)
    refuseField(field, 'nobody_draws', 'Nobody of these members draws energy: count at least one');
}

const NO_SUN = 'Only photovoltaic plants can be simulated';
const UNSIZED = 'Give the plant its nominal power, latitude and longitude first';

const isBuilt = (in_operation: string | null): boolean =>
  in_operation !== null && in_operation <= new Date().toISOString().slice(0, 10);

/** The company's plants of a simulation. @throws AppError invalid for one that is not seen here, or lacks its power or place */
async function plantsOf(tx: Tx, { plants }: SimulationParameters) {
  if (plants.length === 0) return [];
  const rows = await listPlantChoices(tx, { codes: plants });
  return plants.map((code, index) => {
    const row = rows.find(({ proj_code }) => proj_code === code);
    if (!row) return refuseField(`plants.${index}`, 'unknown_plant', 'There is no such plant');
    if (!row.photovoltaic) return refuseField(`plants.${index}`, 'not_photovoltaic', NO_SUN);
    const { power_kw, latitude, longitude } = row;
    if (power_kw === null || power_kw <= 0 || latitude === null || longitude === null)
      return refuseField(`plants.${index}`, 'plant_unsized', UNSIZED);
    return { ...row, power_kw, latitude, longitude, is_built: isBuilt(row.in_operation) };
  });
}

/** What parameters stand for just now. @throws AppError invalid, each fault at its field */
export async function loadInputs(tx: Tx, parameters: SimulationParameters): Promise<RunInputs> {
  const rows = await plantsOf(tx, parameters);
  const typical: Record<string, TypicalYear> = {};
  for (const { id, proj_code, has_typical_year } of rows) {
    const year = has_typical_year ? await loadTypicalYear(tx, id) : undefined;
    if (year) typical[proj_code] = year;
  }
  const simulation = simulationOf(parameters, rows, placeOf(parameters));
  const prices = await yearPrices(tx, parameters);
  const digest = createHash('sha256')
    .update(JSON.stringify([parameters, simulation]))
    .update(prices);
  for (const code of Object.keys(typical).sort()) digest.update(typical[code]?.hours.ghi_wm2 ?? code);
  return { simulation, inputs: { prices, typical }, key: digest.digest('hex') };
}
