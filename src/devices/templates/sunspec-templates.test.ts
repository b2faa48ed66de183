import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deviceTemplates } from './device-templates.ts';

/** Name, address, type, factor and scale register, written by hand from the text of the information models. */
const REGISTERS: Readonly<Record<string, readonly string[]>> = {
  sunspec_inverter: [
    'ac_power_kw 40084 int16 ×0.001 scale 40085 sentinel',
    'dc_power_kw 40101 int16 ×0.001 scale 40102 sentinel',
    'energy_total_kwh 40094 uint32 ×0.001 scale 40096 sentinel',
    'frequency_hz 40086 uint16 ×1 scale 40087 sentinel',
    'voltage_l1_v 40080 uint16 ×1 scale 40083 sentinel',
    'current_l1_a 40073 uint16 ×1 scale 40076 sentinel',
    'dc_voltage_v 40099 uint16 ×1 scale 40100 sentinel',
    'dc_current_a 40097 uint16 ×1 scale 40098 sentinel',
    'cabinet_temperature_c 40103 int16 ×1 scale 40107 sentinel',
    'inverter_state 40108 uint16 ×1 scale null sentinel',
    'event_code 40110 uint32 ×1 scale null sentinel',
  ],
  sunspec_meter: [
    'ac_power_kw 40088 int16 ×0.001 scale 40092 sentinel',
    'energy_total_kwh 40108 uint32 ×0.001 scale 40124 sentinel',
    'energy_import_kwh 40116 uint32 ×0.001 scale 40124 sentinel',
    'reactive_power_kvar 40098 int16 ×0.001 scale 40102 sentinel',
    'power_factor 40103 int16 ×0.01 scale 40107 sentinel',
    'frequency_hz 40086 int16 ×1 scale 40087 sentinel',
    'voltage_l1_v 40078 int16 ×1 scale 40085 sentinel',
    'voltage_l2_v 40079 int16 ×1 scale 40085 sentinel',
    'voltage_l3_v 40080 int16 ×1 scale 40085 sentinel',
    'current_l1_a 40073 int16 ×1 scale 40076 sentinel',
    'current_l2_a 40074 int16 ×1 scale 40076 sentinel',
    'current_l3_a 40075 int16 ×1 scale 40076 sentinel',
  ],
  sunspec_weather_station: [
    'irradiance_poa_wm2 40086 uint16 ×1 scale null sentinel',
    'irradiance_ghi_wm2 40085 uint16 ×1 scale null sentinel',
    'ambient_temperature_c 40072 int16 ×0.1 scale null sentinel',
    'module_temperature_c 40092 int16 ×0.1 scale null sentinel',
    'wind_speed_ms 40075 int16 ×1 scale null sentinel',
  ],
  sunspec_string_box: [
    'string_current_01_a 40093 int16 ×1 scale 40086 sentinel',
    'string_current_02_a 40101 int16 ×1 scale 40086 sentinel',
    'string_current_03_a 40109 int16 ×1 scale 40086 sentinel',
    'string_current_04_a 40117 int16 ×1 scale 40086 sentinel',
    'string_current_05_a 40125 int16 ×1 scale 40086 sentinel',
    'string_current_06_a 40133 int16 ×1 scale 40086 sentinel',
    'string_current_07_a 40141 int16 ×1 scale 40086 sentinel',
    'string_current_08_a 40149 int16 ×1 scale 40086 sentinel',
    'string_current_09_a 40157 int16 ×1 scale 40086 sentinel',
    'string_current_10_a 40165 int16 ×1 scale 40086 sentinel',
    'string_current_11_a 40173 int16 ×1 scale 40086 sentinel',
    'string_current_12_a 40181 int16 ×1 scale 40086 sentinel',
    'dc_current_a 40081 int16 ×1 scale 40072 sentinel',
    'dc_voltage_v 40084 int16 ×1 scale 40074 sentinel',
    'cabinet_temperature_c 40085 int16 ×1 scale null sentinel',
  ],
};

describe('the demonstration’s SunSpec devices', () => {
  for (const { template, variables } of deviceTemplates.filter(({ template }) => template in REGISTERS))
    it(`${template} reads the registers that it always read`, () => {
      assert.deepEqual(
        variables.map(
          (one) =>
            `${one.name} ${one.address} ${one.data_type} ×${one.factor} scale ${one.scale_address} ${one.sentinel ? 'sentinel' : 'none'}`,
        ),
        REGISTERS[template],
      );
      for (const { function_code, word_order, bit, value_offset } of variables)
        assert.deepEqual([function_code, word_order, bit, value_offset], [3, 'ABCD', null, 0]);
    });
});
