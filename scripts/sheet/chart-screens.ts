import type { Page } from 'playwright-core';
import { SHOWN_PLANT } from './noon.ts';
import { chart, heading, press, type Screen } from './screen.ts';

const BOARD = '/apps/asset/charts';
const POWER = `plant.${SHOWN_PLANT}.ac_power_kw`;
const OTHER = 'plant.AUR-002.ac_power_kw';
const SUN = `plant.${SHOWN_PLANT}.irradiance_poa_wm2`;
const TWO_PLANTS = `${BOARD}?vars=${POWER},${OTHER},${SUN}`;

const search = (page: Page) => page.getByRole('combobox', { name: /^(Cerca impianto|Search plant)/ });
const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) <= 1100;

/** A colleague's chart, as it is opened. */
const SAVED = {
  id: 7,
  name: 'Capitanata e Murge',
  shared: true,
  owner: { id: 4, name: 'Luca Moretti' },
  version: 1,
  updated_at: '2026-06-11T09:00:00.000Z',
  left_out: 0,
  definition: {
    span: 'day',
    resolution: 'auto',
    series: [SHOWN_PLANT, 'AUR-002'].map((proj_code) => ({
      proj_code,
      device_id: null,
      name: 'ac_power_kw',
      hidden: false,
    })),
  },
};

async function choose(page: Page): Promise<void> {
  if (isNarrow(page)) await press(page, /^\d+ variab/);
  await search(page).fill('inv1');
}

/** The workbench of charts: empty, with two plants, while one chooses, saves and shares. */
export const CHART_SCREENS: readonly Screen[] = [
  { name: 'charts-start', path: BOARD, signedIn: true, long: true, ready: heading },
  {
    name: 'charts',
    path: TWO_PLANTS,
    signedIn: true,
    long: true,
    stub: { call: '**/chart-results-data/**', empty: [] },
    ready: chart,
  },
  {
    name: 'charts-saved',
    path: `${BOARD}/7`,
    signedIn: true,
    prepare: (page) => page.route('**/api/v1/charts/7/', (route) => route.fulfill({ json: SAVED })),
    ready: chart,
  },
  {
    name: 'charts-tree',
    path: BOARD,
    signedIn: true,
    stub: { call: '**/series-tree/**', empty: { names: [], plants: [], left_out: 0 } },
    ready: heading,
    act: choose,
  },
  {
    name: 'charts-month',
    path: `${BOARD}?vars=plant.${SHOWN_PLANT}.energy_export_kwh,${SUN},${POWER}&span=month`,
    signedIn: true,
    ready: chart,
  },
  {
    name: 'charts-devices',
    path: `${BOARD}/devices?variable=ac_power_kw&plant=${SHOWN_PLANT}`,
    signedIn: true,
    long: true,
    stub: {
      call: '**/*results-data-all-device/**',
      empty: { count: 0, devices: [], next: null, previous: null },
    },
    ready: chart,
  },
  {
    name: 'charts-devices-recovered',
    path: `${BOARD}/devices?variable=energy_export_kwh&plant=${SHOWN_PLANT}&span=month`,
    signedIn: true,
    long: true,
    prepare: (page) =>
      page.route('**/*results-data-all-device/**', async (route) => {
        const response = await route.fetch();
        const data = await response.json();
        for (const device of data.devices.slice(0, 2))
          for (const series of device.results)
            series.recovered = [{ day: '2026-06-10', start: '2026-06-09T22:00:00Z', energy: 1234.5 }];
        await route.fulfill({ response, json: data });
      }),
    ready: chart,
  },
  {
    name: 'charts-save',
    path: TWO_PLANTS,
    signedIn: true,
    ready: chart,
    act: (page) => press(page, /^(Salva|Save)$/),
  },
  {
    name: 'charts-share',
    path: TWO_PLANTS,
    signedIn: true,
    ready: chart,
    act: (page) => press(page, /^(Condividi|Share)$/),
  },
];
