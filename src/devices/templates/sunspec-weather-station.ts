import type { DeviceTemplate } from './device-template.ts';
import { sunspecVariables } from './sunspec-variables.ts';

const WEATHER = { id: 307, address: 40_070 };
const IRRADIANCE = { id: 302, address: 40_083 };
const MODULE_TEMPERATURE = { id: 303, address: 40_090 };

/** Weather station: SunSpec common model (length 66), then models 307, 302 and 303, one set of sensors each. */
export const sunspecWeatherStation: DeviceTemplate = {
  template: 'sunspec_weather_station',
  category: 'weather_station',
  variables: [
    ...sunspecVariables(IRRADIANCE, ['irradiance_poa_wm2', 'irradiance_ghi_wm2']),
    ...sunspecVariables(WEATHER, ['ambient_temperature_c']),
    ...sunspecVariables(MODULE_TEMPERATURE, ['module_temperature_c']),
    ...sunspecVariables(WEATHER, ['wind_speed_ms']),
  ],
};
