import { SIX_LINES } from '../../../src/features/lighting/io-profile.model.ts';
import type { lightingFeature } from '../../../src/features/lighting/lighting.feature.ts';
import type { LightingException } from '../../../src/features/lighting/municipalities.contract.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { DAY, NEVER, NOON } from '../support/canary-ground.ts';
import { fresh, made as madeBy } from '../support/making.ts';
import { deviceNumber, NONE, NOWHERE, word } from '../support/slot-kinds.ts';
import type { Things, World } from '../support/world.ts';
import {
  aBox,
  aClaimedDevice,
  aControlledBox,
  aController,
  aLight,
  aMunicipality,
} from './lighting/making.ts';
import { records } from './lighting/records.ts';

/** Made by the example itself; it hangs on no plant, as nothing of lighting does. */
const own = { made: true, plantless: true, missing: String(NOWHERE) } as const;

async function aLine(world: World): Promise<number> {
  const { id } = await aBox(world);
  const [row] = await world.test.arrange<{ id: number }>(
    'select id from power_line where company_id = $1 and box_id = $2 and line = 2',
    [world.scope.company_id, id],
  );
  return Number(row?.id);
}

const settingsOf = async (world: World): Promise<{ id: string; comune: number }> => {
  const comune = await aMunicipality(world);
  const settings = await madeBy(world, 'lightingMunicipalities.settings', {
    query: { comune_id: String(comune) },
  });
  return { id: String(settings.id), comune };
};

const ofBox = async (world: World, things: Things) => ({
  query: { box_id: String((await aControlledBox(world, things)).id) },
});
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
const switched = async (world: World, things: Things) => {
  const { serial, reg_number } = await aControlledBox(world, things);
  return { serial, reg_number };
};

/** A claim of a box by a device of its own. The loops claim more than a person may get wrong in an hour. */
async function aClaim(world: World, things: Things) {
  await world.test.arrange(`update box_claim set state = 'silent', ended_at = now() where company_id = $1`, [
    world.scope.company_id,
  ]);
  const device_id = await aController(world, things);
  return { device_id, serial: `S${fresh()}`, reg_number: `R${fresh()}`, code: '123456' };
}

const settings = {
  turn_on_date: '18:30',
  turn_on_auto: false,
  turn_on_offset_min: 10,
  turn_on_twilight: 0.5,
  turn_off_date: '06:15',
  turn_off_auto: true,
  turn_off_offset_min: -5,
  turn_off_twilight: 1,
  half_night: [{ lines: [2], off: '00:30', on: '05:00' }],
  min_burning_min: 30,
};
const exceptions: LightingException[] = [
  {
    ...{ name: 'Patron', from_day: '2026-06-24', to_day: '2026-06-25', every_year: true },
    ...{ lines: [1], kind: 'times', turn_on_date: '21:00', turn_off_date: '02:00' },
  },
];

/** A code of the list that the company does not have yet. */
async function freeCode({ test, scope }: World): Promise<string> {
  await test.arrange(`delete from municipality where company_id = $1 and istat_code = '028060'`, [
    scope.company_id,
  ]);
  return '028060';
}

const AS_FILE = { language: 'en', format: 'csv' } as const;
/** A month of a municipality with a box. */
/** Months of a municipality with a box that was dark in one of their nights. */
async function aReportOf(world: World) {
  const { id, municipality_id } = await aBox(world);
  await world.test.arrange(
    `insert into lighting_alarm (company_id, box_id, line, kind, type, date, opened_at, end_date)
     values ($1, $2, 1, 'dark_at_night', 'E', '2026-05-10T21:00Z', '2026-05-10T21:00Z', '2026-05-11T03:00Z')`,
    [world.scope.company_id, id],
  );
  return { from_month: '2026-05', to_month: '2026-06', comune_id: String(municipality_id) };
}

/** Examples for the loops: public lighting. */
export const area: AreaExamples<typeof lightingFeature.calls> = {
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
    lightingMunicipalities: {
      comuni: () => ({ query: { search: 'Padova' } }),
      list: async (world) => {
        await aMunicipality(world);
        return {};
      },
      get: async (world) => ({ params: { id: String(await aMunicipality(world)) } }),
      create: async (world) => ({
        body: { istat_code: await freeCode(world), latitude: 45.4, longitude: 11.9 },
      }),
      change: async (world) => ({
        params: { id: String(await aMunicipality(world)) },
        body: { name: 'Other', latitude: 44, longitude: 10 },
      }),
      remove: async (world) => ({ params: { id: String(await aMunicipality(world)) } }),
      settings: async (world) => ({ query: { comune_id: String(await aMunicipality(world)) } }),
      setSettings: async (world) => ({ body: { comune: await aMunicipality(world), ...settings } }),
      changeSettings: async (world) => ({
        params: { id: (await settingsOf(world)).id },
        body: { settings: { ...settings, exceptions } },
      }),
      preview: async (world) => ({
        params: { id: String(await aMunicipality(world)) },
        body: { settings: { ...settings, exceptions } },
      }),
    },
    lightingReports: {
      energy: async (world) => ({ query: await aReportOf(world) }),
      energyFile: async (world) => ({ query: { ...(await aReportOf(world)), ...AS_FILE } }),
      faults: async (world) => ({ query: await aReportOf(world) }),
      faultsFile: async (world) => ({ query: { ...(await aReportOf(world)), ...AS_FILE } }),
      pell: async (world) => ({
        query: { comune_id: String((await aLight(world)).municipality_id), ...AS_FILE },
      }),
    },
    lightingBoxes: {
      list: async (world) => {
        const { municipality_id, serial } = await aBox(world);
        return { query: { comune_id: String(municipality_id), search: serial } };
      },
      get: async (world) => ({ params: { id: String((await aBox(world)).id) } }),
      map: async (world) => ({ query: { comune_id: String((await aBox(world)).municipality_id) } }),
      mapLights: async (world) => {
        const comune_id = String((await aLight(world)).municipality_id);
        return { query: { south: '44', west: '8', north: '46', east: '12', comune_id } };
      },
      change: async (world, { mark }) => ({
        params: { id: String((await aBox(world)).id) },
        body: {
          ...{
            name: mark,
            pod: 'IT001E00000001',
            supply_code: '7',
            latitude: 45,
            longitude: 9,
            enabled: true,
          },
          ...{ auto_mode: true, turn_on_auto: false, turn_on_date: '18:00', turn_off_auto: null },
          turn_off_date: null,
        },
      }),
      status: async (world, things) => ({
        query: { ...(await ofBox(world, things)).query, digital_inputs: 'true' as const },
      }),
      assign: async (world) => {
        const { id, municipality_id } = await aBox(world);
        return { query: { municipality: String(municipality_id) }, body: { boxes: [id] } };
      },
      powerLines: async (world) => ({ query: { box_id: String((await aBox(world)).id) } }),
      powerLine: async (world) => ({ params: { id: String(await aLine(world)) } }),
      addPowerLine: async (world, { mark }) => {
        const { id: box_id } = await aBox(world);
        await world.test.arrange(
          'delete from power_line where company_id = $1 and box_id = $2 and line = 6',
          [...[world.scope.company_id, box_id]],
        );
        return { body: { box_id, line: 6, name: mark, enabled: true, load_nominal_kw: 2 } };
      },
      removePowerLine: async (world) => {
        const id = await aLine(world);
        await world.test.arrange('update power_line set enabled = false where company_id = $1 and id = $2', [
          ...[world.scope.company_id, id],
        ]);
        return { params: { id: String(id) } };
      },
      changePowerLine: async (world, { mark }) => ({
        params: { id: String(await aLine(world)) },
        body: { name: mark, enabled: true, load_nominal_kw: 2.5 },
      }),
      devices: ofBox,
      powerComputed: ofBox,
      resultData: async (world, things) => ({
        query: {
          ...(await ofBox(world, things)).query,
          start: `${DAY}T00:00:00Z`,
          end: `${DAY}T06:00:00Z`,
          resolution: 'hour' as const,
        },
      }),
    },
    lightingClaims: {
      claim: async (world, things) => ({ body: await aClaim(world, things) }),
      get: async (world, things) => {
        const { id } = await madeBy(world, 'lightingClaims.claim', { body: await aClaim(world, things) });
        return { params: { id: String(id) } };
      },
    },
    lightingControllers: {
      controller: ofBox,
      setController: async (world, things) => ({
        body: {
          box_id: (await aBox(world)).id,
          device_id: await aClaimedDevice(world, things),
          profile: SIX_LINES,
          poll_s: 30,
        },
      }),
      multiupdate: async (world, things) => ({
        body: {
          updates: [{ box_id: (await aControlledBox(world, things)).id, lines: [1, 2], on: true }],
          reason: 'Trial',
          until: new Date(Date.now() + 3_600_000).toISOString(),
        },
      }),
      status: ofBox,
      switchByGet: async (world, things) => ({ query: { ...(await switched(world, things)), on: 'true' } }),
      switchBox: async (world, things) => ({
        body: { ...(await switched(world, things)), on: false, lines: [1], reason: 'Trial' },
      }),
      commands: async (world, things) => {
        const { id, serial, reg_number } = await aControlledBox(world, things);
        await madeBy(world, 'lightingControllers.switchBox', { body: { serial, reg_number, on: true } });
        return { query: { box_id: String(id), open: 'true' as const, state: 'queued' as const } };
      },
      decide: async (world, things) => {
        const { id } = await aControlledBox(world, things);
        const [row] = await world.test.arrange<{ id: number }>(
          `insert into lighting_command (company_id, box_id, lines, turn_on, key, origin, user_id, state, expires_at)
           values ($1, $2, '{1}', false, $3, 'person', $4, 'proposed', now() + interval '1 day') returning id`,
          [world.scope.company_id, id, fresh(), NOWHERE],
        );
        return { params: { id: String(row?.id) }, body: { accept: true } };
      },
    },
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
  rows: {
    municipality: ({ company_id, mark }) => ({
      ...{ company_id, istat_code: '999999', name: mark, province: 'ZZ', time_zone: 'Europe/Rome' },
      ...{ latitude: 45, longitude: 9 },
    }),
    municipality_settings: ({ company_id, ids }) => ({ company_id, municipality_id: ids.municipality }),
    lighting_exception: ({ company_id, ids, mark }) => ({
      ...{
        company_id,
        municipality_id: ids.municipality,
        position: 1,
        name: mark,
        from_day: DAY,
        to_day: DAY,
      },
      kind: 'dark',
    }),
    lighting_box: ({ company_id, ids, mark }) => ({
      ...{ company_id, municipality_id: ids.municipality, serial: mark, reg_number: mark, name: mark },
      ...{ pod: mark.slice(0, 20), supply_code: mark },
    }),
    power_line: ({ company_id, ids, mark }) => ({
      company_id,
      box_id: ids.lighting_box,
      line: 1,
      name: mark,
    }),
    power_line_change: ({ company_id, ids }) => ({
      ...{ company_id, box_id: ids.lighting_box, line: 1, at: NOON, is_on: true },
    }),
    light_point: ({ company_id, ids, mark }) => ({
      ...{ company_id, box_id: ids.lighting_box, line: 1, code: mark, pole: mark, street: mark },
      pell: JSON.stringify({ support: mark }),
    }),
    io_controller: ({ company_id, ids, mark }) => ({
      ...{ company_id, box_id: ids.lighting_box, device_id: ids.device, fault: mark },
      profile: JSON.stringify(SIX_LINES),
      inputs: JSON.stringify({ manual: false }),
    }),
    box_meter: ({ company_id, ids }) => ({ company_id, box_id: ids.lighting_box, device_id: ids.device }),
    lighting_command: ({ company_id, ids, mark, user_id }) => ({
      ...{
        company_id,
        box_id: ids.lighting_box,
        lines: [1],
        turn_on: true,
        key: mark,
        origin: 'person',
        user_id,
      },
      ...{ reason: mark, fault: mark, expires_at: NEVER, state: 'failed' },
      results: JSON.stringify({ 1: mark }),
    }),
    box_timetable: ({ company_id, ids, mark }) => ({
      ...{ company_id, box_id: ids.lighting_box, wanted: '[]', wanted_at: NOON, fault: mark },
    }),
    box_claim: ({ company_id, ids, mark, user_id }) => ({
      ...{ company_id, device_id: ids.device, user_id, serial: mark, reg_number: mark, code: '123456' },
      ...{ profile: JSON.stringify(SIX_LINES), state: 'wrong' },
    }),
    pod_price: ({ company_id, mark }) => ({
      company_id,
      pod: mark.slice(0, 20),
      from_day: DAY,
      eur_kwh: 0.2,
    }),
    light_report: ({ company_id, ids, mark }) => ({
      ...{ company_id, light_id: ids.light_point, text: mark, reporter: mark },
    }),
    lighting_caution: ({ company_id }) => ({ company_id }),
    lighting_alarm: ({ company_id, ids, mark }) => ({
      ...{ company_id, box_id: ids.lighting_box, kind: 'silent', type: 'E', date: NOON, opened_at: NOON },
      ...{ snooze_message: mark, params: JSON.stringify({ share: mark }) },
    }),
    box_day: ({ company_id, ids }) => ({
      ...{ company_id, box_id: ids.lighting_box, day: DAY, kwh: 1, known_s: 3600 },
    }),
    line_day: ({ company_id, ids }) => ({
      ...{ company_id, box_id: ids.lighting_box, line: 1, day: DAY, lit_s: 3600 },
    }),
    lighting_sums: ({ company_id, ids }) => ({
      ...{ company_id, municipality_id: ids.municipality, lights: 1, made_at: NOON },
    }),
    box_hour: ({ company_id, ids }) => ({
      ...{ company_id, box_id: ids.lighting_box, hour: NOON, kwh: 1, known_s: 3600 },
    }),
  },
  meaningful: {
    'lighting_alarm.kind': 'one of a list of kinds',
    'municipality.istat_code': 'a number of six digits',
    'municipality.province': 'a code of four letters at most',
    'municipality.time_zone': 'a time zone that the runtime knows',
    'box_claim.code': 'digits',
  },
};
