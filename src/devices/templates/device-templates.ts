import { biogasEngine } from './biogas-engine.ts';
import type { DeviceTemplate } from './device-template.ts';
import { hydroTurbine } from './hydro-turbine.ts';
import { sunspecInverter } from './sunspec-inverter.ts';
import { sunspecMeter } from './sunspec-meter.ts';
import { sunspecStringBox } from './sunspec-string-box.ts';
import { sunspecWeatherStation } from './sunspec-weather-station.ts';

/** Every known kind of device; `template` names are unique. */
export const deviceTemplates: readonly DeviceTemplate[] = [
  sunspecInverter,
  sunspecMeter,
  sunspecWeatherStation,
  sunspecStringBox,
  hydroTurbine,
  biogasEngine,
];

/** @throws RangeError when no template has that name */
export function getDeviceTemplate(template: string): DeviceTemplate {
  const found = deviceTemplates.find((candidate) => candidate.template === template);
  if (!found) throw new RangeError(`there is no device template called ${template}`);
  return found;
}
