import { parentPort, workerData } from 'node:worker_threads';
import {
  type BatteryStates,
  prepareYear,
  type Simulation,
  type SimulationInputs,
} from '../simulation.model.ts';
import { type SimulationStep, stepsFrom } from '../simulation-report.model.ts';

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
for (const step of stepsFrom(year, { done, batteries }))
  parentPort?.postMessage(step satisfies FromRunThread);
