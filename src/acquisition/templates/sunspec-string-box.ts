import { type DeviceTemplate, type TemplateVariable, templateVariable as v } from './device-template.ts';

const FIRST_STRING_CURRENT = 40093;
const REGISTERS_PER_STRING = 8;

function stringCurrent(number: number): TemplateVariable {
  return v({
    name: `string_current_${String(number).padStart(2, '0')}_a`,
    quantity: 'string_current_a',
    address: FIRST_STRING_CURRENT + (number - 1) * REGISTERS_PER_STRING,
    data_type: 'int16',
    scale_address: 40086,
    decimals: 2,
  });
}

/**
 * String box of twelve strings: SunSpec common model (length 66) and model 403 at 40070, whose strings repeat
 * every 8 registers from 40088. Source: SunSpec information models.
 */
export const sunspecStringBox: DeviceTemplate = {
  template: 'sunspec_string_box',
  category: 'string_box',
  variables: [
    ...Array.from({ length: 12 }, (_, index) => stringCurrent(index + 1)),
    v({
      name: 'dc_current_a',
      quantity: 'dc_current_a',
      address: 40081,
      data_type: 'int16',
      scale_address: 40072,
      decimals: 1,
    }),
    v({
      name: 'dc_voltage_v',
      quantity: 'dc_voltage_v',
      address: 40084,
      data_type: 'int16',
      scale_address: 40074,
      decimals: 1,
    }),
    v({
      name: 'cabinet_temperature_c',
      quantity: 'device_temperature_c',
      address: 40085,
      data_type: 'int16',
      decimals: 0,
    }),
  ],
};
