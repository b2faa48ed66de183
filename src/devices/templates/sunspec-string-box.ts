import type { DeviceTemplate } from './device-template.ts';
import { sunspecVariables } from './sunspec-variables.ts';

const COMBINER = { id: 403, address: 40_070 };
const STRINGS = Array.from({ length: 12 }, (_, index) => index + 1);

/** String box of twelve strings: SunSpec common model (length 66) and model 403. */
export const sunspecStringBox: DeviceTemplate = {
  template: 'sunspec_string_box',
  category: 'string_box',
  variables: [
    ...STRINGS.flatMap((block) => sunspecVariables({ ...COMBINER, block }, ['string_current_#_a'])),
    ...sunspecVariables(COMBINER, ['dc_current_a', 'dc_voltage_v', 'cabinet_temperature_c']),
  ],
};
