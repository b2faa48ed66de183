import { parentPort, workerData } from 'node:worker_threads';
import {
  type BatteryStates,
  prepareYear,
  type Simulation,
  type SimulationInputs,
  simulateMonth,
} from '../simulation.model.ts';
import { type SimulationStep, stepOf } from '../simulation-report.model.ts';

/** What the thread of a run is given: it begins after the months that are calculated already. */
export interface RunThreadData {
  readonly simulation: Simulation;
  readonly inputs: SimulationInputs;
  readonly done: number;
  readonly batteries: BatteryStates;
}

/** A month that is calculated. */
export interface FromRunThread {
  readonly month: number;
  readonly step: SimulationStep;
}

const { simulation, inputs, done, batteries } = workerData as RunThreadData;
const year = prepareYear(simulation, inputs);
let states = batteries;
for (let month = done; month < 12; month++) {
  const settled = simulateMonth(year, month, states);
  states = settled.batteries;
  parentPort?.postMessage({ month, step: stepOf(year, settled) } satisfies FromRunThread);
}
