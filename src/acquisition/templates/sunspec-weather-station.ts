import { type DeviceTemplate, templateVariable as v } from './device-template.ts';

/**
 * Weather station: SunSpec common model (length 66), then models 307 (base met, at 40070), 302 (irradiance,
 * at 40083) and 303 (module temperature, at 40090). Temperatures carry a fixed exponent of −1, wind whole m/s.
 * Source: SunSpec information models.
 */
export const sunspecWeatherStation: DeviceTemplate = {
  template: 'sunspec_weather_station',
  category: 'weather_station',
  variables: [
    v({
      name: 'irradiance_poa_wm2',
      quantity: 'irradiance_poa_wm2',
      address: 40086,
      data_type: 'uint16',
      decimals: 0,
    }),
    v({
      name: 'irradiance_ghi_wm2',
      quantity: 'irradiance_ghi_wm2',
      address: 40085,
      data_type: 'uint16',
      decimals: 0,
    }),
    v({
      name: 'ambient_temperature_c',
      quantity: 'ambient_temperature_c',
      address: 40072,
      data_type: 'int16',
      factor: 0.1,
      decimals: 1,
    }),
    v({
      name: 'module_temperature_c',
      quantity: 'module_temperature_c',
      address: 40092,
      data_type: 'int16',
      factor: 0.1,
      decimals: 1,
    }),
    v({ name: 'wind_speed_ms', quantity: 'wind_speed_ms', address: 40075, data_type: 'int16', decimals: 0 }),
  ],
};
