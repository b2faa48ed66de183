import type { DeviceTemplate } from './device-template.ts';
import { sunspecVariables } from './sunspec-variables.ts';

/** Three-phase meter: SunSpec common model (length 66) and model 203. Its positive power is power fed into the grid. */
export const sunspecMeter: DeviceTemplate = {
  template: 'sunspec_meter',
  category: 'meter',
  variables: sunspecVariables({ id: 203, address: 40_070 }, [
    'ac_power_kw',
    'energy_total_kwh',
    'energy_import_kwh',
    'reactive_power_kvar',
    'power_factor',
    'frequency_hz',
    'voltage_l1_v',
    'voltage_l2_v',
    'voltage_l3_v',
    'current_l1_a',
    'current_l2_a',
    'current_l3_a',
  ]),
};
