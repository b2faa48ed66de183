import type { lightingFeature } from '../../../../src/features/lighting/lighting.feature.ts';
import type { LightingException } from '../../../../src/features/lighting/municipalities.contract.ts';
import type { AreaPart } from '../../support/area-examples.ts';
import { made as madeBy } from '../../support/making.ts';
import type { World } from '../../support/world.ts';
import { aBox, aLight, aMunicipality } from './making.ts';

const settingsOf = async (world: World): Promise<{ id: string; comune: number }> => {
  const comune = await aMunicipality(world);
  const settings = await madeBy(world, 'lightingMunicipalities.settings', {
    query: { comune_id: String(comune) },
  });
  return { id: String(settings.id), comune };
};

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
  patron_day: '2026-06-24',
};
const exceptions: LightingException[] = [
  {
    name: 'Patron',
    from_day: '2026-06-24',
    to_day: '2026-06-25',
    every_year: true,
    only_holidays: false,
    lines: [1],
    kind: 'times',
    turn_on_date: '21:00',
    turn_off_date: '02:00',
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

/** Municipalities, their settings, and what is reported of them. */
export const towns = {
  examples: {
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
  },
} satisfies Pick<
  AreaPart<typeof lightingFeature.calls, 'lightingMunicipalities' | 'lightingReports'>,
  'examples'
>;
