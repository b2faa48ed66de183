import type { lightingFeature } from '../../../src/features/lighting/lighting.feature.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { deviceNumber, NONE, NOWHERE, word } from '../support/slot-kinds.ts';
import type { Things, World } from '../support/world.ts';
import { boxes } from './lighting/boxes.ts';
import { aControlledBox, aLight } from './lighting/making.ts';
import { records } from './lighting/records.ts';
import { rows } from './lighting/rows.ts';
import { towns } from './lighting/towns.ts';

/** Made by the example itself; it hangs on no plant, as nothing of lighting does. */
const own = { made: true, plantless: true, missing: String(NOWHERE) } as const;

const ofPlant = async (world: World, things: Things) => ({
  params: { id: String((await aControlledBox(world, things)).municipality_id) },
});
const ofDevice = async (world: World, things: Things) => {
  const { municipality_id, device_id } = await aControlledBox(world, things);
  return { params: { id: String(municipality_id), device_id: String(device_id) } };
};
const ofLight = async (world: World) => {
  const { municipality_id, light_id } = await aLight(world);
  return { params: { id: String(municipality_id), light_id: String(light_id) } };
};
/** Examples for the loops: public lighting. */
export const area: AreaExamples<typeof lightingFeature.calls> = {
  ...rows,
  examples: {
    illPub: {
      plants: async (world, things) => {
        await aControlledBox(world, things);
        return {};
      },
      devices: ofPlant,
      devicesOverview: ofPlant,
      device: ofDevice,
      deviceAlarms: ofDevice,
      lights: ofPlant,
      lightsOverview: ofPlant,
      light: ofLight,
      lightAlarms: ofLight,
    },
    ...towns.examples,
    ...boxes.examples,
    ...records.examples,
  },
  slots: {
    ...records.slots,
    // A code of Italy's list, the same for everybody.
    istat_code: NONE,
    serial: NONE,
    reg_number: NONE,
    supply_code: NONE,
    many_boxes: NONE,
    line: NONE,
    lines: NONE,
    lumens: NONE,
    'lightingControllers.setController device_id': deviceNumber,
    'lightingClaims.claim device_id': deviceNumber,
    'lightingClaims.get id': own,
    ...Object.fromEntries(
      [
        'illPub.devices id',
        'illPub.devicesOverview id',
        'illPub.device id',
        'illPub.deviceAlarms id',
        'illPub.lights id',
        'illPub.lightsOverview id',
        'illPub.light id',
        'illPub.lightAlarms id',
        'illPub.device device_id',
        'illPub.deviceAlarms device_id',
        'illPub.light light_id',
        'illPub.lightAlarms light_id',
        'lightingMunicipalities.get id',
        'lightingMunicipalities.change id',
        'lightingMunicipalities.remove id',
        'lightingMunicipalities.changeSettings id',
        'lightingMunicipalities.preview id',
        'lightingMunicipalities.settings comune_id',
        'lightingBoxes.list comune_id',
        'lightingBoxes.get id',
        'lightingBoxes.change id',
        'lightingBoxes.powerLine id',
        'lightingBoxes.changePowerLine id',
        'lightingBoxes.removePowerLine id',
        'lightingControllers.decide id',
        'lightingControllers.decideBatch id',
        'lightPoints.get id',
        'lightPoints.change id',
        'lightPoints.remove id',
        'lightPoints.exportLights comune_id',
        'lightReports.list light_id',
        'lightingAlarms.snooze id',
        'lightingAlarms.request id',
        'lightingMeters.remove box_id',
        'lightingMeters.remove device_id',
        'lightReports.change id',
        'lightingPrices.change id',
        'lightingPrices.remove id',
      ].map((slot) => [slot, own]),
    ),
    'lightingMunicipalities.setSettings comune': word,
    'lightingBoxes.assign municipality': word,
    'lightingBoxes.assign boxes': word,
    box_id: word,
  },
};
