import { type DeviceTemplate, templateVariable as v } from './device-template.ts';

/**
 * Three-phase inverter: SunSpec common model (length 66) and model 103 behind "SunS" at 40000.
 * Model 103 starts at 40070; its points' offsets count from there. Source: SunSpec information models.
 */
export const sunspecInverter: DeviceTemplate = {
  template: 'sunspec_inverter',
  category: 'inverter',
  variables: [
    v({
      name: 'ac_power_kw',
      quantity: 'ac_power_kw',
      address: 40084,
      data_type: 'int16',
      scale_address: 40085,
      factor: 0.001,
      decimals: 3,
    }),
    v({
      name: 'dc_power_kw',
      quantity: 'dc_power_kw',
      address: 40101,
      data_type: 'int16',
      scale_address: 40102,
      factor: 0.001,
      decimals: 3,
    }),
    v({
      name: 'energy_total_kwh',
      quantity: 'energy_export_kwh',
      address: 40094,
      data_type: 'uint32',
      scale_address: 40096,
      factor: 0.001,
      sentinel: false,
      decimals: 3,
    }),
    v({
      name: 'frequency_hz',
      quantity: 'frequency_hz',
      address: 40086,
      data_type: 'uint16',
      scale_address: 40087,
      decimals: 2,
    }),
    v({
      name: 'voltage_l1_v',
      quantity: 'ac_voltage_v',
      address: 40080,
      data_type: 'uint16',
      scale_address: 40083,
      decimals: 1,
    }),
    v({
      name: 'current_l1_a',
      quantity: 'ac_current_a',
      address: 40073,
      data_type: 'uint16',
      scale_address: 40076,
      decimals: 2,
    }),
    v({
      name: 'dc_voltage_v',
      quantity: 'dc_voltage_v',
      address: 40099,
      data_type: 'uint16',
      scale_address: 40100,
      decimals: 1,
    }),
    v({
      name: 'dc_current_a',
      quantity: 'dc_current_a',
      address: 40097,
      data_type: 'uint16',
      scale_address: 40098,
      decimals: 2,
    }),
    v({
      name: 'cabinet_temperature_c',
      quantity: 'device_temperature_c',
      address: 40103,
      data_type: 'int16',
      scale_address: 40107,
      decimals: 1,
    }),
    v({ name: 'inverter_state', quantity: 'device_state', address: 40108, data_type: 'uint16', decimals: 0 }),
    v({ name: 'event_code', quantity: 'event_code', address: 40110, data_type: 'uint32', decimals: 0 }),
  ],
};
