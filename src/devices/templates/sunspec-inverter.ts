import type { DeviceTemplate } from './device-template.ts';
import { sunspecVariables } from './sunspec-variables.ts';

/** Three-phase inverter: SunSpec common model (length 66) and model 103 behind "SunS" at 40000. */
export const sunspecInverter: DeviceTemplate = {
  template: 'sunspec_inverter',
  category: 'inverter',
  variables: sunspecVariables({ id: 103, address: 40_070 }, [
    'ac_power_kw',
    'dc_power_kw',
    'energy_total_kwh',
    'frequency_hz',
    'voltage_l1_v',
    'current_l1_a',
    'dc_voltage_v',
    'dc_current_a',
    'cabinet_temperature_c',
    'inverter_state',
    'event_code',
  ]),
};
