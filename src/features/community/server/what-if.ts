import { sizeGrid } from '../../../energy/community/sizing.ts';
import { refuseField } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { SimulationParameters, type SimulationReport } from '../parameters.contract.ts';
import { prepareYear } from '../simulation.model.ts';
import { MIN_KWP, moneyInputsOf, placeOf, simulationOf } from '../simulation-parameters.model.ts';
import { reportOf, stepsFrom } from '../simulation-report.model.ts';
import type { SizePoint, Sizing } from '../what-if.contract.ts';
import type { SizingQuestion } from './community-question.ts';
import { loadInputs, type RunInputs, refuseNobody } from './run-inputs.ts';

/** What a year is calculated from, as it stands now. @throws AppError invalid, each fault at its field */
export function whatIfInputs(tx: Tx, parameters: SimulationParameters): Promise<RunInputs> {
  refuseNobody(parameters, 'parameters.prosumer');
  return loadInputs(tx, parameters);
}

/** A whole year at once, by the same steps as a run. */
export function whatIf(
  { simulation, inputs }: Pick<RunInputs, 'simulation' | 'inputs'>,
  parameters: SimulationParameters,
): SimulationReport {
  const steps = [...stepsFrom(prepareYear(simulation, inputs), { done: 0, batteries: {} })];
  return reportOf(
    simulation,
    steps.map(({ step }) => step),
    moneyInputsOf(parameters),
  );
}

const LONG_YEAR_HOURS = 366 * 24;

/** Calculates a year that nobody asked for, so that those that somebody asks for do not wait until the program's parts are compiled. */
export function rehearse(): void {
  const parameters = SimulationParameters.parse({ battery_kwh: 100 });
  const inputs = { prices: new Float64Array(LONG_YEAR_HOURS).fill(parameters.assumed_price), typical: {} };
  whatIf({ simulation: simulationOf(parameters, [], placeOf(parameters)), inputs }, parameters);
}

const EXISTS = 'Only a plant that is thought of has no size yet: choose no plant of the company';

/** The same for sizes of the plant that is thought of. @throws AppError invalid, also where a plant of the company is named */
export async function sizingInputs(tx: Tx, { parameters }: SizingQuestion): Promise<RunInputs> {
  if (parameters.plants.length > 0) refuseField('parameters.plants', 'has_its_size', EXISTS);
  // A plant of no size at all would be left out.
  return whatIfInputs(tx, { ...parameters, kwp: 1 });
}

/** Each size of a grid, and the best by the goal. */
export function sizing({ simulation, inputs }: RunInputs, asked: SizingQuestion): Sizing {
  const { parameters, kwp, battery_kwh } = asked;
  return sizeGrid({ kwp, battery_kwh }, asked, (power_kw, battery): SizePoint => {
    const plants = power_kw >= MIN_KWP ? simulation.plants : [];
    const sized = plants.map((plant) => ({ ...plant, power_kw, battery_kwh: battery }));
    const { totals, money } = whatIf({ simulation: { ...simulation, plants: sized }, inputs }, parameters);
    const { investment_eur, npv_eur, payback_years } = money;
    const { shared_share, shared_kwh, withdrawn_kwh } = totals;
    const covered_share = withdrawn_kwh > 0 ? shared_kwh / withdrawn_kwh : null;
    return {
      kwp: power_kw,
      battery_kwh: battery,
      investment_eur,
      npv_eur,
      payback_years,
      shared_share,
      covered_share,
    };
  });
}
