import { hashUnit, smoothNoise } from './noise.ts';
import {
  type DeviceValues,
  isMediumVoltageMeter,
  type PlantDefinition,
  type SimulatedDevice,
} from './plant-definition.ts';

const GRID_SEED = 50;

/** The whole country swings together. */
export function gridFrequencyHz(atMs: number): number {
  return (
    49.96 + 0.06 * smoothNoise(GRID_SEED, atMs / 45_000) + 0.02 * smoothNoise(GRID_SEED + 1, atMs / 7_000)
  );
}

/** Phase to neutral: 230 V on small devices, the 800 V system on large inverters, 20 kV at large meters. */
function phaseVoltage(plant: PlantDefinition, device: SimulatedDevice, phase: number, atMs: number): number {
  const nominal = nominalPhaseVoltage(device);
  const swing = 0.03 * (smoothNoise(plant.seed + 71, atMs / 400_000, phase) - 0.5);
  return nominal * (1.005 + swing + 0.004 * (hashUnit(plant.seed, device.unit_id, phase) - 0.5));
}

function nominalPhaseVoltage(device: SimulatedDevice): number {
  if (device.kind === 'inverter' && device.nominal_power_kw > 100) return 461.9;
  return isMediumVoltageMeter(device) ? 11_547 : 230.9;
}

/** Voltages and currents of a balanced load of this power. */
export function phases(
  plant: PlantDefinition,
  device: SimulatedDevice,
  powerKw: number,
  atMs: number,
): DeviceValues {
  const l1 = phaseVoltage(plant, device, 1, atMs);
  const l2 = phaseVoltage(plant, device, 2, atMs);
  const l3 = phaseVoltage(plant, device, 3, atMs);
  const perPhase = (powerKw * 1000) / 3;
  return {
    voltage_l1_v: l1,
    voltage_l2_v: l2,
    voltage_l3_v: l3,
    current_l1_a: perPhase / l1,
    current_l2_a: perPhase / l2,
    current_l3_a: perPhase / l3,
  };
}

/** Voltage of an inverter's strings: falls with heat, rises without load. */
export function dcVoltage(
  plant: PlantDefinition,
  inverter: number,
  poaWm2: number,
  cellC: number,
  loaded: boolean,
): number {
  if (poaWm2 < 1) return 0;
  const bright = Math.log(Math.max(poaWm2, 5) / 1000) * 0.025;
  const string = 690 * (1 + bright - 0.0028 * (cellC - 25)) * (loaded ? 1 : 1.19);
  return string * (0.995 + 0.01 * hashUnit(plant.seed + 73, inverter));
}
